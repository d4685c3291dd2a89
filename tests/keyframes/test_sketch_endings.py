"""Endings of a walk: feet that are not told to move stay, drivers follow along the timeline, a placed sketch is the same walk."""

import numpy as np
import pytest

from motionloom.keyframes.assembling import assemble
from motionloom.keyframes.completing import complete_with
from motionloom.keyframes.sketch_endings import ENDINGS, end_with_crouch, end_with_stomp, place_sketch
from motionloom.keyframes.thinning import read_channels
from motionloom.keyframes.walking_sketch import slow_down


@pytest.mark.parametrize("ending", list(ENDINGS))
def test_an_ending_keeps_the_walk_before_it(sketch, ending):
    longer = ENDINGS[ending](sketch)
    for channel in sketch.keys:
        assert np.abs(longer.curve(channel)[: sketch.frames] - sketch.curve(channel)).max() < 2e-3, channel


def test_a_stomp_lifts_one_foot_and_is_driven_by_its_leg(sketch, style):
    completion = complete_with(end_with_stomp(sketch), style)
    made = read_channels(completion.motion())
    after = slice(sketch.frames, None)
    assert np.ptp(made["left_foot.y"][after]) > 0.15
    assert max(np.ptp(made[f"right_foot.{axis}"][after]) for axis in "xyz") < 1e-3
    assert [span.channels for span in completion.spans] == [("left_hip.x", "right_hip.x"), ("left_hip.x", "left_knee.x")]
    assert completion.spans[1].start == pytest.approx((sketch.frames - 1) / sketch.fps)


def test_a_crouch_goes_down_between_feet_that_stay(sketch, style):
    made = read_channels(complete_with(end_with_crouch(sketch), style).motion())
    assert made["root.y"][-1] < made["root.y"][sketch.frames - 1] - 0.15
    assert max(np.ptp(made[f"{side}_foot.{axis}"][sketch.frames :]) for side in ("left", "right") for axis in "xyz") < 1e-3


def test_a_slow_crouch_does_not_freeze_the_walk_before_it(sketch, completion, style):
    """A crouch is slower than anything in the captures; the walk is matched in the band of walks all the same."""
    crouched = complete_with(end_with_crouch(sketch), style)
    assert crouched.band == completion.band
    joint = sketch.skeleton.names.index(next(name for name in sketch.skeleton.names if "arm" in name.lower()))
    walked, before = (np.ptp(each.motion().rotations[: sketch.frames, joint], axis=0).max() for each in (crouched, completion))
    assert walked > 0.5 * before > 0


def test_a_placed_sketch_is_the_same_walk_that_comes_the_other_way(sketch):
    here, there = assemble(sketch).motion, assemble(place_sketch(sketch, 1.0, 6.0, turned_round=True)).motion
    back = there.positions() * np.array([-1, 1, -1]) + np.array([1.0, 0.0, 6.0])
    assert np.abs(back - here.positions()).max() < 1e-4


def test_steps_slow_down_evenly():
    assert slow_down((0.6,) * 4, 2) == pytest.approx((0.6, 0.6, 0.4, 0.2))
    assert slow_down((0.6,) * 4, 0) == (0.6,) * 4
