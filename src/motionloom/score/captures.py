"""Captured motion to measure scorers on: of a folder with a table `catalogue.csv` of its files, or of a library (`making.verdicts`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.errors import FileError, list_names
from motionloom.core.gravity import check_gravity, pool
from motionloom.core.steadiness import Steadiness, check_steadiness, choose_verdict, pool_steadiness

CATALOGUE = "catalogue.csv"


@dataclass(frozen=True, eq=False)
class Capture:
    """A clip and who performed it; what it is labelled; plants (F, 4), a person's or a library's where it has them.

    synthetic: whether one of the sample's procedural performers stands in for a person.
    """

    motion: Motion
    subject: str
    labels: tuple[str, ...] = ()
    given_plants: NDArray[np.bool_] | None = None
    synthetic: bool = False

    @cached_property
    def plants(self) -> NDArray[np.bool_]:
        """The plants (F, 4) that were given, or else those the kinetic detector finds."""
        return detect_plants(self.motion) if self.given_plants is None else self.given_plants

    def part(self, start: int, stop: int) -> Capture:
        """Frames start:stop. Plants are found on the whole clip, where there is more to find the floor by."""
        return replace(self, motion=self.motion[start:stop], given_plants=self.plants[start:stop])


def detect_plants(motion: Motion) -> NDArray[np.bool_]:
    """Plants (F, 4) by the detector that needs no labels."""
    from motionloom.feet import signals
    from motionloom.feet.detectors.kinetic import Kinetic

    return Kinetic().detect(signals.measure(motion))


def read_captures(
    folder: Path,
    labels: Sequence[str] = (),
    progress: Progress | None = None,
    performers: Callable[[str], bool] = lambda subject: True,
) -> list[Capture]:
    """The captures of a folder with a catalogue, those with one of `labels` where any are named, made ready by `make_ready`.

    performers: says of a subject whether to read what that person performed.
    """
    return make_ready(_from_catalogue(folder, progress or Progress(), performers), folder, labels)


def make_ready(found: Iterable[Capture], folder: Path, labels: Sequence[str] = ()) -> list[Capture]:
    """Captures of a folder, those with one of `labels` where any are named, as scorers are measured on them.

    Rates that contradict gravity are put right first, performer by performer: some files state twice their rate. Plants are those
    that are given, or an oracle's trained on our hand labels where their clips are in the folder, or else the kinetic detector's.
    """
    chosen = [capture for capture in correct_rates(found) if not labels or set(labels) & set(capture.labels)]
    chosen = _with_plants(chosen, folder)
    if not chosen:
        raise FileError(f"{folder}: no capture" + (f" is labelled {list_names(tuple(labels))}" if labels else "s here") + "; name others")
    return chosen


def _with_plants(captures: list[Capture], folder: Path) -> list[Capture]:
    """Captures without plants get them from an oracle, where the clips of our hand labels lie in the folder to train one on."""
    from motionloom.feet import hand_labels, oracle

    labelled = [label for label in hand_labels.read_labels(split="train") if (folder / label.clip).is_file()]
    if not labelled:
        return captures
    trained = oracle.train(hand_labels.open_examples(labelled, folder))
    return [c if c.given_plants is not None else replace(c, given_plants=trained.label(c.motion).bits) for c in captures]


def correct_rates(captures: Iterable[Capture]) -> list[Capture]:
    """The captures with the rates at which their performers fall as things fall, or are in balance where nobody falls."""
    captures = list(captures)
    rates: dict[tuple[str, float], float] = {}
    for subject, own in by_subject(captures).items():
        steps = {report.fps: report for report in pool_steadiness(check_steadiness(capture.motion) for capture in own)}
        for falls in pool(check_gravity(capture.motion) for capture in own):
            verdict = choose_verdict(falls, steps.get(falls.fps, Steadiness(falls.fps)))
            if verdict.suspicious and verdict.implied_fps:
                rates[subject, falls.fps] = verdict.implied_fps
    return [_at_rate(capture, rates.get((capture.subject, capture.motion.fps))) for capture in captures]


def _at_rate(capture: Capture, fps: float | None) -> Capture:
    return capture if fps is None else replace(capture, motion=replace(capture.motion, fps=fps))


def _from_catalogue(folder: Path, progress: Progress, performers: Callable[[str], bool]) -> list[Capture]:
    from motionloom import formats
    from motionloom.library.label_table import read_label_table

    rows = [row for row in read_label_table(folder / CATALOGUE).rows.values() if performers(row.subject or row.source)]
    return [
        Capture(formats.load(folder / row.path), row.subject or row.source, row.labels)
        for row in progress.each("Reading captures", rows, lambda row: row.path)
    ]


def by_subject(captures: Iterable[Capture]) -> dict[str, list[Capture]]:
    """The captures of each performer, in the order they came."""
    groups: dict[str, list[Capture]] = {}
    for capture in captures:
        groups.setdefault(capture.subject, []).append(capture)
    return groups


__all__ = ["Capture", "by_subject", "correct_rates", "detect_plants", "make_ready", "read_captures"]
