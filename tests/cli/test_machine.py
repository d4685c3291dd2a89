"""Machines from the command line: mined, compared, edited; mistakes are one line."""

import json

from motionloom.library import Library
from motionloom.sample import make
from tests.cli.test_cli import run


def test_mine_and_edit(tmp_path):
    with Library.create(tmp_path / "lib") as library:
        for name in ("stand", "start", "walk", "turn_left_45", "stop"):
            clip = make("ada", name)
            library.add(clip.motion, name, labels=(clip.label,), subject="ada")
    graph, picture = tmp_path / "machine.json", tmp_path / "machine.png"
    said = run("machine", "mine", tmp_path / "lib", graph, "--picture", picture)
    assert said.returncode == 0, said.stderr
    assert "5 states" in said.stdout
    assert "walk (cyclic) ->" in said.stdout
    assert picture.stat().st_size > 10_000
    asked = ["stand", "start", "walk", "turn_left"]
    both = json.loads(run("machine", "edit", graph, "--path", ",".join(asked), "--json").stdout)
    assert [edit["solver"] for edit in both["edits"]] == ["local", "exact"]
    done = run("machine", "edit", graph, "--path", ",".join(asked), "--solver", "exact", "-o", tmp_path / "edited.json")
    assert done.returncode == 0, done.stderr
    assert "exact:" in done.stdout
    again = json.loads(run("machine", "edit", tmp_path / "edited.json", "--path", ",".join(asked), "--solver", "local", "--json").stdout)
    assert again["edits"][0]["edges"] == []
    undecided = run("machine", "edit", graph, "--path", "stand,start", "-o", tmp_path / "x.json")
    assert undecided.returncode == 2
    assert "--out needs --solver" in undecided.stderr
