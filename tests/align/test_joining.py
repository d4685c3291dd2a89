"""What follows on stands where the first one ended."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.align.joining import crossfade, follow_on
from motionloom.core.heading import headings
from motionloom.sample import make, performers


def test_it_stands_where_the_first_one_ended_and_faces_the_same_way() -> None:
    motion = make(next(iter(performers())), "turn_left_90", 0).motion
    after = follow_on(motion, motion)
    assert np.exp(1j * headings(after)[0]) == pytest.approx(np.exp(1j * headings(motion)[-1]), abs=1e-4)  # whole turns apart or not
    assert np.allclose(after.root_positions[0, [0, 2]], motion.root_positions[-1, [0, 2]], atol=1e-4)
    assert np.allclose(after.root_positions[:, 1], motion.root_positions[:, 1], atol=1e-5)  # only along the ground


def test_a_crossfade_changes_only_the_frames_that_overlap() -> None:
    walk, run = (make("ada", act, 0).motion for act in ("walk", "run"))
    for overlap in (0, 2, 9, 24):
        joined = crossfade(walk, run, overlap)
        kept = len(walk) - overlap
        assert len(joined) == kept + len(run)
        assert np.array_equal(joined.rotations[:kept], walk.rotations[:kept])
        assert np.array_equal(joined.root_positions[:kept], walk.root_positions[:kept])
        assert np.allclose(joined.rotations[len(walk) :, 1:], run.rotations[overlap:, 1:])
        # The second goes as it went, seen from itself: turned and moved as a whole.
        ours, theirs = (np.linalg.norm(np.diff(path[:, [0, 2]], axis=0), axis=1) for path in (joined.root_positions, run.root_positions))
        assert np.allclose(ours[len(walk) :], theirs[overlap:], atol=1e-5)


def test_a_crossfade_of_a_motion_with_its_own_continuation_is_the_motion() -> None:
    walk = make("ada", "walk", 0).motion
    joined = crossfade(walk[:60], walk[48:], 12)
    assert np.allclose(joined.positions(), walk.positions(), atol=1e-4)
