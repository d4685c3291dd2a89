"""How long the hot jobs of a library take, and what they hold, as it grows: each job in a process of its own that is watched."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from motionloom.core.errors import MotionloomError
from motionloom.library import Library
from motionloom.trials.scale_files import Level

CHILD = "from motionloom.trials.scaling import measure_here; import sys; measure_here(sys.argv[1])"
POLL = 0.1  # seconds between two looks at how much the processes hold
REPRESENTATIVES, PIECES, PIECE_SECONDS, APPLICATIONS = 20, 118, 3.6, 64
ASKED = 9  # times that each question is asked of a library
LABEL = "walk"


@dataclass(frozen=True)
class Measured:
    """One job on one library. who: which processes worked; seconds: on the wall; own: processor seconds of the process that steers it;
    others: of its workers, their start included; megabytes: the most that all of them held together; stopped: why it did not end."""

    job: str
    clips: int
    frames: int
    who: str
    seconds: float = 0.0
    own: float = 0.0
    others: float = 0.0
    megabytes: float = 0.0
    note: str = ""
    stopped: str = ""


@dataclass(frozen=True)
class Limits:
    """When a job is ended: minutes on the wall, megabytes of all its processes together."""

    minutes: float = 20.0
    megabytes: float = 8000.0


Told = Mapping[str, Any]


def _import(told: Told) -> tuple[str, float | None]:
    from motionloom.making.work import run_here

    with Library.open(told["library"], create=True) as library:
        asked = {"files": told["files"], "labels": told["labels"], "read_as": {}, "restore": False}
        report = run_here(library, "import", asked, workers=told["workers"], cluster=told["cluster"]).result
        if report.failures:
            raise MotionloomError(f"{len(report.failures)} files were not read: {report.failures[0].line}")
    return f"{len(report.added)} clips added", None


def _search(told: Told) -> tuple[str, float | None]:
    """The slowest of four questions is the job's seconds: a word, a label, the page at the end by length, all clips."""
    began = time.perf_counter()
    with Library.open(told["library"]) as library:
        opened = time.perf_counter() - began
        asked: dict[str, Callable[[], object]] = {
            "a word": lambda: library.clips("walk turn", limit=100),
            "a label": lambda: library.clips(labels=(LABEL,), limit=100),
            "last page by length": lambda: library.clips(sort="duration", limit=100, offset=max(0, library.count() - 100)),
            "all clips": lambda: library.clips(),
        }
        times = {name: statistics.median(_time(ask) for _ in range(ASKED)) for name, ask in asked.items()}
    said = ", ".join(f"{name} {1e3 * seconds:.1f} ms" for name, seconds in {"opened": opened, **times}.items())
    return said, max(times.values())


def _time(ask: Callable[[], object]) -> float:
    began = time.perf_counter()
    ask()
    return time.perf_counter() - began


def _table(told: Told) -> tuple[str, float | None]:
    from motionloom.making.choice import Choice
    from motionloom.transitions.jobs import table_arguments

    asked = table_arguments(Choice(body=True), representatives=REPRESENTATIVES, one_body=True, name=f"scale {told['dask']}")
    return _run("transition_table", asked, told), None


def _mine(told: Told) -> tuple[str, float | None]:
    return _run("mine", {"choice": {}}, told), None


def _enrich(told: Told) -> tuple[str, float | None]:
    from motionloom.enrich.transplants.pool import Pieces, gather_pool
    from motionloom.making.choice import Choice

    with Library.open(told["library"]) as library:
        there = len(gather_pool(library, Choice(), Pieces(PIECE_SECONDS)))
    pieces = {"seconds": PIECE_SECONDS, "count": min(PIECES, there), "seed": 1}
    return _run("transplant", {"choice": {}, "pieces": pieces, "applications": APPLICATIONS, "seed": 1, "propose": False}, told), None


def _run(kind: str, asked: dict[str, Any], told: Told) -> str:
    from motionloom.making.work import run_here

    with Library.open(told["library"]) as library:
        return run_here(library, kind, asked, workers=told["workers"], cluster=told["cluster"]).message


JOBS: dict[str, Callable[[Told], tuple[str, float | None]]] = {
    "import": _import,
    "search": _search,
    "table": _table,
    "mine": _mine,
    "enrich": _enrich,
}
SPREAD = ("import", "table", "enrich")  # what runs on a cluster too


def measure_here(asked: str) -> None:
    """What the child does: one job, by JSON, and at the end a line of JSON."""
    import resource

    told: dict[str, Any] = json.loads(asked)
    with ExitStack() as stack:
        told["cluster"] = stack.enter_context(_dask(told["workers"])) if told["dask"] else None
        began = time.perf_counter()
        note, seconds = JOBS[told["job"]](told)
        seconds = time.perf_counter() - began if seconds is None else seconds
    own, others = (resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = [each.ru_utime + each.ru_stime for each in (own, others)]
    print(json.dumps({"seconds": seconds, "own": used[0], "others": used[1], "note": note}), flush=True)


@contextmanager
def _dask(workers: int) -> Iterator[str]:
    try:
        from distributed import LocalCluster
    except ImportError:
        raise MotionloomError("Dask is not there; install it with `pip install motionloom[cluster]`, or leave out --dask") from None
    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def measure_level(
    folder: Path, level: Level, files: Sequence[Path], jobs: Sequence[str], limits: Limits, workers: int = 2, dask: bool = False
) -> Iterator[Measured]:
    """Each job on a library of these folders of files, made anew below `folder`; what is on a cluster too comes second."""
    for job in jobs:
        for on_dask in (False, True) if dask and job in SPREAD else (False,):
            yield _measure(folder, level, files, job, limits, workers, on_dask)


def _measure(folder: Path, level: Level, files: Sequence[Path], job: str, limits: Limits, workers: int, dask: bool) -> Measured:
    library = folder / (f"dask-{level.frames}" if dask and job == "import" else f"library-{level.frames}")
    told = {
        "job": job,
        "library": str(library),
        "files": [str(each) for each in files],
        "labels": str(files[0].parent / "labels.csv"),
        "workers": workers,
        "dask": dask,
    }
    who = f"Dask, {workers} workers" if dask else f"{workers} processes" if job in SPREAD else "1 process"
    if dask and job != "import":  # what is finished would not be done again
        forget_jobs(library)
    found, most = _watch(told, limits)
    if dask and job == "import":
        import shutil

        shutil.rmtree(library, ignore_errors=True)
    return Measured(job, level.clips, level.frames, who, megabytes=most, **found)


def forget_jobs(library: Path) -> None:
    """Forget what jobs of a library have finished, so that the same work is done again."""
    with Library.open(library) as opened:
        for job in opened.jobs.all():
            opened.jobs.remove(job.id)


def _watch(told: Told, limits: Limits) -> tuple[dict[str, Any], float]:
    """What a child that does a job says, and the most that it and its workers held; one over a limit is ended."""
    command = [sys.executable, "-c", CHILD, json.dumps(told)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    began, most, stopped = time.monotonic(), 0.0, ""
    with child:
        while child.poll() is None and not stopped:
            held = held_by(child.pid)
            most = max(most, held)
            if held > limits.megabytes:
                stopped = f"over {limits.megabytes:.0f} MB"
            elif time.monotonic() - began > 60 * limits.minutes:
                stopped = f"over {limits.minutes:g} minutes"
            try:
                child.wait(POLL)
            except subprocess.TimeoutExpired:
                continue
        if stopped:
            os.killpg(child.pid, signal.SIGKILL)
            return {"stopped": stopped, "seconds": time.monotonic() - began}, most
        said, complaint = child.communicate()
    lines = said.strip().splitlines()
    if child.returncode or not lines:
        last = complaint.strip().splitlines()[-1:] or ["it said nothing"]
        return {"stopped": f"ended: {last[0][:200]}", "seconds": time.monotonic() - began}, most
    found: dict[str, Any] = json.loads(lines[-1])
    return found, most


def held_by(pid: int) -> float:
    """Megabytes that a process and all below it hold together; what they share counts once only where the system tells (Linux), else 0."""
    total, waiting = 0.0, [pid]
    while waiting:
        place = Path(f"/proc/{waiting.pop()}")
        try:
            for line in (place / "smaps_rollup").read_text().splitlines():
                total += int(line.split()[1]) / 1024 if line.startswith("Pss:") else 0.0
            for task in (place / "task").iterdir():
                waiting += [int(each) for each in (task / "children").read_text().split()]
        except OSError:  # it has ended meanwhile
            continue
    return total


def measure_growth(
    folder: Path,
    levels: Sequence[Level],
    jobs: Sequence[str],
    limits: Limits,
    workers: int = 2,
    dask: bool = False,
    begin: Callable[[str], object] = lambda said: None,
) -> Iterator[Measured]:
    """Each job on each level's library. What was ended by a limit is not tried on a larger library."""
    ended = set[str]()
    for number, level in enumerate(levels):
        files = [each.folder for each in levels[: number + 1]]
        todo = [job for job in jobs if job not in ended]
        for job in todo:
            begin(f"{job}, {level.frames} frames of {level.clips} clips")
            for found in measure_level(folder, level, files, [job], limits, workers, dask):
                if found.stopped:
                    ended.add(job)
                yield found


def to_json(rows: Sequence[Measured]) -> list[dict[str, Any]]:
    """Plain data."""
    return [asdict(row) for row in rows]
