"""Predictions stay near what was shown, however far the frames are from all examples."""

import numpy as np

from motionloom.align.put_on import put_on
from motionloom.core import Motion
from motionloom.core.editing import resample, sample_at
from motionloom.edits.layers import Layer, LayerStack, PoseKey, TimeKey, apply_layers
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.features import Features
from motionloom.edits.propagation.inducing import fit_process
from motionloom.edits.propagation.known_edits import strut
from motionloom.edits.propagation.model import assemble, estimate, fit
from motionloom.edits.propagation.predictor import Lessons
from motionloom.edits.propagation.reports.known import LEVEL, measure_climb
from motionloom.edits.propagation.shown import BEYOND, show
from motionloom.edits.propagation.spreading import pose_errors
from motionloom.formats import load
from motionloom.sample import make


def test_what_is_near_is_kept_and_what_is_far_comes_back():
    rng = np.random.default_rng(0)
    outputs = rng.normal(size=(50, 4)) + 3.0
    shown = show(outputs)
    assert np.array_equal(shown.keep(outputs), outputs)
    kept = shown.keep(outputs + [20.0, 0, 0, 0])
    assert np.linalg.norm(kept - shown.mean, axis=1).max() <= BEYOND * shown.farthest + 1e-9
    assert np.allclose(shown.keep(kept), kept)
    assert shown.limit(np.array([0.0, 1e9])).tolist() == [0.0, shown.variance]


def test_unsure_predictions_are_drawn_to_the_mean_by_one_factor():
    shown = show(np.random.default_rng(1).normal(size=(50, 4)))
    wanted = np.array([[1.0, -2.0, 0.5, 0.0]] * 3)
    drawn = shown.draw(wanted, np.array([0.0, 2 * shown.variance, 1e12]))
    assert np.array_equal(drawn[0], wanted[0])
    assert np.allclose(drawn[1] - shown.mean, (wanted[1] - shown.mean) / 2)
    assert np.allclose(drawn[2], shown.mean)
    still = show(np.ones((5, 2)))
    assert np.array_equal(still.draw(np.ones((2, 2)), np.zeros(2)), np.ones((2, 2)))


def test_a_moment_dragged_in_time_does_not_make_everything_slower():
    """One moment of a walk comes 0.12 s earlier, before and after it all is as it was: 5 s of standing took 7.9 s, five minutes eight."""
    walk, stand = make("ada", "walk").motion[:180], make("ada", "stand").motion
    raised = PoseKey(1.0, {"left_shoulder": (0.0, 0.3, 0.5), "chest": (0.2, 0.0, 0.1)})
    layers = LayerStack((Layer("l", (raised,), (TimeKey(2.4, -0.12),), fade_in=0.5, fade_out=0.5),), feet="free")
    edited, frames = apply_layers(walk, layers)
    times = np.interp(np.arange(len(walk)), frames, np.arange(len(frames)) / walk.fps)
    model = fit([Example(walk, sample_at(edited, times * walk.fps), times)])
    made = assemble(model, estimate(model, stand))
    assert abs(made.times[-1] - times_of(stand)) < 0.1 * stand.duration


def times_of(motion: Motion) -> float:
    """Seconds at which a motion's last frame shows."""
    return (len(motion) - 1) / motion.fps


def test_a_trend_does_not_run_off():
    """An output that goes along a line in the examples: far away the process went ten times as far, and more."""
    phase = np.arange(200) / 60 * 2 * np.pi
    values = np.column_stack([np.sin(phase), np.cos(phase)])
    process = fit_process(Lessons(Features(values, np.array([0, 1])), 0.3 * values[:, :1], np.arange(200) / 60))
    far = process.predict(Features(values + [30.0, 0.0], np.array([0, 1])))
    assert np.abs(far.mean - process.shown.mean).max() <= BEYOND * process.shown.farthest + 1e-9
    assert far.variance.max() <= process.shown.variance


def test_a_run_is_not_drawn_to_its_source(shared_data):
    """A strut, taught by 2.5 s of walking: on a run it was 8.7 mm off, 14.2 is doing nothing, and is 4.2 now."""
    walk, run = (resample(load(shared_data / "cmu" / "002" / f"02_{take}.bvh"), 60.0) for take in ("01", "03"))
    run = put_on(run, walk.skeleton)
    model = fit([strut.apply(walk[20:170])])
    truth = strut.apply(run).edited
    made = pose_errors(assemble(model, estimate(model, run)).motion, truth).mean()
    assert made < 0.45 * pose_errors(run, truth).mean()


def test_who_climbs_is_no_walk_that_teaches():
    walk = make("ada", "walk").motion
    up = np.column_stack([np.zeros(len(walk)), np.linspace(0, 0.6, len(walk)), np.zeros(len(walk))])
    climbing = walk.with_arrays(walk.rotations, (walk.root_positions + up).astype(np.float32))
    assert measure_climb(walk) < LEVEL < measure_climb(climbing)
