"""Walking and running agree with the published tables they are made from."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.body import body_of
from motionloom.core.masks import find_runs
from motionloom.sample import SampleClip, tables

Clips = dict[tuple[str, str], SampleClip]


def mean_cycle(clip: SampleClip, curve: np.ndarray) -> np.ndarray:
    """The mean (101,) of a curve over the left foot's cycles, contact to contact."""
    landings = [start for start, _ in find_runs(clip.plants[:, 0] | clip.plants[:, 1]) if start > 0]
    phase = np.linspace(0, 1, 101)
    frames = np.arange(len(curve))
    return np.mean([np.interp(a + phase * (b - a), frames, curve) for a, b in pairwise(landings)], axis=0)


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize(("what", "table", "tolerance"), [("walk", "walk", (6.0, 9.0)), ("run", "run", (9.0, 14.0))])
def test_legs_follow_the_tables(clips: Clips, who: str, what: str, table: str, tolerance: tuple[float, float]) -> None:
    clip = clips[who, what]
    body, positions = body_of(clip.motion.skeleton), clip.motion.positions().astype(np.float64)
    hip, knee, ankle = (positions[:, body.joint(f"left_{part}")] for part in ("hip", "knee", "ankle"))
    thigh = np.arctan2(knee[:, 2] - hip[:, 2], hip[:, 1] - knee[:, 1])
    shank = np.arctan2(ankle[:, 2] - knee[:, 2], knee[:, 1] - ankle[:, 1])
    phase = np.linspace(0, 1, 101)
    for name, curve, most in (("thigh", thigh, tolerance[0]), ("knee", thigh - shank, tolerance[1])):
        difference = np.degrees(mean_cycle(clip, curve) - tables.cycle(table, name)(phase))
        assert np.sqrt(np.mean(difference**2)) < most


@pytest.mark.parametrize("who", list(sample.performers()))
def test_walks_have_no_flight_and_faster_ones_less_double_support(clips: Clips, who: str) -> None:
    shares = []
    for what in ("walk_slow", "walk", "walk_fast"):
        plants = clips[who, what].plants
        left, right = plants[:, :2].any(axis=1), plants[:, 2:].any(axis=1)
        assert (left | right).all()
        shares.append((left & right).mean())
    assert shares[0] > shares[1] > shares[2] > 0.02


def test_a_start_ends_as_walks_are_and_a_stop_ends_standing(clips: Clips) -> None:
    for who in sample.performers():
        start, stop = clips[who, "start"], clips[who, "stop"]
        assert start.plants[:30].all()
        assert stop.plants[-30:].all()
        speed = np.linalg.norm(np.gradient(start.motion.root_positions, 1 / start.motion.fps, axis=0), axis=1)
        assert speed[-30:].mean() == pytest.approx(sample.performers()[who].height ** 0.5 * 1.0, abs=0.25)
