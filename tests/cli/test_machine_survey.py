import sys

import pytest

from motionloom import cli
from motionloom.cli import machine_survey
from motionloom.core.errors import JobCancelled, MotionError
from motionloom.library import Library
from motionloom.sample import make


@pytest.fixture
def two_performers(tmp_path):
    with Library.create(tmp_path / "two") as library:
        for subject in ("10", "9"):
            library.add(make("ada", "stand").motion, f"stand_{subject}", subject=subject, made=False)
    return tmp_path / "two"


def run(library, tmp_path, monkeypatch):
    """The exit code of a survey."""
    monkeypatch.setattr(sys, "argv", ["motionloom", "machine", "survey", str(library), str(tmp_path / "out")])
    with pytest.raises(SystemExit) as end:
        cli.main()
    return int(end.value.code or 0)


def test_a_performer_without_a_machine_does_not_stop_the_others(two_performers, tmp_path, monkeypatch):
    seen = []

    def look(library, choice, *rest):
        seen.extend(choice.subjects)
        raise MotionError(f"nothing goes on for ever in {choice.subjects[0]}")

    monkeypatch.setattr(machine_survey, "_look", look)
    code = run(two_performers, tmp_path, monkeypatch)
    assert seen == ["9", "10"]  # by number
    assert code != 0  # nobody has one
    assert "10 has no machine: nothing goes on for ever in 10." in (tmp_path / "out/survey.md").read_text()


def test_who_stops_a_survey_stops_it(two_performers, tmp_path, monkeypatch):
    def look(library, choice, *rest):
        raise JobCancelled("stopped")

    monkeypatch.setattr(machine_survey, "_look", look)
    assert run(two_performers, tmp_path, monkeypatch) != 0
    assert not (tmp_path / "out/survey.md").exists()
