"""ASF/AMC, held against the same recording as BVH."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import EndSite, FileError, Motion, quaternion
from motionloom.core.body import body_of
from motionloom.formats import ReadOptions, load, read
from motionloom.formats.registry import find_format

ASF = """# a comment
:version 1.10
:name TEST
:units
  mass 1.0
  length 0.45
  angle deg
:root
   order TX TY TZ RX RY RZ
   axis XYZ
   position 0 0 0
   orientation 0 0 0
:bonedata
  begin
     id 1
     name thigh
     direction 0 -2 0
     length 7.5
     axis 0 0 20 XYZ
    dof rx ry rz
    limits (-160.0 20.0)
           (-70.0 70.0)
           (-60.0 70.0)
  end
  begin
     id 2
     name shin
     direction 0 -1 0
     length 7
     axis 30 0 0 XYZ
    dof rx
    limits (-10.0 170.0)
  end
:hierarchy
  begin
    root thigh
    thigh shin
  end
"""
AMC = """#!OML:ASF
:FULLY-SPECIFIED
:DEGREES
1
root 1 17 -3 10 20 30
thigh 5 -6 7
shin 40
2
root 1 17 -2.5 11 19 31
thigh 6 -7 8
shin 41
"""

# The same joint in CMU's .asf and in the .bvh that was made of it.
SHARED = {
    "root": "Hips", "lfemur": "LeftUpLeg", "ltibia": "LeftLeg", "lfoot": "LeftFoot", "ltoes": "LeftToeBase",
    "rfemur": "RightUpLeg", "rtibia": "RightLeg", "rfoot": "RightFoot", "rtoes": "RightToeBase",
    "lowerback": "LowerBack", "upperback": "Spine", "thorax": "Spine1", "lowerneck": "Neck", "upperneck": "Neck1", "head": "Head",
    "lclavicle": "LeftShoulder", "lhumerus": "LeftArm", "lradius": "LeftForeArm", "lwrist": "LeftHand", "lhand": "LeftFingerBase",
    "lfingers": "LeftHandIndex1", "rclavicle": "RightShoulder", "rhumerus": "RightArm", "rradius": "RightForeArm",
    "rwrist": "RightHand", "rhand": "RightFingerBase", "rfingers": "RightHandIndex1",
}  # fmt: skip
BELOW_THORAX = [name for name in SHARED if list(SHARED).index(name) <= list(SHARED).index("thorax")]


def write_pair(folder: Path, asf: str = ASF, amc: str | bytes = AMC, asf_name: str = "07.asf") -> Path:
    (folder / asf_name).write_text(asf)
    path = folder / "07_02.amc"
    path.write_bytes(amc if isinstance(amc, bytes) else amc.encode())
    return path


def test_bones_turn_about_their_own_axes(tmp_path: Path) -> None:
    loaded = read(write_pair(tmp_path))
    motion, unit = loaded.motion, 0.0254 / 0.45
    assert motion.skeleton.names == ("root", "thigh", "shin")
    assert np.allclose(motion.skeleton.offsets, np.array([[0, 0, 0], [0, 0, 0], [0, -7.5, 0]]) * unit)
    assert motion.skeleton.end_sites == (EndSite(2, (0.0, pytest.approx(-7 * unit), 0.0)),)  # type: ignore[arg-type]
    assert np.allclose(motion.root_positions, np.array([[1, 17, -3], [1, 17, -2.5]]) * unit)

    def turn(x: float, y: float, z: float) -> np.ndarray:
        return quaternion.from_euler(np.radians([z, y, x]), "zyx")

    def within(axes: np.ndarray, q: np.ndarray) -> np.ndarray:
        return quaternion.multiply(quaternion.multiply(axes, q), quaternion.conjugate(axes))

    want = [turn(10, 20, 30), within(turn(0, 0, 20), turn(5, -6, 7)), within(turn(30, 0, 0), turn(40, 0, 0))]
    assert np.all(quaternion.angle_between(motion.rotations[0].astype(float), np.array(want)) < 1e-6)


def test_what_is_decided_is_said(tmp_path: Path) -> None:
    loaded = read(write_pair(tmp_path))
    assert loaded.unit == "CMU (5.64 cm)"
    assert not loaded.unit_guessed
    assert loaded.motion.fps == 120
    assert "skeleton: 07.asf" in loaded.notes
    assert "rate: AMC files have none; taken as CMU's 120 Hz (--fps sets it)" in loaded.notes
    assert load(tmp_path / "07_02.amc", fps=60).fps == 60


def test_another_scale_is_guessed_from_the_body(tmp_path: Path) -> None:
    loaded = read(write_pair(tmp_path, ASF.replace("length 0.45", "length 1.0")))
    assert loaded.unit_guessed


def test_radians(tmp_path: Path) -> None:
    degrees = load(write_pair(tmp_path))
    words = [line.split() for line in AMC.replace(":DEGREES", ":RADIANS").splitlines()]
    turned = [
        [word[0], *word[1:4], *(f"{np.radians(float(x)):.9f}" for x in word[4:])] if word[0] == "root"
        else [word[0], *(f"{np.radians(float(x)):.9f}" for x in word[1:])] if word[0] in ("thigh", "shin") else word
        for word in words
    ]  # fmt: skip
    radians = load(write_pair(tmp_path, amc="\n".join(" ".join(word) for word in turned)))
    assert np.allclose(np.abs(np.sum(degrees.rotations * radians.rotations, axis=-1)), 1, atol=1e-6)


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, lambda text: text.replace(" ", "\t\t")]
)
def test_dialects(change: object, tmp_path: Path) -> None:
    plain = load(write_pair(tmp_path))
    other = load(write_pair(tmp_path, change(ASF), change(AMC)))  # type: ignore[operator]
    assert np.array_equal(plain.rotations, other.rotations)


class TestSkeletonBesideIt:
    @pytest.mark.parametrize("name", ["07_02.asf", "07.ASF", "somebody.asf"])
    def test_is_found(self, name: str, tmp_path: Path) -> None:
        path = write_pair(tmp_path, asf_name=name)
        assert len(load(path)) == 2
        companions = find_format(path, "read").companions
        assert companions is not None
        assert companions(path, ReadOptions()) == (tmp_path / name,)

    def test_is_given(self, tmp_path: Path) -> None:
        (tmp_path / "other").mkdir()
        write_pair(tmp_path / "other")
        path = write_pair(tmp_path)
        (tmp_path / "07.asf").unlink()
        with pytest.raises(FileError, match=r"expected its skeleton 07.asf beside it, found none \(--asf FILE names it\)"):
            load(path)
        assert len(load(path, skeleton=tmp_path / "other" / "07.asf")) == 2

    def test_is_not_chosen_among_strangers(self, tmp_path: Path) -> None:
        path = write_pair(tmp_path, asf_name="a.asf")
        (tmp_path / "b.asf").write_text(ASF)
        with pytest.raises(FileError, match="found several"):
            load(path)


class TestErrors:
    @pytest.mark.parametrize(
        ("amc", "expected"),
        [
            ("", ": expected an AMC file, found an empty one"),
            (b"\0\1\2", ": expected an AMC text file, found binary data"),
            (":DEGREES\n", ": expected frames, found none; the file may be cut off"),
            ("hello\n", " line 1: expected a frame number, found 'hello'"),
            (
                AMC.replace("shin 41", "shin"),
                " line 11: frame 2 has 0 values for shin, 07.asf declares 1 values (--drop-bad-frames skips it)",
            ),
            (AMC.replace("shin 41", "shin 41 42"), " line 11: frame 2 has 2 values for shin, 07.asf declares 1 values"),
            (AMC.replace("shin 41", "tail 41"), " line 11: expected a frame number or a bone of 07.asf, found 'tail'"),
            (AMC.replace("shin 41\n", ""), " line 8: frame 2 lacks shin; the file may be cut off (--drop-bad-frames skips it)"),
            (AMC.replace("shin 41", "shin nan"), " line 8: frame 2 has 'nan' for shin, expected a finite number for rx"),
            (AMC.replace("shin 41", "thigh 1 2 3"), " line 11: frame 2 has a second line for thigh"),
        ],
    )
    def test_of_the_motion(self, amc: str | bytes, expected: str, tmp_path: Path) -> None:
        path = write_pair(tmp_path, amc=amc)
        with pytest.raises(FileError) as caught:
            load(path)
        assert str(caught.value).startswith(f"{path}{expected}")

    def test_bad_frames_are_dropped_where_asked(self, tmp_path: Path) -> None:
        for fault in ("shin nan", "shin", "tail 3", ""):
            loaded = read(write_pair(tmp_path, amc=AMC.replace("shin 41", fault)), ReadOptions(drop_bad_frames=True))
            assert len(loaded.motion) == 1

    @pytest.mark.parametrize(
        ("old", "new", "expected"),
        [
            (ASF, "", ": expected an ASF file, found an empty one"),
            (ASF, "hello", ": expected an ASF file with :bonedata, found no bones"),
            ("direction 0 -2 0", "direction 0 x 0", " line 17: expected 3 numbers for a direction, found '0 x 0'"),
            ("length 7.5", "length nan", " line 18: expected a number for a length, found 'nan'"),
            ("20 XYZ", "20 XYY", " line 19: expected an order of axes such as XYZ, found 'XYY'"),
            ("dof rx\n", "dof rx rx\n", " line 31: expected degrees of freedom out of tx, ty, tz, rx, ry, rz, each once, found 'rx rx'"),
            ("dof rx\n", "dof tx\n", " line 31: expected bones that only turn (rx, ry, rz), found 'dof tx'"),
            ("thigh shin", "thigh foot", " line 37: expected bones of :bonedata, found 'foot'"),
            ("thigh shin", "shin thigh", " line 37: expected one parent for each bone, found another for 'thigh'"),
            ("    root thigh\n", "", ": expected bones under root in :hierarchy, found none"),
            ("name shin", "name thigh", " line 33: expected a bone with a name of its own before end, found 'thigh'"),
        ],
    )
    def test_of_the_skeleton(self, old: str, new: str, expected: str, tmp_path: Path) -> None:
        with pytest.raises(FileError) as caught:
            load(write_pair(tmp_path, ASF.replace(old, new)))
        assert str(caught.value).startswith(f"{tmp_path / '07.asf'}{expected}")


def shared_positions(motion: Motion, names: list[str]) -> np.ndarray:
    return motion.positions()[:, [motion.skeleton.index(name) for name in names]]


@pytest.mark.data
@pytest.mark.parametrize("clip", ["02/02_01", "02/02_02", "16/16_01", "16/16_03"])
class TestSameRecording:
    """CMU's AMC and the BVH that was made of it.

    They agree to a hundredth of a millimetre, without any alignment, in every joint up to the chest. Above it the BVH is shorter: whoever
    converted it left out two bones, `thorax` (11.7 cm for performer 02, 12.3 cm for 16) and `lwrist`/`rwrist` (9.5 cm), whose joints in the
    BVH have OFFSET 0 0 0. With these bones taken out of the ASF, every joint agrees.
    """

    @pytest.fixture
    def pair(self, clip: str, shared_data: Path) -> tuple[Motion, Motion]:
        performer, name = clip.split("/")
        return load(shared_data / "cmu-asfamc" / f"{name}.amc"), load(shared_data / "cmu" / f"0{performer}" / f"{name}.bvh")

    def test_agrees_up_to_the_chest(self, pair: tuple[Motion, Motion]) -> None:
        amc, bvh = pair
        assert len(amc) == len(bvh)
        apart = shared_positions(amc, BELOW_THORAX) - shared_positions(bvh, [SHARED[name] for name in BELOW_THORAX])
        assert np.linalg.norm(apart, axis=-1).max() < 1e-5

    def test_agrees_everywhere_without_the_bones_the_bvh_leaves_out(self, pair: tuple[Motion, Motion]) -> None:
        amc, bvh = pair
        offsets = amc.skeleton.offsets.copy()
        for child, parent in (
            ("lowerneck", "thorax"),
            ("lclavicle", "thorax"),
            ("rclavicle", "thorax"),
            ("lhand", "lwrist"),
            ("rhand", "rwrist"),
        ):
            joint = amc.skeleton.index(child)
            assert amc.skeleton.parents[joint] == amc.skeleton.index(parent)
            assert np.linalg.norm(bvh.skeleton.offsets[bvh.skeleton.index(SHARED[child])]) == 0
            offsets[joint] = 0
        without = replace(amc, skeleton=replace(amc.skeleton, offsets=offsets))
        apart = shared_positions(without, list(SHARED)) - shared_positions(bvh, list(SHARED.values()))
        assert np.linalg.norm(apart, axis=-1).max() < 1e-5

    def test_is_a_person(self, pair: tuple[Motion, Motion]) -> None:
        assert body_of(pair[0].skeleton).height == pytest.approx(body_of(pair[1].skeleton).height, abs=1e-4)
