"""The table's bytes are small, plain, and hold the plants it was built by."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from motionloom.core.errors import FileError
from motionloom.transitions.stock import Stock
from motionloom.transitions.table import TransitionTable, build_table, captured_plants, read_table


def test_it_comes_back_from_its_bytes(table: TransitionTable, stock: Stock) -> None:
    file = read_table(table.to_bytes(), "here")
    again = file.join(stock, "here")
    for name in ("representatives", "starts", "distances", "scores", "nearest"):
        assert np.array_equal(getattr(again, name), getattr(table, name))
    assert np.array_equal(again.found.recipes, table.found.recipes)
    assert again.masses == table.masses
    assert again.about == table.about
    assert again.to_bytes() == table.to_bytes()
    assert file.clips == tuple(clip.id for clip in stock.clips)


def test_its_plants_are_in_it(table: TransitionTable, stock: Stock) -> None:
    file, known = read_table(table.to_bytes(), "here"), captured_plants(stock)
    assert file.keeps_plants
    plants = file.plants([len(bits) for bits in known.values()])
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(plants, known.values(), strict=True))
    with pytest.raises(FileError, match="plants of 1050 frames, its clips have 7"):
        file.plants([1] * 7)


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(FileError, match="here: expected a transition table"):
        read_table(b"PK nonsense", "here")
    other = io.BytesIO()
    np.savez(other, about=np.frombuffer(b'{"version": 99}', np.uint8))
    with pytest.raises(FileError, match="of version 2"):
        read_table(other.getvalue(), "here")


def test_representatives_are_nearest_to_themselves_and_frames_know_their_windows(table: TransitionTable) -> None:
    windows = table.window_of[table.representatives]
    assert np.array_equal(table.nearest[windows], np.arange(len(table.representatives)))
    assert table.source_window(int(table.starts[7])) == 7
    assert table.target_window(int(table.starts[7]) + table.frames - 1) == 7


def test_other_names_leave_what_was_worked_out_of_the_frames(table: TransitionTable) -> None:
    nearest, features = table.nearest, table.stock.features
    renamed = table.with_clips(table.stock.clips[::-1])
    assert renamed.stock.clips[0] is table.stock.clips[-1]
    assert renamed.nearest is nearest
    assert renamed.stock.features is features


def test_built_again_in_one_folder_it_is_what_was_asked_for_last(stock: Stock, tmp_path: Path) -> None:
    first = build_table(stock, tmp_path, seconds=0.5, representatives=5)
    second = build_table(stock, tmp_path, seconds=0.5, representatives=5, seed=3)
    (tmp_path / "fresh").mkdir()
    alone = build_table(stock, tmp_path / "fresh", seconds=0.5, representatives=5, seed=3)
    assert not np.array_equal(first.scores, alone.scores)
    assert second.to_bytes() == alone.to_bytes()
    assert not list(tmp_path.glob("*.npz"))
