import numpy as np
import pytest

from motionloom.behaviours.loops import find_loop, mean_along, roughness_of_seams
from motionloom.behaviours.states import (
    RATE,
    State,
    TransitionPoint,
    check_posture,
    cost_between,
    find_piece,
    lap_of,
    make_cycle,
    make_single,
)
from motionloom.behaviours.takes import Take
from motionloom.core import MotionloomError
from motionloom.core.editing import resample
from motionloom.core.heading import headings
from motionloom.sample import make
from tests.conftest import make_motion


@pytest.fixture(scope="module")
def walk():
    return make("ada", "walk").motion


def test_a_cycle_closes(walk):
    state = make_single("walk", walk, True)
    assert state.cyclic
    assert state.loop.cost < 0.05
    first, last = lap_of(state)
    feet = state.motions[0].positions()
    local = feet - feet[:, :1] * [1, 0, 1]
    facing = headings(state.motions[0])
    assert abs(facing[round(last)] - facing[round(first)]) < 0.2
    assert np.abs(local[round(last), :, 1] - local[round(first), :, 1]).max() < 0.05


def test_the_best_loop_is_found():
    t = np.arange(200) / 60
    wave = np.stack([np.sin(2 * np.pi * t), np.cos(2 * np.pi * t)], axis=1)  # one lap a second
    cost = np.linalg.norm(wave[:, None] - wave[None], axis=2)
    late, early = find_loop(cost, 18, 30, 90)
    assert late - early == 60
    with pytest.raises(MotionloomError, match="a cycle needs"):
        find_loop(cost[:40, :40], 18, 30, 90)


def test_a_wait_is_no_lap_of_a_gait():
    t = np.concatenate([np.zeros(90), np.arange(150) / 60])  # nothing for a while, then one lap a second
    wave = np.stack([np.sin(2 * np.pi * t), np.cos(2 * np.pi * t)], axis=1)
    cost = np.linalg.norm(wave[:, None] - wave[None], axis=2)
    assert find_loop(cost, 18, 30, 90)[1] < 60
    late, early = find_loop(cost + 1e-3, 18, 30, 90, lively=0.5)
    assert early >= 60
    assert late - early == 60


def test_means_run_along_diagonals(rng):
    cost = rng.random((12, 9))
    mean = mean_along(cost, 3)
    assert mean.shape == (9, 6)
    assert np.isclose(mean[4, 2], np.mean([cost[4 + k, 2 + k] for k in range(4)]))
    assert mean_along(cost, 20).size == 0


def test_a_piece_of_itself_is_itself(walk):
    walk = resample(walk, RATE)
    lap = walk[40:120]
    take, rows, at = find_piece(Take(lap), Take(walk[30:140]), 18)
    assert np.all(np.diff(at) > 0)
    assert abs(len(take[rows]) - len(lap)) < 12
    assert at[-1] <= len(take[rows]) - 1


def test_turning_pieces_are_taken_from_turning_clips(walk):
    left, right = make("ada", "turn_left_90").motion, make("ada", "turn_right_90").motion
    state = make_cycle("walk", walk, [left, right])
    assert state.parameter.values[0] < -0.5
    assert state.parameter.values[-1] > 0.5
    assert state.frames.shape == (len(state.motions[0]), 3)
    assert np.all(np.diff(state.frames, axis=0) > 0)


def test_states_are_checked(walk, skeleton):
    walk = resample(walk, RATE)[:60]
    frames = np.arange(60.0)[:, None]
    loop = TransitionPoint("walk", "walk", 40, 58, np.linspace(0, 18, 16), 0.1)
    with pytest.raises(MotionloomError, match="a self-transition if it is cyclic"):
        State("walk", (walk,), frames)
    with pytest.raises(MotionloomError, match="increasing frames"):
        State("walk", (walk,), frames[::-1], loop)
    with pytest.raises(MotionloomError, match="warp that increases"):
        TransitionPoint("walk", "walk", 40, 58, np.linspace(18, 0, 16), 0.1)
    with pytest.raises(MotionloomError, match="another skeleton"):
        make_cycle("walk", make("ada", "walk").motion, [make_motion(skeleton, 200)])
    with pytest.raises(MotionloomError, match="resample"):
        State("walk", (make("boris", "walk").motion[:60],), frames, loop)


def test_an_act_of_several_clips_is_one_behaviour():
    from motionloom.behaviours.states import make_act

    jumps = [make("ada", name).motion for name in ("jump", "jump_forward")]
    state = make_act("jump", jumps, "stand")
    assert not state.cyclic
    assert state.default == "stand"
    assert state.parameter.name == "speed"
    assert np.all(np.diff(state.frames, axis=0) > 0)
    assert np.all(state.frames[-1] <= [len(motion) for motion in state.motions])
    slow, fast = state.parameter.weights_at(state.parameter.values[0]), state.parameter.weights_at(state.parameter.values[-1])
    assert slow[0] > 0.8
    assert fast[1] > 0.8


def test_clips_in_another_posture_are_told():
    walk, slow, sneak = (make("ada", name).motion for name in ("walk", "walk_slow", "sneak"))
    check_posture(make_cycle("walk", walk, [slow]))
    crouched = make_cycle("walk", walk, [sneak])
    with pytest.raises(MotionloomError, match="another posture"):
        check_posture(crouched)


def test_a_lap_without_a_jerk_is_taken_where_it_closes_about_as_well():
    walk = resample(make("ada", "walk").motion, 60.0)
    cost = cost_between(walk, walk)
    late, early = find_loop(cost, 18, 30, 132)
    jerks = np.full(len(walk), 10.0)
    assert find_loop(cost, 18, 30, 132, jerks=jerks) == (late, early)
    jerks[early + 5] = 100.0
    again = find_loop(cost, 18, 30, 132, jerks=jerks)
    assert not again[1] <= early + 5 <= again[0] + 18


def test_a_loop_with_a_smooth_seam_is_taken_where_it_closes_about_as_well():
    walk = resample(make("ada", "walk").motion, 60.0)
    cost = cost_between(walk, walk)
    late, early = find_loop(cost, 18, 30, 132)
    assert find_loop(cost, 18, 30, 132, rough=lambda late, early: 0.9) == (late, early)
    after, before = find_loop(cost, 18, 30, 132, rough=lambda after, before: 2.0 if abs(before - early) < 10 else 1.0)
    assert abs(before - early) >= 10
    assert abs((after - before) - (late - early)) <= 0.1 * (late - early)
    assert find_loop(cost, 18, 30, 132, rough=lambda late, early: 2.0) == (late, early)  # none is smooth, and none smoother


def test_a_seam_is_as_rough_as_it_is_played():
    walk = resample(make("ada", "walk").motion, 60.0)
    late, early = find_loop(cost_between(walk, walk), 18, 30, 132)
    rough = roughness_of_seams(walk, 18)
    assert rough(late, early) < 1.2
    assert rough(late + 25, early) > 1.2 * rough(late, early)  # half a lap later
