"""The laws of layers: what they leave alone keeps every bit, weights scale, plants stay, time never runs back, JSON comes back."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from motionloom.core import quaternion
from motionloom.edits.layers import EditError, Layer, LayerStack, PoseKey, TimeKey, apply_layers, stack_from_json
from motionloom.edits.layers.applying import shift_of, warp_time
from motionloom.edits.layers.curves import evaluate, make_turns_continuous, through_keys
from motionloom.edits.layers.layer import find_joint, to_roles
from motionloom.feet.cleanup.rig import rig_of
from motionloom.sample.clips import make

LEAN = PoseKey(1.0, {"chest": (0.3, 0.0, 0.0), "left_shoulder": (0.0, 0.0, 0.6)}, (0.0, -0.06, 0.05))


@pytest.fixture(scope="module")
def walk():
    return make("ada", "walk")


def stack(*layers, feet="free"):
    return LayerStack(layers, feet)


def test_nothing_changes_nothing(walk):
    for layers in (stack(), stack(Layer(poses=(LEAN,), muted=True)), stack(Layer(poses=(LEAN,), weight=0.0)), stack(Layer())):
        motion, frames = apply_layers(walk.motion, layers, walk.plants)
        assert motion is walk.motion
        assert np.array_equal(frames, np.arange(len(motion)))


def test_a_key_is_met_at_its_moment_and_reaches_no_farther_than_its_fades(walk):
    m, fps = walk.motion, walk.motion.fps
    for feet in ("free", "keep"):  # a plant that is moved is moved as a whole
        edited, _ = apply_layers(m, stack(Layer(poses=(LEAN,), fade_in=0.4, fade_out=0.3), feet=feet), walk.plants)
        seconds = np.arange(len(m)) / fps
        away = (seconds < 0.6 - 0.3) | (seconds > 1.3 + 0.3)  # plants near it are eased for a quarter of a second more
        assert np.array_equal(edited.rotations[away], m.rotations[away])
        assert np.array_equal(edited.root_positions[away], m.root_positions[away])
        chest = find_joint(m.skeleton, "chest")
        frame = round(fps)
        turn = quaternion.multiply(
            edited.rotations[frame, chest].astype(float), quaternion.conjugate(m.rotations[frame, chest].astype(float))
        )
        assert np.allclose(quaternion.log(turn), LEAN.turns["chest"], atol=1e-3)


def test_kept_plants_stay_where_they_stood_and_moved_ones_stand_still(walk):
    m, rig = walk.motion, rig_of(walk.motion.skeleton)
    layer = Layer(poses=(replace(LEAN, turns={"hips": (0.0, 0.3, 0.0)}, root=(0.05, -0.05, 0.1)),))
    free, _ = apply_layers(m, stack(layer), walk.plants)
    kept, _ = apply_layers(m, stack(layer, feet="keep"), walk.plants)
    moved, _ = apply_layers(m, stack(layer, feet="move"), walk.plants)
    slid = 0.0
    for foot in range(2):
        planted = walk.plants[:, 2 * foot : 2 * foot + 2].any(axis=1)
        ankle = rig.joints[foot, 2]
        assert np.abs(kept.positions()[planted, ankle] - m.positions()[planted, ankle]).max() < 2e-4
        held = moved.positions()[:, ankle] - m.positions()[:, ankle]
        runs = np.flatnonzero(planted[1:] & planted[:-1])
        assert np.abs((held[runs + 1] - held[runs])[:, [0, 2]]).max() < 2e-4
        slid = max(slid, float(np.abs(np.diff(free.positions()[:, ankle] - m.positions()[:, ankle], axis=0)[runs]).max()))
    assert slid > 1e-3  # left to the pose, they slide


def test_edits_are_smooth(walk):
    """No frame of the edit jumps: the offset's second difference stays as small as its keys and fades make it."""
    m = walk.motion
    edited, _ = apply_layers(m, stack(Layer(poses=(LEAN,)), feet="keep"), walk.plants)
    away = edited.positions().astype(float) - m.positions()
    assert np.abs(np.diff(away, n=2, axis=0)).max() * m.fps**2 < 40.0


def test_weight_scales_and_layers_add(walk):
    m, chest = walk.motion, find_joint(walk.motion.skeleton, "chest")
    one = Layer(poses=(PoseKey(1.0, {"chest": (0.2, 0.0, 0.0)}),))
    twice, _ = apply_layers(m, stack(one, one))
    double, _ = apply_layers(m, stack(replace(one, weight=2.0)))
    assert np.allclose(np.abs(np.sum(twice.rotations[:, chest] * double.rotations[:, chest], axis=-1)), 1, atol=1e-6)


def test_time_offsets_show_the_moment_they_say(walk):
    m = walk.motion
    edited, frames = apply_layers(m, stack(Layer(times=(TimeKey(1.0, -0.2),))))
    assert len(edited) == len(m)
    assert frames[round(m.fps)] == pytest.approx(0.8 * m.fps, abs=1e-6)
    assert np.all(np.diff(frames) > 0)
    assert np.array_equal(edited.rotations[0], m.rotations[0])
    assert np.array_equal(edited.rotations[-1], m.rotations[-1])
    longer, frames = apply_layers(m, stack(Layer(times=(TimeKey(1.0, -0.5),), fade_out=None)))
    assert len(longer) == len(m) + round(0.5 * m.fps)
    assert np.array_equal(longer.rotations[-1], m.rotations[-1])


def test_time_that_would_run_back_is_refused(walk):
    with pytest.raises(EditError, match="time would stand still or run back"):
        apply_layers(walk.motion, stack(Layer(times=(TimeKey(1.0, 0.5), TimeKey(1.2, -0.5)))))


@given(st.floats(0.0, 4.0), st.floats(-1.5, 1.5), st.floats(0.05, 2.0))
@settings(max_examples=60)
def test_one_time_key_runs_forward_wherever_there_is_room(at, shift, fade):
    layer = Layer(times=(TimeKey(at, shift),), fade_in=fade, fade_out=fade)
    room = 1.2 * 1.875 * abs(shift)
    if at > room and 4.0 - at > room:
        frames = warp_time(layer, 241, 60.0)
        assert np.all(np.diff(frames) >= 0)
        assert shift_of(layer, np.array([at]), 4.0)[0] == pytest.approx(shift)


@given(st.lists(st.floats(-2.0, 2.0), min_size=1, max_size=6), st.floats(0.1, 1.0))
@settings(max_examples=60)
def test_curves_go_through_their_keys_and_never_overshoot(values, fade):
    moments = np.cumsum(np.linspace(0.2, 0.7, len(values))) + 1
    knots = through_keys(moments, np.array(values)[:, None], fade, fade)
    assert np.allclose(evaluate(*knots, moments)[:, 0], values)
    at = np.linspace(0, moments[-1] + 2, 2000)
    curve = evaluate(*knots, at)[:, 0]
    assert curve.min() >= min(0.0, *values) - 1e-9
    assert curve.max() <= max(0.0, *values) + 1e-9
    assert curve[0] == curve[-1] == 0


@given(st.lists(st.tuples(*[st.floats(-9.0, 9.0)] * 3), min_size=2, max_size=5))
@settings(max_examples=60)
def test_continuous_turns_are_the_same_rotations(turns):
    found = make_turns_continuous(turns)
    same = np.sum(quaternion.exp(found) * quaternion.exp(np.array(turns)), axis=-1)
    assert np.allclose(np.abs(same), 1, atol=1e-9)


def test_json_comes_back_and_bad_json_says_why(walk):
    full = stack(Layer("Lean", (LEAN,), (TimeKey(1.0, -0.1),), 0.5, True, None, 0.3), feet="move")
    assert stack_from_json(json.loads(json.dumps(full.to_json()))) == full
    wrong = {
        "an object is expected": [],
        "no field 'layer'": {"layer": []},
        "feet are keep, move, free": {"feet": "glued"},
        "three numbers": {"layers": [{"poses": [{"at": 1, "turns": {"Spine": [1, 2]}}]}]},
        "a number from 0": {"layers": [{"poses": [{"at": -1}]}]},
        "found nan": {"layers": [{"times": [{"at": 1, "shift": float("nan")}]}]},
        "come in order": {"layers": [{"times": [{"at": 1, "shift": 0}, {"at": 1, "shift": 1}]}]},
        "a name": {"layers": [{"name": ""}]},
    }
    for words, data in wrong.items():
        with pytest.raises(EditError, match=words):
            stack_from_json(data)
    with pytest.raises(EditError, match="no joint or role 'tail'"):
        apply_layers(walk.motion, stack(Layer(poses=(PoseKey(1.0, {"tail": (1, 0, 0)}),))))


def test_a_layer_goes_to_another_body_by_roles(walk):
    other = make("boris", "walk").motion
    named = stack(Layer(poses=(PoseKey(1.0, {walk.motion.skeleton.names[find_joint(walk.motion.skeleton, "chest")]: (0.3, 0, 0)}),)))
    assert to_roles(named, walk.motion.skeleton).layers[0].joints == ["chest"]
    edited, _ = apply_layers(other, to_roles(named, walk.motion.skeleton))
    assert not np.array_equal(edited.rotations, other.rotations)
