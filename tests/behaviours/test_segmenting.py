"""What clips do, by their frames: the sample says where its performers stand and go."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from motionloom.behaviours.deeds import find_deeds
from motionloom.behaviours.motion_signals import read_signals
from motionloom.behaviours.segmenting import find_codes, segment
from motionloom.core.editing import RootPath, concatenate, join_root, resample, split_root
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
    "turn_left_90": ["walk", "walk_turn_left", "walk"],
    "run_turn_right": ["run", "run_turn_right", "run"],
    "speed_up": ["walk", "walk_to_run", "run"],
    "slow_down": ["run", "run_to_walk", "walk"],
    "crouch": ["stand", "crouch", "stand"],  # held for a moment, it is one deed
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


def test_deeds_on_end_are_cut_into_single_ones():
    kick = make("ada", "kick").motion
    twice = concatenate([kick, kick])
    assert [each.name for each in segment(twice, "kick")] == ["stand", "kick", "stand", "kick", "stand"]
    assert [each.name for each in segment(twice, "roundhouse")] == ["stand", "roundhouse", "stand", "roundhouse", "stand"]
    hands = [each.name for each in segment(make("ada", "punch").motion, "punch")]
    assert hands[0] == hands[-1] == "stand"
    assert set(hands[1:-1]) == {"punch"}  # no rest between two strikes, and still two takes
    assert len(hands) > 3
    assert [each.name for each in segment(make("ada", "punch").motion, "dance")] == ["stand", "dance", "stand"]  # no move is the dance


def test_a_fighter_who_stays_low_has_a_stance_and_whoever_crouches_has_not():
    kick = make("ada", "kick").motion
    signals = read_signals(kick)
    braced = replace(signals, height=np.full(len(signals.height), 0.8))
    codes, _ = find_codes(braced)
    assert codes[0] == codes[-1] == "stance"
    codes, _ = find_codes(replace(braced, kicking=0 * signals.kicking, striking=0 * signals.striking))
    assert "stance" not in codes
    codes, _ = find_codes(replace(braced, seat=np.full(len(signals.seat), 0.4)))  # on a chair
    assert "stance" not in codes


def test_whoever_turns_slowly_on_the_spot_does_not_stand():
    in_place, path = split_root(make("ada", "stand").motion)
    turned = join_root(in_place, RootPath(path.positions, path.headings + 0.8 * np.arange(len(path.headings)) / in_place.fps))
    names = [each.name for each in segment(turned, "turn")]
    assert "turn_left" in names
    assert "stand" not in names


def test_a_stop_in_which_something_is_picked_up_is_that(monkeypatch):
    made = make("ada", "stop")
    signals = read_signals(made.motion, made.plants)
    assert [each.name for each in segment(made.motion, "pickup", made.plants)] == ["walk", "walk_stop", "stand"]
    low = replace(signals, reach=np.full(len(signals.reach), 0.3))
    monkeypatch.setattr("motionloom.behaviours.segmenting.read_signals", lambda motion, plants: low)
    assert [each.name for each in segment(made.motion, "pickup", made.plants)] == ["walk", "pickup", "stand"]


def test_the_turn_of_a_blow_is_part_of_it_and_a_turn_about_is_not():
    signals = read_signals(make("ada", "stand").motion)
    turning = np.zeros_like(signals.turn)
    rows = slice(60, 120)
    for radians, after_a_blow in ((1.2, ()), (2.6, ("turn_left",))):
        turning[rows] = radians
        turned = replace(signals, turn=turning)
        assert find_deeds(turned, rows, False) == ("turn_left",)
        assert find_deeds(turned, rows, False, after_blow=True) == after_a_blow
