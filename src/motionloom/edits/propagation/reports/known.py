"""Known edits as ground truth: three cycles of a walk teach, all else that the performer did is predicted and held against the truth."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.editing import resample
from motionloom.core.errors import FileError
from motionloom.core.roles import SIDES
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits.registry import find_edit, names
from motionloom.edits.propagation.reports.moments import MOMENTS, find_moments
from motionloom.edits.propagation.reports.ranks import means_of, rank_correlation
from motionloom.edits.propagation.reports.ways import OURS, WAYS, Taught, all_ways
from motionloom.edits.propagation.spreading import pose_errors
from motionloom.edits.propagation.step_timing import find_passings
from motionloom.formats import ReadOptions, read
from motionloom.judge.performers import group_of, performer_name, true_rate

Floats = NDArray[np.float64]
RATE = 60.0
CYCLES = 3
MOST = 40  # clips of a performer
LABELS = ("walk", "run", "turn", "stand")
LEVEL = 0.2  # leg lengths: cycles whose lower ankle comes higher and lower than this climb something


@dataclass(frozen=True, eq=False)
class Performer:
    """A performer's spans that teach and the clips that are predicted, all at `RATE`."""

    name: str
    taught: tuple[Motion, ...]
    clips: tuple[Motion, ...]


@dataclass(frozen=True)
class Row:
    """One known edit of one group of moments: mean error of the joints in metres by way, and how many seconds were predicted."""

    edit: str
    moment: str
    seconds: float
    errors: dict[str, float]


@dataclass(frozen=True)
class KnownReport:
    """All rows; by_joint: edit -> joint -> metres, ours; correlations: edit -> rank correlation of expected and true error: of
    frames within each performer's model, of frames over all of them, of every joint of every frame within a model, and of seconds within a
    model; scale: edit -> expected
    over true error, the median of frames; pace: edit -> way -> mean error of the pace, a share
    of it; taught: performer -> seconds that taught."""

    rows: tuple[Row, ...]
    by_joint: dict[str, dict[str, float]]
    correlations: dict[str, tuple[float, float, float, float]]
    scale: dict[str, float]
    pace: dict[str, dict[str, float]]
    taught: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        rows = [vars(row) for row in self.rows]
        return {**vars(self), "rows": rows}

    def to_text(self) -> str:
        """A table for people, millimetres."""
        who = ", ".join(f"{name} ({seconds:.1f} s)" for name, seconds in self.taught.items())
        lines = [
            f"taught by {CYCLES} cycles each: {who}",
            f"{'edit':<11}{'moments':<10}{'seconds':>8}" + "".join(f"{way:>22}" for way in WAYS),
        ]
        for row in self.rows:
            shown = "".join(f"{1000 * row.errors[way]:>19.1f} mm" for way in WAYS)
            lines.append(f"{row.edit:<11}{row.moment:<10}{row.seconds:>8.0f}{shown}")
        for edit, (value, pooled, joint, second) in self.correlations.items():
            worst = sorted(self.by_joint[edit].items(), key=lambda item: -item[1])[:3]
            pace = ", ".join(f"{way} {100 * error:.1f} %" for way, error in self.pace[edit].items() if way in ("nothing", OURS))
            joints = ", ".join(f"{joint} {1000 * error:.0f} mm" for joint, error in worst)
            together = f"{value:.2f} ({pooled:.2f} over all models), of joints by {joint:.2f}, of seconds by {second:.2f}"
            together += f", expected {self.scale[edit]:.1f} times the error"
            lines.append(f"{edit}: confidence and error rank together by {together}; farthest off {joints}; pace off by {pace}")
        return "\n".join(lines)


def measure_known(data: Path, edits: Sequence[str] | None, group: str, progress: Progress) -> KnownReport:
    """Every known edit on every performer of a group that has three cycles of a walk."""
    progress.begin("Reading captures")
    people = list(read_performers(data, group))
    if not people:
        raise FileError(f"{data}: no performer of the group {group!r} with {CYCLES} cycles of a walk")
    rows: list[Row] = []
    by_joint: dict[str, dict[str, float]] = {}
    correlations: dict[str, tuple[float, float, float, float]] = {}
    scale: dict[str, float] = {}
    pace: dict[str, dict[str, float]] = {}
    for edit in edits or names():
        found = _Gathered()
        for person in progress.each(f"Spreading {edit}", people, lambda person: person.name):
            _measure(edit, person, found)
            found.people.append(len(found.expected))
        rows += found.rows(edit)
        by_joint[edit], pace[edit], scale[edit] = found.joints(), found.paces(), found.scale()
        joint = float(np.average(found.joint_ranks, weights=found.joint_seconds))
        correlations[edit] = (found.correlation(), found.pooled(), joint, found.correlation(round(RATE)))
    taught = {each.name: sum(part.duration for part in each.taught) for each in people}
    return KnownReport(tuple(rows), by_joint, correlations, scale, pace, taught)


class _Gathered:
    """What is gathered of one edit, frame by frame."""

    def __init__(self) -> None:
        self.errors: dict[str, list[Floats]] = defaultdict(list)
        self.off: dict[str, list[Floats]] = defaultdict(list)
        self.moments: list[NDArray[np.intp]] = []
        self.expected: list[Floats] = []
        self.by_joint: dict[str, list[float]] = defaultdict(list)
        self.joint_ranks: list[float] = []  # of each performer's model
        self.joint_seconds: list[float] = []
        self.people: list[int] = []  # how many clips had been measured after each performer

    def rows(self, edit: str) -> Iterator[Row]:
        moments = np.concatenate(self.moments)
        together = {way: np.concatenate(parts) for way, parts in self.errors.items()}
        for number, moment in enumerate(MOMENTS):
            chosen = moments == number
            if chosen.sum() >= RATE:
                yield Row(edit, moment, float(chosen.sum() / RATE), {way: float(parts[chosen].mean()) for way, parts in together.items()})

    def joints(self) -> dict[str, float]:
        return {joint: float(np.mean(errors)) for joint, errors in self.by_joint.items()}

    def correlation(self, length: int = 1) -> float:
        """Within what one model predicted, which is what an artist goes through; of stretches of so many frames; the mean of all models, by
        seconds."""
        found = []
        for start, stop in pairwise([0, *self.people]):
            expected, errors = (
                np.concatenate([means_of(each, length) for each in parts[start:stop]]) for parts in (self.expected, self.errors[OURS])
            )
            if len(errors) > 2:  # two always rank together, or against each other
                found.append((rank_correlation(expected, errors), len(errors)))
        return float(np.average([value for value, _ in found], weights=[count for _, count in found])) if found else 0.0

    def pooled(self) -> float:
        """Over all models together."""
        return rank_correlation(np.concatenate(self.expected), np.concatenate(self.errors[OURS]))

    def scale(self) -> float:
        """Expected over true error, the median."""
        return float(np.median(np.concatenate(self.expected) / np.maximum(np.concatenate(self.errors[OURS]), 1e-9)))

    def paces(self) -> dict[str, float]:
        return {way: float(np.concatenate(parts).mean()) for way, parts in self.off.items()}


def _measure(edit: str, person: Performer, found: _Gathered) -> None:
    apply = find_edit(edit)
    taught = Taught(tuple(apply(each) for each in person.taught))
    each_expected, each_error = [], []
    for clip in person.clips:
        truth: Example = apply(clip)
        made, estimate = all_ways(taught, clip)
        for way, edited in made.items():
            errors = pose_errors(edited.motion, truth.edited)
            found.errors[way].append(errors.mean(axis=1))
            found.off[way].append(np.abs(np.diff(edited.times) / np.diff(truth.times) - 1))
            if way == OURS:
                each_expected.append(estimate.expected[:, 1:].ravel())  # the hips are where they are seen from
                each_error.append(errors[:, 1:].ravel())
                for joint, name in enumerate(truth.edited.skeleton.names):
                    found.by_joint[name].append(float(errors[:, joint].mean()))
        found.moments.append(find_moments(clip))
        found.expected.append(estimate.expected.mean(axis=1))
    found.joint_ranks.append(rank_correlation(np.concatenate(each_expected), np.concatenate(each_error)))
    found.joint_seconds.append(sum(clip.duration for clip in person.clips))


def read_performers(data: Path, group: str) -> Iterator[Performer]:
    """The performers of a group who walk three cycles, each on the skeleton of the walk that teaches, with what else they did on foot."""
    by_name: dict[str, list[dict[str, str]]] = defaultdict(list)
    catalogue = data / "catalogue.csv"
    if not catalogue.is_file():
        raise FileError(f"{catalogue}: no such file; the folder of captures has a catalogue.csv")
    with catalogue.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            person = performer_name(line["subject"], line["source"])
            if line["source"] == "CMU" and group_of(person) == group and line["label"].startswith(LABELS):
                by_name[person].append(line)
    for person, lines in sorted(by_name.items()):
        found = _read(data, person, lines)
        if found is not None:
            yield found


def _read(data: Path, person: str, lines: list[dict[str, str]]) -> Performer | None:
    """A performer whose first walks on level ground have `CYCLES` cycles together; None where they have not, or there is nothing else to
    predict. A walk over a box is no walk that anybody would teach by."""
    taught: list[Motion] = []
    used, left = [], CYCLES
    for walk in (line for line in lines if line["label"] == "walk"):
        motion = _load(data, person, walk)
        seconds, _ = find_passings(motion)
        whole = min(left, (len(seconds) - 1) // 2)
        if whole < 1:
            continue
        rows = slice(int(seconds[0] * RATE), int(seconds[2 * whole] * RATE) + 1)
        if measure_climb(motion[rows]) > LEVEL:
            continue
        taught.append(motion[rows] if not taught else put_on(motion[rows], taught[0].skeleton))
        used.append(walk)
        left -= whole
        if left == 0:
            clips = [put_on(_load(data, person, line), taught[0].skeleton) for line in lines if line not in used][:MOST]
            long = tuple(clip for clip in clips if clip.duration > 0.5)
            return Performer(person, tuple(taught), long) if long else None
    return None


def measure_climb(motion: Motion) -> float:
    """How far the lower ankle goes up and down, leg lengths."""
    body, places = body_of(motion.skeleton), motion.positions()
    low = np.minimum(*(places[:, body.joint(f"{side}_ankle"), 1] for side in SIDES))
    return float(np.ptp(low)) / body.leg_length


def _load(data: Path, person: str, line: dict[str, str]) -> Motion:
    fps = true_rate(person, float(line["fps"]))
    return resample(read(data / line["path"], ReadOptions(fps=fps)).motion, RATE)
