"""What clips do, by their frames: the sample says where its performers stand and go."""

from itertools import pairwise

import pytest

from motionloom.behaviours.segmenting import segment
from motionloom.core.editing import resample
from motionloom.sample import make

EXPECTED = {
    "stand": ["stand"],
    "walk": ["walk"],
    "walk_back": ["walk_back"],
    "run": ["run"],
    "start": ["stand", "walk_start", "walk"],
    "stop": ["walk", "walk_stop", "stand"],
    "run_start": ["stand", "run_start", "run"],
    "run_stop": ["run", "run_stop", "stand"],
    "jump": ["stand", "jump", "stand"],
    "kick": ["stand", "kick", "stand"],
    "reach": ["stand", "reach", "stand"],  # the arm that is held up is no stand of its own
    "turn_left_90": ["walk"],
    "march": ["march"],
    "leap": ["run", "leap", "run"],
}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("performer", ["ada", "boris"])
def test_clips_are_cut_into_what_they_do(performer, name):
    made = make(performer, name)
    assert [each.name for each in segment(made.motion, made.label, made.plants)] == EXPECTED[name]


def test_segments_cover_every_frame_once_at_any_rate():
    motion = resample(make("ada", "jump").motion, 50.0)
    found = segment(motion, "jump")
    assert (found[0].start, found[-1].stop) == (0, len(motion))
    assert all(a.stop == b.start for a, b in pairwise(found))
    assert [each.kind for each in found] == ["idle", "action", "idle"]


def test_frames_win_over_a_label_that_they_contradict():
    assert [each.name for each in segment(make("ada", "walk").motion, "jump")] == ["walk"]
    assert [each.name for each in segment(make("ada", "jump").motion, "walk")] == ["stand", "jump", "stand"]
    assert [each.name for each in segment(make("ada", "wave").motion, "other")][1] == ""


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_turn_on_the_spot_is_named_by_the_way_it_goes(side):
    assert [each.name for each in segment(make("ada", f"spin_{side}").motion, "other")] == ["stand", f"turn_{side}", "stand"]
