"""A panel is one file and one registration: its routes, messages, jobs and news all work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.testclient import TestClient

from motionloom.studio import protocol
from motionloom.studio.app import create_app
from motionloom.studio.jobs import JobContext
from motionloom.studio.panel import Panel
from motionloom.studio.panels import PANELS
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio
from motionloom.studio.session import Studio

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
    return current.runner.add("guess-train", "Train", {"rounds": 3})


@router.post("/news")
def news(studio: TheStudio) -> None:
    studio.hub.publish(protocol.PanelMessage(type="panel", panel="guess", data={"accuracy": 0.5}))


def work(studio: Studio, context: JobContext) -> None:
    for done in range(context.arguments["rounds"] + 1):
        context.progress(done, context.arguments["rounds"])


PANEL = Panel("guess", "Guess", router, (Guess,), {"guess-train": work})


def test_a_panel_of_ones_own(folder: Path, wait: Callable[..., Any]) -> None:
    with TestClient(create_app(folder, panels=(PANEL,)), base_url="http://127.0.0.1") as client:
        clip = client.get("/api/clips").json()["clips"][0]
        assert client.get(f"/api/panels/guess/clips/{clip['id']}").json() == {"clip": clip["id"], "frames": clip["frames"]}
        job = client.post("/api/panels/guess/train").json()["id"]
        wait(lambda: client.get(f"/api/jobs/{job}").json()["state"] == "done")
        with client.websocket_connect("/api/live", headers={"host": "127.0.0.1"}) as socket:
            socket.send_json({"type": "hello", "window": "w1"})
            socket.receive_json()
            client.post("/api/panels/guess/news")
            while (message := socket.receive_json())["type"] != "panel":
                pass
        assert message == {"type": "panel", "panel": "guess", "data": {"accuracy": 0.5}}


def test_panel_names_and_jobs_do_not_collide() -> None:
    names = [panel.name for panel in PANELS]
    assert len(set(names)) == len(names)
    kinds = [kind for panel in PANELS for kind in panel.jobs]
    assert len(set(kinds)) == len(kinds)
    assert all(kind.startswith(panel.name) for panel in PANELS for kind in panel.jobs)
