"""What a benchmark measures, and how it is timed and shown."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

OURS = "motionloom"


@dataclass(frozen=True)
class Row:
    """One measurement: a job, who did it, the best of several runs in seconds, and how many items that was."""

    job: str
    who: str
    seconds: float
    items: int = 1
    unit: str = "runs"
    note: str = ""


@dataclass
class Run:
    """What a suite may ask for while it measures: how often to repeat, whether peers take part, what to say meanwhile."""

    repeats: int = 5
    with_peers: bool = True
    say: Callable[[str], None] = field(default=lambda text: None)

    def time(self, function: Callable[[], Any], repeats: int | None = None) -> float:
        """Seconds of the fastest of several calls, after one that warms caches and compilers up."""
        function()
        best = float("inf")
        for _ in range(repeats or self.repeats):
            gc.collect()
            start = time.perf_counter()
            function()
            best = min(best, time.perf_counter() - start)
        return best


def to_json(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows with their ratios: how many times longer each took than we did at the same job."""
    rows = list(rows)
    ours = {row.job: row.seconds for row in rows if row.who == OURS}
    return [
        {
            "job": row.job,
            "who": row.who,
            "seconds": row.seconds,
            "per_second": row.items / row.seconds if row.seconds else None,
            "unit": row.unit,
            "ratio": row.seconds / ours[row.job] if row.job in ours else None,
            "note": row.note,
        }
        for row in rows
    ]


def to_table(rows: Iterable[Row]) -> str:
    """The same for people: one block a job, ours first."""
    entries = to_json(rows)
    lines = [f"{'job':<34} {'who':<22} {'time':>10} {'rate':>20} {'ratio':>7}  note"]
    last = ""
    for entry in entries:
        job = "" if entry["job"] == last else entry["job"]
        last = entry["job"]
        rate = "" if entry["per_second"] is None else f"{_short(entry['per_second'])} {entry['unit']}/s"
        ratio = "" if entry["ratio"] is None or entry["who"] == OURS else f"{entry['ratio']:.1f}x"
        lines.append(f"{job:<34} {entry['who']:<22} {_duration(entry['seconds']):>10} {rate:>20} {ratio:>7}  {entry['note']}".rstrip())
    return "\n".join(lines)


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"


def _short(value: float) -> str:
    for limit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g}{letter}"
    return f"{value:.3g}"
