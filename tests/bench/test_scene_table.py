"""The table over scenes: rows are kept while nothing changed, and discs are judged as bodies are."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from motionloom.bench import scene_table
from motionloom.bench.rows import Run
from motionloom.bench.scene_table import Case, judge_discs, make_rows, read_rows, to_table
from motionloom.core.errors import FileError
from motionloom.navigation.crowd import CrowdOptions
from motionloom.navigation.scene import Obstacle, Scene, box
from motionloom.navigation.walls import make_walls

REPERTOIRE: Any = SimpleNamespace(moves=SimpleNamespace(speed=1.2))
ROW = {"agents": 2, "goals": 2, "goals_reached": 2, "collisions": 0, "seconds": 9.0, "time_over_best": 1.1, "length_over_best": 1.0}


def make_all(folder: Path, monkeypatch: pytest.MonkeyPatch, seconds: float = 10.0, machine: str = "m") -> list[str]:
    """The scenes that were run."""
    ran = list[str]()

    def compare(_repertoire: object, scene: Scene, *_rest: object) -> tuple[dict[str, Any], None]:
        ran.append(scene.name)
        return dict(ROW), None

    monkeypatch.setattr(scene_table, "compare_scene", compare)
    cases = [Case(folder / f"{name}.json", Scene(name)) for name in ("a", "b")]
    list(make_rows(REPERTOIRE, machine, cases, CrowdOptions(seconds), Run(with_peers=False), out=folder / "t.json"))
    return ran


def test_rows_are_made_again_only_where_something_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(name)
    assert make_all(tmp_path, monkeypatch) == ["a", "b"]
    assert make_all(tmp_path, monkeypatch) == []
    (tmp_path / "b.json").write_text("another")
    assert make_all(tmp_path, monkeypatch) == ["b"]
    assert make_all(tmp_path, monkeypatch, machine="n") == ["a", "b"]
    assert make_all(tmp_path, monkeypatch, 20.0, "n") == ["a", "b"]
    rows = json.loads((tmp_path / "t.json").read_text())
    assert [row["file"] for row in rows] == ["a", "b"]
    assert to_table(rows)[-1] == "2 scenes, 4 of 4 goals; 0 collisions"


def test_a_file_that_is_no_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("{}x")
    with pytest.raises(FileError, match="expected the rows of a table"):
        read_rows(tmp_path / "t.json")


def test_discs_are_judged_by_how_deep_they_are_in_each_other_and_in_walls() -> None:
    scene = Scene(obstacles=(Obstacle(box((5.0, -1.0), (6.0, 1.0))),))
    crowd: Any = SimpleNamespace(steering=SimpleNamespace(count=3, radii=np.full(3, 0.3), walls=make_walls(scene)))
    apart, gone = [[0.0, 0.0], [0.0, 0.7], [2.0, 0.0]], [np.nan, np.nan]
    touch = [[0.0, 0.0], [0.0, 0.5], [4.8, 0.0]]  # 10 cm in each other, 10 cm in the wall
    found = judge_discs(crowd, np.array([apart, touch, touch, [[0.0, 0.0], gone, gone]], dtype=np.float32))
    assert found["collisions"] == 3
    assert found["deepest"] == pytest.approx(-0.1, abs=1e-3)
    assert found["collision_seconds"] == pytest.approx(0.6)
