"""Arrays that meshopt packed: its own encoder (version 1.3 of its npm package) made the bytes of these numbers."""

from __future__ import annotations

import base64
import contextlib
from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import FileError, quaternion
from motionloom.formats.meshopt import PackedWrong, unpack
from tests.formats.gltf_builder import Builder

# 300 rows of four bytes, so that there are two blocks and groups of all four kinds.
ROWS = (
    "oFVVVVUqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqVVVVVQA8AAB1dgA8AAB1dgA8AAB1"
    "dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dgA8AAB1dqqqqqoKqqqvqqqq"
    "+js7qqqvqqqq+qo7O6qvqqqq+qqqOzuvqqqq+qqqrzs7O6qqqvqqqq+qOzuqqvqqqq+qqjs7qvqqqq+qqqo7O/qqqq+qqqr6Ozs7qqqvqqqq+qo7O6qvqqqq"
    "+qqqOzuvqqqq+qqqrzs7O6qqqvqqqq+qOzuqqvqqqq+qqjs7qvqqqq+qqqo7O/qqqq+qqqr6Ozs7qqqvqqqq+qo7Ox8AAAAA6+Hr4evh6+Hr4eHr4evh6+Hr"
    "4evh4evh6+Hr4evh4cAAAAADFaqqqqqqqqqqqqqqABUAPAAAdXYAPAAAdXYAPAAAdXYqqq+qqqr6qqo7O6+qqqr6qqqvOzs7qqqq+qqqAAA7AAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAA"
)
# 20 turns about (0.6, 0, 0.8) from -3 to 2.7 radians, 16 bits, filter of 12 bits.
TURNS = (
    "oAcApsLyzc5pPRkFCAgFGT1p/wAAAM7N8sIGAzE2IgJCICL3AAAABgMDBT/wAABLl9/cof8AAACi2+CYBQEwAAAJyAAAAAoFAD///1UeWoaktLSkhloewAAA"
    "AFUFADuurg0EBATAAAAACwUAIAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAz/8UGAAD+Bw=="
)
# 20 places (0.05 i, 0.9 + 0.02 sin i, i - 1000), floats, one exponent for each row.
PLACES = "oAUoqiqKogAAAAAAAAUhAgQgQAAAAAAAAAcAICAgICAgICAgICAgICAg/wAAACAgICABAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD8DgAA/IDB//w="
KEYS = np.arange(20)


def wanted_rows() -> np.ndarray:
    i = np.arange(300)
    return np.stack([i & 255, np.where(i % 16 == 5, 200, 3), i % 7 * 5, np.where(i < 32, i * 7919 % 251, 9)], axis=1).astype(np.uint8)


def test_rows_come_back_exactly() -> None:
    found = np.frombuffer(unpack(base64.b64decode(ROWS), 300, 4, "NONE"), np.uint8).reshape(-1, 4)
    np.testing.assert_array_equal(found, wanted_rows())


def test_every_truncation_is_refused_or_gives_as_many_rows() -> None:
    data = base64.b64decode(ROWS)
    for length in range(len(data)):
        with contextlib.suppress(PackedWrong):
            assert len(unpack(data[:length], 300, 4, "NONE")) == 1200


def packed_walk() -> Builder:
    """A root that turns and moves by packed keys, as gltfpack writes them: a second buffer stands for the bytes when unpacked."""
    builder = Builder()
    builder.skins.append({"joints": [builder.node("top"), builder.node("below", 0, translation=[0, 1, 0])]})
    for text, stride, kind, path, component in (
        (TURNS, 8, "QUATERNION", "rotation", 5122),
        (PLACES, 12, "EXPONENTIAL", "translation", 5126),
    ):
        data = base64.b64decode(text)
        view = builder.view(np.frombuffer(data, np.uint8))
        how = {"buffer": 0, "byteOffset": builder.views[view]["byteOffset"], "byteLength": len(data), "byteStride": stride, "count": 20}
        builder.views[view] = {
            "buffer": 1,
            "byteLength": 20 * stride,
            "extensions": {"EXT_meshopt_compression": how | {"mode": "ATTRIBUTES", "filter": kind}},
        }
        accessor = {"bufferView": view, "componentType": component, "count": 20, "type": "VEC4" if stride == 8 else "VEC3"}
        builder.accessors.append(accessor | ({"normalized": True} if stride == 8 else {}))
        number = len(builder.accessors) - 1
        if not builder.animations:
            builder.animate("walk", (0, path, KEYS / 30, number, "LINEAR"))
        else:
            sampler = {"input": builder.animations[0]["samplers"][0]["input"], "output": number, "interpolation": "LINEAR"}
            builder.animations[0]["samplers"].append(sampler)
            builder.animations[0]["channels"].append({"sampler": 1, "target": {"node": 0, "path": path}})
    return builder


def save_packed(path: Path) -> Path:
    builder = packed_walk()
    fallback = {"byteLength": 400, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}
    return builder.save(path, change={"buffers": [{"byteLength": len(builder.data)}, fallback]})


def test_a_packed_animation_is_read(tmp_path: Path) -> None:
    motion = formats.load(save_packed(tmp_path / "walk.glb"))
    angles = KEYS * 0.3 - 3
    turns = quaternion.from_axis_angle([0.6, 0.0, 0.8], angles)
    assert quaternion.angle_between(motion.rotations[:, 0].astype(np.float64), turns).max() < 2e-3
    places = np.stack([KEYS * 0.05, 0.9 + 0.02 * np.sin(KEYS), KEYS - 1000.0], axis=1)
    assert np.abs(motion.root_positions - places).max() < 0.05  # one exponent for a row that has a thousand in it


def test_another_version_is_refused_in_one_line(tmp_path: Path) -> None:
    path = save_packed(tmp_path / "walk.glb")
    data = bytearray(path.read_bytes())
    data[data.index(base64.b64decode(TURNS)[:8])] = 0xA1
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"compressed by meshopt .* version 1 of the codec"):
        formats.load(path)
