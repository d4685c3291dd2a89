"""A performance goes on without a jump, on one floor, and every stretch can be left again."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from motionloom.core.heading import headings
from motionloom.transitions.performing import Stretch, begin, can_go_on, go_on, place_at
from motionloom.transitions.table import TransitionTable


def perform(table: TransitionTable, wishes: list[str], leave: float) -> list[tuple[Stretch, int]]:
    """Stretches and the frames at which they are left, a share of the way from the target to the last frame that can be left."""
    rng = np.random.default_rng(0)
    stretch = begin(table, "walk", rng, 1.0, 2.0)
    done = []
    for wish in wishes:
        cut = round(stretch.blend - 1 + leave * (stretch.leave - stretch.blend + 1))
        done.append((stretch, cut))
        stretch = go_on(table, stretch.first + cut - stretch.blend + 1, stretch.place, wish)
    return [*done, (stretch, stretch.leave)]


@pytest.mark.parametrize("leave", [0.0, 0.5, 1.0])
def test_each_stretch_begins_where_the_last_was_left(table: TransitionTable, leave: float) -> None:
    done = perform(table, ["run", "stand", "walk", "middle"], leave)
    for (before, cut), (after, _) in itertools.pairwise(done):
        assert np.allclose(before.motion.positions()[cut], after.motion.positions()[0], atol=2e-3)
        assert headings(before.motion)[cut] == pytest.approx(headings(after.motion)[0], abs=2e-3)


def test_transition_and_captured_motion_meet(table: TransitionTable) -> None:
    for stretch, _ in perform(table, ["run", "walk"], 1.0)[1:]:
        assert stretch.made is not None
        assert stretch.blend == table.frames
        assert len(stretch.plants) == len(stretch.motion)
        steps = np.linalg.norm(np.diff(stretch.motion.positions(), axis=0), axis=-1).max(axis=1)
        seam = slice(stretch.blend - 2, stretch.blend + 1)
        assert steps[seam].max() < 2 * np.percentile(steps, 95)
        assert table.window_of[stretch.first + stretch.leave - stretch.blend + 1] >= 0
        assert stretch.hop == 0


def test_a_clip_that_ends_is_left_from_an_alike_pose(table: TransitionTable) -> None:
    stretch = begin(table, "walk", np.random.default_rng(0))
    cut = len(stretch.motion) - 1
    frame = stretch.first + cut - stretch.blend + 1
    assert table.window_of[frame] < 0
    after = go_on(table, frame, stretch.place, "run")
    assert 0 < after.hop < 0.3
    assert np.allclose(after.motion.positions()[0], stretch.motion.positions()[cut], atol=2e-3)
    assert after.made is not None
    # A quarter of a second later nothing is left of the difference.
    later = slice(round(0.25 * 60), table.frames)
    assert np.abs(np.sum(after.motion.rotations[later, 1:] * after.made.motion.rotations[later, 1:], axis=-1)).min() > 1 - 1e-5


def test_an_activity_that_always_ends_too_soon_can_still_be_asked_for(table: TransitionTable) -> None:
    clips = tuple(replace(clip, spans=(("finish", 140, 150),)) for clip in table.stock.clips)
    finishing = replace(table, stock=replace(table.stock, clips=clips))
    assert not can_go_on(finishing, "finish")
    stretch = begin(finishing, "walk", np.random.default_rng(0))
    for _ in range(3):
        stretch = go_on(finishing, stretch.first + stretch.leave - stretch.blend + 1, stretch.place, "finish")
        assert stretch.leave == len(stretch.motion) - 1


def test_a_performer_stands_on_the_floor_where_it_is_put(table: TransitionTable) -> None:
    stretch = begin(table, "stand", np.random.default_rng(1), 3.0, -1.0)
    assert stretch.made is None
    assert stretch.motion.root_positions[0, [0, 2]] == pytest.approx([3.0, -1.0], abs=1e-4)
    assert headings(stretch.motion)[0] == pytest.approx(0.0, abs=1e-3)
    assert -0.03 < stretch.motion.end_positions()[..., 1].min() < 0.05


def test_a_clip_that_stays_where_it_was_captured_has_no_place_to_go(table: TransitionTable) -> None:
    frame = int(table.starts[7])
    place = place_at(table, frame, float(table.stock.facing[frame]), *(float(value) for value in table.stock.ground[frame]))
    assert (place.angle, place.x, place.z) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)
