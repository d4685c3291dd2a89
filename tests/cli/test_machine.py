"""Machines from the command line: mined, compared, edited; mistakes are one line."""

import json

from motionloom.behaviours import hand_made, write_graph
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
