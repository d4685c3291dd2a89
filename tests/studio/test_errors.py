"""Errors in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from pydantic import TypeAdapter, ValidationError

from motionloom.core.errors import FileError, LibraryError
from motionloom.studio import protocol
from motionloom.studio.app import create_app
from motionloom.studio.errors import StudioError, explain, parse_json
from motionloom.studio.panel import Panel

router = APIRouter()


@router.get("/file")
def file_error() -> None:
    raise FileError("walk.bvh line 3:\n expected a joint")


@router.get("/library")
def library_error() -> None:
    raise LibraryError("no clip x")


@router.get("/defect")
def defect() -> None:
    raise ZeroDivisionError("a secret of ours")


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("file", 400, "walk.bvh line 3: expected a joint"),
        ("library", 400, "no clip x"),
        ("defect", 500, "internal error: ZeroDivisionError; the server's log has more"),
    ],
)
def test_whatever_goes_wrong_is_one_line(folder: Path, path: str, status: int, error: str) -> None:
    with TestClient(create_app(folder, panels=(Panel("faulty", "Faulty", router),)), base_url="http://127.0.0.1") as client:
        answer = client.get(f"/api/panels/faulty/{path}")
        assert (answer.status_code, answer.json()) == (status, {"error": error})
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert client.get("/api/library").status_code == 200


def test_the_place_of_what_is_wrong_is_named() -> None:
    adapter: TypeAdapter[protocol.Command] = TypeAdapter(protocol.Command)
    with pytest.raises(ValidationError) as caught:
        adapter.validate_python({"kind": "set_plants", "clip": "a", "foot": "tail", "start": 0, "stop": 1, "planted": True})
    assert explain(caught.value).startswith("set_plants.foot: ")


def test_text_that_is_no_json() -> None:
    with pytest.raises(StudioError, match="not JSON"):
        parse_json("{")
