"""A library whose database holds values of the wrong type is shown all the same; what cannot be is said in one line."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from motionloom.library import Library
from motionloom.studio.app import create_app
from motionloom.studio.safety import Policy
from tests.conftest import make_motion, make_skeleton

WRONG = [
    *(("labels", "confidence", "high"), ("annotations", "confidence", "high"), ("clips", "height", "tall"), ("clips", "reading", "5")),
    *(("clips", "recipe", "[1"), ("clips", "outcome", "x"), ("clips", "gravity", "7"), ("clips", "fps", "x")),
]


@pytest.mark.parametrize(("table", "column", "value"), WRONG)
def test_no_route_ends_in_a_traceback(table: str, column: str, value: str, tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        clip = library.add(make_motion(make_skeleton(), 40), labels=["walk"])
    connection = sqlite3.connect(tmp_path / "library" / "library.db")
    row = ("a1", clip, "", "span", 3, 9, "person", 1.0)
    connection.execute("INSERT INTO annotations (id, clip, track, name, start, stop, by, confidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert connection.execute(f"UPDATE {table} SET {column} = ?", (value,)).rowcount
    connection.commit()
    connection.close()
    app = create_app(tmp_path / "library", policy=Policy())
    with TestClient(app, base_url="http://127.0.0.1:8321", raise_server_exceptions=False) as client:
        answers = [client.get(f"/api/{path}") for path in ("library", "clips", f"clips/{clip}", f"clips/{clip}/frames")]
    assert [answer.status_code for answer in answers[:2]] == [200, 200]
    for answer in answers[2:]:
        assert answer.status_code < 500, answer.text
        assert answer.status_code == 200 or "damaged" in answer.json()["error"]
