"""Tries the wheel as a stranger has it: built, installed into empty environments, the docs' commands and scripts run against it.

`python3 dev.py wheel` runs this by hand; it takes minutes and needs the network.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

from tests.docs_scripts import FOLLOWED, ROOT, TABLE, follow, scripts, set_out_scripts

PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build_wheel(folder / "wheel")
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        work = folder / "work"
        work.mkdir()
        set_out_scripts(work)
        core = install(wheel, "", folder / "core")
        failures = run_docs(core, work)
        failures += open_studio(install(wheel, "[studio]", folder / "studio"), work)
    print("\n".join(failures) or "all of it runs")
    return int(bool(failures))


def build_wheel(folder: Path) -> Path:
    """The wheel of this tree, with the studio's page in it."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, "."], cwd=ROOT, check=True
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, extra: str, folder: Path) -> Path:
    """The Python of an empty environment into which the wheel went; says what that took."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    before, start, used = _size(folder), time.perf_counter(), os.times()
    subprocess.run([python, *PIP, f"{wheel}{extra}"], check=True)
    seconds, now = time.perf_counter() - start, os.times()
    processor = now.children_user + now.children_system - used.children_user - used.children_system
    print(f"motionloom{extra}: {(_size(folder) - before) / 1e6:.0f} MB, {seconds:.0f} s, {processor:.0f} s of them processor time")
    return python


def run_docs(python: Path, work: Path) -> list[str]:
    """What fails of the pages that are followed and of the Python of the others; ten pages of docs, a process each command."""
    failures = []
    for name in FOLLOWED:
        commands, code = follow(name)
        runs = [*(["-m", "motionloom", *words] for words in commands), ["-c", code]]
        failures += _run_all(python, runs, work, name)
    failures += _run_all(python, [["-m", "motionloom", *TABLE.split()]], work, "the table of transitions.md")
    for name, code in scripts().items():
        failures += _run_all(python, [["-c", code]], work, name)
    return failures


def _run_all(python: Path, runs: list[list[str]], work: Path, name: str) -> list[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}  # the wheel, not the tree
    environment["PATH"] = f"{python.parent}{os.pathsep}{environment.get('PATH', '')}"
    for run in runs:
        done = subprocess.run([python, *run], cwd=work, capture_output=True, text=True, check=False, env=environment)
        if done.returncode != 0:
            return [f"{name}: {' '.join(run)[:100]}: {done.stderr.strip()[-300:]}"]
    print(f"{name}: {len(runs)} run")
    return []


def open_studio(python: Path, work: Path) -> list[str]:
    """Whether the installed studio answers with its page."""
    start = [python, "-u", "-m", "motionloom", "studio", "my-sample", "--no-browser", "--port", "0"]
    with subprocess.Popen(start, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if address := re.search(r"http://127\.0\.0\.1:\d+/", line):
                    page = urllib.request.urlopen(address[0]).read().decode()
                    whole = "<script" in page and "Motionloom" in page
                    print(f"studio: its page {'is there' if whole else 'is not there'}")
                    return [] if whole else ["studio: no page"]
            return ["studio: it did not start"]
        finally:
            process.terminate()


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


if __name__ == "__main__":
    raise SystemExit(main())
