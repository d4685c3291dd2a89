"""A loop's end is its beginning's past."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.align.joining import follow_on
from motionloom.align.loop import make_loop
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.sample import make
from tests.transitions.conftest import make_walk


def test_a_walk_loops_after_whole_strides() -> None:
    loop = make_loop(make_walk(1.2, 0.4, 0.3, seconds=4.0))
    assert (loop.last - loop.first) % 1.0 == pytest.approx(0, abs=0.05)  # a stride of these takes a second
    assert loop.distance < 0.01


def test_the_next_round_goes_on_from_the_last() -> None:
    loop = make_loop(make_walk(1.2, 0.4, 0.3, seconds=3.7, turning=0.3)).motion
    again = follow_on(loop, loop)
    step = np.linalg.norm(again.positions()[1] - loop.positions()[-1], axis=-1).max()
    inside = np.linalg.norm(np.diff(loop.positions(), axis=0), axis=-1).max()
    assert step < 2.5 * inside  # two frames apart: the first of a round stands where the last stood


def test_too_short_a_clip_is_refused() -> None:
    with pytest.raises(MotionError, match=r"lasts 0\.50 s; a loop needs 0\.72"):
        make_loop(make_walk(1.2, 0.4, 0.3, seconds=0.5))


def test_a_loop_of_a_jump_jumps() -> None:
    clip = make("ada", "jump", 0).motion
    loop = make_loop(clip)
    heights = clip.root_positions[:, 1]
    assert loop.motion.root_positions[:, 1].max() == pytest.approx(heights.max(), abs=0.01)
    assert loop.kept > 0.5
    assert loop.last - loop.first < clip.duration


@pytest.mark.parametrize("fps", [30.0, 60.0, 100.0, 120.0])
def test_the_clips_own_rate_is_kept(fps: float) -> None:
    walk = make_walk(1.2, 0.4, 0.3, seconds=3.7)
    loop = make_loop(resample(walk, fps))
    assert loop.motion.fps == fps
    assert len(loop.motion) == round((loop.last - loop.first) * fps)
    assert (loop.last - loop.first) % 1.0 == pytest.approx(0, abs=0.05)
    first = round(loop.first * fps)
    np.testing.assert_allclose(loop.motion.positions()[0], resample(walk, fps).positions()[first], atol=1e-5)  # on the clip's own frames


def test_it_is_the_best_cut_of_all_that_are_lively() -> None:
    clip = _still_then_walking()
    loop = make_loop(clip)
    assert loop.first > 1.5  # not where it stands, though those frames are the most alike
    assert loop.alike


def test_a_cut_between_frames_that_are_not_alike_is_told() -> None:
    assert not make_loop(make_walk(1.2, 0.8, 0.3, seconds=0.8)).alike  # less than a stride


def _still_then_walking() -> Motion:
    walk = make_walk(1.2, 0.4, 0.3, seconds=4.0)
    held = np.concatenate([np.zeros(120, dtype=np.intp), np.arange(len(walk))])
    return walk.with_arrays(walk.rotations[held], walk.root_positions[held])
