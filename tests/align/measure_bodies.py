"""How well bodies wear each other's motion: `python -m tests.align.measure_bodies ../shared/data ../shared/more`.

Every motion is put on every other body by roles. Printed for developing performers first, then for those kept for reporting.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from motionloom import formats
from motionloom.align.retarget import retarget
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of, is_body
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.kinematics import accelerations
from motionloom.sample import make
from tests.align.test_retarget import apart

SECONDS = 10.0
LOW, SLOW = 0.03, 0.15  # metres and metres a second: a point of a foot that stands, by the performer
CAPTURED = {"16": "cmu/016/16_15.bvh", "16 run": "cmu/016/16_35.bvh", "2": "cmu/002/02_01.bvh", "7": "cmu/007/07_01.bvh"}
CAPTURED |= {"9": "cmu/009/09_01.bvh", "35": "cmu/035/35_01.bvh", "86": "cmu/086/86_01.bvh"}
BANDAI = ("walk_normal_001", "walk_old_001", "run_active_001", "kick_normal_001")


def measure(motion: Motion, skeleton: Skeleton) -> list[float]:
    """Degrees of arms and legs (p95), cm/s of standing points before and after, mm of the lowest point (p99), knees' m/s2 (p99.9)."""
    worn, scale = retarget(motion, skeleton), body_of(skeleton).leg_length / body_of(motion.skeleton).leg_length
    off = apart(motion, worn)
    before, after = scale * foot_points(motion).astype(float), foot_points(worn).astype(float)
    speeds = [np.linalg.norm(np.diff(each[..., [0, 2]], axis=0), axis=-1) * motion.fps for each in (before, after)]
    stands = (before[1:, :, 1] - scale * ground_height(motion) < LOW) & (speeds[0] < SLOW)
    lowest = np.abs(after[..., 1].min(axis=1) - before[..., 1].min(axis=1))
    knees = [
        np.percentile(accelerations(each)[:, [body_of(each.skeleton).joint(f"{side}_knee") for side in ("left", "right")]], 99.9)
        for each in (motion, worn)
    ]
    arms, legs = (np.percentile(off[:, columns], 95) for columns in ([0, 1, 4, 5], [2, 3, 6, 7]))
    slides = [100 * float(speed[stands].mean()) if stands.any() else 0.0 for speed in speeds]
    return [arms, legs, *slides, 1000 * np.percentile(lowest, 99), scale * knees[0], knees[1]]


def load(file: Path) -> Motion:
    motion = formats.load(file)
    return motion[: round(SECONDS * motion.fps)]


def pairs(data: Path, more: Path, report: bool) -> Iterator[tuple[str, Motion, Skeleton]]:
    captured = {name: load(data / file) for name, file in CAPTURED.items()}
    sample = make("ada", "walk").motion
    if not report:
        bodies = {**{name: motion.skeleton for name, motion in captured.items() if name != "16 run"}, "sample": sample.skeleton}
        bodies["02.asf"] = formats.load(data / "cmu-asfamc" / "02_01.amc").skeleton
        for name, motion in {**captured, "sample": sample}.items():
            yield from ((f"{name} on {other}", motion, body) for other, body in bodies.items() if body is not motion.skeleton)
        return
    bandai = {name: load(data / "bandai" / f"dataset-1_{name}.bvh") for name in BANDAI}
    characters = {file.stem: formats.load(file).skeleton for file in sorted((more / "characters").glob("*.glb"))}
    characters = {name: skeleton for name, skeleton in characters.items() if is_body(skeleton)}  # RobotExpressive's legs are in pieces
    for name, motion in bandai.items():
        yield f"bandai {name} on 16", motion, captured["16"].skeleton
        yield f"bandai {name} on the sample", motion, sample.skeleton
    for name in ("16", "16 run", "86"):
        yield f"{name} on bandai", captured[name], bandai["walk_normal_001"].skeleton
        yield from ((f"{name} on {other}", captured[name], body) for other, body in characters.items())


def main(data: Path, more: Path) -> None:
    print(f"{'':32} arms  legs  slide before  after  lowest  knees before  after")
    for report in (False, True):
        rows = [(name, measure(motion, body)) for name, motion, body in pairs(data, more, report)]
        for name, row in [
            *rows,
            ("median", np.median([row for _, row in rows], axis=0)),
            ("worst", np.max([row for _, row in rows], axis=0)),
        ]:
            print(f"{name:32} {row[0]:4.1f}  {row[1]:4.1f}  {row[2]:12.1f}  {row[3]:5.1f}  {row[4]:6.1f}  {row[5]:12.0f}  {row[6]:5.0f}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
