"""A library with a machine on its shelf, and a window that works with it."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motionloom.studio.app import create_app

ADDRESS = "http://127.0.0.1:8321"


class MachineWindow:
    """A window that works with the first machine of a library."""

    panel = "/api/panels/machine"

    def __init__(self, client: TestClient, folder: Path) -> None:
        self.client, self.folder = client, folder
        self.id: str = client.get(f"{self.panel}/machines").json()["machines"][0]["id"]

    def detail(self) -> dict[str, Any]:
        """The machine as it is now."""
        return self.get("").json()  # type: ignore[no-any-return]

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"{self.panel}/machines/{self.id}{path}", params=query)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"{self.panel}/machines/{self.id}{path}", json={"window": "w1", **body})

    def undo(self) -> str:
        """Take the last edit back; its title comes out."""
        answer = self.client.post("/api/undo", json={"id": uuid.uuid4().hex, "window": "w1"})
        return str(answer.json()["history"]["redo"])

    def edge(self, source: str, target: str) -> dict[str, Any] | None:
        return next((each for each in self.detail()["edges"] if (each["source"], each["target"]) == (source, target)), None)


@pytest.fixture
def machine(machine_library: Path, tmp_path: Path) -> Iterator[MachineWindow]:
    """A window on a copy of that library."""
    shutil.copytree(machine_library, tmp_path / "machine library")
    with TestClient(create_app(tmp_path / "machine library"), base_url=ADDRESS) as client:
        yield MachineWindow(client, tmp_path / "machine library")
