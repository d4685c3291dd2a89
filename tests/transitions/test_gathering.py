"""From a library to a stock: one body, or several put on one."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.sample import make, performers
from motionloom.transitions.gathering import choose_clips, gather_stock
from tests.align.test_put_on import taller


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
