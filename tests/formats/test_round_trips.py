"""From a capture to an engine's file and back: every joint within a tenth of a millimetre, in every frame."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.formats import load, save
from motionloom.sample import make

TENTH_OF_A_MILLIMETRE = 1e-4
CAPTURES = {"cmu": "cmu/016/16_35.bvh", "cmu dance": "cmu/049/49_02.bvh", "bandai": "bandai/dataset-1_run_active_001.bvh"}


@pytest.fixture(params=[*(pytest.param(name, marks=pytest.mark.data) for name in CAPTURES), "ada", "boris"])
def performance(request: pytest.FixtureRequest) -> Motion:
    if request.param in CAPTURES:
        return load(request.getfixturevalue("shared_data") / CAPTURES[request.param])
    return make(request.param, "walk").motion


@pytest.mark.parametrize("suffix", [".bvh", ".glb", ".gltf", ".usda", ".usdc", ".npz"])
def test_there_and_back(suffix: str, performance: Motion, tmp_path: Path) -> None:
    motion = performance
    for step in (f"there{suffix}", "back.bvh"):
        save(motion, tmp_path / step)
        motion = load(tmp_path / step)
    rows = [motion.skeleton.index(name) for name in performance.skeleton.names]
    assert motion.fps == pytest.approx(performance.fps, rel=1e-9)
    assert len(motion) == len(performance)
    assert np.abs(motion.positions()[:, rows] - performance.positions()).max() < TENTH_OF_A_MILLIMETRE
    # BVH does not say where the rest pose stands; the door puts its root over the origin and its feet on the ground.
    apart = motion.skeleton.rest_positions[rows] - performance.skeleton.rest_positions
    assert np.abs(apart - [apart[0, 0], 0, apart[0, 2]]).max() < TENTH_OF_A_MILLIMETRE
    places = {tuple(np.round(place, 3)) for place in motion.end_positions()[0]}
    assert {tuple(np.round(place, 3)) for place in performance.end_positions()[0]} <= places
