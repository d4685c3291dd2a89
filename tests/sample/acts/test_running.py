from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


def airborne(clip: SampleClip) -> np.ndarray:
    return ~clip.plants.any(axis=1)


@pytest.mark.parametrize("who", list(sample.performers()))
def test_the_faster_the_run_the_more_of_it_is_flight(clips: Clips, who: str) -> None:
    shares = [airborne(clips[who, what]).mean() for what in ("jog", "run", "sprint")]
    assert 0.15 < shares[0] < shares[1] < shares[2] < 0.6
    speeds = [clips[who, what].motion.root_positions[-1, 2] / clips[who, what].motion.duration for what in ("jog", "run", "sprint")]
    assert 2.0 < speeds[0] < speeds[1] < speeds[2] < 5.6


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize(("what", "runs_first"), [("speed_up", False), ("slow_down", True), ("run_start", False), ("run_stop", True)])
def test_changes_of_gait_have_flight_on_the_running_side_only(clips: Clips, who: str, what: str, runs_first: bool) -> None:
    flight = airborne(clips[who, what])
    third = len(flight) // 3
    first, last = flight[:third].mean(), flight[-third:].mean()
    assert (first > 0.1, last > 0.1) == (runs_first, not runs_first)
    assert min(first, last) == 0
