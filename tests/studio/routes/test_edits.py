"""Commands, undo and redo over the wire."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from motionloom.library import Library

Send = Callable[..., Any]


def state(client: TestClient, clip: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/clips/{clip}/state").json()
    return found


def test_a_command_is_on_disk_when_it_is_answered(send: Send, ids: dict[str, str], folder: Path) -> None:
    answer = send("rename_clip", clip=ids["jump"], name="leap")
    assert answer.status_code == 200, answer.text
    with Library.open(folder) as other:
        assert other.clip(ids["jump"]).name == "leap"
    result = answer.json()
    assert result["applied"]
    assert result["clips"][0]["row"]["name"] == "leap"
    assert "leap" in result["history"]["undo"]


def test_the_same_id_applies_once(send: Send, ids: dict[str, str], client: TestClient) -> None:
    first = send("add_label", id="c1", clips=[ids["jump"]], label="high").json()
    again = send("add_label", id="c1", clips=[ids["jump"]], label="high").json()
    assert first["applied"]
    assert not again["applied"]
    assert first["seq"] == again["seq"]
    assert state(client, ids["jump"])["row"]["labels"] == ["high", "jump"]


def test_an_annotation_is_drawn_stretched_split_undone_and_redone(send: Send, ids: dict[str, str], client: TestClient) -> None:
    clip = ids["jump"]
    send("add_annotation", clip=clip, annotation="a1", name="flight", start=3, stop=12)
    send("change_annotation", clip=clip, annotation="a1", stop=20)
    send("split_annotation", clip=clip, annotation="a1", other="a2", at=10)
    spans = lambda: [(a["id"], a["start"], a["stop"]) for a in state(client, clip)["annotations"]]  # noqa: E731
    assert spans() == [("a1", 3, 10), ("a2", 10, 20)]
    for number, expected in enumerate(([("a1", 3, 20)], [("a1", 3, 12)], [])):
        assert client.post("/api/undo", json={"id": f"u{number}", "window": "w1"}).json()["applied"]
        assert spans() == expected
    assert not client.post("/api/undo", json={"id": "u9", "window": "w1"}).json()["applied"]
    for number in range(3):
        client.post("/api/redo", json={"id": f"r{number}", "window": "w1"})
    assert spans() == [("a1", 3, 10), ("a2", 10, 20)]


def test_plants_are_painted_by_a_person(send: Send, ids: dict[str, str], client: TestClient) -> None:
    send("set_plants", clip=ids["walk 1"], foot="left_toe", start=10, stop=30, planted=True)
    plants = state(client, ids["walk 1"])["plants"]
    assert plants["known"]
    assert plants["spans"] == [[], [[10, 30]], [], []]
    assert plants["person"] == [[], [[10, 30]], [], []]


def test_a_batch_is_one_step(send: Send, ids: dict[str, str], client: TestClient) -> None:
    clip = ids["walk 1"]
    commands = [
        {"kind": "rename_clip", "clip": clip, "name": "stroll"},
        {"kind": "add_label", "clips": [clip], "label": "slow"},
    ]
    assert send("batch", title="Tidy up", commands=commands).json()["history"]["undo"] == "Tidy up"
    client.post("/api/undo", json={"id": "u1", "window": "w1"})
    row = state(client, clip)["row"]
    assert (row["name"], row["labels"]) == ("walk 1", ["walk"])


def test_a_batch_with_a_bad_part_does_nothing(send: Send, ids: dict[str, str], client: TestClient) -> None:
    commands = [
        {"kind": "rename_clip", "clip": ids["jump"], "name": "leap"},
        {"kind": "add_annotation", "clip": ids["jump"], "annotation": "a1", "name": "x", "start": 5, "stop": 4000},
    ]
    answer = send("batch", title="Both", commands=commands)
    assert answer.status_code == 400
    assert "4000" in answer.json()["error"]
    assert state(client, ids["jump"])["row"]["name"] == "jump"


def test_deleted_clips_come_back(send: Send, ids: dict[str, str], client: TestClient) -> None:
    result = send("delete_clips", clips=[ids["jump"], ids["walk 1"]]).json()
    assert [clip["row"] for clip in result["clips"]] == [None, None]
    assert client.get(f"/api/clips/{ids['jump']}").status_code == 404
    assert client.get("/api/clips").json()["total"] == 2
    client.post("/api/undo", json={"id": "u1", "window": "w1"})
    assert client.get("/api/clips").json()["total"] == 4


def test_each_window_undoes_its_own(send: Send, ids: dict[str, str], client: TestClient) -> None:
    send("rename_clip", window="w1", clip=ids["jump"], name="one")
    send("set_note", window="w2", clip=ids["jump"], text="two")
    client.post("/api/undo", json={"id": "u1", "window": "w1"})
    found = state(client, ids["jump"])
    assert (found["row"]["name"], found["note"]) == ("jump", "two")
    assert client.get("/api/history/w1").json()["undo"] is None
    assert client.get("/api/history/w2").json()["undo"] is not None


def test_an_undo_that_was_overtaken_says_what_it_kept(send: Send, ids: dict[str, str], client: TestClient) -> None:
    send("rename_clip", window="w1", clip=ids["jump"], name="one")
    send("rename_clip", window="w2", clip=ids["jump"], name="two")
    result = client.post("/api/undo", json={"id": "u1", "window": "w1"}).json()
    assert result["kept"] == [ids["jump"]]
    assert state(client, ids["jump"])["row"]["name"] == "two"


def test_judgements(send: Send, ids: dict[str, str], client: TestClient) -> None:
    for natural in (True, False, None):
        send("judge", clip=ids["jump"], natural=natural)
        assert state(client, ids["jump"])["natural"] is natural


def test_a_client_cannot_speak_as_a_machine(send: Send, ids: dict[str, str]) -> None:
    answer = send("add_label", clips=[ids["jump"]], label="x", by="machine")
    assert answer.status_code == 422
    assert "by" in answer.json()["error"]


def test_many_clips_at_once_are_told_as_a_reload(send: Send, ids: dict[str, str], folder: Path, motion: Any) -> None:
    with Library.open(folder) as library:
        many = [library.add(motion[:5], f"clip {number}") for number in range(201)]
    result = send("add_label", clips=many, label="short").json()
    assert result["reload"]
    assert result["clips"] == []
