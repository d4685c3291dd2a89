"""A character's own meshes stay in its file when a motion goes through `convert`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from motionloom import formats
from motionloom.cli.app import make_app
from motionloom.formats._gltf_buffers import read_document

pytestmark = pytest.mark.data


def convert(source: Path, target: Path) -> str:
    done = CliRunner().invoke(make_app(), ["convert", str(source), str(target)])
    assert done.exit_code == 0, done.output
    return done.output


def test_glb_to_glb_keeps_them(shared_more: Path, tmp_path: Path) -> None:
    source, target = shared_more / "characters" / "CesiumMan.glb", tmp_path / "out.glb"
    assert "mannequin" not in convert(source, target)
    before, after = read_document(source).json, read_document(target).json
    assert {key: after[key] for key in ("meshes", "materials", "skins", "images")} == {
        key: before[key] for key in ("meshes", "materials", "skins", "images")
    }
    np.testing.assert_allclose(formats.load(target).positions(), formats.load(source).positions(), atol=1e-4)
    assert len(after["animations"]) == 1


def test_other_formats_say_that_they_are_lost(shared_more: Path, tmp_path: Path) -> None:
    said = convert(shared_more / "characters" / "CesiumMan.glb", tmp_path / "out.bvh")
    assert "mannequin in place of the file's own mesh" in said


def test_joints_beyond_the_skin_go_along(shared_more: Path, tmp_path: Path) -> None:
    source, target = shared_more / "files" / "engine_walk.glb", tmp_path / "out.glb"
    convert(source, target)
    ours, back = formats.load(source), formats.load(target)
    assert back.skeleton.names == ours.skeleton.names
    np.testing.assert_allclose(back.positions(), ours.positions(), atol=1e-4)
