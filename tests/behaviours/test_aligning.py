import numpy as np
import pytest

from motionloom.behaviours.aligning import Key, bend_warp, place_loop, play_warp, with_loop, with_warp, without_loop
from motionloom.behaviours.control import Controller
from motionloom.behaviours.states import RATE, lap_of
from motionloom.behaviours.transition_preview import preview_transition
from motionloom.behaviours.transition_trials import try_transition
from motionloom.core import MotionloomError


def shown(state, clip, at):
    return float(np.interp(at * RATE, np.arange(len(state.frames)), state.frames[:, clip])) / RATE


def test_a_warp_goes_through_its_keys_and_stays_away_from_them(sample_machine):
    state = sample_machine.state("walk")
    keys = [Key(0.3, shown(state, 1, 0.3) + 0.04), Key(0.5, shown(state, 1, 0.5) - 0.02)]
    bent = bend_warp(state, 1, keys) / RATE
    for key in keys:
        assert bent[round(key.at * RATE)] == pytest.approx(key.shows, abs=1e-6)
    assert np.all(np.diff(bent) > 0)
    assert np.array_equal(bend_warp(state, 1, []), state.frames[:, 1])
    first, last = lap_of(state)
    moved = bent * RATE - state.frames[:, 1]
    assert np.interp(first + 3, np.arange(len(moved)), moved) == pytest.approx(np.interp(last + 3, np.arange(len(moved)), moved), abs=0.35)


def test_the_live_machine_plays_what_was_warped(sample_machine):
    state = sample_machine.state("walk")
    key = Key(0.5, shown(state, 1, 0.5) + 0.06)
    made = with_warp(sample_machine, "walk", 1, [key])
    assert shown(made.state("walk"), 1, 0.5) == pytest.approx(key.shows)
    assert np.array_equal(made.state("walk").frames[:, 2], state.frames[:, 2])
    poses = []
    for machine in (sample_machine, made):
        controller = Controller(machine, start="walk")
        controller.steer(1.0)
        poses.append([controller.step()[0].copy() for _ in range(60)])
    assert not np.allclose(poses[0], poses[1], atol=1e-3)
    one, half, other = play_warp(state, 1, bend_warp(state, 1, [key]))
    assert len(one) == len(half) == len(other) == len(state.frames)


@pytest.mark.parametrize(
    ("clip", "keys", "said"),
    [
        (0, [], "the first is the reference"),
        (9, [], "has 3 clips"),
        (1, [Key(99.0, 0.1)], "beyond their ends"),
        (1, [Key(0.5, 0.0)], "times the pace"),
        (1, [Key(0.5, 0.5), Key(0.5, 0.6)], "at the same moment"),
    ],
)
def test_keys_that_cannot_be_are_refused(sample_machine, clip, keys, said):
    with pytest.raises(MotionloomError, match=said):
        bend_warp(sample_machine.state("walk"), clip, keys)


def test_a_state_gets_a_self_transition_and_goes_round(sample_machine):
    jump = sample_machine.state("jump")
    lasts = (len(jump.frames) - 1) / RATE
    point = place_loop(jump, lasts - 0.3, 0.1, 0.2)
    played = preview_transition(Controller(sample_machine), point)
    assert played.begins < played.ends
    assert try_transition(Controller(sample_machine), point) > 0
    made = with_loop(sample_machine, point)
    assert made.state("jump").cyclic
    assert "jump" in made.graph.cyclic
    controller = Controller(made, start="jump")
    for _ in range(round(4 * lasts * RATE)):
        controller.advance()
        assert controller.state() == "jump"
    controller.go("stand")
    for _ in range(round(3 * lasts * RATE)):
        controller.advance()
    assert controller.state() == "stand"  # it is left when it is asked
    again = without_loop(made, "jump", "stand")
    assert again.state("jump").default == "stand"
    with pytest.raises(MotionloomError, match="other states end in stand"):
        without_loop(made, "stand", "jump")


def test_loops_that_cannot_be_are_refused(sample_machine):
    walk = sample_machine.state("walk")
    for start, enter, blend in ((0.5, 0.4, 0.2), (99.0, 0.0, 0.2), (0.6, 0.1, 0.0)):
        with pytest.raises(MotionloomError, match="cannot go from"):
            place_loop(walk, start, enter, blend)
