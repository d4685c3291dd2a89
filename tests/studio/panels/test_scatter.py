"""A comparison with motion graphs by a job, its points and counts, and both motions of a pair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.studio.arrays import unpack_arrays
from motionloom.transitions import tables
from motionloom.transitions.gathering import gather_stock
from motionloom.transitions.table import build_table

ROOT = "/api/panels/scatter"
TABLE = "small"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "library") as library:
        for behaviour, seed in (("walk", 0), ("walk", 1), ("run", 0), ("start", 0)):
            made = sample.make("ada", behaviour, seed)
            library.add(made.motion, f"{behaviour} {seed}", source="sample", subject="ada", plants=made.plants, height=1.7)
        path = tables.table_path(library, TABLE)
        path.parent.mkdir()
        build_table(gather_stock(library, tables.find_bodies(library)[0].clips), path, seconds=0.5, representatives=4, width=2)
    return tmp_path / "library"


def test_points_counts_and_both_motions(client: TestClient, finished: Callable[[str], dict[str, Any]]) -> None:
    nothing, meta = unpack_arrays(client.get(f"{ROOT}/tables/{TABLE}").content)
    assert (len(nothing["ways"]), meta["compared"]) == (0, False)
    assert "not compared" in client.get(f"{ROOT}/tables/{TABLE}/pairs/0").json()["error"]
    job = client.post(f"{ROOT}/compare", json={"table": TABLE, "pairs": 40}).json()
    assert finished(job["id"])["state"] == "done"
    arrays, meta = unpack_arrays(client.get(f"{ROOT}/tables/{TABLE}").content)
    ways, scores = arrays["ways"], arrays["scores"]
    assert len(ways) == len(scores) == 40
    quick = (ways >= 0) & (ways <= meta["seconds"] + 1e-4)
    assert meta["counts"]["both"] == int(np.sum(quick & (scores <= meta["natural"])))
    assert sum(meta["counts"].values()) == 40

    pair = int(np.flatnonzero(ways > 0)[0])
    ours, said = unpack_arrays(client.get(f"{ROOT}/tables/{TABLE}/pairs/{pair}").content)
    graph, other = unpack_arrays(client.get(f"{ROOT}/tables/{TABLE}/pairs/{pair}?which=graph").content)
    assert (said["source"], said["target"]) == (other["source"], other["target"])
    assert said["end"] - said["begin"] == 29
    # Both begin in the same pose, side by side, but for the graph's coarser frames (a run goes 5 cm in half of one).
    apart = graph["positions"][other["begin"], 0] - ours["positions"][said["begin"], 0]
    assert np.allclose(apart, [1.4, 0, 0], atol=0.06)
    assert len(ours["planted"]) == len(ours["positions"])


def test_what_is_not_there_is_said(client: TestClient, finished: Callable[[str], dict[str, Any]]) -> None:
    assert client.post(f"{ROOT}/compare", json={"table": "none", "pairs": 40}).status_code == 404
    finished(client.post(f"{ROOT}/compare", json={"table": TABLE, "pairs": 10}).json()["id"])
    said = client.get(f"{ROOT}/tables/{TABLE}/pairs/99")
    assert said.status_code == 400
    assert "pair 99 of 10" in said.json()["error"]
