"""Score traces over the wire, and the rival of a transition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.score.segments import MassModel
from motionloom.studio.arrays import unpack_arrays
from motionloom.transitions.shelf import find_table, use_table
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable
from tests.transitions.conftest import build_small


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three clips of ada with a table, one of them without plants."""
    with Library.create(tmp_path / "library") as library:
        for behaviour in ("walk", "run", "stand"):
            made = sample.make("ada", behaviour)
            plants = None if behaviour == "stand" else made.plants
            library.add(replace(made.motion, recipe={}), behaviour, subject="ada", labels=[behaviour], plants=plants, height=1.7)
        build_small(library, representatives=5)
    return tmp_path / "library"


@pytest.fixture
def small(client: TestClient) -> tuple[str, TransitionTable]:
    """The table's id, and the table."""
    client.get("/api/library")  # by then the API is loaded
    library = client.app.api.state.studio.require().library  # type: ignore[attr-defined]
    document = find_table(library, "small")
    return document.id, use_table(library, document)[0]


def keep(client: TestClient, table: str, source: int, target: int, name: str = "there") -> str:
    wish = {"window": "w", "source": source, "target": target, "name": name}
    return str(client.post(f"/api/panels/transitions/tables/{table}/keep", json=wish).json()["clip"])


def test_a_trace_has_a_value_for_every_frame(client: TestClient, ids: dict[str, str]) -> None:
    arrays, meta = unpack_arrays(client.get(f"/api/panels/compare/clips/{ids['walk']}").content)
    frames = client.get(f"/api/clips/{ids['walk']}").json()["state"]["row"]["frames"]
    assert arrays["feet"].shape == arrays["balance"].shape == (frames,)
    assert arrays["points"].shape == (frames, 2)
    assert arrays["corners"].shape == (frames, 12, 2)
    assert arrays["standing"].shape == (frames, 12)
    assert meta["score"] == pytest.approx(meta["plant"] + meta["worst"])
    assert meta["words"].split(",")[0] == f"{'natural' if meta['rarity'] <= 1 else 'unnatural'}: {meta['rarity']:.2f}"
    assert arrays["balance"].max() == pytest.approx(meta["worst"], abs=1e-4)
    assert not meta["detected"]
    assert meta["made"] is None
    assert unpack_arrays(client.get(f"/api/panels/compare/clips/{ids['stand']}").content)[1]["detected"]


def test_the_rival_goes_straight_between_the_same_frames(client: TestClient, small: tuple[str, TransitionTable], folder: Path) -> None:
    identity, table = small
    rng = np.random.default_rng(0)
    ends = [(int(rng.choice(table.starts)), int(rng.choice(table.starts)) + table.frames - 1) for _ in range(50)]
    source, target = next(pair for pair in ends if len(make_transition(table, *pair).members) > 2)
    kept = keep(client, identity, source, target)
    rival = client.post(f"/api/panels/compare/clips/{kept}/rival", json={"window": "w"}).json()["clip"]
    offered = [unpack_arrays(client.get(f"/api/panels/compare/clips/{clip}").content)[1]["roundabout"] for clip in (kept, rival)]
    assert offered == [True, False]
    with Library.open(folder) as library:
        outcome, other = library.outcome(kept), library.outcome(rival)
        assert outcome["by_way_of"]
        assert other["by_way_of"] == []
        assert (other["from"], other["to"]) == (outcome["from"], outcome["to"])
    assert "already" in client.post(f"/api/panels/compare/clips/{rival}/rival", json={"window": "w"}).json()["error"]


def test_a_kept_transition_is_measured_as_it_was_made(client: TestClient, small: tuple[str, TransitionTable]) -> None:
    identity, table = small
    rng = np.random.default_rng(1)
    for n in range(4):
        source, target = int(rng.choice(table.starts)), int(rng.choice(table.starts)) + table.frames - 1
        made = make_transition(table, source, target)
        kept = keep(client, identity, source, target, f"kept {n}")
        arrays, meta = unpack_arrays(client.get(f"/api/panels/compare/clips/{kept}").content)
        assert len(arrays["feet"]) >= table.frames  # the curves are of the whole clip
        assert meta["worst"] == pytest.approx(made.balance, rel=1e-3, abs=2e-4)
        assert meta["made"] == pytest.approx(made.score, abs=1e-4)
        assert meta["plant"] <= made.plant + 1e-3  # what was given up counts only in the score it was made with


def test_a_transition_of_an_earlier_motionloom_is_measured_by_what_its_recipe_said(
    client: TestClient, ids: dict[str, str], folder: Path
) -> None:
    earlier = {"made_by": "transition", "span": [10, 40], "floor": 0.0, "score": 0.5}
    with Library.open(folder) as library:
        motion = library.motion(ids["walk"])
        shares = list(MassModel().shares)
        recipe = {"kind": "transition", "sources": [], "options": {"earlier": {**earlier, "masses": shares}}, "seed": 0, "version": 1}
        clip = library.add(replace(motion, recipe=recipe), "kept long ago")
    assert unpack_arrays(client.get(f"/api/panels/compare/clips/{clip}").content)[1]["made"] == 0.5
    said = client.post(f"/api/panels/compare/clips/{clip}/rival", json={"window": "w"})
    assert "no transition that can be made again" in said.json()["error"]


def test_a_capture_has_no_rival(client: TestClient, ids: dict[str, str]) -> None:
    said = client.post(f"/api/panels/compare/clips/{ids['walk']}/rival", json={"window": "w"})
    assert said.status_code == 400
    assert "no transition" in said.json()["error"]
