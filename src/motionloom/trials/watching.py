"""Damaged files read by a process that is watched: who hangs is ended, who ends is noted, and memory is seen.

`fuzzing.fuzz` reads them here, in this process; that is enough for tests. A long trial goes through a child, so that a reader that hangs
or takes the process with it costs one file and not the trial.
"""

from __future__ import annotations

import json
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motionloom.trials.fuzzing import Outcome, place_sample, try_reading
from motionloom.trials.mutating import mutate
from motionloom.trials.target import TARGETS

LONGEST = 20.0  # seconds that a file may take
LARGEST = 2048.0  # megabytes that reading may add
PATIENCE = 300.0  # seconds until a child has made its sample: a machine is built for it, say
CHILD = "from motionloom.trials.watching import read_all; import sys; read_all(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))"


@dataclass(frozen=True)
class Watched:
    """What came of damaged files of one kind; slowest: seconds of one file; added: megabytes that the process grew by."""

    outcome: Outcome
    slowest: float = 0.0
    added: float = 0.0


def read_all(name: str, first: int, stop: int) -> None:
    """What the child does: a line for each seed, as JSON."""
    target = TARGETS.find(name)
    with tempfile.TemporaryDirectory(prefix="motionloom-trial-") as folder:
        sample = target.prepare(Path(folder))
        path = place_sample(target, sample, Path(folder) / "tried")
        sample.read(path)
        _tell({"ready": _megabytes()})
        for seed in range(first, stop):
            path.write_bytes(mutate(sample.content, seed))
            began = time.monotonic()
            fault = try_reading(sample, path)
            _tell({"seed": seed, "fault": fault, "seconds": time.monotonic() - began, "megabytes": _megabytes()})


def watch(name: str, count: int, first: int = 0, each: Callable[[], object] = lambda: None, longest: float = LONGEST) -> Watched:
    """Read so many damaged files of a target in a child; `each` is called after every one."""
    read = refused = 0
    faults, slowest, added, at, stop = list[tuple[int, str]](), 0.0, 0.0, first, first + count
    while at < stop:
        base = 0.0
        for said in _lines(name, at, stop, longest):
            if "ready" in said:
                base = said["ready"]
                continue
            if "ended" in said:
                faults.append((at, said["ended"]))
            else:
                slowest, grown = max(slowest, said["seconds"]), said["megabytes"] - base
                fault = said["fault"] or (f"took {grown:.0f} MB" if grown > LARGEST and grown - added > 100 else said["fault"])
                added = max(added, grown)
                read, refused = read + (fault is None), refused + (fault == "")
                if fault:
                    faults.append((at, fault))
            at += 1
            each()
    return Watched(Outcome(name, count, read, refused, tuple(faults)), slowest, added)


def _lines(name: str, first: int, stop: int, longest: float) -> Iterator[dict[str, Any]]:
    """What a child says, until it is through or has ended; at last why, if it was not through."""
    command = [sys.executable, "-c", CHILD, name, str(first), str(stop)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    done = first
    try:
        for line in _read_lines(child, PATIENCE, longest):
            if line is None:
                yield {"ended": f"took over {longest:g} s"}
                return
            said = json.loads(line)
            done += "seed" in said
            yield said
        if done < stop:
            code = child.wait()
            yield {"ended": f"ended the process ({code}): {_last_line(child)}"}
    finally:
        child.kill()
        child.wait()
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()


def _read_lines(child: subprocess.Popen[bytes], first: float, later: float) -> Iterator[bytes | None]:
    """The lines of a child as they come; None where none came in time: the first within so many seconds, each later one within others."""
    assert child.stdout is not None
    pending, patience = b"", first
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(patience):
                yield None
                return
            got = child.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            if not got:
                return
            *lines, pending = (pending + got).split(b"\n")
            patience = later if lines else patience
            yield from lines


def _last_line(child: subprocess.Popen[bytes]) -> str:
    said = child.stderr.read().decode(errors="replace").strip().splitlines() if child.stderr is not None else []
    return said[-1][:100] if said else "it said nothing"


def _megabytes() -> float:
    """The most that this process has held so far."""
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _tell(said: dict[str, Any]) -> None:
    print(json.dumps(said), flush=True)
