"""How fast are we, beside the peers and the machine's own limits, in one run. A suite is one file and one line below."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from motionloom.bench.rows import Row, Run

# suite: the module whose `measure(run)` returns rows
SUITES = {
    "limits": "motionloom.bench.machine",
    "core": "motionloom.bench.core",
    "align": "motionloom.bench.align",
    "feet": "motionloom.bench.feet",
    "transitions": "motionloom.bench.transitions",
    "machine": "motionloom.bench.behaviours",
    "proposals": "motionloom.bench.proposals",
    "steer": "motionloom.bench.steer",
    "edits": "motionloom.bench.edits",
    "enrich": "motionloom.bench.enrich",
    "keyframes": "motionloom.bench.keyframes",
    "demands": "motionloom.bench.demands",
}


def find_suite(name: str) -> Callable[[Run], list[Row]]:
    """The function that measures a suite."""
    from motionloom.core.errors import MotionloomError

    if name not in SUITES:
        raise MotionloomError(f"no benchmark {name!r}; there are {', '.join(SUITES)}")
    measure: Callable[[Run], list[Row]] = import_module(SUITES[name]).measure
    return measure


__all__ = ["SUITES", "Row", "Run", "find_suite"]
