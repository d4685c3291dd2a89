"""Pictures are written where asked, and a bad place is one clear line."""

import pytest

from motionloom.core.errors import FileError
from motionloom.score.balance_report import SubjectBalance, trace_walk
from motionloom.score.evaluation import Evaluation, Sizes
from motionloom.score.plots import plot_balance, plot_roc, plot_walk
from motionloom.score.roc import measure_roc


def test_pictures_are_written(walk, tmp_path):
    curve = measure_roc([0, 1, 2], [1, 3, 4])
    evaluation = Evaluation({"physics": {"slide": [curve], "twitch": [curve]}}, {}, (("a",), ("b",)), Sizes())
    plot_roc(evaluation, tmp_path / "new" / "roc.png")
    plot_balance([SubjectBalance("a", 1, 10, 0.95, 0.9, 0.0, 0.0)], tmp_path / "balance.png")
    plot_walk([trace_walk(walk)], tmp_path / "walk.png")
    for name in ("new/roc.png", "balance.png", "walk.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_a_bad_place_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot write"):
        plot_balance([SubjectBalance("a", 1, 10, 0.95, 0.9, 0.0, 0.0)], tmp_path / "file" / "x.png")
