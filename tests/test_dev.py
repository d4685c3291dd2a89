"""dev.py: what it takes for a library, and that it needs nothing but the standard library."""

import ast
import contextlib
import os
import subprocess
import sys
from pathlib import Path

import dev
import pytest


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], False),
        (["--port", "8939", "--no-browser"], False),
        (["my-library"], True),
        (["--port", "80", "lib"], True),
        (["--token", "x"], False),
    ],
)
def test_names_library(arguments, named):
    assert dev.names_library(arguments) is named


def test_only_the_standard_library():
    tree = ast.parse(Path(dev.__file__).read_text())
    names = {
        node.module if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {name.split(".")[0] for name in names if name} <= sys.stdlib_module_names


def test_locks_hold_hashes_and_no_addresses():
    for lock in [*dev.REQUIREMENTS.glob("*.txt"), dev.ROOT / "src" / "motionloom" / "bench" / "peers.txt"]:
        text = lock.read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text, lock.name


def test_ci_runs_the_readme_s_test_command():
    command = (dev.ROOT / ".ci" / "run").read_text().strip().splitlines()[-1]
    assert command == "python3 dev.py test"
    assert command in (dev.ROOT / "README.md").read_text()


def test_what_runs_beside_other_steps_says_its_words_at_its_end(capsys):
    with dev.beside([sys.executable, "-c", "print('said'); raise SystemExit(3)"], dict(os.environ)) as finish:
        print("meanwhile")
        assert finish() == 3
    assert capsys.readouterr().out.split() == ["meanwhile", "said"]


def test_what_runs_beside_a_step_that_fails_is_ended(monkeypatch):
    started, start = [], subprocess.Popen
    monkeypatch.setattr(dev.subprocess, "Popen", lambda *given, **options: started.append(start(*given, **options)) or started[-1])
    with pytest.raises(KeyError), dev.beside([sys.executable, "-c", "import time; time.sleep(600)"], dict(os.environ)):
        raise KeyError
    assert [process.poll() is not None for process in started] == [True]


@pytest.mark.parametrize(
    ("asked", "codes", "code"), [([], (0, 0), 0), ([], (1, 0), 1), ([], (0, 1), 1), (["tests/core", "-x"], (None, 0), 0)]
)
def test_loops_are_compiled_beside_the_checks_and_a_failure_of_any_is_told(monkeypatch, asked, codes, code):
    ran = []

    @contextlib.contextmanager
    def beside(command, environment):
        ran.append(command[2:])
        yield lambda: codes[0]

    monkeypatch.setattr(dev, "set_up", lambda lock: None)
    monkeypatch.setattr(dev, "build_client", lambda: ran.append("client") or ["npm"])
    monkeypatch.setattr(dev, "check_client_and_style", lambda python, npm: ran.append("checks"))
    monkeypatch.setattr(dev, "beside", beside)
    monkeypatch.setattr(dev.subprocess, "call", lambda command, env: ran.append(command[2:]) or codes[1])
    assert dev.run_tests(asked) == code
    *first, tests = ran
    compiled = [] if asked else [["motionloom", "compile"]]
    assert first == ["client", *compiled, "checks"], "pages to share, which an example makes, need the built player"
    assert (tests[0], tests[-2:]) == ("pytest", asked or ["--dist", "worksteal"])
