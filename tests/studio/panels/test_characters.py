"""The character panel's server: a file in, a clip on it as numbers, its rest pose where roles are missing, its file out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom.studio.arrays import unpack_arrays
from tests.edits.character_files import read_glb, write_odd_hero

PANEL = "/api/panels/characters"


@pytest.fixture
def hero(client: TestClient, tmp_path: Path) -> dict[str, Any]:
    data = write_odd_hero(tmp_path / "hero.glb").read_bytes()
    answer = client.post(f"{PANEL}/add", params={"name": "../hero.glb", "window": "w1"}, content=data)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def test_a_clip_is_told_on_the_characters_own_nodes(client: TestClient, ids: dict[str, str], hero: dict[str, Any], tmp_path: Path) -> None:
    assert (hero["name"], hero["missing"], hero["hung"]["LeftFoot"]) == ("hero", [], "LeftLeg")
    address = f"{PANEL}/characters/{hero['id']}"
    assert client.get(f"{address}/file").content == (tmp_path / "hero.glb").read_bytes()
    clip = next(iter(ids.values()))
    arrays, told = unpack_arrays(client.get(f"{address}/clips/{clip}").content)
    assert arrays["positions"].shape[1] == len(told["nodes"]) == len(hero["names"])
    names = [read_glb((tmp_path / "hero.glb").read_bytes())[0]["nodes"][node]["name"] for node in told["nodes"]]
    assert names == told["skeleton"]["names"]
    out = client.get(f"{address}/export", params={"clips": clip, "in_place": True})
    assert out.headers["content-disposition"] == 'attachment; filename="hero.glb"'
    assert len(read_glb(out.content)[0]["animations"]) == 1


def test_what_is_no_character_is_refused_in_a_line(client: TestClient) -> None:
    for data in (b"", b"glTF", b"not a file"):
        answer = client.post(f"{PANEL}/add", params={"name": "x.glb", "window": "w1"}, content=data)
        assert answer.status_code == 400, answer.text
        assert len(answer.json()["error"].splitlines()) == 1
    assert client.get(f"{PANEL}/characters/nobody/file").status_code == 404
