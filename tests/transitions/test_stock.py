"""A stock is the clips it was made from, taken apart."""

from __future__ import annotations

import numpy as np
import pytest

from motionloom.core import Motion
from motionloom.core.editing import mirror
from motionloom.core.errors import MotionError
from motionloom.transitions.stock import Stock, make_stock
from tests.transitions.conftest import make_plants, make_walk


def test_frames_come_out_as_they_went_in() -> None:
    walk = make_walk(1.2, 0.3, 0.1, turning=0.5)
    stock = make_stock([walk], [None])
    floor = stock.clips[0].floor
    again = stock.motion(0, len(walk))
    assert np.allclose(again.positions() + [0, floor, 0], walk.positions(), atol=1e-4)


def test_a_mirrored_clip_stands_beside_its_own() -> None:
    walk, bits = make_walk(1.2, 0.3, 0.1, turning=0.5), make_plants(150, 0.1)
    stock = make_stock([walk], [bits], mirrored=True)
    assert [clip.mirrored for clip in stock.clips] == [False, True]
    assert np.array_equal(stock.plants[150:], bits[:, [2, 3, 0, 1]])
    other = stock.motion(150, 300)
    assert np.allclose(other.positions(), mirror(walk).positions() - [0, stock.clips[1].floor, 0], atol=1e-4)


def test_names_find_clips_and_frames(stock: Stock) -> None:
    assert stock.find("run_0") == 2
    assert stock.find("id3") == 3
    assert stock.frame(1, 0.5) == stock.starts[1] + 30
    assert stock.names() == ["middle", "run", "stand", "start", "stop", "walk"]
    assert len(stock.named_frames("middle")) == 60 * len(stock.clips)
    with pytest.raises(MotionError, match="no clip 'skip_1' among the 7"):
        stock.find("skip_1")


def test_equal_clips_have_equal_fingerprints_and_others_not() -> None:
    walk, bits = make_walk(1.2, 0.3, 0.1), make_plants(150, 0.1)
    assert make_stock([walk], [bits]).fingerprint == make_stock([walk], [bits]).fingerprint
    assert make_stock([walk], [bits]).fingerprint != make_stock([walk], [~bits]).fingerprint


def test_one_body_only(motion: Motion) -> None:
    from dataclasses import replace

    other = replace(motion.skeleton, offsets=motion.skeleton.offsets * 1.1)
    taller = Motion(other, motion.rotations, motion.root_positions, motion.fps, "tall")
    with pytest.raises(MotionError, match="'tall' has another skeleton than 'wriggle'; a transition table is of one body"):
        make_stock([motion, taller], [None, None])
