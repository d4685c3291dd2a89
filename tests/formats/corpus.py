"""Malformed files of every format: each must end in one clear line that names it, and nothing else.

`malformed()` gives them all; `write_malformed(folder)` writes them, for tests that go through the command line or the library.
Every case is wrong by construction: a line taken out that a file cannot do without, a number that is none, data cut off.
"""

from __future__ import annotations

import io
import json
import struct
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from motionloom.formats import save
from tests.conftest import make_motion, make_skeleton
from tests.formats.plain_bvh import ROTATIONS, Joint, make_text, random_values, small_person


@dataclass(frozen=True)
class Case:
    """One malformed file, and the files that lie beside it."""

    name: str
    suffix: str
    data: bytes
    beside: tuple[tuple[str, bytes], ...] = ()

    def write(self, folder: Path) -> Path:
        """Write it into a folder of its own; gives its path."""
        own = folder / self.name
        own.mkdir(parents=True)
        for name, data in self.beside:
            (own / name).write_bytes(data)
        path = own / f"clip{self.suffix}"
        path.write_bytes(self.data)
        return path


def malformed() -> list[Case]:
    """Every case, always the same ones."""
    return [*_bvh(), *_amc(), *_npz(), *_glb(), *_gltf(), *_usd()]


def write_malformed(folder: Path) -> list[Path]:
    """Write all of them below a folder; gives the paths to open."""
    return [case.write(folder) for case in malformed()]


@cache
def well_formed(suffix: str) -> bytes:
    """A small file of a format, as we write it ourselves; BVH in the plain dialect."""
    if suffix == ".bvh":
        return make_text(small_person(), random_values(small_person(), 5, np.random.default_rng(1))).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"clip{suffix}"
        save(make_motion(make_skeleton(), 12), path)
        return path.read_bytes()


def cut_off(data: bytes, count: int, stop: float = 0.97) -> Iterator[tuple[int, bytes]]:
    """The data cut off at `count` places between its start and well before its end."""
    for place in np.linspace(1, int(len(data) * stop), count).astype(int):
        yield int(place), data[:place]


NOT_NUMBERS = ("nan", "inf", "-inf", "abc", "1e999", "0x1F", "1.2.3", "1e", "#", "½", "1_0", "--1", "+-1", "1-", "NULL", "-1.#IND")
RUBBISH = {
    "empty": b"",
    "blank": b" \n\t\r\n  ",
    "zeros": bytes(512),
    "random": np.random.default_rng(3).integers(0, 256, 4096, dtype=np.uint8).tobytes(),
    "png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "html": b"<!DOCTYPE html><html><head><title>404 Not Found</title></head></html>",
    "lone_bom": b"\xef\xbb\xbf",
    "utf16": "HIERARCHY".encode("utf-16"),
    "long_line": b"A" * 200_000,
    "pickle": b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00\x8c\x02os\x94\x8c\x06system\x94\x93\x94.",
}


def _rubbish(suffix: str, beside: tuple[tuple[str, bytes], ...] = ()) -> Iterator[Case]:
    for name, data in RUBBISH.items():
        yield Case(f"{suffix[1:]}_{name}", suffix, data, beside)


def _bvh() -> Iterator[Case]:
    text = well_formed(".bvh").decode()
    lines = text.rstrip("\n").split("\n")
    motion = lines.index("MOTION")
    yield from _rubbish(".bvh")
    # The file without one line: of the hierarchy's every third, so that joints, braces, offsets and channels all go, and of the motion all.
    for number in [*range(0, motion, 3), *range(motion, len(lines))]:
        yield Case(f"bvh_without_line_{number + 1}", ".bvh", "\n".join(lines[:number] + lines[number + 1 :]).encode())
    for place, data in cut_off(text.encode(), 24):
        yield Case(f"bvh_cut_off_at_{place}", ".bvh", data)
    for index, word in enumerate(NOT_NUMBERS):
        wrong = lines.copy()
        wrong[motion + 3] = wrong[motion + 3].replace(wrong[motion + 3].split()[index], word, 1)
        yield Case(f"bvh_value_{index}", ".bvh", "\n".join(wrong).encode())
        yield Case(f"bvh_offset_{index}", ".bvh", text.replace("OFFSET 9.000000", f"OFFSET {word}", 1).encode())
    for name, (old, new) in _BVH_CHANGES.items():
        assert old in text
        yield Case(f"bvh_{name}", ".bvh", text.replace(old, new, 1).encode())
    deep = "HIERARCHY\nROOT a\n" + "{\nOFFSET 0 1 0\nJOINT b\n" * 5000
    yield Case("bvh_too_deep", ".bvh", deep.encode())
    yield Case("bvh_only_braces", ".bvh", b"HIERARCHY\nROOT a\n" + b"{" * 100_000)
    wide = [Joint(f"j{i}", i - 1, (0.0, 1.0, 0.0), ROTATIONS) for i in range(500)]
    yield Case("bvh_short_lines", ".bvh", (make_text(wide, np.zeros((0, 1500)), frames=20_000) + "0\n" * 20_000).encode())


_BVH_CHANGES = {
    "a_billion_frames": ("Frames: 5", "Frames: 1000000000"),
    "countless_frames": ("Frames: 5", f"Frames: {10**40}"),
    "negative_frames": ("Frames: 5", "Frames: -5"),
    "half_a_frame": ("Frames: 5", "Frames: 5.5"),
    "no_frames": ("Frames: 5", "Frames: 0"),
    "no_count": ("Frames: 5", "Frames:"),
    "no_time": ("0.0083333", ""),
    "zero_time": ("0.0083333", "0"),
    "negative_time": ("0.0083333", "-0.0083333"),
    "nan_time": ("0.0083333", "nan"),
    "endless_time": ("0.0083333", "1e300"),
    "tiny_time": ("0.0083333", "1e-300"),
    "extra_value": ("Frame Time: 0.0083333\n", "Frame Time: 0.0083333\n1.0 "),
    "text_between": ("Frame Time: 0.0083333\n", "Frame Time: 0.0083333\nhello\n"),
    "two_channels_named_three": ("CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 3 Zrotation Xrotation"),
    "channels_minus": ("CHANNELS 3", "CHANNELS -3"),
    "channels_many": ("CHANNELS 3", "CHANNELS 1000000000"),
    "channels_half": ("CHANNELS 3", "CHANNELS 2.5"),
    "channels_nan": ("CHANNELS 3", "CHANNELS nan"),
    "channels_one_less": ("CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 2 Zrotation Xrotation"),
    "channel_unknown": ("Xrotation", "Wrotation"),
    "channel_scale": ("Xrotation", "Xscale"),
    "position_twice": ("Xposition Yposition", "Xposition Xposition"),
    "offset_of_two": ("OFFSET 9.000000 -5.000000 0.000000", "OFFSET 9.000000 -5.000000"),
    "offset_of_four": ("OFFSET 9.000000 -5.000000 0.000000", "OFFSET 9.000000 -5.000000 0.000000 1"),
    "offset_huge": ("OFFSET 9.000000", "OFFSET 1e30"),
    "root_in_root": ("JOINT LeftUpLeg", "ROOT LeftUpLeg"),
    "joint_for_root": ("ROOT Hips", "JOINT Hips"),
    "joint_in_end_site": ("End Site\n{\n", "End Site\n{\nJOINT a\n{\nOFFSET 0 0 0\n}\n"),
    "end_site_with_channels": ("OFFSET 0.000000 0.000000 7.000000\n", "OFFSET 0.000000 0.000000 7.000000\nCHANNELS 1 Xrotation\n"),
    "empty_end_site": ("OFFSET 0.000000 0.000000 7.000000\n", ""),
    "brace_too_many": ("MOTION", "}\nMOTION"),
    "brace_for_brace": ("{", "}"),
    "no_root_name_nor_brace": ("ROOT Hips\n{", "ROOT"),
    "another_word": ("HIERARCHY", "HIERARCHIE"),
    "motion_glued": ("MOTION\n", "MOTIONS\n"),
    "second_motion": ("MOTION\n", "MOTION\nMOTION\n"),
    "null_byte": ("OFFSET 9.000000", "OFFSET 9.0\x000000"),
}


def _amc() -> Iterator[Case]:
    from tests.formats.test_asf_amc import AMC, ASF

    beside = (("clip.asf", ASF.encode()),)
    yield from _rubbish(".amc", beside)
    yield Case("amc_without_asf", ".amc", AMC.encode())
    lines = AMC.rstrip("\n").split("\n")
    for number in range(4, len(lines)):  # every line of a frame; without its number the frame runs into the one before
        yield Case(f"amc_without_line_{number + 1}", ".amc", "\n".join(lines[:number] + lines[number + 1 :]).encode(), beside)
    for index, word in enumerate(NOT_NUMBERS):
        yield Case(f"amc_value_{index}", ".amc", AMC.replace("-6", word).encode(), beside)
    changes = {
        "bone_unknown": ("shin 40", "tail 40"),
        "values_few": ("-7 8", "-7"),
        "values_many": ("-7 8", "-7 8 9"),
        "no_frames": (AMC, ":DEGREES\n"),
    }
    for name, (old, new) in changes.items():
        yield Case(f"amc_{name}", ".amc", AMC.replace(old, new).encode(), beside)
    skeletons = {name: data for name, data in RUBBISH.items() if name != "lone_bom"}
    for name, data in skeletons.items():
        yield Case(f"asf_{name}", ".amc", AMC.encode(), (("clip.asf", data),))
    asf_changes = {
        "direction": ("direction 0 -2 0", "direction 0 nan 0"),
        "length": ("length 7.5", "length"),
        "axis": ("axis 30 0 0 XYZ", "axis 30 0 XYZ"),
        "order": ("axis 30 0 0 XYZ", "axis 30 0 0 XXZ"),
        "dof": ("dof rx\n", "dof rw\n"),
        "translating": ("dof rx\n", "dof tx\n"),
        "nameless": ("name shin\n", "\n"),
        "twice": ("name shin\n", "name thigh\n"),
        "stranger": ("thigh shin", "thigh tail"),
        "two_parents": ("thigh shin", "thigh shin\n root shin"),
        "circle": ("root thigh", "shin thigh"),
        "own_parent": ("thigh shin", "shin shin"),
        "no_hierarchy": (":hierarchy", ":documentation"),
        "no_begin": ("  begin\n     id 1\n", "     id 1\n"),
    }
    for name, (old, new) in asf_changes.items():
        assert old in ASF
        yield Case(f"asf_{name}", ".amc", AMC.encode(), (("clip.asf", ASF.replace(old, new).encode()),))


def _npy(array: np.ndarray, shape: str | None = None, descr: str | None = None) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    data = stream.getvalue()
    for old, new in ((str(array.shape), shape), (f"'{array.dtype.str}'", descr and f"'{descr}'")):
        if new is not None:
            head, rest = data[:128].decode("latin-1"), data[128:]
            data = head.replace(old, new).rstrip("\n")[:127].ljust(127).encode("latin-1") + b"\n" + rest
    return data


def _npz() -> Iterator[Case]:
    whole = well_formed(".npz")
    yield from _rubbish(".npz")
    for place, data in cut_off(whole, 10):
        yield Case(f"npz_cut_off_at_{place}", ".npz", data)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    rotations = np.ones((12, 21, 4), dtype=np.float32) / 2
    about = json.loads(members["motion.npy"][128:])

    def described(**changes: object) -> bytes:
        return _npy(np.frombuffer(json.dumps(about | changes).encode(), dtype=np.uint8))

    skeleton = about["skeleton"]
    changes: dict[str, tuple[str, bytes | None]] = {
        "no_rotations": ("rotations.npy", None),
        "no_root": ("root_positions.npy", None),
        "no_motion": ("motion.npy", None),
        "empty_member": ("rotations.npy", b""),
        "magic_only": ("rotations.npy", b"\x93NUMPY"),
        "version_9": ("rotations.npy", b"\x93NUMPY\x09\x00" + members["rotations.npy"][8:]),
        "huge_shape": ("rotations.npy", _npy(rotations, "(1000000000, 21, 4)")),
        "absurd_shape": ("rotations.npy", _npy(rotations, f"({10**17}, {10**17}, 4)")),
        "negative_shape": ("rotations.npy", _npy(rotations, "(-12, 21, 4)")),
        "worded_shape": ("rotations.npy", _npy(rotations, "('a', 21, 4)")),
        "objects": ("rotations.npy", _npy(rotations, descr="|O")),
        "unknown_type": ("rotations.npy", _npy(rotations, descr="<q9")),
        "code_as_header": ("rotations.npy", members["rotations.npy"][:10] + b"__import__('os').getpid()".ljust(117) + b"\n"),
        "integers": ("rotations.npy", _npy(rotations.astype(np.int32))),
        "text": ("rotations.npy", _npy(np.array(["a", "b"]))),
        "joints_missing": ("rotations.npy", _npy(rotations[:, :5])),
        "frames_missing": ("root_positions.npy", _npy(np.zeros((3, 3), dtype=np.float32))),
        "no_frames": ("rotations.npy", _npy(rotations[:0])),
        "not_unit": ("rotations.npy", _npy(rotations * 3)),
        "nan": ("root_positions.npy", _npy(np.full((12, 3), np.nan, dtype=np.float32))),
        "json_broken": ("motion.npy", _npy(np.frombuffer(b'{"fps": 60,', dtype=np.uint8))),
        "json_deep": ("motion.npy", _npy(np.frombuffer(b"[" * 100_000, dtype=np.uint8))),
        "json_list": ("motion.npy", _npy(np.frombuffer(b"[1, 2]", dtype=np.uint8))),
        "fps_zero": ("motion.npy", described(fps=0)),
        "fps_text": ("motion.npy", described(fps="fast")),
        "fps_absurd": ("motion.npy", described(fps=1e300)),
        "no_skeleton": ("motion.npy", described(skeleton=None)),
        "parents_wrong": ("motion.npy", described(skeleton=skeleton | {"parents": [5] * 21})),
        "parents_text": ("motion.npy", described(skeleton=skeleton | {"parents": "all"})),
        "names_repeated": ("motion.npy", described(skeleton=skeleton | {"names": ["a"] * 21})),
        "offsets_ragged": ("motion.npy", described(skeleton=skeleton | {"offsets": [[1, 2], [3]]})),
        "sites_wrong": ("motion.npy", described(skeleton=skeleton | {"end_sites": [[99, 0, 0, 0]]})),
    }
    for name, (member, data) in changes.items():
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for key, content in members.items():
                if key != member or data is not None:
                    archive.writestr(key, content if key != member or data is None else data)
        yield Case(f"npz_{name}", ".npz", stream.getvalue())
    yield Case("npz_empty_zip", ".npz", b"PK\x05\x06" + bytes(18))


def _glb_with(document: dict[str, object] | bytes, binary: bytes) -> bytes:
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _parts(glb: bytes) -> tuple[dict[str, object], bytes]:
    (length,) = struct.unpack("<I", glb[12:16])
    return json.loads(glb[20 : 20 + length]), glb[28 + length :]


def _glb() -> Iterator[Case]:
    whole = well_formed(".glb")
    yield from _rubbish(".glb")
    for place, data in cut_off(whole, 16):
        yield Case(f"glb_cut_off_at_{place}", ".glb", data)
    document, binary = _parts(whole)
    for key in ("accessors", "bufferViews", "buffers", "nodes", "animations", "asset"):
        if key not in ("asset", "animations"):  # a file may do without
            yield Case(f"glb_without_{key}", ".glb", _glb_with({k: v for k, v in document.items() if k != key}, binary))
        yield Case(f"glb_text_for_{key}", ".glb", _glb_with(document | {key: "all of them"}, binary))
    for name, data in {
        "json_broken": b'{"asset": {',
        "json_list": b"[]",
        "json_deep": b"[" * 100_000,
        "json_nan": b'{"asset": NaN}',
    }.items():
        yield Case(f"glb_{name}", ".glb", _glb_with(data, binary))
    yield Case("glb_no_binary", ".glb", _glb_with(document, b""))
    yield Case("glb_version_1", ".glb", whole[:4] + struct.pack("<I", 1) + whole[8:])
    yield Case("glb_length_huge", ".glb", whole[:8] + struct.pack("<I", 2**32 - 1) + whole[12:])
    yield Case("glb_chunk_huge", ".glb", whole[:12] + struct.pack("<I", 2**32 - 4) + whole[16:])


def _gltf() -> Iterator[Case]:
    whole = well_formed(".gltf")
    yield from _rubbish(".gltf")
    for place, data in cut_off(whole, 6):
        yield Case(f"gltf_cut_off_at_{place}", ".gltf", data)


def _usd() -> Iterator[Case]:
    text = well_formed(".usda")
    yield from _rubbish(".usda")
    yield from _rubbish(".usdc")
    for place, data in cut_off(text, 8, 0.9):
        yield Case(f"usda_cut_off_at_{place}", ".usda", data)
    for place, data in cut_off(well_formed(".usdc"), 6, 0.9):
        yield Case(f"usdc_cut_off_at_{place}", ".usdc", data)
    yield Case("usda_without_skeleton", ".usda", b'#usda 1.0\ndef Xform "World"\n{\n}\n')


def mutate(data: bytes, changes: list[tuple[str, int, int]]) -> bytes:
    """The data after some changes (kind, place, byte): what hypothesis draws. It may still be well formed."""
    actions: dict[str, Callable[[bytearray, int, int], object]] = {
        "set": lambda out, place, byte: out.__setitem__(place, byte),
        "insert": lambda out, place, byte: out.insert(place, byte),
        "delete": lambda out, place, byte: out.__delitem__(slice(place, place + 1 + byte)),
        "repeat": lambda out, place, byte: out.__setitem__(slice(place, place), out[place : place + byte]),
        "cut": lambda out, place, byte: out.__delitem__(slice(max(place, 1), None)),
    }
    out = bytearray(data)
    for kind, place, byte in changes:
        if out:
            actions[kind](out, place % len(out), byte)
    return bytes(out)
