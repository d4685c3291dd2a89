"""Every real capture at once, as the issue asks it: `motionloom import LIB cmu bandai --labels catalogue.csv`."""

import json
import subprocess
import sys

import pytest

from motionloom.core.body import ROLES, body_of
from motionloom.library import Library


@pytest.mark.data
@pytest.mark.timeout(600)
def test_import_of_everything(shared_data, tmp_path):
    command = [sys.executable, "-m", "motionloom", "import", tmp_path / "library", shared_data / "cmu", shared_data / "bandai"]
    done = subprocess.run([*command, "--labels", shared_data / "catalogue.csv", "--json"], capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    print(f"import of all captures: {report['seconds']:.1f} s")
    assert report["failures"] == report["unmatched_files"] == []
    assert len(report["added"]) == 365
    falls = {suspicion["subject"] for suspicion in report["suspicious"] if "the fall says" in suspicion["text"]}
    steps = {suspicion["subject"] for suspicion in report["suspicious"] if "the steps say" in suspicion["text"]}
    assert falls == {"subject 75", "subject 141"}
    assert steps == {"subject 74", "subject 77", "subject 93", "subject 139"}  # they never jump
    assert len(report["suspicious"]) == len(falls | steps)
    assert all(suspicion["implied_fps"] == 60 for suspicion in report["suspicious"])
    with Library.open(tmp_path / "library") as library:
        clips = library.clips()
        assert all(clip.labels for clip in clips)
        assert all(1.4 < clip.height < 2.1 for clip in clips)
        skeletons = {clip.skeleton for clip in clips}
        assert all(set(body_of(library.skeleton(skeleton)).roles) == set(ROLES) for skeleton in skeletons)
