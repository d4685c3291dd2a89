"""Collections and saved searches are the library's: seen by every window, and undone."""

from __future__ import annotations

import uuid
from typing import Any

from fastapi.testclient import TestClient

PANEL = "/api/panels/collections"


def post(client: TestClient, path: str, **body: Any) -> Any:
    return client.post(f"{PANEL}/{path}", json={"id": uuid.uuid4().hex, "window": "w1", **body})


def test_clips_are_collected_once_taken_out_and_forgotten_when_deleted(client: TestClient, ids: dict[str, str]) -> None:
    first, second = list(ids.values())[:2]
    assert post(client, "collect", collection="c1", name="To mend", clips=[first]).json()["applied"]
    post(client, "collect", collection="c1", name="To mend", clips=[second, first])
    (found,) = client.get(f"{PANEL}/all").json()["collections"]
    assert found == {"id": "c1", "name": "To mend", "clips": [first, second]}
    post(client, "take-out", collection="c1", clips=[first])
    assert client.get(f"{PANEL}/all").json()["collections"][0]["clips"] == [second]
    client.post("/api/commands", json={"id": "d1", "window": "w1", "command": {"kind": "delete_clips", "clips": [second]}})
    assert client.get(f"{PANEL}/all").json()["collections"][0]["clips"] == []
    client.post("/api/undo", json={"id": "u1", "window": "w1"})
    assert client.get(f"{PANEL}/all").json()["collections"][0]["clips"] == [second]
    post(client, "forget", document="c1")
    assert client.get(f"{PANEL}/all").json() == {"collections": [], "searches": []}


def test_the_same_request_twice_collects_once(client: TestClient, ids: dict[str, str]) -> None:
    body = {"id": "same", "window": "w1", "collection": "c1", "name": "A", "clips": [next(iter(ids.values()))]}
    assert [client.post(f"{PANEL}/collect", json=body).json()["applied"] for _ in range(2)] == [True, False]


def test_a_search_is_kept_as_it_was(client: TestClient) -> None:
    post(client, "searches", search="s1", name="Bad walks", words={"search": "walk", "problems": True})
    (found,) = client.get(f"{PANEL}/all").json()["searches"]
    assert (found["name"], found["words"]["search"], found["words"]["problems"], found["words"]["label"]) == (
        "Bad walks",
        "walk",
        True,
        None,
    )


def test_what_is_not_there_is_said(client: TestClient, ids: dict[str, str]) -> None:
    answer = post(client, "take-out", collection="nothing", clips=list(ids.values())[:1])
    assert (answer.status_code, "nothing" in answer.json()["error"]) == (404, True)
