"""Scenes on the library's shelf, as the JSON that people write: the studio draws them, `motionloom plan` takes them by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motionloom.core.files import read_json
from motionloom.library import Document, Library
from motionloom.making.shelf import NewEntry, ShelfKind, register
from motionloom.navigation.scene import Scene
from motionloom.navigation.scene_doors import read_scene
from motionloom.navigation.scene_file import scene_from_json, scene_to_json

KIND = "scene"


def to_entry(data: Mapping[str, Any]) -> NewEntry:
    """A scene's plain data as it goes on the shelf, as it was written: a circle stays a circle. It rests on no clips."""
    scene = scene_from_json(data)
    return NewEntry(json.dumps(data).encode(), {"agents": len(scene.agents), "obstacles": len(scene.obstacles)})


def _read_file(library: Library, path: Path) -> NewEntry:
    if path.suffix.lower() == ".json":
        return to_entry(read_json(path, "a scene as JSON"))
    return to_entry(scene_to_json(read_scene(path)))


def data_of(library: Library, document: Document) -> dict[str, Any]:
    """The plain data of a scene on the shelf."""
    return dict(json.loads(library.document_bytes(document.id)))


def _open(library: Library, document: Document, content: bytes) -> Scene:
    return scene_from_json(json.loads(content), f"scene {document.name!r}", document.name)


SCENES = register(ShelfKind(KIND, "Scene", ".json", _open, _read_file))
