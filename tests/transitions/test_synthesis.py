"""What a made transition promises: where it begins, where it ends, what it says of itself."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.score.traces import trace_score
from motionloom.transitions.joining import join
from motionloom.transitions.synthesis import choose_target, find_candidates, make_transition
from motionloom.transitions.table import TransitionTable


def some_pairs(table: TransitionTable, count: int = 12) -> list[tuple[int, int]]:
    rng = np.random.default_rng(3)
    return [(int(rng.choice(table.starts)), int(rng.choice(table.starts)) + table.frames - 1) for _ in range(count)]


def test_it_begins_on_the_source_frame_and_ends_in_the_targets_pose(table: TransitionTable) -> None:
    stock = table.stock
    for source, target in some_pairs(table):
        made = make_transition(table, source, target)
        first, last = stock.motion(source, source + 1), stock.motion(target, target + 1)
        floor = stock.clips[int(stock.clip_of[source])].floor
        assert len(made.motion) == table.frames
        assert np.allclose(made.motion.root_positions[0], first.root_positions[0] + [0, floor, 0], atol=1e-5)
        assert np.abs(np.sum(made.motion.rotations[0] * first.rotations[0], axis=-1)).min() > 1 - 1e-5
        assert np.abs(np.sum(made.motion.rotations[-1, 1:] * last.rotations[0, 1:], axis=-1)).min() > 1 - 1e-5
        assert headings(made.motion)[0] == pytest.approx(headings(first)[0], abs=1e-4)


def test_bones_keep_their_lengths_and_feet_rest_where_the_plants_say(table: TransitionTable) -> None:
    off = []
    for source, target in some_pairs(table):
        made = make_transition(table, source, target)
        bones = made.motion.positions()[:, 1:] - made.motion.positions()[:, table.stock.skeleton.parents[1:]]
        assert np.allclose(np.linalg.norm(bones, axis=-1), np.linalg.norm(table.stock.skeleton.offsets[1:], axis=-1), atol=1e-4)
        feet = foot_points(made.motion)
        for foot in (0, 1):
            flat = made.plants[:, 2 * foot] & made.plants[:, 2 * foot + 1]
            middle = (feet[:, 2 * foot] + feet[:, 2 * foot + 1]) / 2
            wanted = (made.targets[:, 2 * foot] + made.targets[:, 2 * foot + 1]) / 2
            off.append(np.linalg.norm((middle - wanted)[flat], axis=-1))
    assert np.median(np.concatenate(off)) < 0.01


def test_the_score_is_the_sum_of_its_terms_and_the_recipe_says_how(table: TransitionTable) -> None:
    source, target = some_pairs(table, 1)[0]
    made = make_transition(table, source, target)
    assert made.score == made.plant + made.balance
    assert made.score >= 0


def test_the_best_candidate_on_the_real_windows_is_made(table: TransitionTable) -> None:
    from motionloom.transitions._making import score_windows

    stock, straight = table.stock, 0
    data = (stock.ground, stock.facing, stock.points, stock.plants)
    for source, target in some_pairs(table, 30):
        made = make_transition(table, source, target)
        candidates = [row[row >= 0] for row in find_candidates(table, source, target)]
        scores = [score_windows(row, stock.features, stock.squares, data, tuple(table.measures)) for row in candidates]
        assert np.array_equal(made.members, candidates[int(np.argmin(scores))])
        assert [candidates[0][0], candidates[0][-1]] == [source, target - table.frames + 1]
        assert len(candidates[0]) == 2
        straight += len(made.members) == 2
    assert 0 < straight < 30  # neither the recipe nor the plain blend is always best


def test_the_score_is_that_of_the_motion_it_comes_with(table: TransitionTable) -> None:
    given_up = 0
    for source, target in some_pairs(table, 30):
        made = make_transition(table, source, target)
        floor = table.stock.clips[int(table.stock.clip_of[source])].floor
        traced = trace_score(made.motion, made.plants, made.targets, table.masses, floor)
        assert made.balance == pytest.approx(traced.worst, rel=1e-3, abs=1e-4)
        given_up += made.plant > traced.plant + 1e-3  # plants that were given up count, and only they add to what is traced
    assert 0 < given_up < 30


def test_what_follows_in_the_same_clip_is_what_was_captured(table: TransitionTable) -> None:
    stock, span = table.stock, table.frames - 1
    for source in table.starts[:: len(table.starts) // 8]:
        made = make_transition(table, int(source), int(source) + span)
        captured = stock.motion(int(source), int(source) + span + 1)
        floor = stock.clips[int(stock.clip_of[source])].floor
        assert np.allclose(made.motion.positions(), captured.positions() + [0, floor, 0], atol=1e-4)
        assert np.array_equal(made.plants, stock.plants[source : source + span + 1])
        assert made.score == pytest.approx(float(score_capture(table, int(source))), abs=1e-4)
        assert len(made.members) <= 2


def score_capture(table: TransitionTable, first: int) -> float:
    from motionloom.transitions._making import score_windows

    stock = table.stock
    data = (stock.ground, stock.facing, stock.points, stock.plants)
    return float(score_windows(np.array([first]), stock.features, stock.squares, data, tuple(table.measures)))


def test_a_named_activity_is_entered_where_it_goes_on(table: TransitionTable) -> None:
    stock = table.stock
    source = int(table.starts[0])
    target = choose_target(table, source, "stand")
    assert "stand" in stock.clips[int(stock.clip_of[target])].labels
    assert target + 15 < stock.starts[int(stock.clip_of[target]) + 1]
    assert make_transition(table, source, "stand").target == target
    middle = choose_target(table, source, "middle")  # an annotation's span, not a label
    assert 60 <= middle - stock.starts[int(stock.clip_of[middle])] < 120


def test_what_cannot_be_asked_is_said(table: TransitionTable) -> None:
    end = int(table.stock.starts[1]) - 1
    with pytest.raises(MotionError, match=r"walk_0 at 2\.48 s: fewer than 36 frames follow it"):
        make_transition(table, end, int(table.starts[0]) + table.frames)
    with pytest.raises(MotionError, match="fewer than 36 frames lead to it"):
        make_transition(table, 0, 3)
    with pytest.raises(MotionError, match="nothing here is annotated or labelled 'skip'; there are middle, run, stand, start, stop, walk"):
        make_transition(table, 0, "skip")


def test_joined_motion_goes_on_without_a_jump(table: TransitionTable) -> None:
    source, target = int(table.stock.starts[1]) + 30, int(table.stock.starts[3]) + 90
    made = make_transition(table, source, target)
    whole = join(table, made, 24, 24)
    assert len(whole) == 24 + table.frames + 24
    fastest = max(
        np.linalg.norm(np.diff(table.stock.motion(a, b).positions(), axis=0), axis=-1).max()
        for a, b in zip(table.stock.starts[:-1], table.stock.starts[1:], strict=True)
    )
    steps = np.linalg.norm(np.diff(whole.positions(), axis=0), axis=-1)
    assert steps.max() < 1.25 * fastest
    assert body_of(whole.skeleton) is body_of(table.stock.skeleton)
