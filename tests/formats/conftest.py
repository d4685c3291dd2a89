"""Fixtures of the formats' tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom.core import FileError, Skeleton, quaternion
from motionloom.formats import Loaded, load, read, save
from tests.conftest import make_motion


@pytest.fixture(scope="session")
def captures(shared_data: Path) -> dict[Path, Loaded]:
    """All 365 BVH captures, read once."""
    return {path: read(path) for path in sorted(shared_data.glob("*/**/*.bvh"))}


def check_choice_of_clips(path: Path, longest: int) -> None:
    """A file of the animations short, long and middle (5 frames) is read by name, or the longest of it."""
    loaded = read(path)
    assert (loaded.motion.name, len(loaded.motion)) == ("long", longest)
    assert any("short, middle" in note for note in loaded.notes)
    assert len(load(path, clip="middle")) == 5
    with pytest.raises(FileError, match="no animation 'gone'; it holds short, long, middle"):
        load(path, clip="gone")


def check_odd_names(names: tuple[str, ...], parents: list[int], path: Path, rng: np.random.Generator, tolerance: float) -> None:
    """A skeleton of such names, at rest in any pose, comes back from a file as it was."""
    rest, count = quaternion.normalise(rng.normal(size=(len(names), 4))), len(names)
    skeleton = Skeleton(names, np.array(parents), rng.normal(size=(count, 3)), (), rest, np.array([3.0, 2.0, 1.0]))
    made = make_motion(skeleton, frames=7, fps=23.976)
    save(made, path)
    back = load(path)
    assert back.skeleton.hash == skeleton.hash
    assert np.allclose(back.positions(), made.positions(), atol=tolerance)
