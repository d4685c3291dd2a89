"""Machines from the command line: mined, compared, edited; mistakes are one line."""

import json

import numpy as np
import pytest

from motionloom.behaviours import StateGraph, hand_made, write_graph
from motionloom.behaviours.machine_file import read_machine
from motionloom.cli.machine_requests import read_requests
from motionloom.core import MotionloomError
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


RECIPE = {
    "states": [
        {"name": "stand", "clips": ["stand"], "cyclic": True},
        {"name": "walk", "clips": ["walk", "turn_left_90"], "cyclic": True},
        {"name": "start", "clips": ["start"], "default": "walk"},
        {"name": "stop", "clips": ["stop"], "default": "stand"},
    ]
}


def test_build_run_report_export(tmp_path):
    with Library.create(tmp_path / "lib") as library:
        for name in ("stand", "start", "walk", "turn_left_90", "stop"):
            library.add(make("ada", name).motion, name)
    (tmp_path / "recipe.json").write_text(json.dumps(RECIPE))
    write_graph(hand_made("sample"), tmp_path / "graph.json")
    machine = tmp_path / "machine.npz"
    built = run("machine", "build", tmp_path / "lib", tmp_path / "recipe.json", tmp_path / "graph.json", machine)
    assert built.returncode == 0, built.stderr
    assert "4 states" in built.stdout
    played = run("machine", "run", machine, tmp_path / "walk.bvh", "--seconds", 6, "--at", "0.5=walk", "--at", "4=0.5")
    assert played.returncode == 0, played.stderr
    assert "6.0 s, ends in walk" in played.stdout
    assert "planted feet slid" in played.stdout
    bare = run("machine", "run", machine, tmp_path / "bare.bvh", "--seconds", 6, "--bare")
    assert "planted feet" not in bare.stdout
    picture = tmp_path / "ways.png"
    said = run("machine", "report", machine, "--minutes", 0.2, "--state", "walk", "--picture", picture)
    assert said.returncode == 0, said.stderr
    assert "joins" in said.stdout
    assert "walk for 0.2 minutes" in said.stdout
    assert picture.stat().st_size > 5000
    exported = run("machine", "export", machine, tmp_path / "engine")
    assert "5 clips and machine.json" in exported.stdout
    wrong = run("machine", "run", machine, tmp_path / "x.bvh", "--at", "walk")
    assert wrong.returncode == 2
    assert "expected SECOND=STATE" in wrong.stderr
    check_mistakes(machine, tmp_path)


def check_mistakes(machine, folder):
    """Requests that would do nothing are one line each, before anything is played."""
    for request, said in (
        ("10=walk", "would never be asked, 2 s are played"),
        ("inf=walk", "expected SECOND=STATE"),
        ("1=nonsense", "no state 'nonsense'; there are stand, walk"),
        ("1=speed:1.2", "no state of this machine is steered by speed"),
        ("1=50", "no state can do that; by turn there are walk"),
    ):
        with pytest.raises(MotionloomError, match=said):
            read_requests(read_machine(machine), [request], 2.0)
    assert read_requests(read_machine(machine), ["1=walk", "1.5=0.2", "1.6=speed:off"], 2.0) == [
        (1.0, "walk"),
        (1.5, ("turn", 0.2)),
        (1.6, ("speed", None)),
    ]
    asked = run("machine", "run", machine, folder / "y.bvh", "--seconds", 2, "--at", "1=nonsense")
    assert asked.returncode == 2
    assert "no state 'nonsense'" in asked.stderr
    drawn = run("machine", "report", machine, "--picture", folder / "p.png", "--state", "nonsense")
    assert drawn.returncode == 2
    assert "are of --minutes" in drawn.stderr


def test_a_path_without_a_rival_wins_by_no_number(tmp_path):
    graph = StateGraph(("a", "b", "c"), np.array([[0, 1, np.inf], [np.inf, 0, 1], [1, np.inf, 0]]))
    write_graph(graph, tmp_path / "graph.json")
    said = run("machine", "edit", tmp_path / "graph.json", "--path", "a,b,c", "--json").stdout
    assert "Infinity" not in said
    assert [edit["margin"] for edit in json.loads(said)["edits"]] == [None, None]
    assert "there is no other way" in run("machine", "edit", tmp_path / "graph.json", "--path", "a,b,c").stdout
