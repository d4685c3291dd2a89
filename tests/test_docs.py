"""What the docs say runs: the quickstart's commands and Python, every link, every command documented."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def blocks(file, language):
    return re.findall(rf"```{language}\n(.*?)```", file.read_text(), re.DOTALL)


@pytest.mark.timeout(600)
def test_the_quickstart_runs_as_written(tmp_path):
    page = ROOT / "docs" / "quickstart.md"
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    lines = [line for block in blocks(page, "sh") for line in block.strip().splitlines()]
    assert len(lines) >= 10
    for line in lines:
        command, *arguments = shlex.split(line)
        assert command == "motionloom"
        run = [sys.executable, "-m", "motionloom", *arguments]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    (code,) = blocks(page, "python")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "mirrored.glb").exists()


@pytest.mark.parametrize("file", DOCS, ids=lambda file: file.name)
def test_links_lead_somewhere(file):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", file.read_text()):
        if not target.startswith("http"):
            assert (file.parent / target).exists(), f"{file.name} links to {target}"


def test_every_command_is_in_the_docs():
    from tests.cli.test_cli import commands

    said = "\n".join(file.read_text() for file in DOCS)
    for path, _ in commands():
        assert f"motionloom {' '.join(path)}" in said, f"no page mentions `motionloom {' '.join(path)}`"


def test_no_registry_hosts_or_machine_paths():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in listed:
        file = ROOT / name
        if file.suffix in {".py", ".md", ".toml", ".json", ".txt", ".ts", ".tsx", ".in"} and file.is_file():
            text = file.read_text(errors="replace")
            for host in ("registry." + "npmjs", "pypi." + "org", "files.python" + "hosted"):
                assert host not in text, f"{name} names {host}"
            assert "/wo" + "rk/" not in text, f"{name} names a path of this machine"


def test_the_room_that_is_shown_is_the_one_that_runs():
    """docs/extending.md shows the files of tests/toy_room as they are."""
    text = (ROOT / "docs" / "extending.md").read_text()
    shown = re.findall(r"`(tests/toy_room/[^`]+)`\n\n```\w+\n(.*?)\n```", text, re.DOTALL)
    assert len(shown) >= 7
    for path, code in shown:
        assert code == (ROOT / path).read_text().rstrip(), path
