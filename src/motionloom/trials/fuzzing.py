"""Damaged files, read one after the other: each must be read, or refused in one line, within seconds and without filling the memory."""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from motionloom.core.errors import MotionloomError
from motionloom.trials.mutating import mutate
from motionloom.trials.target import Sample, Target


@dataclass(frozen=True)
class Outcome:
    """What came of damaged files of one kind: how many were tried, read, and refused in one line; faults: by seed, what else happened."""

    name: str
    tried: int
    read: int
    refused: int
    faults: tuple[tuple[int, str], ...] = ()


def place_sample(target: Target, sample: Sample, folder: Path) -> Path:
    """Write a good file and what lies beside it into a folder; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in sample.beside.items():
        (folder / name).write_bytes(content)
    path = folder / f"clip{target.suffix}"
    path.write_bytes(sample.content)
    return path


def fuzz(target: Target, seeds: Iterable[int], folder: Path) -> Outcome:
    """Read a file of the target damaged by each seed. The good one must be read first, or nothing would be tried."""
    sample = target.prepare(folder)
    path = place_sample(target, sample, folder / "tried")
    sample.read(path)
    read = refused = 0
    faults = []
    for seed in seeds:
        path.write_bytes(mutate(sample.content, seed))
        fault = try_reading(sample, path)
        if fault is None:
            read += 1
        elif not fault:
            refused += 1
        else:
            faults.append((seed, fault))
    return Outcome(target.name, read + refused + len(faults), read, refused, tuple(faults))


def try_reading(sample: Sample, path: Path) -> str | None:
    """None where a file is read, nothing where it is refused in one line, else what happened."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            sample.read(path)
    except MotionloomError as error:
        return "" if "\n" not in str(error) and str(error).strip() else f"refused, but not in one line: {str(error)[:60]!r}"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {' '.join(str(error).split())[:100]}"
    return None
