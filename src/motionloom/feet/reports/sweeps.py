"""The paper's table of parameters (000, table 3.1) on real data, for its features and for ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from motionloom.compute import Progress
from motionloom.feet.features import Features, Legs, Soles
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import OracleOptions
from motionloom.feet.reports.evaluate import train_and_evaluate

NEIGHBOURS = (1, 5, 10, 15, 20, 30, 40)
WINDOWS = (3, 11, 21, 31, 41, 61, 121)  # samples at 60 Hz
COMPONENTS = (4, 6, 8, 12, 16, 32)


@dataclass(frozen=True)
class SweepRow:
    """One variation: what was varied, its value, and the accuracy on held-out labels with the features of the paper and with ours."""

    parameter: str
    value: str
    legs: float | None
    soles: float | None

    def to_json(self) -> dict[str, Any]:
        return vars(self)


def sweep(training: Sequence[Example], held_out: Sequence[Example], progress: Progress | None = None) -> list[SweepRow]:
    """Every variation of k, window, parts, scaling and components, each on its own."""

    def accuracy(features: Features | None, options: OracleOptions | None = None) -> float | None:
        if features is None:
            return None
        return train_and_evaluate(training, held_out, features, options)[1].total.total.accuracy

    return [
        SweepRow(parameter, value, accuracy(legs, options), accuracy(soles, options))
        for parameter, value, legs, soles, options in (progress or Progress()).each(
            "Varying the oracle", _vary(), lambda row: f"{row[0]} {row[1]}"
        )
    ]


def _vary() -> Iterator[tuple[str, str, Features | None, Features | None, OracleOptions | None]]:
    """What is varied and its value; the features of the paper and ours with it, None where it is not of them; options of the oracle."""
    legs, soles = Legs(), Soles()
    yield "as it is", "", legs, soles, None
    for k in NEIGHBOURS:
        yield "neighbours", str(k), legs, soles, OracleOptions(k=k)
    for samples in WINDOWS:
        seconds = (samples - 1) / 60
        yield "window, frames at 60 Hz", str(samples), replace(legs, window=seconds), replace(soles, window=seconds), None
    yield "joints", "with the root", replace(legs, parts=("knee", "ankle", "toe", "root")), None, None
    yield "joints", "without knees", replace(legs, parts=("ankle", "toe")), None, None
    yield "joints", "toes only", replace(legs, parts=("toe",)), replace(soles, points=("toe",)), None
    yield "joints", "heels only", None, replace(soles, points=("heel",)), None
    for scaling in ("none", "leg", "segment"):
        yield "scaling", scaling, replace(legs, scaling=scaling), replace(soles, scaling=scaling), None
    for components in COMPONENTS:
        yield "components", str(components), legs, soles, OracleOptions(components=components)
    yield "components", "all, as printed", legs, soles, OracleOptions(components=max(legs.width, soles.width))
    yield "tempos", "0.75 1.5 2.25", None, replace(soles, tempos=(0.75, 1.5, 2.25)), None
    yield "mirrored pool", "no", legs, None, OracleOptions(mirrored=False)


def to_text(rows: Sequence[SweepRow]) -> str:
    """The table for people, in percent."""
    lines = [f"{'parameter':<26} {'value':>14} {'legs (paper)':>13} {'soles (ours)':>13}"]
    for row in rows:
        cells = ["" if share is None else f"{100 * share:.2f} %" for share in (row.legs, row.soles)]
        lines.append(f"{row.parameter:<26} {row.value:>14} {cells[0]:>13} {cells[1]:>13}")
    return "\n".join(lines)
