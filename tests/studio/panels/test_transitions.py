"""A table by a job, and a performance over the wire: stretches that follow each other, scores, transitions kept as clips."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.library import Library
from motionloom.making.recipe import from_json
from motionloom.studio.arrays import unpack_arrays
from motionloom.transitions.maker import transition_recipe
from tests.transitions.conftest import build_small

ROOT = "/api/panels/transitions"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "library") as library:
        for behaviour, seed in (("walk", 0), ("run", 0), ("stand", 0)):
            made = sample.make("ada", behaviour, seed)
            motion = replace(made.motion, recipe={})
            library.add(motion, behaviour, subject="ada", labels=[behaviour], plants=made.plants, height=1.7)
    return tmp_path / "library"


@pytest.fixture
def table(client: TestClient, finished: Callable[[str], dict[str, Any]]) -> str:
    """The id of a small table."""
    body = client.get(f"{ROOT}/status").json()["bodies"][0]
    wish = {"window": "w", "skeleton": body["skeleton"], "seconds": 0.5, "representatives": 4, "mirrored": False}
    answer = client.post(f"{ROOT}/build", json=wish)
    assert answer.status_code == 202, answer.text
    assert finished(answer.json()["id"])["state"] == "done"
    return str(client.get(f"{ROOT}/status").json()["tables"][0]["id"])


def ask(client: TestClient, path: str, **query: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    answer = client.get(f"{ROOT}/tables/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return unpack_arrays(answer.content)


def test_a_table_is_made_and_opened(client: TestClient, table: str) -> None:
    status = client.get(f"{ROOT}/status").json()
    assert status["bodies"][0]["clips"] == 3
    row = {"id": table, "name": "ada, 0.5 s", "body": "ada", "seconds": 0.5, "representatives": 4, "clips": 3, "note": ""}
    assert status["tables"] == [row]
    info = client.get(f"{ROOT}/tables/{table}").json()
    assert {activity["name"] for activity in info["activities"]} == {"run", "stand", "walk"}
    assert all(activity["count"] > 0 for activity in info["activities"])
    assert info["natural"] > 0
    assert len(info["parts"]) > 10


def test_a_performance_has_no_jumps(client: TestClient, table: str) -> None:
    arrays, meta = ask(client, f"{table}/begin", activity="walk", x=2.0)
    assert meta["score"] is None
    assert arrays["positions"][0, 0, 0] == pytest.approx(2.0, abs=1e-3)
    for activity in ("run", "stand", "walk"):
        cut = meta["leave"]
        frame = meta["first"] + cut - meta["blend"] + 1
        angle, x, z = meta["place"]
        following, after = ask(client, f"{table}/go", activity=activity, frame=frame, angle=angle, x=x, z=z)
        assert np.allclose(arrays["positions"][cut], following["positions"][0], atol=2e-3)
        assert len(following["planted"]) == len(following["positions"]) > after["leave"] >= after["blend"] - 1
        assert after["score"] == pytest.approx(after["plant"] + after["balance"])
        assert after["natural"] == (after["rarity"] <= client.get(f"{ROOT}/tables/{table}").json()["natural"])
        arrays, meta = following, after


def undo(client: TestClient) -> None:
    assert client.post("/api/undo", json={"id": uuid.uuid4().hex, "window": "w"}).status_code == 200


def clip_names(client: TestClient) -> set[str]:
    current = client.app.api.state.studio.require()  # type: ignore[attr-defined]
    return {clip.name for clip in current.library.clips()}


def test_a_transition_is_kept_as_a_clip_with_its_recipe(client: TestClient, table: str, folder: Path) -> None:
    _, meta = ask(client, f"{table}/begin", activity="walk")
    angle, x, z = meta["place"]
    _, after = ask(client, f"{table}/go", activity="run", frame=meta["first"], angle=angle, x=x, z=z)
    wish = {"window": "w", "source": after["source"], "target": after["first"], "name": "walk to run", "activity": "run"}
    clip = client.post(f"{ROOT}/tables/{table}/keep", json=wish).json()["clip"]
    detail = client.get(f"/api/clips/{clip}").json()
    assert detail["state"]["row"]["made"]
    assert detail["state"]["plants"]["known"]
    with Library.open(folder) as library:
        written = transition_recipe(library, library.document(table), after["source"], after["first"], activity="run")
        assert from_json(library.recipe(clip)) == written  # as the command line writes it
        assert library.outcome(clip)["score"] == pytest.approx(after["score"], abs=1e-3)
        (span,) = [each for each in library.annotations(clip) if each.name == "transition"]
        assert span.stop - span.start == 30
    undo(client)
    assert "walk to run" not in clip_names(client)


def test_a_whole_performance_is_kept_as_one_clip(client: TestClient, table: str) -> None:
    _, meta = ask(client, f"{table}/begin", activity="walk")
    angle, x, z = meta["place"]
    _, after = ask(client, f"{table}/go", activity="run", frame=meta["first"] + 20, angle=angle, x=x, z=z)
    parts = [
        {"first": meta["first"], "last": meta["first"] + 20, "activity": "walk"},
        {"first": after["first"], "last": after["first"] + 15, "activity": "run"},
    ]
    wish = {"window": "w", "name": "a performance", "parts": parts}
    clip = client.post(f"{ROOT}/tables/{table}/record", json=wish).json()["clip"]
    assert client.get(f"/api/clips/{clip}").json()["state"]["row"]["frames"] == 21 + 30 - 2 + 16
    undo(client)
    assert "a performance" not in clip_names(client)


def test_a_clip_is_made_to_loop(client: TestClient, ids: dict[str, str]) -> None:
    made = client.post(f"{ROOT}/clips/{ids['walk']}/loop", json={"window": "w"}).json()
    detail = client.get(f"/api/clips/{made['clip']}").json()
    assert detail["state"]["row"]["frames"] == pytest.approx((made["last"] - made["first"]) * 60, abs=1)
    assert detail["state"]["plants"]["known"]
    assert made["distance"] < 0.1
    undo(client)
    assert "walk loop" not in clip_names(client)


def test_tables_are_renamed_and_deleted_with_undo(client: TestClient, table: str) -> None:
    renamed = client.post(f"{ROOT}/tables/{table}/rename", json={"window": "w", "name": "walks"}).json()
    assert renamed["name"] == "walks"
    assert client.post(f"{ROOT}/tables/{table}/delete", json={"window": "w"}).json()["tables"] == []
    assert client.get(f"{ROOT}/tables/{table}").status_code == 404
    undo(client)
    undo(client)
    assert [row["name"] for row in client.get(f"{ROOT}/status").json()["tables"]] == ["ada, 0.5 s"]


def test_building_is_undone_too(client: TestClient, table: str) -> None:
    undo(client)
    assert client.get(f"{ROOT}/status").json()["tables"] == []


def test_a_corrected_plant_is_said_and_the_table_still_opens(client: TestClient, table: str, ids: dict[str, str], folder: Path) -> None:
    with Library.open(folder) as library:
        library.write_plants(ids["walk"], np.ones((40, 4), bool), start=20, by="person")
    (row,) = client.get(f"{ROOT}/status").json()["tables"]
    assert row["note"] == "Built before the foot plants of 1 clip were corrected; build it again to use them."
    assert client.get(f"{ROOT}/tables/{table}").status_code == 200


def test_a_table_of_the_command_line_is_there(client: TestClient, folder: Path) -> None:
    with Library.open(folder) as library:
        built = build_small(library, "from a terminal")
    assert [row["id"] for row in client.get(f"{ROOT}/status").json()["tables"]] == [built.id]
    assert client.get(f"{ROOT}/tables/{built.id}").status_code == 200


def test_new_names_can_be_asked_for_at_once(client: TestClient, table: str, send: Callable[..., Any], ids: dict[str, str]) -> None:
    client.get(f"{ROOT}/tables/{table}")
    assert (
        send("add_annotation", clip=ids["walk"], annotation="hop1", name="hop", start=60, stop=120, track="annotations").status_code == 200
    )
    names = [activity["name"] for activity in client.get(f"{ROOT}/tables/{table}").json()["activities"]]
    assert names[0] == "hop"
    assert ask(client, f"{table}/begin", activity="hop")[1]["blend"] == 1


def test_what_is_not_there_is_said(client: TestClient, table: str) -> None:
    assert "make it again" in client.get(f"{ROOT}/tables/none").json()["error"]
    refused = client.get(f"{ROOT}/tables/{table}/begin", params={"activity": "fly"})
    assert refused.status_code == 400
    assert "nothing here is annotated or labelled 'fly'" in refused.json()["error"]
    assert (
        client.post(
            f"{ROOT}/build", json={"window": "w", "skeleton": "x", "seconds": 1.0, "representatives": 4, "mirrored": False}
        ).status_code
        == 404
    )
