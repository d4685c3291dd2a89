"""A panel is one file and one registration: its routes, messages, jobs and news all work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient

from motionloom.making.work import KINDS, JobKind, Work, register
from motionloom.studio import protocol
from motionloom.studio.app import create_app
from motionloom.studio.panel import Panel
from motionloom.studio.panels import PANELS
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

router = APIRouter()


class Guess(protocol.Answer):
    """What the machine thinks of a clip."""

    clip: str
    frames: int


@router.get("/clips/{clip}")
def get_guess(clip: ClipId, current: Current) -> Guess:
    return Guess(clip=clip, frames=len(current.motion(clip)))


@router.post("/train", status_code=202)
def train(current: Current) -> protocol.Job:
    return current.runner.start("guess-train", {"rounds": 3})


@router.post("/news")
def news(studio: TheStudio) -> None:
    studio.hub.publish(protocol.PanelMessage(type="panel", panel="guess", data={"accuracy": 0.5}))


def work(job: Work) -> str:
    job.progress.begin("Training", job.arguments["rounds"])
    for _ in range(job.arguments["rounds"]):
        job.progress.advance()
    return "trained"


PANEL = Panel("guess", "Guess", router, (Guess,))


@pytest.fixture(autouse=True)
def train_kind() -> Iterator[None]:
    register(JobKind("guess-train", lambda told: f"Train {told['rounds']} rounds", work))
    yield
    del KINDS._members["guess-train"]


def test_a_panel_of_ones_own(folder: Path, wait: Callable[..., Any]) -> None:
    with TestClient(create_app(folder, panels=(PANEL,)), base_url="http://127.0.0.1") as client:
        clip = client.get("/api/clips").json()["clips"][0]
        assert client.get(f"/api/panels/guess/clips/{clip['id']}").json() == {"clip": clip["id"], "frames": clip["frames"]}
        job = client.post("/api/panels/guess/train").json()["id"]
        wait(lambda: client.get(f"/api/jobs/{job}").json()["state"] == "done")
        done = client.get(f"/api/jobs/{job}").json()
        assert (done["title"], done["message"], done["done"]) == ("Train 3 rounds", "trained", 3)
        with client.websocket_connect("/api/live", headers={"host": "127.0.0.1"}) as socket:
            socket.send_json({"type": "hello", "window": "w1"})
            socket.receive_json()
            client.post("/api/panels/guess/news")
            while (message := socket.receive_json())["type"] != "panel":
                pass
        assert message == {"type": "panel", "panel": "guess", "data": {"accuracy": 0.5}}


def test_panel_names_do_not_collide() -> None:
    names = [panel.name for panel in PANELS]
    assert len(set(names)) == len(names)
