"""The command line as a person meets it: help with examples, one clear line for a mistake, quick to start."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest
import typer.main

from motionloom import formats
from motionloom.cli.app import make_app

ROOT_COMMAND = typer.main.get_command(make_app())


def commands(group=ROOT_COMMAND, path=()):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def run(*arguments, **options):
    command = [sys.executable, "-m", "motionloom", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.mark.parametrize(("path", "command"), list(commands()), ids=lambda x: " ".join(x) if isinstance(x, tuple) else "")
def test_every_command_has_help_with_an_example(path, command):
    assert command.help
    assert f"Example: motionloom {' '.join(path)}" in command.help
    for parameter in command.params:
        assert parameter.name == "help" or getattr(parameter, "help", None), f"{parameter.name} says nothing"


def test_help_starts_quickly():
    best = float("inf")
    for _ in range(4):
        start = time.perf_counter()
        assert run("--help").returncode == 0
        best = min(best, time.perf_counter() - start)
    print(f"motionloom --help: {best:.2f} s")
    heavy = ("numpy", "numba", "scipy", "sklearn", "matplotlib", "fastapi", "pxr", "PIL")
    script = f"import sys, motionloom.cli.app; print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_version():
    assert run("--version").stdout.startswith("motionloom 0.")


def test_info_says_what_is_there(motion, tmp_path):
    file = tmp_path / "wriggle.bvh"
    motion.save(file)
    said = run("info", file)
    assert said.returncode == 0, said.stderr
    assert "60 frames at 60 Hz" in said.stdout
    assert "all of them" in said.stdout
    (report,) = json.loads(run("info", file, "--json").stdout)
    assert report["frames"] == 60
    assert report["roles"]["left_knee"] == "LeftLeg"


def test_roles_can_be_saved_corrected_and_given(motion, tmp_path):
    file, saved = tmp_path / "wriggle.bvh", tmp_path / "roles.json"
    motion.save(file)
    assert run("info", file, "--save-roles", saved).returncode == 0
    roles = json.loads(saved.read_text())
    saved.write_text(json.dumps(roles | {"chest": "Spine"}))
    (report,) = json.loads(run("info", file, "--roles", saved, "--json").stdout)
    assert report["roles"]["chest"] == "Spine"
    saved.write_text("[1, 2]")
    refused = run("info", file, "--roles", saved)
    assert refused.returncode == 2
    assert "expected JSON of body role to joint name" in refused.stderr


def test_convert_there_and_back(motion, tmp_path):
    first, glb, back = tmp_path / "a.bvh", tmp_path / "a.glb", tmp_path / "b.bvh"
    motion.save(first)
    assert run("convert", first, glb, "--resample", "30").returncode == 0
    assert run("convert", glb, back).returncode == 0
    again = run("convert", glb, back)
    assert again.returncode == 2
    assert "--force overwrites it" in again.stderr
    (report,) = json.loads(run("info", back, "--json").stdout)
    assert (report["frames"], report["fps"]) == (30, 30.0)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["info", "nowhere.bvh"], "nowhere.bvh: No such file"),
        (["info", "notes.txt"], "no format for '.txt'"),
        (["convert", "nowhere.bvh", "x.glb"], "nowhere.bvh"),
        (["library", "info", "nowhere"], "is not a library; make one with"),
        (["bench", "nothing"], "no benchmark 'nothing'"),
    ],
)
def test_mistakes_get_one_line_and_exit_code_2(arguments, text, tmp_path):
    said = run(*arguments, cwd=tmp_path)
    assert said.returncode == 2
    assert text in said.stderr
    assert len(said.stderr.strip().splitlines()) == 1
    assert "Traceback" not in said.stderr


def test_import_list_label_undo_export_check(motion, tmp_path):
    source, library, out = tmp_path / "captures", tmp_path / "lib", tmp_path / "out"
    source.mkdir()
    motion.save(source / "one.bvh")
    motion[1:].save(source / "two.bvh")
    (source / "bad.bvh").write_text("HIERARCHY\nROOT")
    said = run("import", library, source, "--workers", "1")
    assert said.returncode == 2
    assert "2 imported, 1 failed" in said.stdout
    assert run("library", "label", library, "walk", "one").returncode == 0
    (clip,) = json.loads(run("library", "list", library, "--label", "walk", "--json").stdout)
    assert clip["name"] == "one"
    assert run("library", "undo", library).returncode == 0
    assert json.loads(run("library", "list", library, "--label", "walk", "--json").stdout) == []
    assert run("export", library, out, "--to", "glb").returncode == 0
    assert sorted(os.listdir(out)) == ["one.glb", "two.glb"]
    assert run("library", "check", library).returncode == 0


def test_a_motion_goes_through_pipes(motion, tmp_path):
    motion.save(tmp_path / "a.npz")
    command = [sys.executable, "-m", "motionloom", "convert", "-", "-", "--from", "npz", "--to", "glb"]
    done = subprocess.run(command, input=(tmp_path / "a.npz").read_bytes(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    (tmp_path / "out.glb").write_bytes(done.stdout)
    assert np.abs(formats.load(tmp_path / "out.glb").positions() - motion.positions()).max() < 1e-5
    assert b"frames at" in done.stderr
    unsaid = subprocess.run(command[:6], input=b"", capture_output=True, check=False)
    assert unsaid.returncode == 2
    assert b"say --from bvh" in unsaid.stderr
    damaged = subprocess.run(command, input=b"no motion", capture_output=True, check=False)
    assert damaged.returncode == 2
    assert damaged.stderr.startswith(b"motionloom: -")  # the pipe, not the file that stands for it


def test_a_shell_completes_commands_and_presets():
    def complete(line, word):
        said = {"_MOTIONLOOM_COMPLETE": "complete_bash", "COMP_WORDS": f"motionloom {line}", "COMP_CWORD": str(word)}
        done = subprocess.run([sys.executable, "-m", "motionloom"], env={**os.environ, **said}, capture_output=True, text=True, check=False)
        return done.stdout.split()

    assert complete("shar", 1) == ["share"]
    assert complete("convert --preset un", 3) == ["unreal", "unity"]
