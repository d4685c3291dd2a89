"""`motionloom score` as a person meets it."""

import json

import pytest
from typer.testing import CliRunner

from motionloom import sample
from motionloom.cli.app import make_app
from motionloom.core.errors import FileError
from motionloom.library import Library


@pytest.fixture
def run():
    def call(*arguments):
        return CliRunner().invoke(make_app(), ["score", *map(str, arguments)])

    return call


@pytest.fixture(scope="module")
def walk():
    return sample.make("ada", "walk").motion


def test_motions_are_scored(run, walk, tmp_path):
    walk.save(tmp_path / "walk.bvh")
    said = run("motion", tmp_path / "walk.bvh")
    assert said.exit_code == 0, said.output
    assert "walk.bvh: natural: " in said.output
    assert "by rarity (slide " in said.output
    (report,) = json.loads(run("motion", tmp_path / "walk.bvh", "--scorer", "sum", "--json").output)
    assert report["scorer"] == "sum"
    assert report["total"] == pytest.approx(sum(report["terms"].values()))


@pytest.mark.parametrize("frames", [3, 15])
def test_what_is_too_short_to_score_is_refused(run, walk, tmp_path, frames):
    walk[100 : 100 + frames].save(tmp_path / "short.bvh")
    refused = run("motion", tmp_path / "short.bvh")
    assert f"has {frames} frames; expected 16 or more (0.27 s at 60 Hz) to tell its balance by" in str(refused.exception)
    walk[100:116].save(tmp_path / "enough.bvh")
    assert run("motion", tmp_path / "enough.bvh").exit_code == 0


def test_an_untrained_scorer_says_how_to_train_it(run, walk, tmp_path):
    walk.save(tmp_path / "walk.bvh")
    refused = run("motion", tmp_path / "walk.bvh", "--scorer", "hmm")
    assert isinstance(refused.exception, FileError)
    assert "motionloom score train DATA --scorer hmm --out FILE" in str(refused.exception)


def test_balance_of_a_library_and_a_trained_scorer(run, tmp_path):
    with Library.create(tmp_path / "library") as library:
        for who in ("ada", "boris"):
            clip = sample.make(who, "walk")
            details = {"subject": who, "labels": ("walk",), "plants": clip.plants, "height": 1.7, "made": False}
            library.add(clip.motion, f"{who}_walk", **details)
    said = run("balance", tmp_path / "library", "--out", tmp_path, "--draw", "ada_walk")
    assert said.exit_code == 0, said.output
    assert "2 of 2 performers reach 92%" in said.output
    assert (tmp_path / "balance.json").is_file()
    assert (tmp_path / "balance.png").is_file()
    trained = run("train", tmp_path / "library", "--scorer", "physics", "--out", tmp_path / "physics.npz", "--judged", tmp_path / "library")
    assert "0 motions judged by people" in trained.output
    nobody = run("judged", tmp_path / "library", "--model", tmp_path / "physics.npz")
    assert "at least one of each is needed" in str(nobody.exception)


def test_a_scorer_is_fitted_onto_the_shelf_and_used_from_there(run, walk, tmp_path, monkeypatch):
    from motionloom.score import judged

    monkeypatch.setattr(judged, "TRAIN_NATURAL", 6)
    with Library.create(tmp_path / "library") as library:
        clip = sample.make("ada", "walk")
        library.add(clip.motion, "walk", subject="ada", plants=clip.plants, height=1.7, made=False)
    assert "physics     physics of captured motion    ready" in run("list", tmp_path / "library").output
    fitted = run("fit", tmp_path / "library", "--scorer", "physics")
    assert "physics: fitted on 6 stretches of captures, 0 motions judged by people" in fitted.output
    assert "fitted on 6 stretches" in run("list", tmp_path / "library").output
    walk.save(tmp_path / "walk.bvh")
    said = run("motion", tmp_path / "walk.bvh", "--model", f"{tmp_path / 'library'}:physics")
    assert "by physics (plants " in said.output
