"""From a library to a stock: one body, or several put on one, by the plants that count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.making.choice import Choice, require
from motionloom.making.derive import derive
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.plants import find_plants
from motionloom.making.sources import Sources, clip_source
from motionloom.sample import make, performers
from motionloom.transitions.gathering import gather_stock, open_table
from motionloom.transitions.table import build_table, captured_plants, read_table
from tests.align.test_put_on import taller
from tests.conftest import make_skeleton
from tests.transitions.conftest import add_takes


def walk() -> Motion:
    motion = make(next(iter(performers())), "walk", 0).motion[:180]
    return replace(motion, recipe={}, name="one")


def test_performers_are_mixed_only_where_that_is_wanted(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        library.add(walk(), "one", subject="a")
        library.add(taller(walk(), 1.05), "two", subject="b")
        with pytest.raises(MotionError, match="those of b differ from those of a: choose with --subject, or allow --one-body"):
            gather_stock(library, require(library))
        gathered = gather_stock(library, require(library, Choice(subjects=("b", "a"))), one_body=True)
    assert [clip.name for clip in gathered.stock.clips] == ["two", "one"]
    assert gathered.left_out == ()
    assert body_of(gathered.stock.skeleton).leg_length == pytest.approx(1.05 * body_of(walk().skeleton).leg_length)


def test_odd_clips_are_left_out_and_named_wherever_they_come(tmp_path: Path) -> None:
    chain = Skeleton(("a", "b"), np.array([-1, 0]), np.array([[0.0, 0, 0], [0, 1, 0]]))
    still = Motion(chain, np.tile([0.0, 0, 0, 1], (90, 2, 1)), np.zeros((90, 3)), 60.0)
    with Library.create(tmp_path / "library") as library:
        library.add(still, "a rope")
        library.add(walk()[:1], "a moment")
        library.add(walk(), "one")
        library.add(taller(walk(), 1.05), "two")
        gathered = gather_stock(library, require(library), one_body=True)
    assert [clip.name for clip in gathered.stock.clips] == ["one", "two"]
    why = dict(gathered.left_out)
    assert "lacks the roles" in why["a rope"]
    assert "one frame only" in why["a moment"]


def test_a_body_with_other_joints_is_put_on_that_of_most_and_opens_again(tmp_path: Path) -> None:
    other = make_skeleton()
    still = Motion(other, np.broadcast_to(other.rest_rotations, (90, len(other), 4)), np.tile([0, 0.82, 0], (90, 1)), 60.0)
    with Library.create(tmp_path / "library") as library:
        library.add(still, "a stick person")
        library.add(walk(), "one")
        library.add(taller(walk(), 1.05), "two")
        gathered = gather_stock(library, require(library), one_body=True)
        assert gathered.left_out == ()
        assert gathered.stock.skeleton.names == walk().skeleton.names
        table = build_table(gathered.stock, tmp_path, seconds=0.5, representatives=4)
        opened = open_table(library, read_table(table.to_bytes(), "here"), "here")
    assert opened.stock.fingerprint == gathered.stock.fingerprint


def test_one_body_under_several_rest_poses_needs_no_leave(tmp_path: Path) -> None:
    tilted = quaternion.multiply(walk().skeleton.rest_rotations, quaternion.from_axis_angle([1.0, 0, 0], 0.1))
    other = replace(walk(), skeleton=replace(walk().skeleton, rest_rotations=tilted))
    with Library.create(tmp_path / "library") as library:
        library.add(walk(), "one", subject="a")
        library.add(other, "two", subject="b")
        assert len(gather_stock(library, require(library)).stock.clips) == 2


def test_a_clip_whose_feet_were_held_enters_in_place_of_its_original_once(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        first, second = add_takes(library, (("walk", 0), ("run", 0)))
        clip = library.clip(first)
        recipe = clean_recipe(Sources(library).open(clip_source(clip)), find_plants(library, clip))
        held = derive(library, recipe, "walk held")
        gathered = gather_stock(library, require(library))
    assert {clip.id for clip in gathered.stock.clips} == {held, second}


def test_a_persons_plants_count(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        (clip,) = add_takes(library, (("walk", 0),))
        library.write_plants(clip, np.ones((30, 4), bool), start=60, by="person")
        stock = gather_stock(library, require(library)).stock
        fps = library.clip(clip).fps
    inside = slice(round(62 / fps * 60), round(88 / fps * 60))
    assert captured_plants(stock)[clip][inside].all()
    assert not captured_plants(stock)[clip].all()
