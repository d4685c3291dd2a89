"""A span taken out: what is left is as it was, but for the seam, and goes on from there."""

import numpy as np
import pytest

from motionloom.core.errors import MotionError
from motionloom.core.heading import headings
from motionloom.making.makers import make
from motionloom.making.makers.cut import cut_recipe
from motionloom.making.sources import Sources, clip_source


@pytest.fixture
def walk(library, take):
    return Sources(library).open(clip_source(take("walk")))


def cut(library, walk, start, stop, blend=0.2):
    return make(Sources(library), cut_recipe(walk, start, stop, blend))


def test_only_frames_around_the_seam_change(library, walk):
    fps, motion = walk.motion.fps, walk.motion
    made = cut(library, walk, 0.5, 1.0).motion
    first, last, half = round(0.5 * fps), round(1.0 * fps), round(0.1 * fps)
    assert len(made) == len(motion) - (last - first)
    np.testing.assert_array_equal(made.rotations[: first - half], motion.rotations[: first - half])
    np.testing.assert_array_equal(made.root_positions[: first - half], motion.root_positions[: first - half])
    np.testing.assert_allclose(made.rotations[first + half :, 1:], motion.rotations[last + half :, 1:], atol=1e-6)
    steps = np.linalg.norm(np.diff(made.positions(), axis=0), axis=-1).max(axis=1)
    assert steps.max() < 1.5 * np.linalg.norm(np.diff(motion.positions(), axis=0), axis=-1).max(), "it does not jump"
    assert abs(np.diff(headings(made))).max() < 0.2


def test_what_was_said_of_the_frames_stays_with_them(library, walk):
    made = cut(library, walk, 0.5, 1.0)
    first, last = round(0.5 * walk.motion.fps), round(1.0 * walk.motion.fps)
    np.testing.assert_array_equal(made.plants, np.delete(walk.plants, slice(first, last), axis=0))
    assert made.frames.frame.tolist() == np.delete(np.arange(len(walk.motion)), slice(first, last)).tolist()
    inside = [span for span in walk.annotations if span.start < first]
    assert {(span.name, span.start) for span in inside} <= {(span.name, span.start) for span in made.annotations}


def test_at_an_end_it_is_a_trim(library, walk):
    motion, fps = walk.motion, walk.motion.fps
    np.testing.assert_array_equal(cut(library, walk, 0, 0.5).motion.rotations, motion.rotations[round(0.5 * fps) :])
    whole = len(motion) / fps
    np.testing.assert_array_equal(cut(library, walk, 0.5, whole).motion.rotations, motion.rotations[: round(0.5 * fps)])
    with pytest.raises(MotionError, match="nothing is left of"):
        cut_recipe(walk, 0, whole)
    with pytest.raises(MotionError, match="cannot trim"):
        cut_recipe(walk, 0.5, 99)
