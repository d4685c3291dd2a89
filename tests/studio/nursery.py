"""Studios as forks of one process that has imported everything, one such process for each run of pytest's workers.

A studio that is started from nothing imports for more than a second, and browser tests start some seventy of them. A fork has its own
memory, files and signals, ends by SIGKILL or SIGTERM like any other process, and opens its library anew: what a test sees is the same.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

from tests.conftest import PATIENCE

# Children are reaped by the system; a child itself must not inherit that, for it waits for children of its own.
SCRIPT = """
import gc, json, os, signal, sys
import numba, uvicorn, uvicorn.protocols.http.auto, uvicorn.protocols.websockets.auto, uvicorn.loops.auto, uvicorn.lifespan.on
import motionloom.render, motionloom.studio.api, motionloom.studio.app
from motionloom.studio import serve
from motionloom.studio.panels import find_panels

def start(given):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    os.environ.clear()
    os.environ.update(given["environment"])
    os.chdir(given["cwd"])
    serve(given["library"], port=given["port"], open_browser=False)

find_panels()
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in iter(sys.stdin.readline, ""):
    child = os.fork()
    if child == 0:
        start(json.loads(line))
        sys.exit(0)
    print(child, flush=True)
"""


class Fork:
    """A process that is no child of this one; as much of `subprocess.Popen` as a test needs."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """None while it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, timeout: float = PATIENCE) -> None:
        end = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.005)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def _send(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Nursery:
    """The process that forks studios."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def start(self, library: Path, port: int) -> Fork:
        """A studio on a library, with the environment of this moment."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        given = {"library": str(library), "port": port, "environment": dict(os.environ), "cwd": os.getcwd()}
        self._process.stdin.write(json.dumps(given) + "\n")
        self._process.stdin.flush()
        return Fork(int(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait(PATIENCE)


@cache
def nursery() -> Nursery:
    """The one of this process, made on first use."""
    made = Nursery()
    atexit.register(made.close)
    return made
