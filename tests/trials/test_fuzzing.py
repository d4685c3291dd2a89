"""Damaged files of every kind that we read, those of our own among them, are read or refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom.trials.fuzzing import fuzz
from motionloom.trials.mutating import mutate
from motionloom.trials.target import TARGETS, Target

FEW = {"USDA": 25, "USDZ": 25, "machine": 40}  # take longer than others


@pytest.mark.parametrize("name", sorted(TARGETS.all()))
def test_a_damaged_file_is_read_or_refused_in_one_line(name: str, tmp_path: Path) -> None:
    found = fuzz(TARGETS.find(name), range(FEW.get(name, 100)), tmp_path)
    assert found.faults == ()
    assert found.refused > found.tried // 4  # the damage is real


# Seeds that ended in a traceback. Of tables every sixth did; their clips have other ids each time, so no seed can be named.
@pytest.mark.parametrize(
    ("name", "seeds"),
    {
        "AMC": [430],
        "SMPL": [0, 11, 24, 191],
        "NPZ": [60],
        "oracle": [261],
    }.items(),
)
def test_what_ended_in_a_traceback(name: str, seeds: list[int], tmp_path: Path) -> None:
    assert fuzz(TARGETS.find(name), seeds, tmp_path).faults == ()


def test_a_control_character_among_the_values_of_an_amc_file_is_named(tmp_path: Path) -> None:
    from motionloom.core.errors import FileError
    from motionloom.formats import read
    from motionloom.formats.registry import ReadOptions
    from motionloom.trials.fuzzing import place_sample

    target = TARGETS.find("AMC")
    sample = target.prepare(tmp_path)
    path = place_sample(target, sample, tmp_path)
    path.write_bytes(sample.content.replace(b"rfoot 4 8 -4", b"rfoot 4 \x18 -4"))
    with pytest.raises(FileError, match="frame 4 has 26 values, expected 27"):
        read(path)
    assert len(read(path, ReadOptions(drop_bad_frames=True)).motion) == 11


@pytest.mark.parametrize("content", [b"", b"\x00", b"PK\x03\x04", b"{}", b"[]", b"7", bytes(300)])
def test_the_same_seed_does_the_same_damage(content: bytes) -> None:
    for seed in range(50):
        damaged = mutate(content, seed)
        assert damaged == mutate(content, seed)
    assert len({mutate(content, seed) for seed in range(50)}) > 5


def test_every_kind_of_file_is_a_target() -> None:
    from motionloom.formats.registry import formats

    suffixes = {target.suffix for target in TARGETS.all().values()}
    for known in formats():
        if known.read is not None and known.name != "FBX":  # only Blender writes one
            assert suffixes & set(known.suffixes), known.name
    assert {"transition table", "machine", "oracle", "recipe", "scene", "demand", "sketch", "layers"} <= set(TARGETS.all())


def test_everything_that_a_shelf_takes_from_a_file_is_a_target() -> None:
    from motionloom.making import shelf

    known = {target.shelf for target in TARGETS.all().values()}
    assert set(shelf.KINDS.all()) <= known


def test_a_fault_is_told(tmp_path: Path) -> None:
    from motionloom.trials.target import Sample

    def read(path: Path) -> None:
        if path.read_bytes() != b"good":
            raise ZeroDivisionError("of the reader")

    found = fuzz(Target("toy", ".toy", lambda folder: Sample(b"good", read)), [3], tmp_path)
    assert found.tried == 1
    assert "ZeroDivisionError" in found.faults[0][1]
