"""Posing, and what else an artist's edits take, part by part."""

from __future__ import annotations

from importlib import import_module

from motionloom.bench.rows import Row, Run

# modules whose `measure(run)` gives rows of this suite
PARTS = ("motionloom.bench.posing", "motionloom.bench.spreading")


def measure(run: Run) -> list[Row]:
    """The rows of all parts."""
    return [row for part in PARTS for row in import_module(part).measure(run)]
