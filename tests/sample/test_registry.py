from __future__ import annotations

from itertools import pairwise

import pytest

from motionloom import sample
from motionloom.core.errors import MotionError
from motionloom.sample.registry import behaviour, find_behaviour

WANTED = {"stand", "walk", "walk_slow", "walk_fast", "turn_left_45", "turn_left_90", "turn_right_45", "turn_right_90", "start", "stop"}
WANTED |= {"jog", "run", "jump", "leap", "crouch", "wave", "reach", "punch", "kick", "march", "sneak", "limp"}


def test_everything_asked_for_is_there() -> None:
    assert set(sample.behaviours()) >= WANTED


def test_right_edges_connect_what_ends_with_what_begins() -> None:
    edges = sample.right_edges()
    chain = ["stand", "start", "walk", "turn_left", "walk", "stop", "stand", "run_start", "run", "leap", "jog", "slow_down", "turn_right"]
    assert all(pair in edges for pair in pairwise(chain))
    assert not {("stand", "walk"), ("walk", "run"), ("run", "stand"), ("walk", "jump"), ("sneak", "walk")} & edges


def test_names_are_unique_and_unknown_ones_explained() -> None:
    with pytest.raises(MotionError, match="two sample behaviours called 'walk'"):
        behaviour("walk", "walk", 1.0, "again")(lambda stage: None)  # type: ignore[arg-type,return-value]
    with pytest.raises(MotionError, match="no sample behaviour 'skip'; there are stand, walk"):
        find_behaviour("skip")
