"""Broken glTF files: each ends in one line that names the file, and none makes us take memory it has no bytes for."""

from __future__ import annotations

import copy
import json
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom import formats
from motionloom.core import FileError
from tests.formats.gltf_builder import Builder, write_glb

LIMIT = 100_000_000  # bytes


def sample() -> Builder:
    builder = Builder()
    top = builder.node("Root", translation=[0, 1, 0])
    tip = builder.node("Tip", top, translation=[0, 0.5, 0])
    times = np.arange(6) / 30
    builder.animate("a", (tip, "rotation", times, [[0, 0, 0, 1]] * 6, "LINEAR"), (top, "translation", times, np.zeros((6, 3)), "LINEAR"))
    builder.skins = [{"joints": [top, tip], "inverseBindMatrices": builder.array(np.tile(np.eye(4).ravel(), (2, 1)))}]
    return builder


def full() -> tuple[dict[str, Any], bytes]:
    builder = sample()
    return builder.document() | {"buffers": [{"byteLength": len(builder.data)}]}, builder.data


def load_or_complain(path: Path) -> str | None:
    """None where the file loads; else the complaint, after checking that it is one line about this file."""
    tracemalloc.start()
    try:
        formats.load(path)
        return None
    except FileError as error:
        text = str(error)
        assert text.startswith(str(path)) or str(path) in text
        assert "\n" not in text
        assert "Traceback" not in text
        return text
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < LIMIT


def change(*keys: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def apply(document: dict[str, Any]) -> None:
        target: Any = document
        for key in keys[:-1]:
            target = target[key]
        if to is KeyError:
            del target[keys[-1]]
        else:
            target[keys[-1]] = to

    return apply


BROKEN = {
    "no asset": (change("asset", to=KeyError), "not a glTF file"),
    "version 1": (change("asset", "version", to="1.0"), "glTF version 1.0"),
    "nodes not a list": (change("nodes", to={"a": 1}), "'nodes' must be a list"),
    "node not an object": (change("nodes", 0, to=7), "'nodes' must be a list"),
    "child out of range": (change("nodes", 1, "children", to=[9]), r"refers to nodes\[9\]"),
    "child not a number": (change("nodes", 1, "children", to=["x"]), r"refers to nodes\['x'\]"),
    "its own child": (change("nodes", 1, "children", to=[1]), "more than one parent"),
    "circle": (change("nodes", to=[{"children": [1]}, {"children": [0]}]), "in a circle"),
    "translation of text": (change("nodes", 0, "translation", to=["a", 0, 0]), "must hold 3 finite numbers"),
    "translation of two": (change("nodes", 0, "translation", to=[1, 2]), "must hold 3 finite numbers"),
    "matrix too short": (change("nodes", 0, "matrix", to=[1, 2]), "must hold 16 finite numbers"),
    "joint out of range": (change("skins", 0, "joints", to=[0, 5]), r"refers to nodes\[5\]"),
    "no joints key": (change("skins", 0, "joints", to=KeyError), "malformed glTF"),
    "bind matrices of vectors": (change("skins", 0, "inverseBindMatrices", to=1), "must be of type MAT4"),
    "sampler out of range": (change("animations", 0, "channels", 0, "sampler", to=7), "its sampler 7, but has 2"),
    "target out of range": (change("animations", 0, "channels", 0, "target", "node", to=99), r"refers to nodes\[99\]"),
    "no target": (change("animations", 0, "channels", 0, "target", to=KeyError), "malformed glTF"),
    "samplers missing": (change("animations", 0, "samplers", to=KeyError), "malformed glTF"),
    "input is a vector": (change("animations", 0, "samplers", 0, "input", to=0), "must be of type SCALAR"),
    "output is a scalar": (change("animations", 0, "samplers", 0, "output", to=1), "must be of type VEC4"),
    "unknown interpolation": (change("animations", 0, "samplers", 0, "interpolation", to="SMOOTH"), "interpolation must be one of"),
    "spline without tangents": (change("animations", 0, "samplers", 0, "interpolation", to="CUBICSPLINE"), "6 times but 2 values"),
    "fewer values than times": (change("accessors", 0, "count", to=5), "6 times but 5 values"),
    "count of a billion": (change("accessors", 0, "count", to=10**9), "needs 16000000000 bytes"),
    "count beyond 64 bits": (change("accessors", 0, "count", to=10**30), "needs"),
    "negative count": (change("accessors", 0, "count", to=-1), "'count' must be a whole number"),
    "count of nothing": (change("accessors", 0, "count", to=0), "is empty"),
    "count of text": (change("accessors", 0, "count", to="6"), "'count' must be a whole number"),
    "no bytes for a billion": (
        change("accessors", 0, to={"componentType": 5126, "count": 10**9, "type": "VEC4"}),
        "without bytes for them",
    ),
    "component type": (change("accessors", 0, "componentType", to=5127), "componentType must be one of"),
    "view out of range": (change("accessors", 0, "bufferView", to=77), r"refers to bufferViews\[77\]"),
    "offset beyond the view": (change("accessors", 0, "byteOffset", to=4096), "needs"),
    "view beyond the buffer": (change("bufferViews", 0, "byteLength", to=10**6), "may be cut off"),
    "view offset beyond": (change("bufferViews", 0, "byteOffset", to=10**12), "may be cut off"),
    "buffer out of range": (change("bufferViews", 0, "buffer", to=3), "refers to buffer 3"),
    "stride too small": (change("bufferViews", 0, "byteStride", to=4), "byteStride of 4"),
    "stride of a gigabyte": (change("bufferViews", 0, "byteStride", to=2**30), "needs"),
    "meshopt": (change("bufferViews", 0, "extensions", to={"EXT_meshopt_compression": {}}), "compressed"),
    "buffer on the net": (change("buffers", 0, "uri", to="https://example.org/a.bin"), "not in its own folder"),
    "buffer outside": (change("buffers", 0, "uri", to="../../a.bin"), "not in its own folder"),
    "buffer is a device": (change("buffers", 0, "uri", to="/dev/zero"), "not in its own folder"),
    "buffer missing": (change("buffers", 0, "uri", to="gone.bin"), "needs 'gone.bin' beside it"),
    "buffer not base64": (change("buffers", 0, "uri", to="data:,???"), "is not base64"),
    "buffer of a number": (change("buffers", 0, "uri", to=5), "must be text"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_by_hand(name: str, tmp_path: Path) -> None:
    apply, complaint = BROKEN[name]
    document, data = full()
    apply(document)
    with pytest.raises(FileError, match=complaint):
        formats.load(write_glb(tmp_path / "a.glb", document, data))
    assert load_or_complain(tmp_path / "a.glb")


CONTAINERS = {
    "empty": b"",
    "text": b"hello, I am not a model",
    "header only": b"glTF\x02\x00\x00\x00\x0c\x00\x00\x00",
    "version 3": struct.pack("<III", 0x46546C67, 3, 20) + bytes(8),
    "claims more": struct.pack("<III", 0x46546C67, 2, 10**9) + bytes(20),
    "chunk too long": struct.pack("<IIIII", 0x46546C67, 2, 24, 10**9, 0x4E4F534A) + bytes(4),
    "no json": struct.pack("<IIIII", 0x46546C67, 2, 20, 0, 0x004E4942),
    "empty json": struct.pack("<IIIII", 0x46546C67, 2, 24, 4, 0x4E4F534A) + b"    ",
    "json list": struct.pack("<IIIII", 0x46546C67, 2, 24, 4, 0x4E4F534A) + b"[]  ",
    "not utf-8": struct.pack("<IIIII", 0x46546C67, 2, 24, 4, 0x4E4F534A) + b"\xff\xfe\xff\xfe",
}


@pytest.mark.parametrize("name", CONTAINERS)
@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_broken_containers(name: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(CONTAINERS[name])
    assert load_or_complain(path)


def test_nested_too_deeply(tmp_path: Path) -> None:
    path = write_glb(tmp_path / "a.glb", b'{"asset":' + b"[" * 100_000, b"")
    assert "JSON cannot be read" in (load_or_complain(path) or "")


@pytest.mark.parametrize("end", [1e9, 1e30, np.inf, np.nan])
def test_times_that_claim_a_billion_frames(end: float, tmp_path: Path) -> None:
    builder = sample()
    times = np.array([0, 1 / 60, 2 / 60, 3 / 60, 4 / 60, end], np.float32)
    builder.animations[0]["samplers"][0]["input"] = builder.array(times)
    assert load_or_complain(builder.save(tmp_path / "a.glb"))


def test_values_that_are_not_finite(tmp_path: Path) -> None:
    builder = sample()
    values = np.zeros((6, 3), np.float32)
    values[3, 1] = np.nan
    builder.animations[0]["samplers"][1]["output"] = builder.array(values)
    assert "no finite numbers" in (load_or_complain(builder.save(tmp_path / "a.glb")) or "")


def test_every_truncation(tmp_path: Path) -> None:
    whole = sample().save(tmp_path / "whole.glb").read_bytes()
    path = tmp_path / "cut.glb"
    for length in range(0, len(whole), 13):
        path.write_bytes(whole[:length])
        assert load_or_complain(path)


# Lists and dicts are new ones each time: one list that is used twice could be put into itself, and examples would change each other.
EMPTY = st.builds(list) | st.builds(dict) | st.builds(lambda: [[]])
HOSTILE = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=5), EMPTY)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    return [path] * bool(path) + [found for key, inner in entries for found in leaves(inner, (*path, key))]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_anything_anywhere_in_the_json(data: st.DataObject, tmp_path: Path) -> None:
    document, binary = full()
    document = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 3))):
        places = leaves(document)
        if places:
            change(*data.draw(st.sampled_from(places)), to=data.draw(HOSTILE))(document)
    load_or_complain(write_glb(tmp_path / "a.glb", document, binary))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_byte_anywhere(data: st.DataObject, tmp_path: Path) -> None:
    whole = bytearray(json_and_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "a.glb"
    path.write_bytes(bytes(whole))
    load_or_complain(path)


def json_and_bytes() -> bytes:
    document, data = full()
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks
