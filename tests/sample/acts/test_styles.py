from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.body import body_of
from motionloom.core.masks import find_runs
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


def knee_height(clip: SampleClip) -> float:
    body = body_of(clip.motion.skeleton)
    return float(clip.motion.positions()[:, body.joint("left_knee"), 1].max() / body.height)


@pytest.mark.parametrize("who", list(sample.performers()))
def test_each_walk_has_its_manner(clips: Clips, who: str) -> None:
    walk, march, sneak = clips[who, "walk"], clips[who, "march"], clips[who, "sneak"]
    assert knee_height(march) > knee_height(walk) + 0.05
    assert sneak.motion.root_positions[:, 1].mean() < 0.93 * walk.motion.root_positions[:, 1].mean()
    assert clips[who, "walk_back"].motion.root_positions[-1, 2] < -2.0


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize(("what", "toes_first"), [("sneak", True), ("walk_back", True), ("walk", False), ("march", False)])
def test_what_comes_down_first(clips: Clips, who: str, what: str, toes_first: bool) -> None:
    plants = clips[who, what].plants
    landings = [start for start, _ in find_runs(plants[:, 0] | plants[:, 1]) if start > 0]
    assert all(plants[start, 1] == toes_first and plants[start, 0] != toes_first for start in landings)


@pytest.mark.parametrize("who", list(sample.performers()))
def test_a_limp_spares_the_right_leg(clips: Clips, who: str) -> None:
    plants = clips[who, "limp"].plants
    left, right = (np.mean([stop - start for start, stop in find_runs(plants[:, a] | plants[:, a + 1])[1:-1]]) for a in (0, 2))
    assert left > 1.12 * right
