"""`motionloom judge` as a person meets it."""

import json

import pytest
from typer.testing import CliRunner

from motionloom import sample
from motionloom.cli.app import make_app
from motionloom.core.errors import MotionloomError
from motionloom.library import Library
from tests.judge.damage import pop_knee


@pytest.fixture
def run():
    def call(*arguments):
        return CliRunner().invoke(make_app(["judge"]), ["judge", *map(str, arguments)])

    return call


@pytest.fixture(scope="module")
def walk():
    return sample.make("boris", "walk").motion


@pytest.fixture(scope="module")
def library(tmp_path_factory, walk):
    folder = tmp_path_factory.mktemp("cli") / "library"
    with Library.create(folder) as made:
        made.add(walk, "taken", subject="boris", labels=("walk",), height=1.8, made=False)
        made.add(pop_knee(walk, 3.0, degrees=25.0), "broken", labels=("walk",), height=1.8, made=True)
    return folder


def test_what_was_made_is_held_against_its_library_s_captures_and_drawn(run, library, tmp_path):
    said = run(library, "--workers", 1, "--worst", 2, "--pictures", tmp_path / "worst", "--save-reference", tmp_path / "captures.json")
    assert said.exit_code == 0, said.output
    assert "broken" in said.output
    assert "left knee" in said.output
    assert len(list((tmp_path / "worst").glob("*.png"))) == 2
    again = run(f"{library}:broken", "--against", tmp_path / "captures.json", "--json")
    (verdict,) = json.loads(again.output)
    (row,) = [row for row in verdict["rows"] if (row["measure"], row["statistic"]) == ("pop", "max")]
    assert row["ratio"] > 2
    assert verdict["worst"][0]["times"] > 1


def test_captures_of_a_library_are_judged_where_they_are_asked_for(run, library):
    (verdict,) = json.loads(run(library, "--origin", "performed", "--workers", 1, "--json").output)
    assert [clip["motion"] for clip in verdict["clips"]] == ["taken"]


def test_a_file_alone_and_against_another(run, walk, tmp_path):
    walk.save(tmp_path / "before.bvh")
    pop_knee(walk, 3.0, degrees=25.0).save(tmp_path / "after.bvh")
    alone = run(tmp_path / "before.bvh", "--does", "walk")
    assert alone.exit_code == 0, alone.output
    assert "activity share" in alone.output
    beside = run(tmp_path / "after.bvh", "--against", tmp_path / "before.bvh")
    assert any("times the captures" in line and "at 3.0" in line and "left " in line for line in beside.output.splitlines())


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--develop", "--report"), "two groups of performers"),
        (("--save-reference", "no-such-folder/x.json"), "does not exist"),
        (("--performer", "nobody"), "no captures of performer 'nobody'"),
    ],
)
def test_what_makes_no_sense_is_one_line(run, library, options, reason):
    refused = run(library, *options, "--workers", 1)
    assert isinstance(refused.exception, MotionloomError)
    assert reason in str(refused.exception)


def test_a_folder_beside_motions_is_refused(run, library, tmp_path):
    refused = run(library, tmp_path / "walk.bvh")
    assert "is judged alone; name its clips as LIBRARY:CLIP" in str(refused.exception)


def test_a_reference_needs_captures(run, walk, tmp_path):
    walk.save(tmp_path / "walk.bvh")
    refused = run(tmp_path / "walk.bvh", "--save-reference", tmp_path / "x.json")
    assert "--save-reference needs captures" in str(refused.exception)
