"""From format to format and back: joints stay where they were, to a tenth of a millimetre."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import Motion
from motionloom.sample import make
from tests.conftest import make_motion, make_skeleton

TENTH_OF_A_MILLIMETRE = 1e-4
PERFORMERS = ("ada", "boris")  # of the sample
CAPTURES = ("cmu/016/16_35.bvh", "cmu/002/02_01.bvh", "bandai/dataset-1_dash_normal_001.bvh")


@pytest.fixture(params=[*(pytest.param(name, marks=pytest.mark.data) for name in CAPTURES), *PERFORMERS, "by hand"])
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A BVH file."""
    if request.param == "by hand":
        formats.save(make_motion(make_skeleton(), fps=30), tmp_path / "start.bvh")
        return tmp_path / "start.bvh"
    if request.param in PERFORMERS:
        formats.save(make(request.param, "walk").motion, tmp_path / "start.bvh")
        return tmp_path / "start.bvh"
    return Path(request.getfixturevalue("shared_data") / request.param)


def check_same(first: Motion, second: Motion) -> None:
    assert second.skeleton.names == first.skeleton.names
    assert (second.fps, len(second)) == (pytest.approx(first.fps, rel=1e-6), len(first))
    assert np.linalg.norm(second.positions() - first.positions(), axis=-1).max() < TENTH_OF_A_MILLIMETRE
    assert np.linalg.norm(second.end_positions() - first.end_positions(), axis=-1).max() < TENTH_OF_A_MILLIMETRE
    assert np.linalg.norm(second.skeleton.rest_positions - first.skeleton.rest_positions, axis=-1).max() < TENTH_OF_A_MILLIMETRE


@pytest.mark.parametrize("suffix", [".glb", ".gltf", ".usdc", ".usda"])
def test_through_and_back(start: Path, suffix: str, tmp_path: Path) -> None:
    motion = formats.load(start)
    formats.save(motion, tmp_path / f"middle{suffix}")
    middle = formats.load(tmp_path / f"middle{suffix}")
    check_same(motion, middle)
    assert middle.skeleton.hash == motion.skeleton.hash
    formats.save(middle, tmp_path / "end.bvh")
    end = formats.load(tmp_path / "end.bvh")
    assert end.skeleton.names == motion.skeleton.names
    assert np.linalg.norm(end.positions() - motion.positions(), axis=-1).max() < TENTH_OF_A_MILLIMETRE
