"""Edits that spread, on the sample's performers: laws of offsets, timing and feet, and the space ranger's story."""

import numpy as np
import pytest

import motionloom as ml
from motionloom.align.put_on import put_on
from motionloom.edits.propagation.example import Example, ExampleError, make_example
from motionloom.edits.propagation.known_edits import arms_up, giant, lean_back, limp
from motionloom.edits.propagation.known_edits.registry import find_edit, names
from motionloom.edits.propagation.model import assemble, estimate, fit
from motionloom.edits.propagation.offsets import Anchors, decode, encode
from motionloom.edits.propagation.reports.ways import WAYS, Taught, all_ways
from motionloom.edits.propagation.sequence_solve import Weights
from motionloom.edits.propagation.spreading import SpreadOptions, pose_errors, spread, timing_of
from motionloom.edits.propagation.step_timing import find_passings, pair_by_steps
from motionloom.feet.plants import Plants
from motionloom.sample import make


@pytest.fixture(scope="module")
def walks():
    """Clips of one performer, with their plants."""
    return {name: make("ada", name) for name in ("walk", "walk_slow", "turn_left_90", "stand")}


def part(example, start, stop):
    times = example.times[start:stop]
    return Example(example.source[start:stop], example.edited[start:stop], times - times[0])


def plants(clip):
    return Plants(clip.plants, clip.motion.fps)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("anchors", [Anchors(True, True), Anchors(False, True), Anchors(False, False)])
def test_offsets_are_the_edit(walks, name, anchors):
    example = find_edit(name)(walks["turn_left_90"].motion)
    mapped = put_on(example.source, example.edited.skeleton)
    back = decode(mapped, encode(mapped, example.edited, example.times), anchors)
    assert np.abs(back.motion.positions() - example.edited.positions()).max() < 1e-4
    assert np.abs(back.times - example.times).max() < 1e-9


def test_no_edit_changes_nothing(walks):
    walk, turn = walks["walk"].motion, walks["turn_left_90"]
    model = fit([make_example(walk, walk)])
    found = spread(model, turn.motion, plants(turn), SpreadOptions())
    assert np.abs(found.motion.positions() - turn.motion.positions()).max() < 1e-6
    assert np.array_equal(found.frames, np.arange(len(turn.motion)))


def test_strength_goes_from_the_source_to_the_edit(walks):
    walk, turn = walks["walk"].motion, walks["turn_left_90"]
    model = fit([lean_back.apply(walk)])
    found = estimate(model, turn.motion)
    none, half, whole = (assemble(model, found, Weights(), strength).motion for strength in (0.0, 0.5, 1.0))
    assert pose_errors(none, turn.motion).max() < 1e-5
    away = [pose_errors(each, turn.motion).mean() for each in (half, whole)]
    assert 0.4 < away[0] / away[1] < 0.6


def test_processes_are_nearer_than_simpler_ways(walks):
    """Arms held out, taught by a walk: a slower walk and a turn, held against the truth."""
    taught = Taught((arms_up.apply(walks["walk"].motion),))
    errors = dict.fromkeys(WAYS, 0.0)
    for name in ("walk_slow", "turn_left_90"):
        truth = arms_up.apply(walks[name].motion)
        for way, edited in all_ways(taught, walks[name].motion)[0].items():
            errors[way] += float(pose_errors(edited.motion, truth.edited).mean())
    assert errors["processes"] < min(errors["constant offset"], errors["nearest pose"], errors["nothing"] / 3)


def test_timing_spreads_and_plants_go_along(walks):
    model = fit([limp.apply(walks["walk"].motion)])
    slow = walks["walk_slow"]
    truth = limp.apply(slow.motion)
    found = spread(model, slow.motion, plants(slow), SpreadOptions())
    assert len(found.motion) / slow.motion.fps == pytest.approx(truth.times[-1], rel=0.1)
    assert np.array_equal(found.plants, slow.plants[np.rint(found.frames).astype(int)])
    knots = np.array(timing_of(found.frames, slow.motion.fps))
    assert np.all(np.diff(knots, axis=0) > 0)


def test_a_giant_walks_on_his_own_legs(walks):
    walk, slow = walks["walk"].motion, walks["walk_slow"]
    example = giant.apply(walk)
    model = fit([example])
    found = spread(model, slow.motion, plants(slow), SpreadOptions())
    assert found.motion.skeleton.fits(example.edited.skeleton)
    truth = giant.apply(slow.motion)
    made = assemble(model, estimate(model, slow.motion)).motion
    mapped = put_on(slow.motion, truth.edited.skeleton)
    assert pose_errors(made, truth.edited).mean() < pose_errors(mapped, truth.edited).mean() / 3


def test_the_space_ranger(walks):
    """Taught to lean while he walks he leans when he stands too; a second of standing upright mends it; then he is made a zombie."""
    walk, stand = walks["walk"].motion, walks["stand"].motion
    lean, upright, zombie = lean_back.apply(walk), make_example(stand[:60], stand[:60]), arms_up.apply(walk)
    slow, rest = walks["walk_slow"].motion, stand[60:]

    def made(examples, clip):
        model = fit(examples)
        return assemble(model, estimate(model, clip)).motion

    leaning = pose_errors(lean_back.apply(rest).edited, rest).mean()
    assert pose_errors(made([lean], rest), rest).mean() > 0.3 * leaning
    assert pose_errors(made([lean, upright], rest), rest).mean() < 0.2 * leaning
    walked = made([lean, upright], slow)
    assert pose_errors(walked, lean_back.apply(slow).edited).mean() < 0.3 * pose_errors(slow, lean_back.apply(slow).edited).mean()
    swapped = made([zombie, upright], slow)
    assert pose_errors(swapped, arms_up.apply(slow).edited).mean() < 0.3 * pose_errors(slow, arms_up.apply(slow).edited).mean()
    assert pose_errors(made([zombie, upright], rest), rest).mean() < 0.2 * pose_errors(arms_up.apply(rest).edited, rest).mean()


def test_a_correction_helps_most_where_confidence_was_lowest(walks):
    turn = walks["turn_left_90"].motion
    truth = arms_up.apply(turn)
    examples = [part(arms_up.apply(walks["walk"].motion), 0, 90)]
    told = []
    for _ in range(3):
        model = fit(examples)
        found = estimate(model, turn)
        doubt = found.expected.mean(axis=1)
        told.append((pose_errors(assemble(model, found).motion, truth.edited).mean(axis=1), doubt))
        worst = int(np.clip(np.argmax(np.convolve(doubt, np.ones(40), "same")), 20, len(turn) - 21))
        examples.append(part(truth, worst - 20, worst + 20))
    (before, doubt), (_, _), (after, _) = told
    unsure, fifth = np.argsort(doubt), len(turn) // 5
    assert after.mean() < before.mean()
    assert (before - after)[unsure[-fifth:]].mean() > (before - after)[unsure[:fifth]].mean()


def test_the_api(walks):
    walk, slow = walks["walk"].motion, walks["walk_slow"].motion
    example = ml.make_example(walk, lean_back.apply(walk).edited)
    once = ml.propagate([example], slow)
    again = ml.propagate(ml.learn_edit([example]), slow)
    assert np.array_equal(once.rotations, again.rotations)
    assert pose_errors(once, lean_back.apply(slow).edited).mean() < 0.01


def test_steps_pair_walks_of_different_pace(walks):
    walk, slow = walks["walk"].motion, walks["walk_slow"].motion
    example, rows, timing = pair_by_steps(walk, slow)
    assert len(example.source) == rows.stop - rows.start
    own, other = find_passings(example.source)[0], find_passings(slow)[0]
    assert (
        np.abs(np.interp(own, np.arange(len(example.times)) / walk.fps, timing(np.arange(len(example.times)) / walk.fps))[:, None] - other)
        .min(axis=1)
        .max()
        < 0.05
    )


def test_what_cannot_teach_is_said(walks):
    walk, slow = walks["walk"].motion, walks["walk_slow"].motion
    with pytest.raises(ExampleError, match="pair the same seconds"):
        make_example(walk, slow[: len(walk) // 2])
    with pytest.raises(ExampleError, match="add one"):
        fit([])
    with pytest.raises(ExampleError, match="no predictor 'oracle'"):
        fit([make_example(walk, walk)], "oracle")
    with pytest.raises(ExampleError, match=r"needs 0.25 s"):
        make_example(walk[:5], walk[:5])
    with pytest.raises(ml.MotionloomError, match="strength"):
        SpreadOptions(strength=-1.0)


def test_a_pace_goes_no_farther_than_was_shown(walks):
    """Far from all examples a pace would run off, and its sum with it: five minutes became 27."""
    model = fit([part(limp.apply(walks["walk"].motion), 60, 150)])
    least, most = model.paces
    assert least <= 0 <= most
    for clip in ("stand", "turn_left_90"):
        for strength in (1.0, 0.5):
            pace = np.log(np.diff(assemble(model, estimate(model, walks[clip].motion), strength=strength).times) * 60)
            assert strength * least - 1e-9 <= pace.min()
            assert pace.max() <= strength * most + 1e-9
