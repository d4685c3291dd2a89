"""Every behaviour has its strip and its row in the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom import sample
from motionloom.sample.pictures import save_filmstrips

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", list(sample.behaviours()))
def test_the_documentation_shows_it(name: str) -> None:
    known = sample.behaviours()[name]
    row = next((line for line in (DOCS / "sample.md").read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{name}` |")), "")
    assert known.description in row
    assert (DOCS / "pictures" / "sample" / f"{name}.png").is_file()


def test_strips_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: sample.behaviours()[name] for name in ("walk", "jump")}
    monkeypatch.setattr("motionloom.sample.pictures.behaviours", lambda: few)
    written = save_filmstrips(tmp_path)
    assert [path.name for path in written] == ["walk.png", "jump.png"]
    assert all(1000 < path.stat().st_size < 100_000 for path in written)
