"""An activity is entered where it is done, and is still done a second later; a person's annotation wins."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.transitions.deeds import EXPECTED, Deeds
from motionloom.transitions.entering import SECOND, entering_frames
from motionloom.transitions.stock import Stock


@pytest.fixture(scope="module")
def mixed(stock: Stock) -> Stock:
    """The stock with every clip labelled "walk", whatever it shows."""
    return stock.with_clips([replace(clip, labels=("walk",), spans=()) for clip in stock.clips])


def everywhere(stock: Stock) -> np.ndarray:
    return np.ones(len(stock), dtype=bool)


def test_a_label_that_covers_waiting_is_entered_where_it_is_done_for_a_second(mixed: Stock) -> None:
    walks = EXPECTED["walk"][0](Deeds(mixed))
    found = entering_frames(mixed, "walk", everywhere(mixed))
    assert len(found) > 30
    for frame in found:
        assert mixed.clip_of[frame] == mixed.clip_of[frame + SECOND - 1]
        assert walks[frame : frame + SECOND].all()


def test_only_usable_frames_come_out_and_the_nearest_where_none_is_right(mixed: Stock) -> None:
    stands = mixed.clip_of == mixed.find("stand_0")
    found = entering_frames(mixed, "walk", stands)
    assert len(found) > 0
    assert stands[found].all()
    assert len(entering_frames(mixed, "walk", np.zeros(len(mixed), dtype=bool))) == 0


def test_an_annotation_is_believed(stock: Stock) -> None:
    """The middle second of each clip is annotated, and whatever it shows is what was asked for."""
    found = entering_frames(stock, "middle", everywhere(stock))
    starts = stock.starts[stock.clip_of[found]]
    assert set(found - starts) == {60}  # a whole second of it follows only its first frame


def test_what_must_happen_happens_within_the_second(stock: Stock) -> None:
    named = stock.with_clips([replace(clip, labels=("walk_stop",) if clip.name == "stop_0" else (), spans=()) for clip in stock.clips])
    stands = EXPECTED["stop"][0](Deeds(named))
    found = entering_frames(named, "walk_stop", everywhere(named))
    assert all(stands[frame : frame + SECOND].any() for frame in found)
