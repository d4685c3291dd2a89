"""What of the Blender extension needs no Blender: its manifest, and how it speaks with the command."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import motionloom

EXTENSION = Path(__file__).parents[2] / "blender"


@pytest.fixture(scope="module")
def command() -> ModuleType:
    spec = importlib.util.spec_from_file_location("extension_command", EXTENSION / "command.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_manifest_is_what_blender_wants() -> None:
    manifest = tomllib.loads((EXTENSION / "blender_manifest.toml").read_text())
    assert manifest["version"] == motionloom.__version__
    assert {"schema_version", "id", "name", "tagline", "maintainer", "type", "blender_version_min", "license"} <= manifest.keys()
    assert all(len(text) <= 64 and text[-1].isalnum() for text in (manifest["tagline"], *manifest["permissions"].values()))


def test_it_speaks_with_the_command(command: ModuleType) -> None:
    assert "motionloom" in command.run(["--version"], f"{sys.executable} -m motionloom")
    with pytest.raises(command.CommandFailed, match=r"nothing\.bvh"):
        command.run(["info", "nothing.bvh"], f"{sys.executable} -m motionloom")


def test_other_versions_are_refused_in_one_line(command: ModuleType) -> None:
    command.check_version(f"motionloom {motionloom.__version__}")
    for said in ("motionloom 0.0.9", "motionloom 7.1.0", "", "bash: no such thing"):
        with pytest.raises(command.CommandFailed, match=r"needs Motionloom 0\.1"):
            command.check_version(said)
    with pytest.raises(command.CommandFailed, match="install Motionloom"):
        command.run(["info"], "no-such-program-here")
