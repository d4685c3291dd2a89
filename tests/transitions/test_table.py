"""The table's file is small, plain, and only of the library it was made from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom.core.errors import FileError
from motionloom.transitions.stock import Stock, make_stock
from motionloom.transitions.table import TransitionTable, build_table, read_about
from tests.transitions.conftest import make_walk


def test_it_comes_back_from_its_file(table: TransitionTable, stock: Stock, tmp_path: Path) -> None:
    table.save(tmp_path / "table.npz")
    again = TransitionTable.load(tmp_path / "table.npz", stock)
    for name in ("representatives", "starts", "distances", "scores", "nearest"):
        assert np.array_equal(getattr(again, name), getattr(table, name))
    assert np.array_equal(again.found.recipes, table.found.recipes)
    assert again.masses == table.masses
    assert again.about == table.about
    assert read_about(tmp_path / "table.npz")["clip_ids"] == [clip.id for clip in stock.clips]


def test_another_library_is_refused(table: TransitionTable, tmp_path: Path) -> None:
    table.save(tmp_path / "table.npz")
    other = make_stock([make_walk(1.0, 0.3, 0.0)], [None])
    with pytest.raises(FileError, match="made from other clips or plants than the library holds now; build the table again"):
        TransitionTable.load(tmp_path / "table.npz", other)


def test_what_is_no_table_is_refused(stock: Stock, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="does not exist; `motionloom transition build` makes it"):
        TransitionTable.load(tmp_path / "none.npz", stock)
    (tmp_path / "bad.npz").write_bytes(b"PK nonsense")
    with pytest.raises(FileError, match="expected a transition table"):
        TransitionTable.load(tmp_path / "bad.npz", stock)
    np.savez(tmp_path / "other.npz", about=np.frombuffer(b'{"version": 99}', np.uint8))
    with pytest.raises(FileError, match="of version 1"):
        TransitionTable.load(tmp_path / "other.npz", stock)


def test_representatives_are_nearest_to_themselves_and_frames_know_their_windows(table: TransitionTable) -> None:
    windows = table.window_of[table.representatives]
    assert np.array_equal(table.nearest[windows], np.arange(len(table.representatives)))
    assert table.source_window(int(table.starts[7])) == 7
    assert table.target_window(int(table.starts[7]) + table.frames - 1) == 7


def test_built_again_to_one_file_it_is_what_was_asked_for_last(stock: Stock, tmp_path: Path) -> None:
    first = build_table(stock, tmp_path / "table.npz", seconds=0.5, representatives=5, width=1)
    second = build_table(stock, tmp_path / "table.npz", seconds=0.5, representatives=5, width=1, seed=3)
    alone = build_table(stock, tmp_path / "fresh.npz", seconds=0.5, representatives=5, width=1, seed=3)
    assert not np.array_equal(first.scores, alone.scores)
    assert np.array_equal(second.scores, alone.scores)
    assert not list(tmp_path.glob("*.search.npz"))
