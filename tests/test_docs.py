"""What the docs say runs: the quickstart's commands and Python, every link, every command documented."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motionloom.cli.app import make_app
from tests.docs_scripts import FOLLOWED, TABLE, follow, scripts, set_out_scripts

ROOT = Path(__file__).resolve().parents[1]
DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.timeout(900)
def test_quickstart_and_tutorials_run_as_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in FOLLOWED:
        commands, code = follow(name)
        for words in commands:
            result = CliRunner().invoke(make_app(), words)
            assert result.exit_code == 0, (name, words, result.output, result.exception)
        exec(compile(code, name, "exec"), {"__name__": name})  # our own pages; what goes wrong names the page
    for written in ("mirrored.glb", "engine/machine.json", "walk.html"):
        assert (tmp_path / written).exists(), written


@pytest.mark.timeout(900)
def test_the_python_of_the_other_pages_runs(tmp_path, monkeypatch):
    set_out_scripts(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(make_app(), TABLE.split()).exit_code == 0
    for name, code in scripts().items():
        exec(compile(code, name, "exec"), {"__name__": name})  # our own pages; what goes wrong names the page


def test_the_site_builds(tmp_path):
    """Strictly: a link, an anchor or a name of the API that leads nowhere fails it."""
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    commands = (tmp_path / "commands.html").read_text()
    assert 'id="motionloom-feet-clean"' in commands
    api = (tmp_path / "api.html").read_text()
    import motionloom

    assert [name for name in motionloom.__all__ if f'id="motionloom.{name}"' not in api] == []


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
