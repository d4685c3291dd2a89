"""Films of frames that a window sends: every frame in order, none lost, and what is not right is said."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

FILM = "/api/panels/film"
SIZE = (64, 48)
COUNT = 23


def picture(number: int, size: tuple[int, int] = SIZE) -> bytes:
    """A bar whose length says which frame it is."""
    out, frame = io.BytesIO(), np.zeros((size[1], size[0], 3), np.uint8)
    frame[:, : 2 * number + 2] = 255
    Image.fromarray(frame).save(out, "PNG")
    return out.getvalue()


def number_of(frame: np.ndarray) -> int:
    """Which frame a grey picture (height, width) is."""
    return round(float((frame > 127).mean() * SIZE[0] - 2) / 2)


def begin(client: TestClient, kind: str, **changes: Any) -> str:
    asked = {"name": "my walk", "kind": kind, "width": SIZE[0], "height": SIZE[1], "fps": 25, "frames": COUNT, **changes}
    answer = client.post(f"{FILM}/begin", json=asked)
    assert answer.status_code == 200, answer.text
    film: str = answer.json()["film"]
    return film


def send(client: TestClient, film: str, number: int, data: bytes | None = None) -> Any:
    return client.post(
        f"{FILM}/{film}/frames/{number}", content=picture(number) if data is None else data, headers={"content-type": "image/png"}
    )


def read_mp4(file: Path) -> list[int]:
    reader = imageio_ffmpeg.read_frames(str(file))
    next(reader)
    return [number_of(np.frombuffer(frame, np.uint8).reshape(SIZE[1], SIZE[0], 3)[..., 1]) for frame in reader]


def read_gif(file: Path) -> list[int]:
    with Image.open(file) as opened:
        found = []
        for number in range(opened.n_frames):  # type: ignore[attr-defined]
            opened.seek(number)
            found.append(number_of(np.asarray(opened.convert("L"))))
        return found


def read_zip(file: Path) -> list[int]:
    with zipfile.ZipFile(file) as archive:
        names = sorted(archive.namelist())
        return [number_of(np.asarray(Image.open(io.BytesIO(archive.read(name))).convert("L"))) for name in names]


READERS: dict[str, Callable[[Path], list[int]]] = {"mp4": read_mp4, "gif": read_gif, "png": read_zip}


@pytest.mark.parametrize("kind", READERS)
def test_every_frame_is_in_the_film_in_order(
    client: TestClient, finished: Callable[[str], dict[str, Any]], tmp_path: Path, kind: str
) -> None:
    film = begin(client, kind)
    for number in reversed(range(COUNT)):  # in whichever order they come
        assert send(client, film, number).status_code == 204
    job = finished(client.post(f"{FILM}/{film}/finish").json()["id"])
    assert (job["state"], job["done"], job["total"]) == ("done", COUNT, COUNT)
    saved = client.get(job["download"])
    assert saved.headers["content-disposition"].count("my") == 1
    file = tmp_path / f"film.{kind if kind != 'png' else 'zip'}"
    file.write_bytes(saved.content)
    assert READERS[kind](file) == list(range(COUNT))


def test_a_frame_that_is_missing_or_wrong_is_said(client: TestClient) -> None:
    film = begin(client, "mp4")
    for number in range(COUNT - 1):
        send(client, film, number)
    refused = client.post(f"{FILM}/{film}/finish")
    assert refused.status_code == 400
    assert refused.json()["error"] == f"1 of {COUNT} frames have not come yet, the first is {COUNT - 1}; send them again"
    assert "is no PNG of 64 x 48 pixels" in send(client, film, 3, b"not a picture at all, but long enough").json()["error"]
    assert "is no PNG of 64 x 48 pixels" in send(client, film, 3, picture(3, (32, 32))).json()["error"]
    assert "is none of them" in send(client, film, COUNT).json()["error"]
    assert client.post(f"{FILM}/{film}/cancel").status_code == 204
    assert send(client, film, 0).status_code == 404


def test_what_no_film_can_be_is_refused_before_it_is_drawn(client: TestClient) -> None:
    asked = {"name": "a", "kind": "mp4", "width": 65, "height": 48, "fps": 25, "frames": 3}
    assert "an even number of pixels" in client.post(f"{FILM}/begin", json=asked).json()["error"]
    assert "at most 50 frames" in client.post(f"{FILM}/begin", json={**asked, "kind": "gif", "fps": 60}).json()["error"]
