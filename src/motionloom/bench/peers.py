"""Other people's programs, installed from PyPI in an environment of their own and timed on the same file."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from motionloom.bench.rows import Row, Run
from motionloom.core.errors import MotionloomError

REQUIREMENTS = Path(__file__).with_name("peers.txt")
SCRIPT = Path(__file__).with_name("_peer_script.py")
LONGEST = 3600  # seconds that a peer may take


def time_peers(run: Run, jobs: list[dict[str, Any]]) -> list[Row]:
    """Run jobs for `_peer_script.py` in the peers' environment: one row for each that ran, with a note for each that failed."""
    if not run.with_peers:
        return []
    python = peers_python(run)
    rows = []
    for job in jobs:
        run.say(f"{job['job']}: {job['who']}")
        answer = run_peer(python, SCRIPT, job, f"the peer {job['who']} at {job['job']!r}")
        rows.append(Row(job["job"], f"{job['who']} {answer['version']}", answer["seconds"], job.get("items", 1), job.get("unit", "runs")))
    return rows


def run_peer(python: Path, script: Path, job: dict[str, Any], who: str) -> dict[str, Any]:
    """What a peer's script says of a job, run by the interpreter of its environment."""
    done = subprocess.run(
        [str(python), str(script)],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
        env=clean_environment(),
    )
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}"
        raise MotionloomError(f"{who} failed: {reason}; --no-peers leaves peers out")
    answer: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return answer


def peers_python(run: Run, requirements: Path = REQUIREMENTS, with_needs: bool = True) -> Path:
    """The interpreter of the peers' environment, made on first use in the cache folder; with_needs: with what they need themselves."""
    mark = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()[:12]
    folder = cache_folder() / f"peers-{mark}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / "ready").exists():
        run.say("installing the peers (once)")
        venv.create(folder, with_pip=True, clear=True)
        install = [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--require-hashes",
            *([] if with_needs else ["--no-deps"]),
            "-r",
            str(requirements),
        ]
        done = subprocess.run(install, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise MotionloomError("the peers could not be installed from PyPI (no network?); --no-peers leaves them out")
        (folder / "ready").touch()
    return python


def cache_folder() -> Path:
    """Where things that can be made again are kept; MOTIONLOOM_CACHE moves it."""
    given = os.environ.get("MOTIONLOOM_CACHE")
    if given:
        return Path(given)
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "motionloom"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "motionloom"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "motionloom"


def clean_environment() -> dict[str, str]:
    """Without what points other interpreters at our packages."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
