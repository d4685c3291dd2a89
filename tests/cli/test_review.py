"""`motionloom review` and `motionloom propose` as a person meets them."""

import json

import pytest
from typer.testing import CliRunner

from motionloom import sample
from motionloom.cli.app import make_app
from motionloom.library import Library


@pytest.fixture
def run():
    def call(*arguments):
        said = CliRunner().invoke(make_app(), list(map(str, arguments)))
        if said.exception is not None and not isinstance(said.exception, SystemExit):
            raise said.exception
        return said.output

    return call


@pytest.fixture
def folder(tmp_path):
    with Library.create(tmp_path / "library") as library:
        for behaviour in ("walk", "walk_fast"):
            clip = sample.make("ada", behaviour)
            library.add(clip.motion, behaviour, subject="ada", source="sample", plants=clip.plants, height=1.7, made=False)
    return tmp_path / "library"


def test_loops_are_proposed_listed_answered_and_undone(run, folder):
    assert "2 loops proposed, of 2 clips" in run("propose", "loops", folder, "--workers", "1")
    listed = json.loads(run("review", "list", folder, "--order", "best", "--json"))
    assert sorted(item["name"] for item in listed) == ["walk loop", "walk_fast loop"]
    assert "Is this worth keeping? (keep): 2 wait, 0 yes, 0 no" in run("review", "counts", folder)
    assert "1 item accepted" in run("review", "accept", folder, "--question", "keep", "--best", "1")
    assert "1 item rejected" in run("review", "reject", folder, listed[1]["key"], "--why", "too fast")
    assert "too fast" in run("review", "list", folder, "--state", "rejected")
    with Library.open(folder) as library:
        assert [clip.name for clip in library.clips(made=True)] == [listed[0]["name"]]
    assert f"undone: Reject {listed[1]['name']}" in run("review", "undo", folder)
    assert f"undone: Accept {listed[0]['name']}" in run("review", "undo", folder)
    assert json.loads(run("review", "counts", folder, "--json"))[0]["pending"] == 2


def test_what_is_missing_is_said(run, folder):
    with pytest.raises(Exception, match=r"name items, or say --best N; `motionloom review list .*library` shows what waits"):
        run("review", "accept", folder)
    assert run("review", "list", folder) == "nothing\n"
    assert "nothing was proposed or made" in run("review", "counts", folder)
    assert "nothing waits" in run("review", "accept", folder, "--best", "3")
    with pytest.raises(Exception, match="no question 'taste' is known here"):
        run("propose", "loops", folder, "--question", "taste", "--workers", "1")


def test_the_synthetic_judge_is_called_that(run):
    asked = ("review", "simulate", "--scorer", "physics", "--damage", "lean", "--verdicts", "8", "--unseen", "6", "--stretches", "6")
    said = run(*asked)
    assert "physics taught by a synthetic judge, which is no person" in said
    assert "   8 verdicts: agrees on" in said
    told = json.loads(run(*asked, "--contrary", "--json"))
    assert (told["judge"], told["contrary"]) == ("synthetic judge", True)
