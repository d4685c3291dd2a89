"""Boxes on a clip's floor are saved with it."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

BOX = {"id": "b1", "width": 0.5, "height": 0.45, "depth": 0.4, "x": 0.0, "y": 0.0, "z": 1.0, "turn_degrees": 30.0}


def put(client: TestClient, clip: str, number: int, boxes: list[dict[str, Any]]) -> Any:
    body = {"id": f"e{number}", "window": "w1", "title": "Add a box", "boxes": boxes}
    return client.post(f"/api/panels/props/clips/{clip}", json=body)


def test_boxes_are_kept_and_undone_one_edit_at_a_time(client: TestClient, ids: dict[str, str]) -> None:
    clip = ids["jump"]
    address = f"/api/panels/props/clips/{clip}"
    assert client.get(address).json() == {"boxes": []}
    put(client, clip, 1, [BOX])
    put(client, clip, 2, [BOX, {**BOX, "id": "b2", "x": 1.0}])
    assert [box["id"] for box in client.get(address).json()["boxes"]] == ["b1", "b2"]
    for left in ([BOX], []):
        assert client.post("/api/undo", json={"id": f"u{len(left)}", "window": "w1"}).json()["applied"]
        assert client.get(address).json()["boxes"] == left


def test_a_box_without_size_is_refused(client: TestClient, ids: dict[str, str]) -> None:
    answer = put(client, ids["jump"], 1, [{**BOX, "height": 0.0}])
    assert answer.status_code == 422 or answer.status_code == 400
    assert "height" in answer.json()["error"]
