"""How well each measure tells damage from captures of the developing performers.

python -m tests.judge.validation ../shared/data
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from motionloom import formats
from motionloom.core import Motion
from motionloom.judge.captures import measure_task, tasks_of_folder
from motionloom.judge.reference import Reference, find_statistic
from motionloom.judge.summary import measure_motion
from motionloom.judge.take import Take
from motionloom.judge.verdict import make_verdict
from tests.judge.damage import KINDS, Kind, pop_knee

SECONDS = 3.0


def read_stretches(folder: Path, every: int = 1) -> list[tuple[Motion, tuple[str, ...]]]:
    """The middle three seconds of developing captures that last 1.1 or more, with their labels."""
    found = []
    for task in tasks_of_folder(folder, "develop")[::every]:
        ((path, _, labels),) = task.files
        motion = formats.load(folder / path)
        if motion.duration >= 1.1:
            first = max(0, (len(motion) - round(SECONDS * motion.fps)) // 2)
            found.append((motion[first : first + round(SECONDS * motion.fps)], labels))
    return found


def statistic(motion: Motion, measure: str, name: str, labels: tuple[str, ...] = ()) -> float:
    judged = measure_motion(motion, labels=labels)
    summary = judged.measures[measure]
    return find_statistic(name, summary.values, summary.peaks, judged.seconds, None) or 0.0


def area(natural: list[float], damaged: list[float]) -> float:
    """How often a damaged one has more than a natural one; equal ones count half."""
    a, b = np.array(natural)[:, None], np.array(damaged)[None]
    return float(np.mean((b > a) + 0.5 * (b == a)))


def measure_areas(
    stretches: list[tuple[Motion, tuple[str, ...]]], seed: int = 0, kinds: dict[str, Kind] = KINDS
) -> dict[str, tuple[float, int]]:
    """For each kind of damage the area under the curve of its measure, and how many were damaged."""
    rng = np.random.default_rng(seed)
    areas = {}
    for name, kind in kinds.items():
        natural, damaged = [], []
        for motion, _ in stretches:
            places = np.flatnonzero(kind.where(Take(motion)))
            natural.append(statistic(motion, kind.measure, kind.statistic))
            if len(places):
                at = float(rng.choice(places)) / motion.fps
                damaged.append(statistic(kind.make(motion, at), kind.measure, kind.statistic))
        areas[name] = area(natural, damaged), len(damaged)
    running = [motion for motion, labels in stretches if any(label.startswith("run") and "stop" not in label for label in labels)]
    standing = [part for motion, _ in stretches for part in [_standing_part(motion)] if part is not None]
    told = [[statistic(motion, "activity", "share", ("run",)) for motion in group] for group in (running, standing)]
    areas['"run" said of standing'] = area(*told), len(standing)
    return areas


def _standing_part(motion: Motion) -> Motion | None:
    """The longest part of a second or more in which the hips stay within 10 cm."""
    hips = motion.root_positions[:, [0, 2]]
    span = round(motion.fps)
    for first in range(0, len(motion) - span, span // 4):
        part = hips[first : first + span]
        if np.ptp(part, axis=0).max() < 0.1:
            return motion[first : first + span]
    return None


def marked_shares(folder: Path) -> dict[str, float]:
    """For each developing performer the share of their clips' rows that are marked as unusual beside the other performers."""
    tasks = list(tasks_of_folder(folder, "develop"))
    judged = [one for task in tasks for one in measure_task(task)[0]]
    captured = [one for task in tasks for one in measure_task(replace(task, captured=True))[0]]
    shares = {}
    for performer in sorted({one.performer for one in judged}):
        reference = Reference.learn(one for one in captured if one.performer != performer)
        rows = [row for one in judged if one.performer == performer for row in make_verdict(one, reference).rows]
        shares[performer] = float(np.mean([row.unusual for row in rows]))
    return shares


def frames_a_second(motions: list[Motion]) -> float:
    """How many frames one core measures, by processor time; kinematics included."""
    measure_motion(motions[0])
    fresh = [replace(motion) for motion in motions]  # without positions that are known already
    start = time.process_time()
    for motion in fresh:
        measure_motion(motion, labels=("walk",))
    return sum(map(len, fresh)) / (time.process_time() - start)


def main(folder: Path) -> None:
    """Print the figures of docs/judge.md."""
    stretches = read_stretches(folder)
    small = {"knee pop of 8 degrees": replace(KINDS["knee pop, 30 ms"], make=partial(pop_knee, degrees=8.0))}
    for damage, (found, count) in (measure_areas(stretches) | measure_areas(stretches, kinds=small)).items():
        print(f"{damage:<30} AUC {found:.3f} ({count} damaged)")
    for performer, share in marked_shares(folder).items():
        print(f"performer {performer:<20} {100 * share:.1f} % of rows marked beside the others")
    print(f"{frames_a_second([motion for motion, _ in stretches]):.0f} frames a second of one core")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
