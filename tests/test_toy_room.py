"""A room of somebody else's in a package beside ours: a maker, a job, a question, a scorer, a command, a panel; no file of ours touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motionloom.core import Motion
from motionloom.library import Library
from tests.conftest import PATIENCE

TOY = Path(__file__).parent / "toy_room"


@pytest.fixture
def library(tmp_path: Path, motion: Motion) -> Path:
    with Library.create(tmp_path / "library") as library:
        library.add(motion, "walk", labels=["walk"], subject="Ada", annotations=[("step", 5, 20)])
    return tmp_path / "library"


def run(*command: str) -> str:
    """What a fresh process with the toy room installed prints."""
    path = os.pathsep.join([str(TOY), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, *command], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(script: str, *arguments: str) -> object:
    """The JSON that a script prints."""
    return json.loads(run("-c", script, *arguments))


def test_its_command_is_on_the_command_line_and_makes_a_clip(library: Path) -> None:
    assert "slow" in run("-m", "motionloom", "--help")
    assert run("-m", "motionloom", "slow", str(library), "walk", "--times", "3").strip() == "walk slow"
    with Library.open(library) as opened:
        source, made = opened.clip(opened.find("walk")), opened.clip(opened.find("walk slow"))
        assert (made.made, made.frames, made.labels, made.subject) == (True, 3 * source.frames, ("walk",), "Ada")
        assert opened.recipe(made.id)["sources"][0]["clip"] == source.id
        (span,) = opened.annotations(made.id)
        assert span.stop - span.start == pytest.approx(3 * 15, abs=3)


def test_its_recipe_is_made_again_with_the_same_bytes(library: Path) -> None:
    run("-m", "motionloom", "slow", str(library), "walk")
    script = """
import sys, json
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources
with Library.open(sys.argv[1]) as library:
    clip = library.find("walk slow")
    kept, again = library.motion(clip), make(Sources(library), from_json(library.recipe(clip))).motion
    print(json.dumps([getattr(kept, name).tobytes() == getattr(again, name).tobytes() for name in ("rotations", "root_positions")]))
"""
    assert ask(script, str(library)) == [True, True]


def test_its_job_raises_proposals_that_are_reviewed_under_its_question(library: Path) -> None:
    script = """
import sys, json
from motionloom.compute import Progress
from motionloom.library import Library
from motionloom.making.work import run_here
with Library.open(sys.argv[1]) as library:
    print(json.dumps(run_here(library, "propose_slow", {"times": 3}, progress=Progress()).message))
"""
    assert ask(script, str(library)) == "1 proposed"
    assert "walk slow" in run("-m", "motionloom", "review", "list", str(library), "--question", "too_slow")


def test_its_scorer_scores(library: Path) -> None:
    assert "slowness" in run("-m", "motionloom", "score", "motion", f"{library}:walk", "--scorer", "slowness")


def test_its_format_is_one_of_ours(library: Path, tmp_path: Path) -> None:
    """A file is written in it by our own command, and who asks for a suffix that nobody has is told of it."""
    with Library.open(library) as opened:
        opened.motion(opened.find("walk")).save(tmp_path / "walk.bvh")
    run("-m", "motionloom", "convert", str(tmp_path / "walk.bvh"), str(tmp_path / "walk.turns"))
    assert (tmp_path / "walk.turns").read_text().startswith("# seconds ")
    assert ".turns" in ask("import json; from motionloom.formats import suffixes; print(json.dumps(suffixes('write')))")


def test_help_and_studio_know_its_format_and_its_scorer(library: Path) -> None:
    for command in ("convert", "export"):
        assert ".turns" in run("-m", "motionloom", command, "--help")
    assert "slowness" in run("-m", "motionloom", "score", "--help")
    script = """
import sys, json
from fastapi.testclient import TestClient
from pathlib import Path
from motionloom.studio.app import create_app
with TestClient(create_app(Path(sys.argv[1])), base_url="http://127.0.0.1:8321") as client:
    formats = [each["suffix"] for each in client.get("/api/library").json()["formats"] if each["writes"]]
    scorers = client.get("/api/panels/review/scorers").json()
    print(json.dumps([formats, scorers]))
"""
    formats, scorers = ask(script, str(library))  # type: ignore[misc]
    assert ".turns" in formats
    assert "slowness" in json.dumps(scorers)


def test_its_panel_is_served(library: Path) -> None:
    script = """
import sys, json
from fastapi.testclient import TestClient
from pathlib import Path
from motionloom.studio.app import create_app
with TestClient(create_app(Path(sys.argv[1])), base_url="http://127.0.0.1:8321") as client:
    clip = client.get("/api/clips").json()["clips"][0]["id"]
    (module,) = client.get("/api/panels/").json()["modules"]
    print(json.dumps([client.get(f"/api/panels/slow/clips/{clip}").json(), "slowPanel" in client.get(module).text]))
"""
    length, served = ask(script, str(library))  # type: ignore[misc]
    assert length["seconds"] > 0
    assert served
