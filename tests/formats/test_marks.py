"""Plants and spans travel with every motion that is written, and come back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import Motion
from motionloom.formats.marks import Marks, read_marks


@pytest.fixture
def marks(motion: Motion, rng: np.random.Generator) -> Marks:
    return Marks(rng.random((len(motion), 4)) < 0.5, "a person", (("step", 3, 9), ("turn", 0, len(motion))))


@pytest.mark.parametrize("suffix", [".bvh", ".glb", ".gltf", ".usda", ".usdc", ".npz"])
def test_what_is_written_comes_back(motion: Motion, marks: Marks, tmp_path: Path, suffix: str) -> None:
    made = replace(motion, recipe={"kind": "clean", "sources": []})
    formats.save(made, tmp_path / f"a{suffix}", marks=marks)
    back = formats.read(tmp_path / f"a{suffix}")
    assert back.marks is not None
    np.testing.assert_array_equal(back.marks.plants, marks.plants)
    assert (back.marks.plants_source, back.marks.spans) == (marks.plants_source, marks.spans)
    assert dict(back.motion.recipe) == dict(made.recipe)


@pytest.mark.parametrize("suffix", [".bvh", ".glb", ".npz"])
def test_a_capture_that_nothing_is_known_of_gets_nothing_beside_it(motion: Motion, tmp_path: Path, suffix: str) -> None:
    formats.save(motion, tmp_path / f"a{suffix}")
    assert [path.name for path in tmp_path.iterdir()] == [f"a{suffix}"]
    assert formats.read(tmp_path / f"a{suffix}").marks is None


def test_what_lies_beside_another_motion_is_not_taken(motion: Motion, marks: Marks, tmp_path: Path) -> None:
    formats.save(motion, tmp_path / "a.bvh", marks=marks)
    beside = (tmp_path / "a.bvh.json").read_text()
    formats.save(motion[:20], tmp_path / "b.bvh")
    (tmp_path / "b.bvh.json").write_text(beside)
    assert formats.read(tmp_path / "b.bvh").marks is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"motionloom": 3}', '{"motionloom": {"marks": {"frames": "x"}}}', "\\udc80", "[" * 5000])
def test_a_strangers_file_beside_is_passed_over(motion: Motion, tmp_path: Path, text: str) -> None:
    formats.save(motion, tmp_path / "a.bvh")
    (tmp_path / "a.bvh.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert formats.read(tmp_path / "a.bvh").marks is None


BAD: list[Any] = [
    {"plants": {"left_heel": [[0, 99]], "left_toe": [], "right_heel": [], "right_toe": []}},
    {"plants": {"left_heel": [[0]], "left_toe": [], "right_heel": [], "right_toe": []}},
    {"plants": {"left_heel": 3, "left_toe": [], "right_heel": [], "right_toe": []}},
    {"plants": {"left_heel": []}},
    {"spans": [["a", 0, 99], ["b", -1, 3], [3, 0, 1], ["c", 2, 2], ["d"], "e"]},
]


@pytest.mark.parametrize("data", BAD)
def test_what_is_garbled_is_left_out(data: dict[str, Any]) -> None:
    assert not read_marks({"frames": 10, **data}, 10)


def test_frames_that_were_set_apart_take_their_marks_with_them() -> None:
    plants = np.zeros((10, 4), bool)
    plants[4:7, 2] = True
    data = json.loads(json.dumps(Marks(plants, "", (("step", 4, 7), ("rest", 0, 2))).to_json(10)))
    cut = read_marks(data, 8, first=2)
    np.testing.assert_array_equal(cut.plants, plants[2:])
    assert cut.spans == (("step", 2, 5),)
