"""One process that has imported everything, and forks one for each job: that one can be killed, and costs no start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from motionloom.compute.workers import ONE_THREAD

# For each line it forks a process that runs a job, and that is killed, so many seconds after the work began, where seconds are given.
# Forked, not started anew: a process takes longer to import than most of the jobs take.
FORGE = """
import importlib, json, os, pkgutil, signal, sys, threading, time, traceback
import motionloom, motionloom.sample
from motionloom.library import Library
from motionloom.making.work import KINDS, run_here

for room in ("align", "core", "feet", "formats", "graphs", "score", "making", "transitions", "behaviours"):
    package = importlib.import_module(f"motionloom.{room}")
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
KINDS.all()
motionloom.sample.library_names = lambda: [("ada", what, seed) for what in ("stand", "wave") for seed in range(4)]


def run(folder, kind, arguments, seconds, cluster):
    with Library.open(folder) as library:
        if seconds is not None:
            threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
        begun = time.monotonic()
        work = run_here(library, kind, arguments, workers=None if cluster else 1, cluster=cluster)
        return [time.monotonic() - begun, work.job]


for line in sys.stdin:
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = {"result": run(*json.loads(line))}
        except BaseException:
            said = {"error": traceback.format_exc()}
        os.write(mouth, json.dumps(said).encode())
        os._exit(0)
    os.close(mouth)
    with os.fdopen(ear, "rb") as heard:
        said = heard.read()
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    print(said.decode() or json.dumps({"killed": killed, "error": f"ended with status {status}"}), flush=True)
"""
PATIENCE = 120.0  # seconds until it has ended


class Forge:
    """Runs jobs in processes of their own, which can be killed."""

    def __init__(self) -> None:
        environment = {**os.environ, **dict.fromkeys(ONE_THREAD, "1")}  # a fork keeps none of a library's threads
        self.process = subprocess.Popen(
            [sys.executable, "-c", FORGE], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Forge:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def run(
        self, folder: Path, kind: str, arguments: dict[str, Any], seconds: float | None = None, cluster: str | None = None
    ) -> tuple[float, str] | None:
        """How long the job took and its id; None where the process was killed before its end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([str(folder), kind, arguments, seconds, cluster]) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        if said.get("killed"):
            return None
        if "result" not in said:
            raise RuntimeError(said["error"])
        took, job = said["result"]
        return took, job
