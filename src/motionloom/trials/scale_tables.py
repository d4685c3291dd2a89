"""What was measured on growing libraries, as lines and as curves, and what more machines would do by the same constants."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from motionloom.trials.scaling import SPREAD, Measured

MACHINES, CORES = 100, 2


def to_lines(rows: Sequence[Measured]) -> list[str]:
    """A line a measurement, then what a hundred machines of two cores would do with the largest of each job."""
    lines = [f"{'job':<8}{'clips':>8}{'frames':>10}  {'who':<16}{'seconds':>9}{'own':>8}{'workers':>9}{'MB':>7}  note"]
    for row in rows:
        times = f"{row.seconds:>9.3g}{row.own:>8.1f}{row.others:>9.1f}{row.megabytes:>7.0f}"
        lines.append(f"{row.job:<8}{row.clips:>8}{row.frames:>10}  {row.who:<16}{times}  {row.stopped or row.note}")
    return [*lines, *_spread_lines(rows), *_growth_lines(rows)]


def on_machines(row: Measured, machines: int = MACHINES, cores: int = CORES) -> float:
    """Seconds of a job on so many machines: the steering process does its part as before, the workers share theirs evenly."""
    return row.own + row.others / (machines * cores)


def useful_workers(row: Measured) -> float:
    """Workers beyond which the steering process is what takes the time."""
    return row.others / row.own if row.own > 0 else math.inf


def work_of(row: Measured) -> float:
    """Processor seconds of all processes; of a search the seconds of its slowest question, of a job that was ended those on the wall."""
    return row.seconds if row.job == "search" or row.stopped else row.own + row.others


def held_by_all(row: Measured) -> float:
    """Megabytes."""
    return row.megabytes


def growth(rows: Sequence[Measured], job: str) -> float | None:
    """The power of the frames by which a job's processor seconds grow between its two largest libraries; None where there are not two."""
    found = sorted((row for row in rows if row.job == job and not row.stopped and "Dask" not in row.who), key=lambda row: row.frames)
    if len(found) < 2 or found[-1].frames == found[-2].frames:
        return None
    first, last = (work_of(row) for row in found[-2:])
    return math.log(last / first) / math.log(found[-1].frames / found[-2].frames) if first > 0 and last > 0 else None


def _spread_lines(rows: Sequence[Measured]) -> list[str]:
    lines = []
    for job in SPREAD:
        found = [row for row in rows if row.job == job and not row.stopped and row.others > 0 and "Dask" not in row.who]
        if found:
            row = max(found, key=lambda each: each.frames)
            lines.append(
                f"{job} of {row.frames} frames on {MACHINES} machines of {CORES} cores: {on_machines(row):.0f} s, "
                f"of them {row.own:.0f} s of the one that steers; more than {useful_workers(row):.0f} workers hardly help"
            )
    return lines


def _growth_lines(rows: Sequence[Measured]) -> list[str]:
    powers = {job: growth(rows, job) for job in dict.fromkeys(row.job for row in rows)}
    said = [f"{job} {power:.2f}" for job, power in powers.items() if power is not None]
    return [f"grows by the power of the frames: {', '.join(said)}"] if said else []


def to_plot(rows: Sequence[Measured], path: Path) -> None:
    """Processor seconds and megabytes over frames, a line a job; Dask's dashed, what was ended as a cross."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    FigureCanvasAgg(figure)
    for place, (what, unit) in enumerate(((work_of, "processor seconds; of search, seconds"), (held_by_all, "megabytes, all processes"))):
        axes = figure.add_subplot(1, 2, place + 1)
        for number, job in enumerate(dict.fromkeys(row.job for row in rows)):
            for dask in (False, True):
                line = sorted((row for row in rows if row.job == job and ("Dask" in row.who) == dask), key=lambda row: row.frames)
                if line:
                    label = f"{job}, {line[0].who}"
                    style = "--" if dask else "-"
                    values = [what(row) for row in line]
                    axes.plot([row.frames for row in line], values, style, marker="o", markersize=3, color=f"C{number}", label=label)
                    axes.plot([r.frames for r in line if r.stopped], [what(r) for r in line if r.stopped], "kx")
        axes.set(xscale="log", yscale="log", xlabel="frames", ylabel=unit)
        axes.grid(alpha=0.3)
    figure.axes[0].legend(fontsize=7)
    figure.savefig(path, dpi=100)
