"""`motionloom score calibrate` and `evaluate` on a folder of files."""

import json

import pytest
from typer.testing import CliRunner

from motionloom import sample
from motionloom.cli.app import make_app
from motionloom.score.reference import Reference


@pytest.fixture
def run():
    def call(*arguments):
        return CliRunner().invoke(make_app(), ["score", *map(str, arguments)])

    return call


@pytest.fixture
def folder(tmp_path):
    for who in ("ada", "boris"):
        (tmp_path / "data" / who).mkdir(parents=True)
        sample.make(who, "walk").motion.save(tmp_path / "data" / who / "walk.bvh")
    return tmp_path / "data"


def test_what_captures_show_is_learned_into_a_file(run, folder, tmp_path):
    said = run("calibrate", folder, "--out", tmp_path / "captured.json")
    assert said.exit_code == 0, said.output
    learned = Reference.from_json(json.loads((tmp_path / "captured.json").read_text()))
    assert learned.performers == ("ada", "boris")
    assert f"{learned.windows} windows of 2 performers" in said.output
    assert "each performer by what others show" in said.output


def test_every_kind_and_performer_is_told(run, folder):
    said = run("evaluate", folder, "--examples", "3")
    assert said.exit_code == 0, said.output
    assert "knee pop" in said.output
    assert "windows under the line, mean of 2 performers" in said.output
    report = json.loads(run("evaluate", folder, "--examples", "0", "--json").output)
    assert report["damage"] == []
    assert report["under_the_line"]["windows"]["low"] <= report["under_the_line"]["windows"]["mean"]
    assert [row["performer"] for row in report["performers"]] == ["ada", "boris"]


def test_both_groups_at_once_are_refused(run, folder, tmp_path):
    refused = run("evaluate", folder, "--develop", "--report")
    assert "--develop and --report exclude each other" in str(refused.exception)
    (tmp_path / "empty").mkdir()
    assert "neither a catalogue.csv nor BVH files here" in str(run("evaluate", tmp_path / "empty").exception)
