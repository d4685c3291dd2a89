"""Both motions of a compared pair begin and end where the pair says, and the graph's way has no pops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core.errors import FileError, MotionError
from motionloom.score.segments import MassModel
from motionloom.transitions.comparison import Comparison, choose_pairs, compare_with_graph, read_comparison
from motionloom.transitions.side_by_side import graph_motion, our_motion
from motionloom.transitions.table import TransitionTable


@pytest.fixture(scope="module")
def found(table: TransitionTable) -> Comparison:
    return compare_with_graph(table, choose_pairs(table, 40))


def test_a_comparison_comes_back_from_its_bytes(found: Comparison) -> None:
    again = read_comparison(found.to_bytes(), "here")
    assert again.counts() == found.counts()
    assert np.array_equal(again.pairs, found.pairs)
    assert len(again.routes) == len(found.routes)
    assert all(np.array_equal(a, b) for a, b in zip(again.routes, found.routes, strict=True))
    assert (again.natural, again.window, again.table) == (found.natural, found.window, found.table)


def test_a_file_that_is_none_is_said() -> None:
    with pytest.raises(FileError, match="expected the pairs of a comparison"):
        read_comparison(b"no arrays", "here")


def test_routes_take_the_time_that_was_counted(table: TransitionTable, found: Comparison) -> None:
    jumping = 0
    for n, route in enumerate(found.routes):
        if np.isinf(found.ways[n]):
            assert len(route) == 0
            continue
        jumping += len(route) > 1
        shown = graph_motion(table, found, n)
        assert (shown.end - shown.begin) / 60 == pytest.approx(found.ways[n], abs=0.02)
        assert len(shown.plants) == len(shown.motion)
        assert np.abs(found.pairs[n] - [route[0, 0], route[-1, 1]]).max() <= 1  # the graph knows every other frame
    assert jumping


def test_a_way_through_the_graph_has_no_pops(table: TransitionTable, found: Comparison) -> None:
    n = max(range(len(found.routes)), key=lambda n: len(found.routes[n]))
    positions = graph_motion(table, found, n, lead=0.3).motion.positions()
    captured = np.abs(np.diff(table.stock.motion(0, 150).positions(), axis=0)).max()
    fastest = max(np.abs(np.diff(table.stock.motion(int(a), int(b) + 1).positions(), axis=0)).max(initial=0) for a, b in found.routes[n])
    assert np.abs(np.diff(positions, axis=0)).max() < 1.5 * max(captured, fastest)


def test_ours_is_the_transition_that_was_scored(table: TransitionTable, found: Comparison) -> None:
    shown = our_motion(table, found, 3, lead=0.2)
    assert shown.end - shown.begin == table.frames - 1
    assert len(shown.plants) == len(shown.motion)
    assert our_motion(table, found, 3).targets is not None


def test_pairs_that_are_none_are_said(table: TransitionTable, found: Comparison) -> None:
    with pytest.raises(MotionError, match="pair 40 of 40"):
        our_motion(table, found, 40)
    alone = Comparison(found.pairs[:1], np.array([np.inf]), found.scores[:1], 0.2, 0.6, (np.zeros((0, 2), np.intp),), 1 / 3, found.table)
    with pytest.raises(MotionError, match="no way"):
        graph_motion(table, alone, 0)


def test_a_comparison_belongs_to_one_table(table: TransitionTable, found: Comparison) -> None:
    """Also where another was made of the same clips: its transitions are others."""
    heavier = replace(table, masses=MassModel(tuple(np.roll(table.masses.shares, 1))))
    otherwise = replace(table, found=replace(table.found, recipes=table.found.recipes[::-1]))
    assert our_motion(replace(table), found, 0).end == table.frames - 1
    for other in (heavier, otherwise):
        assert other.stock.fingerprint == table.stock.fingerprint
        with pytest.raises(FileError, match="another table"):
            our_motion(other, found, 0)
