from __future__ import annotations

import numpy as np
import pytest

from motionloom import sample
from motionloom.core.gravity import check_gravity
from motionloom.core.masks import find_runs
from motionloom.core.mass import centre_of_mass
from motionloom.sample import SampleClip

Clips = dict[tuple[str, str], SampleClip]


@pytest.mark.parametrize("who", list(sample.performers()))
@pytest.mark.parametrize("what", ["jump", "jump_forward"])
def test_a_jump_goes_up_and_comes_down_on_both_feet(clips: Clips, who: str, what: str) -> None:
    clip = clips[who, what]
    flights = find_runs(~clip.plants.any(axis=1))
    assert len(flights) == 1
    start, stop = flights[0]
    height = centre_of_mass(clip.motion)[:, 1]
    assert 0.12 < height[start:stop].max() - height[start] < 0.4
    assert clip.plants[start - 1].tolist() == [False, True, False, True]
    assert clip.plants[stop].tolist() == [False, True, False, True]
    assert clip.plants[-1].all()
    assert check_gravity(clip.motion).fall == pytest.approx(9.81, abs=0.02)
    travelled = clip.motion.root_positions[-1, 2] - clip.motion.root_positions[0, 2]
    assert (travelled > 0.5) == (what == "jump_forward")


@pytest.mark.parametrize("who", list(sample.performers()))
def test_a_leap_is_the_longest_flight_of_a_run(clips: Clips, who: str) -> None:
    clip = clips[who, "leap"]
    lengths = sorted((stop - start) / clip.motion.fps for start, stop in find_runs(~clip.plants.any(axis=1)))
    assert lengths[-1] > 0.38
    assert lengths[-2] < 0.2
    span = next(span for span in clip.annotations if span.name == "jump")
    assert not clip.plants[(span.start + span.stop) // 2].any()
    assert np.all(np.diff(clip.motion.root_positions[:, 2]) > 0)
