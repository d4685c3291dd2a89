"""What the learnt scorers see does not depend on where a body is, how big it is or how often it was recorded."""

import numpy as np

from motionloom.core.editing import resample
from motionloom.core.heading import turn_and_move
from motionloom.score.description import RATE, describe, to_frames


def test_place_and_direction_do_not_matter(walk):
    moved = turn_and_move(walk.motion, 2.0, (3.0, 0.0, -1.0))
    one, other = describe(walk.motion), describe(moved)
    np.testing.assert_allclose(one.seen_from_hips(), other.seen_from_hips(), atol=2e-3)
    np.testing.assert_allclose(one.windows(0.5), other.windows(0.5), atol=1e-4)


def test_the_rate_does_not_matter(walk):
    one, other = describe(walk.motion), describe(resample(walk.motion, 2 * walk.motion.fps))
    np.testing.assert_allclose(one.world, other.world[: len(one.world)], atol=1e-2)


def test_traces_come_back_frame_by_frame(walk):
    trace = np.arange(len(describe(walk.motion).world), dtype=float)
    frames = to_frames(trace, walk.motion)
    assert len(frames) == len(walk.motion)
    np.testing.assert_allclose(frames[:10], np.arange(10) / walk.motion.fps * RATE)
