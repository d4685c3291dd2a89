"""From a library to a stock: one body, or several put on one, by the plants that count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.library import Library
from motionloom.making.choice import Choice, require
from motionloom.making.derive import derive
from motionloom.making.makers.clean import clean_recipe
from motionloom.making.plants import find_plants
from motionloom.making.sources import Sources, clip_source
from motionloom.sample import make, performers
from motionloom.transitions.gathering import gather_stock
from motionloom.transitions.table import captured_plants
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


def test_one_odd_clip_is_left_out_and_named_wherever_it_comes(tmp_path: Path) -> None:
    odd = make_skeleton()
    still = Motion(odd, np.broadcast_to(odd.rest_rotations, (90, len(odd), 4)), np.tile([0, 0.82, 0], (90, 1)), 60.0)
    with Library.create(tmp_path / "library") as library:
        library.add(still, "a stick person")
        library.add(walk(), "one")
        library.add(taller(walk(), 1.05), "two")
        gathered = gather_stock(library, require(library), one_body=True)
    assert [clip.name for clip in gathered.stock.clips] == ["one", "two"]
    ((name, why),) = gathered.left_out
    assert name == "a stick person"
    assert "other joints" in why


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
