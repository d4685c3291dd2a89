"""Score traces over the wire, and the rival of a transition."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.studio.arrays import unpack_arrays
from motionloom.studio.panels.transitions_shelf import TABLES
from motionloom.transitions import tables
from motionloom.transitions.gathering import gather_stock
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import build_table

TABLE = "small"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three clips of ada with a table, one of them without plants."""
    with Library.create(tmp_path / "library") as library:
        for behaviour in ("walk", "run", "stand"):
            made = sample.make("ada", behaviour)
            plants = None if behaviour == "stand" else made.plants
            library.add(made.motion, behaviour, source="sample", subject="ada", labels=[behaviour], plants=plants, height=1.7)
        path = tables.table_path(library, TABLE)
        path.parent.mkdir()
        build_table(gather_stock(library, tables.find_bodies(library)[0].clips), path, seconds=0.5, representatives=5, width=2)
    return tmp_path / "library"


def test_a_trace_has_a_value_for_every_frame(client: TestClient, ids: dict[str, str]) -> None:
    arrays, meta = unpack_arrays(client.get(f"/api/panels/compare/clips/{ids['walk']}").content)
    frames = client.get(f"/api/clips/{ids['walk']}").json()["state"]["row"]["frames"]
    assert arrays["feet"].shape == arrays["balance"].shape == (frames,)
    assert arrays["points"].shape == (frames, 2)
    assert arrays["corners"].shape == (frames, 12, 2)
    assert arrays["standing"].shape == (frames, 12)
    assert meta["score"] == pytest.approx(meta["plant"] + meta["worst"])
    assert arrays["balance"].max() == pytest.approx(meta["worst"], abs=1e-4)
    assert not meta["detected"]
    assert meta["made"] is None
    assert unpack_arrays(client.get(f"/api/panels/compare/clips/{ids['stand']}").content)[1]["detected"]


def test_the_rival_goes_straight_between_the_same_frames(client: TestClient) -> None:
    client.get("/api/library")  # by then the API is loaded
    current = client.app.api.state.studio.require()  # type: ignore[attr-defined]
    table, _ = TABLES.of(current, TABLE)
    rng = np.random.default_rng(0)
    ends = [(int(rng.choice(table.starts)), int(rng.choice(table.starts)) + table.frames - 1) for _ in range(50)]
    source, target = next(pair for pair in ends if len(make_transition(table, *pair).members) > 2)
    wish = {"source": source, "target": target, "name": "there"}
    kept = client.post(f"/api/panels/transitions/tables/{TABLE}/keep", json=wish).json()["clip"]
    recipe = client.get(f"/api/clips/{kept}").json()["recipe"]
    assert recipe["by_way_of"]
    rival = client.post(f"/api/panels/compare/clips/{kept}/rival").json()["clip"]
    other = client.get(f"/api/clips/{rival}").json()["recipe"]
    assert other["by_way_of"] == []
    assert (other["from"], other["to"]) == (recipe["from"], recipe["to"])
    assert "already" in client.post(f"/api/panels/compare/clips/{rival}/rival").json()["error"]


def test_a_kept_transition_is_measured_as_it_was_made(client: TestClient) -> None:
    client.get("/api/library")
    current = client.app.api.state.studio.require()  # type: ignore[attr-defined]
    table, _ = TABLES.of(current, TABLE)
    rng = np.random.default_rng(1)
    for n in range(4):
        source, target = int(rng.choice(table.starts)), int(rng.choice(table.starts)) + table.frames - 1
        made = make_transition(table, source, target)
        wish = {"source": source, "target": target, "name": f"kept {n}"}
        kept = client.post(f"/api/panels/transitions/tables/{TABLE}/keep", json=wish).json()["clip"]
        arrays, meta = unpack_arrays(client.get(f"/api/panels/compare/clips/{kept}").content)
        assert len(arrays["feet"]) >= table.frames  # the curves are of the whole clip
        assert meta["worst"] == pytest.approx(made.balance, rel=1e-3, abs=2e-4)
        assert meta["made"] == pytest.approx(made.score, abs=1e-4)
        assert meta["plant"] <= made.plant + 1e-3  # what was given up counts only in the score it was made with


def test_a_capture_has_no_rival(client: TestClient, ids: dict[str, str]) -> None:
    said = client.post(f"/api/panels/compare/clips/{ids['walk']}/rival")
    assert said.status_code == 400
    assert "no transition" in said.json()["error"]
