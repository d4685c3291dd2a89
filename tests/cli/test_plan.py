"""`motionloom plan`: files, clips and errors; the planner itself is tested in tests/navigation."""

import json

import pytest
from typer.testing import CliRunner

from motionloom import load
from motionloom.behaviours.machine_file import write_machine
from motionloom.cli.app import make_app
from motionloom.library import Library
from tests.behaviours.conftest import sample_machine

__all__ = ["sample_machine"]
GOERS = [{"name": name, "start": [x, 0], "goals": [{"at": [x, 6]}]} for name, x in (("ada", 0), ("bo", 3))]


@pytest.fixture
def folder(sample_machine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_machine(sample_machine, tmp_path / "machine.npz")
    (tmp_path / "scene.json").write_text(json.dumps({"agents": GOERS}))
    return tmp_path


def plan(*words):
    return CliRunner().invoke(make_app(("plan",)), ["plan", *words, "--samples", "3", "--budget", "120"])


def test_every_agent_gets_a_file_and_a_clip_and_undo_takes_the_clips_back_at_once(folder):
    with Library.create(folder / "library"):
        pass
    done = plan("machine.npz", "scene.json", "way.bvh", "--into", "library", "--json")
    assert done.exit_code == 0, done.output
    reports = json.loads(done.stdout)
    assert [report["reached"] for report in reports] == [1, 1]
    for report in reports:
        motion = load(folder / f"way_{report['agent']}.bvh")
        assert motion.duration == pytest.approx(report["seconds"], abs=0.02)
    with Library.open(folder / "library") as library:
        assert {clip.name for clip in library.clips()} == {"ada plan", "bo plan"}
        from motionloom.cli.long_work import WINDOW

        library.undo(WINDOW)
        assert not library.clips()


def test_no_way_is_said_and_ends_with_1(folder):
    closed = {"agents": GOERS[:1], "obstacles": [{"circle": [0, 6], "radius": 1}]}
    (folder / "scene.json").write_text(json.dumps(closed))
    done = plan("machine.npz", "scene.json")
    assert done.exit_code == 1
    assert "comes to 0 of 1 goals" in done.output
    assert "in an obstacle" in done.output


def test_a_scene_without_goals_is_one_line(folder):
    (folder / "scene.json").write_text(json.dumps({"agents": [{"start": [0, 0]}]}))
    assert "nobody there has a goal" in str(plan("machine.npz", "scene.json").exception)
