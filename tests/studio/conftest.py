"""A small library and a studio on it, in this process."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom import sample
from motionloom.core import Motion
from motionloom.library import Library
from motionloom.studio.app import create_app
from tests.conftest import PATIENCE
from tests.studio.nursery import Fork, nursery

ADDRESS = "http://127.0.0.1:8321"
START = "import sys; from motionloom.studio import serve; serve(sys.argv[1], port=int(sys.argv[2]), open_browser=False)"


class Server:
    """A studio in a process of its own, on a library; `kill` is SIGKILL.

    Usually it is a fork of a process that has imported everything (`nursery.py`): a start takes a tenth of a second instead of two.
    With fresh it is started from nothing, as a person starts it.
    """

    def __init__(self, library: Path, port: int, fresh: bool = False) -> None:
        self.library, self.port, self.fresh = library, port, fresh
        self.address = f"http://127.0.0.1:{port}"
        self.live = f"ws://127.0.0.1:{port}/api/live"
        self.process: subprocess.Popen[bytes] | Fork | None = None
        self.start_seconds = 0.0

    def start(self) -> None:
        """Start and wait until it answers."""
        begun = time.monotonic()
        self.process = self._start_fresh() if self.fresh or not hasattr(os, "fork") else nursery().start(self.library, self.port)
        while time.monotonic() - begun < PATIENCE:
            try:
                httpx.get(f"{self.address}/api/library", timeout=PATIENCE)
            except httpx.TransportError:
                assert self.process.poll() is None, "the server ended at its start"
                time.sleep(0.02)
            else:
                self.start_seconds = time.monotonic() - begun
                return
        raise AssertionError(f"the server did not answer within {PATIENCE} s")

    def _start_fresh(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        return subprocess.Popen([sys.executable, "-c", START, str(self.library), str(self.port)], env=environment)

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End it as ctrl-C would."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)
            self.process = None


@pytest.fixture
def folder(tmp_path: Path, motion: Motion) -> Path:
    """A library of four clips: two walks, a jump with plants, a made one."""
    folder = tmp_path / "library"
    with Library.create(folder) as library:
        library.add(motion, "walk 1", labels=["walk"], source="tests", annotations=[("step", 5, 20)])
        library.add(motion[10:50], "walk 2", labels=["walk", "slow"], source="tests")
        library.add(motion[5:45], "jump", labels=["jump"], source="other", plants=np.tile([True, False, True, False], (40, 1)))
        made = motion.with_arrays(motion.rotations[:20], motion.root_positions[:20], recipe={"kind": "trim", "of": "walk 1"})
        library.add(made, "made walk", source="tests")
    return folder


@pytest.fixture(scope="session")
def machine_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight labelled clips of one performer and a small machine of them, one lap a gait; march is not in it."""
    from motionloom.behaviours.building import build
    from motionloom.behaviours.jobs import mine_library
    from motionloom.behaviours.open_machine import KIND, to_entry
    from motionloom.behaviours.state_recipes import MachinePlan, StateRecipe
    from motionloom.making import shelf
    from motionloom.making.choice import Choice

    folder = tmp_path_factory.mktemp("machine") / "library"
    with Library.create(folder) as library:
        for name in ("stand", "walk", "turn_left_90", "turn_right_90", "start", "stop", "jump", "march"):
            made = sample.make("ada", name)
            library.add(made.motion, name, labels=[made.label], subject="ada", made=False)
        cycles = {"stand": ["stand"], "march": ["march"], "walk": ["walk", "turn_right_90", "turn_left_90"]}
        states = [StateRecipe(name, tuple(map(library.find, clips)), cyclic=True) for name, clips in cycles.items()]
        ends = {"jump": "stand", "start": "walk", "stop": "stand"}
        states += [StateRecipe(name, (library.find(name),), default=default) for name, default in ends.items()]
        mined = mine_library(library, Choice(subjects=("ada",)))
        built = build(library, MachinePlan(tuple(states)), mined.graph)
        shelf.put(library, KIND, "ada", to_entry(built, "ada", mined.missing), window="w1")
    return folder


@pytest.fixture(scope="session")
def pressed_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six clips of one performer and the machine that one press builds of them: laps in any order, segments on the timeline."""
    folder = tmp_path_factory.mktemp("pressed") / "library"
    with Library.create(folder) as library:
        for name in ("stand", "walk", "turn_left_90", "start", "stop", "jump"):
            made = sample.make("ada", name)
            library.add(made.motion, name, labels=[made.label], subject="ada", made=False)
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        job = client.post("/api/panels/machine/build", json={"window": "w1"}).json()
        end = time.monotonic() + PATIENCE
        while job["state"] in ("waiting", "running") and time.monotonic() < end:
            time.sleep(0.05)
            job = client.get(f"/api/jobs/{job['id']}").json()
        assert job["state"] == "done", job
    return folder


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(folder), base_url=ADDRESS) as client:
        yield client


@pytest.fixture
def ids(client: TestClient) -> dict[str, str]:
    """Clip ids by name."""
    return {row["name"]: row["id"] for row in client.get("/api/clips").json()["clips"]}


@pytest.fixture
def send(client: TestClient) -> Callable[..., Any]:
    """Sends a command as a window would: send("rename_clip", clip=..., name=...)."""

    def send(kind: str, window: str = "w1", id: str | None = None, **fields: Any) -> Any:
        body = {"id": id or uuid.uuid4().hex, "window": window, "command": {"kind": kind, **fields}}
        return client.post("/api/commands", json=body)

    return send


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """The condition's first true value; fails the test when it takes too long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"nothing happened within {seconds} s")


@pytest.fixture
def wait() -> Callable[..., Any]:
    """`wait_for`, for tests in other files."""
    return wait_for


@pytest.fixture
def finished(client: TestClient) -> Callable[[str], dict[str, Any]]:
    """Waits for a job to end and gives it."""

    def finished(job: str) -> dict[str, Any]:
        ended = ("done", "failed", "cancelled", "interrupted")
        return wait_for(lambda: (found := client.get(f"/api/jobs/{job}").json())["state"] in ended and found)  # type: ignore[no-any-return]

    return finished


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    """A studio in a process of its own, not started."""
    server = Server(folder, free_port())
    yield server
    server.kill()


@pytest.fixture(scope="module")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a real server on an empty library, for what no test client can do."""
    folder = tmp_path_factory.mktemp("real") / "library"
    Library.create(folder).close()
    server = Server(folder, free_port())
    server.start()
    yield server.port
    server.kill()
