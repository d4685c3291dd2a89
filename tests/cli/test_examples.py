"""The example in every command's help runs as it stands, in the order a person would try them."""

import inspect
import json
import os
import re
import shlex
import shutil
import sys
from contextlib import nullcontext

import pytest
from typer.testing import CliRunner

from motionloom import cli
from motionloom.cli.app import make_app
from motionloom.compute import Progress
from motionloom.library import Library
from motionloom.sample import make
from tests.cli.test_cli import commands

# These take minutes, need the real captures, a job that is under way or a certain proposal, or run until they are stopped; each has
# tests of its own.
ELSEWHERE = {
    "jobs cancel",
    "jobs resume",
    "review reject",
    "review simulate",
    "studio",
    "sample",
    "bench",
    "feet report",
    "score roc",
    "score balance",
    "score calibrate",
    "score evaluate",
    "score transitions",
    "score train",
    "score judged",
    "edit report",
    "sketch report",
}
# The same examples made smaller: an option that is said again counts.
SMALLER = {
    "render": "--end 0.4 --size 160x120",
    "machine run": "--seconds 10",
    "machine report": "--minutes 0.1",
    "plan": "--samples 3",
    "steer": "--seconds 3",
    "crowd": "--seconds 3",
    "steering table": "--seconds 3",
    "transition build": "--representatives 4 --seconds 0.6 --workers 1",
    "transition perform": "--each 0.5",
    "transition compare": "--pairs 10",
    "demand make": "--iterations 10",
    "demand group": "--iterations 6",
    "demand report": "--most 1 --iterations 6",
    "demand compare": "--most 1 --iterations 6",
}
# What the examples call their files, and which performance stands in for it.
FILES = {"walk.bvh": "walk", "other-walk.bvh": "walk_slow", "slow-walk.bvh": "walk_slow", "fast-walk.bvh": "walk_fast", "run.bvh": "run"}
CLIPS = {"16_15": "walk", "16_16": "walk_slow", "run_01": "run", "stand": "stand", "start": "start", "stop": "stop", "turn": "turn_left_90"}
RECIPE = {
    "states": [
        {"name": "stand", "clips": ["stand"], "cyclic": True},
        {"name": "walk", "clips": ["16_15", "turn"], "cyclic": True},
        {"name": "start", "clips": ["start"], "default": "walk"},
        {"name": "stop", "clips": ["stop"], "default": "stand"},
        {"name": "turn_left", "clips": ["turn"], "default": "walk"},
    ]
}


# These look something up or write a few rows: they are done before a bar would show.
QUICK = {
    "annotate words",
    "character add",
    "character map",
    "demand logs",
    "jobs cancel",
    "jobs forget",
    "jobs list",
    "library create",
    "library info",
    "library label",
    "library list",
    "library show",
    "library subject",
    "library undo",
    "machine edit",
    "review counts",
    "review list",
    "review undo",
    "score list",
    "shelf delete",
    "shelf export",
    "shelf import",
    "shelf list",
    "shelf rename",
    "shelf show",
    "studio",
}


LAYERS = {"layers": [{"name": "lean", "poses": [{"at": 1.0, "turns": {"chest": [0.3, 0, 0]}}], "times": [{"at": 1.0, "shift": 0.1}]}]}
STOPPED = (130, "motionloom: stopped; what was finished is kept, run it again to go on")


class Watched(Progress):
    """Notes the stages of a command; with `stop` it is where a person presses ctrl-C."""

    def __init__(self, stages, stop=False):
        super().__init__()
        self.stages, self.stop = stages, stop

    def begin(self, title, total=None, done=0):
        super().begin(title, total, done)
        self.stages.append(title)
        if self.stop:
            raise KeyboardInterrupt


# Commands that only need a machine: two chains compile their loops at once, on a core each.
NAVIGATION = {"plan", "steer", "crowd", "steering"}
MACHINE = ("machine mine", "machine build")


def examples(navigation):
    """The words of the examples of one chain by their commands, what makes files before what reads them; "library create" is the first."""
    found = {" ".join(path): re.search(r"Example: motionloom (.*)", command.help)[1] for path, command in commands()}
    chain = [path for path in found if (path.split()[0] in NAVIGATION) == navigation and path not in ELSEWHERE]
    before = ["library create", *(MACHINE if navigation else ())]
    return {path: shlex.split(found[path]) for path in (*before, *(path for path in chain if path not in before))}


def set_out(folder):
    """Put what the examples read into a folder."""
    for name, behaviour in FILES.items():
        make("ada", behaviour).motion.save(folder / name)
    make("ada", "jump").motion.save(folder / "jump.glb")
    (folder / "captures").mkdir()
    shutil.copy(folder / "walk.bvh", folder / "captures" / "01.bvh")
    (folder / "catalogue.csv").write_text("path,subject,label\n01.bvh,1,walk\n")
    (folder / "recipe.json").write_text(json.dumps(RECIPE))
    (folder / "layers.json").write_text(json.dumps(LAYERS))
    (folder / "scene.json").write_text(json.dumps({"agents": [{"start": [0, 0], "goals": [{"at": [0, 4]}]}]}))
    (folder / "walk-and-stop.demand").write_text("motionloom demand 1\nseconds 2\n0 - 1 walk\nstart 0 0 facing 0\n")
    (folder / "players.csv").write_text("player,time,x,z\n" + "".join(f"p,{n / 5},0,{n / 4}\n" for n in range(60)))
    with Library.create(folder / "filled") as library:
        for name, behaviour in CLIPS.items():
            made = make("ada", behaviour)
            spans = [(span.name, span.start, span.stop) for span in made.annotations]
            details = {"labels": [made.label], "annotations": spans, "plants": made.plants, "subject": "16", "made": False, "height": 1.63}
            library.add(made.motion, name, **details)


@pytest.mark.timeout(3600)  # some eighty commands one after the other, on a busy machine, and every loop may have to be compiled
@pytest.mark.parametrize("navigation", [True, False], ids=["navigation", "all others"])
def test_examples_run(navigation, tmp_path, monkeypatch, capsys):
    """Every one of them; those that may take long show their progress, are stopped by ctrl-C with the same words, and run again."""
    set_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    failures = []
    for command, given in examples(navigation).items():  # one after the other: they share files
        words, stages = [*given, *SMALLER.get(command, "").split()], []
        if command not in QUICK and (said := stop(words, monkeypatch, capsys)) != STOPPED:
            failures.append(f"{command}, stopped by ctrl-C where its progress begins: {said}")
        monkeypatch.setattr("motionloom.compute.terminal_progress", lambda stages=stages: nullcontext(Watched(stages)))
        result = CliRunner().invoke(make_app(), words)
        if result.exit_code != 0:
            failures.append(f"{command}: {result.output} {result.exception}")
        if (command in QUICK) == bool(stages):
            failures.append(f"{command}: it shows {stages or 'no progress'}; put it right, or right in QUICK")
        if command == "library create":  # the other examples are about a library that has been filled
            shutil.rmtree("my-library")
            os.replace("filled", "my-library")
    assert not failures, "\n".join(failures)


def stop(words, monkeypatch, capsys):
    """The exit code and the last line of a command in which a person presses ctrl-C when its progress begins."""
    monkeypatch.setattr("motionloom.compute.terminal_progress", lambda: nullcontext(Watched([], stop=True)))
    monkeypatch.setattr(sys, "argv", ["motionloom", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    return end.value.code, (capsys.readouterr().err.splitlines() or [""])[-1]


@pytest.mark.parametrize("path", sorted(ELSEWHERE - QUICK))
def test_so_do_the_long_ones(path):
    (command,) = (command for found, command in commands() if " ".join(found) == path)
    source = inspect.getsource(inspect.unwrap(command.callback))
    assert "terminal_progress()" in source or "run_long(" in source or "_answer(" in source
