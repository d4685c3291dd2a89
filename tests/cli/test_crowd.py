"""`motionloom steer`, `crowd` and `steering`: files, reports and errors; steering itself is tested in tests/navigation."""

import json

import pytest
from typer.testing import CliRunner

from motionloom.behaviours.machine_file import write_machine
from motionloom.bench.steer import make_sample_machine
from motionloom.cli.app import make_app

pytestmark = pytest.mark.timeout(1500)  # the first to run compiles the kernels
GOERS = [{"name": name, "start": [x, 0], "goals": [{"at": [x, 5], "within": 0.5}]} for name, x in (("ada", 0), ("bo", 3))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("crowd")
    write_machine(make_sample_machine(), place / "machine.npz")
    (place / "scene.json").write_text(json.dumps({"name": "two", "agents": GOERS}))
    return place


def run(folder, *words):
    app = make_app(("steer", "crowd", "steering"))
    return CliRunner().invoke(app, [str(folder / word) if "." in word else word for word in words])


def test_a_crowd_writes_a_report_and_a_picture(folder):
    done = run(folder, "crowd", "machine.npz", "scene.json", "--seconds", "20", "--picture", "c.png", "--report", "c.json", "--json")
    assert done.exit_code == 0, done.output
    report = json.loads((folder / "c.json").read_text())
    assert json.loads(done.stdout) == report
    assert (report["agents_done"], report["collisions"]) == (2, 0)
    assert (folder / "c.png").stat().st_size > 5000


def test_whoever_is_not_there_cannot_be_steered(folder):
    done = run(folder, "steer", "machine.npz", "scene.json", "--agent", "cy")
    assert done.exit_code != 0
    assert "there is ada, bo" in str(done.exception)


def test_an_unknown_avoidance_is_refused(folder):
    done = run(folder, "crowd", "machine.npz", "scene.json", "--avoidance", "luck")
    assert "orca" in str(done.exception)


def test_the_table_takes_a_folder_and_says_how_feet_slide(folder):
    (folder / "scenes").mkdir()
    (folder / "scenes" / "two.json").write_text((folder / "scene.json").read_text())
    done = run(
        folder,
        "steering",
        "table",
        "machine.npz",
        str(folder / "scenes"),
        "--no-peers",
        "--seconds",
        "20",
        "--feet",
        "1",
        "--out",
        "t.json",
    )
    assert done.exit_code == 0, done.output
    (row,) = json.loads((folder / "t.json").read_text())
    assert (row["file"], row["goals_reached"], row["collisions"]) == ("two", 2, 0)
    assert row["slide"] < 1.0
    assert "1 scenes, 2 of 2 goals; 0 collisions" in done.stdout


def test_who_wanders_is_counted(folder):
    done = run(folder, "steering", "wander", "machine.npz", "--people", "3", "--minutes", "1", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["finite"]
