"""dev.py: what it takes for a library, and that it needs nothing but the standard library."""

import ast
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
