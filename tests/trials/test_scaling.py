"""Libraries that grow: files that are all different, jobs that are measured, ended by limits, and said."""

from __future__ import annotations

import csv
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from motionloom import formats
from motionloom.trials import scaling
from motionloom.trials.scale_files import Level, read_sources, write_levels
from motionloom.trials.scale_tables import growth, on_machines, to_lines, to_plot
from motionloom.trials.scaling import Limits, Measured, measure_growth


def test_levels_hold_each_other_and_no_two_files_are_alike(tmp_path: Path) -> None:
    sources = read_sources(None)[:2]
    seen: list[int] = []
    once = sum(len(source.read()) for source in sources)
    levels = write_levels(tmp_path, sources, [once // 2, 3 * once], each=seen.append)
    files = sorted(tmp_path.rglob("*.bvh"))
    assert [level.frames for level in levels] == [sum(seen[: level.clips]) for level in levels]
    assert all(small.frames < large.frames for small, large in pairwise(levels))
    assert levels[0].frames >= once // 2
    assert levels[1].frames >= 3 * once
    assert levels[1].clips == len(files)
    assert len({file.read_bytes() for file in files}) == len(files)
    assert sum(len(formats.load(file)) for file in files) == levels[1].frames
    with (tmp_path / "labels.csv").open() as table:
        assert {row["path"] for row in csv.DictReader(table)} == {str(file.relative_to(tmp_path)) for file in files}


def test_captures_are_cut_into_short_clips(tmp_path: Path) -> None:
    levels = write_levels(tmp_path, read_sources(None)[:1], [600], longest=20)
    assert levels[0].clips >= 30
    assert max(len(formats.load(file)) for file in tmp_path.rglob("*.bvh")) == 20


def test_a_job_that_takes_too_long_or_raises_is_ended_and_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [Level(tmp_path / f"level-{n}", 1, 1000 * (n + 1)) for n in range(2)]
    monkeypatch.setattr(scaling, "CHILD", "import time; time.sleep(60)")
    rows = list(measure_growth(tmp_path, levels, ["search"], Limits(minutes=0.005)))
    assert [row.stopped for row in rows] == ["over 0.005 minutes"]
    monkeypatch.setattr(scaling, "CHILD", "raise SystemExit('no room')")
    rows = list(measure_growth(tmp_path, levels, ["search"], Limits()))
    assert [row.stopped for row in rows] == ["ended: no room"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what processes hold is read from /proc")
def test_a_job_that_holds_too_much_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "CHILD", "held = b'x' * 300_000_000; import time; time.sleep(60)")
    rows = list(measure_growth(tmp_path, [Level(tmp_path / "level-0", 1, 1000)], ["search"], Limits(megabytes=200.0)))
    assert rows[0].stopped == "over 200 MB"
    assert rows[0].megabytes > 200


def test_growth_and_more_machines_are_said_and_drawn(tmp_path: Path) -> None:
    rows = [Measured("import", n, 1000 * n, "2 processes", 2.0 * n, 1.0 * n, 4.0 * n, 100.0 * n) for n in (1, 10)]
    rows.append(Measured("mine", 10, 10_000, "1 process", 1.0, stopped="over 8000 MB"))
    assert growth(rows, "import") == pytest.approx(1.0)
    assert growth(rows, "mine") is None
    assert on_machines(rows[1]) == pytest.approx(10.0 + 40.0 / 200)
    said = "\n".join(to_lines(rows))
    assert "import of 10000 frames on 100 machines of 2 cores: 10 s, of them 10 s of the one that steers" in said
    assert "over 8000 MB" in said
    to_plot(rows, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 5000
