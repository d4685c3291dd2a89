"""From a library to a stock: one body, or several put on one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.ground import foot_points
from motionloom.library import Library
from motionloom.sample import make, performers
from motionloom.transitions.gathering import choose_clips, gather_stock, put_on


def taller(motion: Motion, scale: float) -> Motion:
    """The same motion by somebody larger."""
    skeleton = replace(motion.skeleton, offsets=motion.skeleton.offsets * scale, rest_root=motion.skeleton.rest_root * scale)
    return Motion(skeleton, motion.rotations, motion.root_positions * np.float32(scale), motion.fps, "taller")


def test_a_motion_put_on_a_larger_body_moves_in_proportion() -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:120]
    large = taller(motion, 1.1)
    worn = put_on(large, motion.skeleton)
    assert worn.skeleton.hash == motion.skeleton.hash
    assert np.allclose(foot_points(worn), foot_points(motion), atol=2e-3)
    assert body_of(large.skeleton).leg_length == pytest.approx(1.1 * body_of(motion.skeleton).leg_length)
    assert put_on(motion, motion.skeleton) is motion


def test_other_joints_are_refused() -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:30]
    names = ("other", *motion.skeleton.names[1:])
    other = Motion(replace(motion.skeleton, names=names), motion.rotations, motion.root_positions, motion.fps, "odd")
    with pytest.raises(MotionError, match="'odd' has other joints"):
        put_on(other, motion.skeleton)


def test_performers_are_mixed_only_where_that_is_wanted(tmp_path: Path) -> None:
    motion = make(next(iter(performers())), "walk", 0).motion[:180]
    plain = motion.with_arrays(motion.rotations, motion.root_positions, recipe={}, name="one")
    with Library.create(tmp_path / "library") as library:
        library.add(plain, "one", subject="a")
        library.add(taller(plain, 1.05), "two", subject="b")
        with pytest.raises(MotionError, match="those of b differ from those of a: choose with --subject, or allow --one-body"):
            choose_clips(library)
        assert len(choose_clips(library, subjects=["b"])) == 1
        stock = gather_stock(library, choose_clips(library, subjects=["b", "a"], one_body=True))
    assert [clip.name for clip in stock.clips] == ["two", "one"]
    assert body_of(stock.skeleton).leg_length == pytest.approx(1.05 * body_of(motion.skeleton).leg_length)


def test_the_samples_performers_count_as_captured_and_other_made_clips_do_not(tmp_path: Path) -> None:
    made = make(next(iter(performers())), "walk", 0).motion[:180]
    assert made.recipe
    with Library.create(tmp_path / "library") as library:
        performed = library.add(made, "performed", source="sample", subject="ada")
        library.add(made, "derived", source="transition", subject="ada")
        assert choose_clips(library) == [performed]
