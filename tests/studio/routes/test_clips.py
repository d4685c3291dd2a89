"""The list, one clip in full, and its frames."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom.library import Library
from motionloom.studio.arrays import unpack_arrays


def names(client: TestClient, **query: object) -> list[str]:
    answer = client.get("/api/clips", params=query)
    assert answer.status_code == 200, answer.text
    return [row["name"] for row in answer.json()["clips"]]


def test_the_list_holds_every_clip_in_order(client: TestClient) -> None:
    assert names(client) == ["jump", "made walk", "walk 1", "walk 2"]
    assert names(client, sort="frames", descending=True)[0] == "walk 1"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"search": "walk"}, {"walk 1", "walk 2", "made walk"}),
        ({"search": "WALK slow"}, {"walk 2"}),
        ({"label": "walk"}, {"walk 1", "walk 2"}),
        ({"label": ["walk", "slow"]}, {"walk 1", "walk 2"}),  # either
        ({"annotation": "step"}, {"walk 1"}),
        ({"source": "other"}, {"jump"}),
        ({"made": True}, {"made walk"}),
        ({"planted": True}, {"jump"}),
        ({"search": "100%"}, set()),
    ],
)
def test_filters(client: TestClient, query: dict[str, object], expected: set[str]) -> None:
    assert set(names(client, **query)) == expected


def test_a_page_of_the_list_knows_the_total(client: TestClient) -> None:
    answer = client.get("/api/clips", params={"limit": 2, "offset": 1}).json()
    assert answer["total"] == 4
    assert [row["name"] for row in answer["clips"]] == ["made walk", "walk 1"]


def test_an_unknown_filter_is_refused_in_one_line(client: TestClient) -> None:
    answer = client.get("/api/clips", params={"colour": "red"})
    assert answer.status_code == 422
    assert "colour" in answer.json()["error"]


def test_a_clip_in_full(client: TestClient, ids: dict[str, str]) -> None:
    clip = client.get(f"/api/clips/{ids['jump']}").json()
    joints = len(clip["skeleton"]["names"])
    assert clip["state"]["row"]["joints"] == joints
    assert clip["state"]["plants"]["spans"] == [[[0, 40]], [], [[0, 40]], []]
    assert clip["body"]["roles"]["hips"] == 0
    assert clip["body_problem"] == ""
    assert len(clip["body"]["foot_joints"]) == 4
    assert {part["paint"] for part in clip["parts"]} >= {"body", "left", "right"}
    assert all(0 <= part["start_joint"] < joints for part in clip["parts"])


def test_a_made_clip_carries_its_recipe(client: TestClient, ids: dict[str, str]) -> None:
    clip = client.get(f"/api/clips/{ids['made walk']}").json()
    assert clip["recipe"] == {"kind": "trim", "of": "walk 1"}
    assert clip["state"]["row"]["made"] is True


def test_frames_are_the_motion_in_the_world(client: TestClient, ids: dict[str, str], folder: Path) -> None:
    answer = client.get(f"/api/clips/{ids['walk 1']}/frames")
    arrays, meta = unpack_arrays(answer.content)
    with Library.open(folder) as library:
        rotations, positions = library.motion(ids["walk 1"]).world
    np.testing.assert_allclose(arrays["positions"], positions, atol=2e-6)  # the first clips are computed by NumPy
    np.testing.assert_allclose(arrays["rotations"], rotations, atol=2e-6)
    assert meta["frames"] == len(positions)
    assert meta["fps"] == 60


def test_a_range_of_frames(client: TestClient, ids: dict[str, str]) -> None:
    whole, _ = unpack_arrays(client.get(f"/api/clips/{ids['walk 1']}/frames").content)
    piece, meta = unpack_arrays(client.get(f"/api/clips/{ids['walk 1']}/frames", params={"start": 10, "stop": 20}).content)
    np.testing.assert_array_equal(piece["positions"], whole["positions"][10:20])
    assert meta["start"] == 10
    assert client.get(f"/api/clips/{ids['walk 1']}/frames", params={"start": 60}).status_code == 400


def test_frames_are_kept_by_the_browser(client: TestClient, ids: dict[str, str]) -> None:
    content = client.get(f"/api/clips/{ids['jump']}").json()["state"]["row"]["content"]
    first = client.get(f"/api/clips/{ids['jump']}/frames", params={"v": content})
    assert "immutable" in first.headers["cache-control"]
    again = client.get(f"/api/clips/{ids['jump']}/frames", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_a_clip_that_is_not_there(client: TestClient) -> None:
    for address in ("/api/clips/nothere", "/api/clips/nothere/frames", "/api/clips/nothere/thumbnail.png"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "nothere" in answer.json()["error"]


def test_a_page_that_still_shows_a_deleted_clip_is_not_refused(client: TestClient, ids: dict[str, str], send: Any, wait: Any) -> None:
    """Pictures and frames are asked for while the person deletes their clip: the browser would complain of each that is not found."""
    clip = ids["jump"]
    client.post("/api/thumbnails", json={"clips": [clip]})
    wait(lambda: client.get(f"/api/clips/{clip}/thumbnail.png").status_code == 200)
    send("delete_clips", clips=[clip])
    looked_at = ("/state", "/frames", "/thumbnail.png", "/filmstrip.png")
    paths = [*(f"/api/clips/{clip}{path}" for path in looked_at), f"/api/panels/feet/clips/{clip}/confidence"]
    assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)
    assert client.get(f"/api/clips/{clip}").status_code == 404
    assert send("rename_clip", clip=clip, name="no").status_code == 400


def test_markers_are_counted_as_markers_not_by_the_joints_that_carry_them() -> None:
    from motionloom.core.markers import marker_skeleton
    from motionloom.studio.views import skeleton_info

    names = ["LHEE", "RHEE", "CLAV"]
    rest = np.tile([0.0, 0.0, 0.0, 1.0], (1 + 3 * len(names), 1))
    assert skeleton_info(marker_skeleton(names, 1.0, 1, rest, np.zeros(3))).markers == 3


def test_a_skeleton_of_bones_has_no_markers(client: TestClient) -> None:
    clip = client.get("/api/clips").json()["clips"][0]["id"]
    assert client.get(f"/api/clips/{clip}").json()["skeleton"]["markers"] == 0
