"""Thumbnails drawn by another process."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from motionloom.library import Library
from motionloom.studio import pictures
from motionloom.studio.pictures import CELL, POSES, Painter, PictureShelf, draw_pictures


def test_pictures_come_when_they_are_asked_for(client: TestClient, ids: dict[str, str], wait: Callable[..., Any]) -> None:
    """Asked for in vain, told when they are there, and kept by the browser from then on."""
    with client.websocket_connect("/api/live", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "window": "w1"})
        first = client.get(f"/api/clips/{ids['jump']}/thumbnail.png")
        assert first.status_code == 404
        assert "being drawn" in first.json()["error"]
        while (message := socket.receive_json())["type"] != "thumbnails" or ids["jump"] not in message["clips"]:
            pass
    state = client.get(f"/api/clips/{ids['jump']}/state").json()
    assert state["row"]["thumbnail"]
    for picture, size in (("thumbnail", (2 * CELL[0], 2 * CELL[1])), ("filmstrip", (POSES * CELL[0], CELL[1]))):
        answer = client.get(f"/api/clips/{ids['jump']}/{picture}.png", params={"v": state["row"]["content"]})
        assert answer.headers["content-type"] == "image/png"
        assert "immutable" in answer.headers["cache-control"]
        image = Image.open(BytesIO(answer.content))
        assert image.size == size
        assert len(image.convert("RGB").getcolors(10**6) or ()) > 50, "more than a background"


def test_what_is_in_view_is_drawn_first(folder: Path, wait: Callable[..., Any]) -> None:
    with Library.open(folder) as library:
        clips = library.clips()
    drawn: list[str] = []
    painter = Painter(folder, PictureShelf(folder / "studio" / "cache"), drawn.extend)
    try:
        with painter._change:  # so that nothing is taken before all is asked
            for clip in clips:
                painter.want(clip.id, clip.content, soon=False)
            painter.want(clips[-1].id, clips[-1].content)
        wait(lambda: len(drawn) == len(clips))
        assert drawn[0] == clips[-1].id
        assert painter.missing(clip.content for clip in clips) == 0
    finally:
        painter.close()
    again = PictureShelf(folder / "studio" / "cache")
    assert all(again.has(clip.content) for clip in clips)


def test_a_clip_that_cannot_be_drawn_does_not_stop_the_others(folder: Path, wait: Callable[..., Any]) -> None:
    with Library.open(folder) as library:
        good, bad = library.clips()[:2]
        library.store.path(bad.content).unlink()
    drawn: list[str] = []
    painter = Painter(folder, PictureShelf(folder / "studio" / "cache"), drawn.extend)
    try:
        painter.want(bad.id, bad.content)
        painter.want(good.id, good.content, soon=False)
        wait(lambda: drawn == [good.id])
        wait(lambda: painter.missing([good.content, bad.content]) == 0)
        painter.want(bad.id, bad.content)
        assert not painter._wanted
    finally:
        painter.close()


def test_a_picture_is_there_whole_or_not_at_all(folder: Path, tmp_path: Path) -> None:
    with Library.open(folder) as library:
        clip = library.clips()[0]
    shelf = PictureShelf(tmp_path)
    paths = shelf.path(clip.content, "thumbnail"), shelf.path(clip.content, "filmstrip")
    draw_pictures(folder, clip.id, *paths)
    assert sorted(path.name for path in paths[0].parent.iterdir()) == sorted(path.name for path in paths)


def test_names_of_pictures_cannot_be_chosen(client: TestClient, ids: dict[str, str]) -> None:
    for picture in ("other.png", "..%2fthumbnail.png", "thumbnail.jpg"):
        assert client.get(f"/api/clips/{ids['jump']}/{picture}").status_code in (400, 404, 422)


def test_wishes_for_what_is_not_there(client: TestClient) -> None:
    assert client.post("/api/thumbnails", json={"clips": ["nothere"]}).status_code == 204
    assert client.post("/api/thumbnails", json={"clips": ["../x"]}).status_code == 422


def test_pictures_of_an_earlier_style_are_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "pictures-0" / "ab").mkdir(parents=True)
    (tmp_path / "pictures-0" / "ab" / "ab.filmstrip.png").touch()
    shelf = PictureShelf(tmp_path)
    assert list(tmp_path.iterdir()) == [shelf.folder]


def test_closing_does_not_wait_for_a_picture_that_takes_long(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "draw_pictures", endless)
    painter = Painter(folder, PictureShelf(folder / "studio" / "cache"), lambda clips: None)
    painter.want("a", "content")
    painter.close()
    assert not painter.shelf.has("content")


def endless(*_: object) -> None:
    time.sleep(600)
