"""Machines from the command line: mined, compared, edited; mistakes are one line."""

import json
import sys
from dataclasses import dataclass

import numpy as np
import pytest

from motionloom import cli, formats
from motionloom.behaviours import StateGraph, hand_made, write_graph
from motionloom.behaviours.machine_file import read_machine
from motionloom.behaviours.maker import machine_recipe, run_of
from motionloom.behaviours.open_machine import KIND
from motionloom.cli.machine_requests import read_requests
from motionloom.core import MotionloomError
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.sources import document_source
from motionloom.sample import make


@dataclass
class Said:
    """What a command ended with."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(monkeypatch, capsys):
    """Commands in this process: loading numba's loops anew for each takes longer than most of them."""

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["motionloom", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            cli.main()
        return Said(int(end.value.code or 0), *capsys.readouterr())

    return call


def test_mine_and_edit(tmp_path, run):
    with Library.create(tmp_path / "lib") as library:
        for name in ("stand", "start", "walk", "turn_left_45", "stop"):
            clip = make("ada", name)
            library.add(clip.motion, name, labels=(clip.label,), subject="ada", made=False)
    graph, picture = tmp_path / "machine.json", tmp_path / "machine.png"
    said = run("machine", "mine", tmp_path / "lib", graph, "--picture", picture)
    assert said.returncode == 0, said.stderr
    assert "5 states" in said.stdout
    assert "walk (cyclic) ->" in said.stdout
    assert picture.stat().st_size > 10_000
    asked = ["stand", "start", "walk", "turn_left"]
    both = json.loads(run("machine", "edit", graph, "--path", ",".join(asked), "--json").stdout)
    assert [edit["solver"] for edit in both["edits"]] == ["local", "exact", "lls"]
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


def test_build_run_report_export(tmp_path, run):
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
    check_mistakes(machine, tmp_path, run)


def check_mistakes(machine, folder, run):
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


def test_styles_are_asked_by_their_words(tmp_path, run):
    folder, machine = tmp_path / "lib", tmp_path / "machine.npz"
    with Library.create(folder) as library:
        for name, style in (("walk", "plain"), ("walk_slow", "slow"), ("walk_fast", "brisk")):
            library.add(make("ada", name).motion, name, labels=["walk", style])
    state = {"name": "walk", "clips": ["walk", "walk_slow", "walk_fast"], "cyclic": True, "parameter": "style"}
    (tmp_path / "recipe.json").write_text(json.dumps({"states": [state]}))
    write_graph(StateGraph(("walk",), np.zeros((1, 1)), frozenset({"walk"})), tmp_path / "graph.json")
    built = run("machine", "build", folder, tmp_path / "recipe.json", tmp_path / "graph.json", machine)
    assert "style plain, slow, brisk" in built.stdout, built.stderr
    opened = read_machine(machine)
    assert read_requests(opened, ["1=style:brisk", "1.2=style:0.5", "1.5=style:off"], 2.0) == [
        (1.0, ("style", 2.0)),
        (1.2, ("style", 0.5)),
        (1.5, ("style", None)),
    ]
    with pytest.raises(MotionloomError, match="--at 1=style:odd: no style 'odd'; there are plain, slow, brisk"):
        read_requests(opened, ["1=style:odd"], 2.0)


def test_a_path_without_a_rival_wins_by_no_number(tmp_path, run):
    graph = StateGraph(("a", "b", "c"), np.array([[0, 1, np.inf], [np.inf, 0, 1], [1, np.inf, 0]]))
    write_graph(graph, tmp_path / "graph.json")
    said = run("machine", "edit", tmp_path / "graph.json", "--path", "a,b,c", "--json").stdout
    assert "Infinity" not in said
    assert [edit["margin"] for edit in json.loads(said)["edits"]] == [None, None, None]
    assert "there is no other way" in run("machine", "edit", tmp_path / "graph.json", "--path", "a,b,c").stdout


def test_machines_of_the_shelf(tmp_path, run):
    """One press from labels; the machine is on the shelf, and every command takes it by its name there or by its file."""
    folder = tmp_path / "lib"
    with Library.create(folder) as library:
        for name in ("stand", "start", "walk", "turn_left_90", "stop"):
            clip = make("ada", name)
            library.add(clip.motion, name, labels=(clip.label,), subject="ada", made=False)
    built = run("machine", "build", folder, "--name", "walker")
    assert built.returncode == 0, built.stderr
    assert f"{folder}:walker: " in built.stdout
    asked = ("--seconds", 3, "--at", "0.5=walk")
    kept = run("machine", "run", f"{folder}:walker", "--into", folder, "--name", "a walk", *asked)
    assert kept.returncode == 0, kept.stderr
    assert kept.stdout.startswith(f"{folder}:a walk: 3.0 s, ends in ")
    written = run("machine", "run", f"{folder}:walker", tmp_path / "walk.npz", *asked)
    assert written.returncode == 0, written.stderr
    with Library.open(folder) as library:
        (document,) = shelf.entries(library, KIND)
        clip = library.clip(library.find("a walk"))
        recipe = library.recipe(clip.id)
        machine = shelf.open_entry(library, document).machine
        assert recipe == machine_recipe(document_source(document), run_of(machine, 3.0, [(0.5, "walk")])).to_json()
        motion = library.motion(clip.id)
        shelf.export_entry(library, document, tmp_path / "walker.npz")
    saved = formats.read(tmp_path / "walk.npz").motion
    assert np.array_equal(saved.rotations, motion.rotations)
    assert saved.recipe == recipe
    other = tmp_path / "other"
    Library.create(other).close()
    for _ in range(2):  # the second time the machine is there already
        moved = run("machine", "run", tmp_path / "walker.npz", "--into", other, *asked)
        assert moved.returncode == 0, moved.stderr
    with Library.open(other) as library:
        assert [entry.name for entry in shelf.entries(library, KIND)] == ["walker"]
        assert [clip.name for clip in library.clips()] == ["walker run", "walker run 2"]
        assert np.array_equal(library.motion(library.find("walker run")).rotations, motion.rotations)
    assert "clips and machine.json" in run("machine", "export", f"{folder}:walker", tmp_path / "engine").stdout
    for wrong, said in (
        ((f"{folder}:nobody", tmp_path / "x.bvh"), "there is no machine 'nobody' on the shelf; there are walker"),
        ((f"{folder}:walker",), "or a library with --into"),
    ):
        refused = run("machine", "run", *wrong)
        assert refused.returncode == 2
        assert said in refused.stderr


def test_what_a_recipe_says_is_not_said_twice(tmp_path, run):
    Library.create(tmp_path / "lib").close()
    (tmp_path / "recipe.json").write_text(json.dumps(RECIPE))
    write_graph(hand_made("sample"), tmp_path / "graph.json")
    for more, said in (
        ([], "needs a graph"),
        ([tmp_path / "graph.json", "--subject", "ada"], "leave the options that choose clips"),
        (["--cycle", "walk"], "--cycle names the clips"),
    ):
        refused = run("machine", "build", tmp_path / "lib", tmp_path / "recipe.json", *more)
        assert refused.returncode == 2
        assert said in refused.stderr
    nobody = run("machine", "build", tmp_path / "lib")
    assert nobody.returncode == 2
    assert "one person's captured clips" in nobody.stderr
