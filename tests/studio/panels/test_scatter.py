"""A comparison with motion graphs by a job, its points and counts, and both motions of a pair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.studio.arrays import unpack_arrays
from tests.transitions.conftest import build_small

ROOT = "/api/panels/scatter"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "library") as library:
        for behaviour, seed in (("walk", 0), ("walk", 1), ("run", 0), ("start", 0)):
            made = sample.make("ada", behaviour, seed)
            library.add(replace(made.motion, recipe={}), f"{behaviour} {seed}", subject="ada", plants=made.plants, height=1.7)
        build_small(library)
    return tmp_path / "library"


@pytest.fixture
def table(client: TestClient) -> str:
    """The id of the small table."""
    return str(client.get("/api/panels/transitions/status").json()["tables"][0]["id"])


def test_points_counts_and_both_motions(client: TestClient, table: str, finished: Callable[[str], dict[str, Any]]) -> None:
    nothing, meta = unpack_arrays(client.get(f"{ROOT}/tables/{table}").content)
    assert (len(nothing["ways"]), meta["compared"]) == (0, False)
    assert "not compared" in client.get(f"{ROOT}/tables/{table}/pairs/0").json()["error"]
    job = client.post(f"{ROOT}/compare", json={"window": "w", "table": table, "pairs": 40}).json()
    assert finished(job["id"])["state"] == "done"
    arrays, meta = unpack_arrays(client.get(f"{ROOT}/tables/{table}").content)
    ways, scores = arrays["ways"], arrays["scores"]
    assert len(ways) == len(scores) == 40
    quick = (ways >= 0) & (ways <= meta["seconds"] + 1e-4)
    assert meta["counts"]["both"] == int(np.sum(quick & (scores <= meta["natural"])))
    assert sum(meta["counts"].values()) == 40

    pair = int(np.flatnonzero(ways > 0)[0])
    ours, said = unpack_arrays(client.get(f"{ROOT}/tables/{table}/pairs/{pair}").content)
    graph, other = unpack_arrays(client.get(f"{ROOT}/tables/{table}/pairs/{pair}?which=graph").content)
    assert (said["source"], said["target"]) == (other["source"], other["target"])
    assert said["end"] - said["begin"] == 29
    # Both begin in the same pose, side by side, but for the graph's coarser frames (a run goes 5 cm in half of one).
    apart = graph["positions"][other["begin"], 0] - ours["positions"][said["begin"], 0]
    assert np.allclose(apart, [1.4, 0, 0], atol=0.06)
    assert len(ours["planted"]) == len(ours["positions"])


def test_what_is_not_there_is_said(client: TestClient, table: str, finished: Callable[[str], dict[str, Any]]) -> None:
    assert client.post(f"{ROOT}/compare", json={"window": "w", "table": "none", "pairs": 40}).status_code == 404
    finished(client.post(f"{ROOT}/compare", json={"window": "w", "table": table, "pairs": 10}).json()["id"])
    said = client.get(f"{ROOT}/tables/{table}/pairs/99")
    assert said.status_code == 400
    assert "pair 99 of 10" in said.json()["error"]
