"""`motionloom feet` as a person meets it."""

import json

import numpy as np
import pytest

from motionloom import sample
from motionloom.library import Library
from tests.cli.test_cli import run


@pytest.fixture(scope="module")
def clip():
    return sample.make("ada", "walk")


@pytest.fixture
def file(clip, tmp_path):
    path = tmp_path / "walk.bvh"
    clip.motion.save(path)
    return path


def test_detect_prints_plants(file):
    said = run("feet", "detect", file)
    assert said.returncode == 0, said.stderr
    assert "by oracle" in said.stdout
    assert "(comes with Motionloom)" in said.stdout
    assert len(said.stdout.splitlines()) == 5
    (report,) = json.loads(run("feet", "detect", file, "--detector", "kinetic", "--json").stdout)
    assert report["source"] == "kinetic"
    assert len(report["plants"]["left_heel"]) > 2


def test_an_unknown_detector_is_one_line(file):
    said = run("feet", "detect", file, "--detector", "magic")
    assert said.returncode == 2
    assert said.stderr.strip() == "motionloom: no foot plant detector 'magic'; there are crossing, height, kinetic, speed"
    both = run("feet", "detect", file, "--detector", "kinetic", "--oracle", "x.npz")
    assert "not both" in both.stderr


def test_a_file_is_read_as_a_person_says(file, tmp_path):
    text = file.read_text()
    cut = tmp_path / "cut.bvh"
    cut.write_text(text[: int(len(text) * 0.9)])
    refused = run("feet", "detect", cut)
    assert refused.returncode == 2
    assert "--drop-bad-frames" in refused.stderr
    assert run("feet", "detect", cut, "--drop-bad-frames").returncode == 0
    faster = run("feet", "detect", file, "--fps", "50", "--json")
    assert json.loads(faster.stdout)[0]["fps"] == 50


def test_an_oracle_that_is_none_is_one_line(file):
    said = run("feet", "detect", file, "--oracle", file)
    assert said.returncode == 2
    assert len(said.stderr.strip().splitlines()) == 1
    assert "pickle" not in said.stderr
    assert "expected a foot plant oracle" in said.stderr


def test_labels_that_teach_nothing_are_refused(tmp_path):
    plants = {point: [] for point in ("left_heel", "left_toe", "right_heel", "right_toe")}
    known = {"clip": "a.bvh", "subject": 1, "kind": "walk", "split": "fresh", "fps": 30, "first": 0, "frames": 9, "plants": plants}
    (tmp_path / "labels.json").write_text(json.dumps({"clips": [known]}))
    said = run("feet", "train", tmp_path, "--labels", tmp_path / "labels.json")
    assert said.returncode == 2
    assert said.stderr.strip().endswith(
        "labels.json: expected clips whose split is 'train' or 'held out', to teach the oracle with; found 'fresh'"
    )


def test_clean_writes_a_clean_file(clip, tmp_path):
    from motionloom.feet.skate_damage import scale_path

    skating, out = tmp_path / "skating.bvh", tmp_path / "clean.bvh"
    scale_path(clip.motion, 1.15).save(skating)
    said = run("feet", "clean", skating, out, "--json")
    assert said.returncode == 0, said.stderr
    report = json.loads(said.stdout)
    assert report["before"]["mean_cm_per_second"] > 5
    assert report["after"]["mean_cm_per_second"] < 0.1
    assert "now 0.0" in run("feet", "clean", skating, out, "--force").stdout
    assert out.exists()


def test_teach_and_label_a_library(clip, tmp_path):
    folder, out = tmp_path / "library", tmp_path / "feet.npz"
    with Library.create(folder) as library:
        known = library.add(clip.motion, "known")
        library.add(sample.make("boris", "run").motion, "new")
        library.write_plants(known, clip.plants, by="person")
    said = run("feet", "train", folder, "--out", out, "--from-scratch")
    assert said.returncode == 0, said.stderr
    assert f"taught with {len(clip.motion)} frames of 1 clips that people labelled" in said.stdout
    taught = run("feet", "detect", f"{folder}:new").stdout
    assert f"(taught on {folder})" in taught
    assert f"by {said.stdout.split(':')[0]} " in taught  # the oracle of `feet train`, by its version
    assert f"(taught on {folder})" in run("feet", "clean", f"{folder}:new", tmp_path / "clean.bvh", "--force").stdout
    labelled = run("feet", "label", folder)
    assert "2 clips labelled by oracle" in labelled.stdout
    assert "0 clips labelled" in run("feet", "label", folder).stdout
    with Library.open(folder) as library:
        assert np.array_equal(library.plants(library.find("known")).bits, clip.plants)
        assert library.plants(library.find("new")).bits.any()
    assert f"({out})" in run("feet", "detect", f"{folder}:new", "--oracle", out).stdout
    assert "plants by the library (oracle" in run("feet", "clean", f"{folder}:new", tmp_path / "clean.bvh", "--force").stdout
    assert "--fps is for reading files" in run("feet", "detect", f"{folder}:new", "--fps", "30").stderr


@pytest.mark.data
def test_report_holds_everything_against_the_labels(shared_data):
    said = run("feet", "report", shared_data, "--json")
    assert said.returncode == 0, said.stderr
    methods = json.loads(said.stdout)["report"]["methods"]
    oracle = methods["oracle"]
    assert oracle["bits"]["total"]["accuracy"] >= 0.95
    assert all(oracle["bits"]["total"]["accuracy"] > row["bits"]["total"]["accuracy"] for name, row in methods.items() if name != "oracle")
    for kind in ("missed", "phantom", "split"):
        assert oracle["walking_and_running"]["flaws"][kind]["serious"] == 0


def test_report_without_captures_is_one_line(tmp_path):
    said = run("feet", "report", tmp_path / "nowhere")
    assert said.returncode == 2
    assert "expected the folder of captures that the labels are about" in said.stderr
