"""The loop measured: the least certain second is put right, again and again, beside seconds that are picked by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits.registry import find_edit, names
from motionloom.edits.propagation.model import assemble, estimate, fit
from motionloom.edits.propagation.reports.known import read_performers
from motionloom.edits.propagation.spreading import pose_errors

Floats = NDArray[np.float64]
ROUNDS, SECOND, FIFTHS = 4, 60, 5
MOST = 6  # clips of a performer


@dataclass(frozen=True)
class RefinementRow:
    """One edit: metres of error after each round by how seconds are picked; gains: metres won in the first round by fifths of the frames,
    the surest first."""

    edit: str
    errors: dict[str, list[float]]
    gains: list[float]


@dataclass(frozen=True)
class RefinementReport:
    """One row an edit."""

    rows: tuple[RefinementRow, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"rows": [vars(row) for row in self.rows]}

    def to_text(self) -> str:
        """A table for people, millimetres."""
        counts = "".join(f"{number:>8}" for number in range(ROUNDS + 1))
        lines = [f"{'mm after seconds put right':<30}{counts}   won by the first in fifths of the frames, the surest first"]
        for row in self.rows:
            for how, errors in row.errors.items():
                shown = "".join(f"{1000 * error:>8.1f}" for error in errors)
                gains = "   " + " ".join(f"{1000 * gain:.1f}" for gain in row.gains) if how == "least certain" else ""
                lines.append(f"{row.edit + ', ' + how:<30}{shown}{gains}")
        return "\n".join(lines)


def measure_refinement(data: Path, edits: Sequence[str] | None, group: str, progress: Progress) -> RefinementReport:
    """Every known edit on every performer of a group."""
    progress.begin("Reading captures")
    people = list(read_performers(data, group))
    rows = []
    for edit in progress.each("Putting predictions right", tuple(edits or names())):
        found: dict[str, list[list[float]]] = {"least certain": [], "by chance": []}
        gains = []
        for person in people:
            clips = person.clips[:: max(1, len(person.clips) // MOST)][:MOST]
            first = [find_edit(edit)(each) for each in person.taught]
            for how, errors in found.items():
                told, gain = _refine(edit, first, clips, how)
                errors.append(told)
                gains += [gain] if how == "least certain" else []
        means = {how: [float(value) for value in np.mean(errors, axis=0)] for how, errors in found.items()}
        rows.append(RefinementRow(edit, means, [float(value) for value in np.mean(gains, axis=0)]))
    return RefinementReport(tuple(rows))


def _refine(edit: str, first: Sequence[Example], clips: Sequence[Motion], how: str) -> tuple[list[float], Floats]:
    """Mean errors after 0 to `ROUNDS` corrections, and what the first of them won by fifths of doubt."""
    truths = [find_edit(edit)(clip) for clip in clips]
    examples, told, before = [*first], [], None
    gains = np.zeros(FIFTHS)
    rng = np.random.default_rng(0)
    for number in range(ROUNDS + 1):
        model = fit(examples)
        found = [estimate(model, clip) for clip in clips]
        errors = [pose_errors(assemble(model, each).motion, truth.edited).mean(axis=1) for each, truth in zip(found, truths, strict=True)]
        doubts = [each.expected.mean(axis=1) for each in found]
        told.append(float(np.concatenate(errors).mean()))
        if number == 1 and before is not None:
            order = np.argsort(np.concatenate(before[1]))
            won = np.concatenate(before[0]) - np.concatenate(errors)
            gains = np.array([won[part].mean() for part in np.array_split(order, FIFTHS)])
        before = errors, doubts
        clip, start = _pick(doubts, how, rng)
        examples.append(_part(truths[clip], start, min(start + SECOND, len(clips[clip]))))
    return told, gains


def _pick(doubts: Sequence[Floats], how: str, rng: np.random.Generator) -> tuple[int, int]:
    """The clip and first frame of the second that is put right next."""
    if how == "by chance":
        clip = int(rng.integers(len(doubts)))
        return clip, int(rng.integers(max(1, len(doubts[clip]) - SECOND)))
    sums = [np.convolve(each, np.ones(min(SECOND, len(each))), "valid") for each in doubts]
    clip = int(np.argmax([each.max() for each in sums]))
    return clip, int(np.argmax(sums[clip]))


def _part(example: Example, start: int, stop: int) -> Example:
    times = example.times[start:stop]
    return Example(example.source[start:stop], example.edited[start:stop], times - times[0])
