"""Reading a BVH file and forward kinematics, on one generated file of 8,000 frames and 31 joints."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from motionloom.bench import machine
from motionloom.bench.peers import time_peers
from motionloom.bench.rows import OURS, Row, Run
from motionloom.core import EndSite, Motion, Skeleton, quaternion
from motionloom.core.kinematics import forward_kinematics

FRAMES, JOINTS, FPS = 8000, 31, 120.0
LIMBS = (5, 5, 6, 7, 7)  # joints of each chain on the root; with it, 31
PARSE, FK = f"parse BVH, {FRAMES} x {JOINTS}", f"forward kinematics, {FRAMES} x {JOINTS}"


def measure(run: Run) -> list[Row]:
    """Parse and forward kinematics, ours, plain NumPy's and the peers', after the machine's limits."""
    rows = machine.measure(run)
    motion = make_motion()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.bvh"
        motion.save(file)
        rows += _time_parse(run, file)
        arrays = Path(folder) / "fk.npz"
        s = motion.skeleton
        np.savez(arrays, rotations=motion.rotations, roots=motion.root_positions, offsets=s.offsets, parents=s.parents)
        rows += _time_fk(run, motion, arrays)
    return rows


def make_motion() -> Motion:
    """A smooth, seeded wriggle of a 31-joint tree."""
    parents = [-1]
    for length in LIMBS:
        parents += [0, *range(len(parents), len(parents) + length - 1)]
    offsets = np.full((JOINTS, 3), 0.1)
    tips = tuple(EndSite(int(j), (0.0, 0.1, 0.0)) for j in np.cumsum(LIMBS))
    skeleton = Skeleton(tuple(f"joint{i}" for i in range(JOINTS)), np.array(parents), offsets, tips)
    rng = np.random.default_rng(7)
    time = np.arange(FRAMES)[:, None, None] / FPS
    speed, phase, size = rng.uniform(0.2, 1.5, (3, JOINTS, 3))
    rotations = quaternion.exp(size * np.sin(speed * time + 6 * phase))
    return Motion(skeleton, rotations, np.cumsum(rng.normal(0, 0.003, (FRAMES, 3)), axis=0), FPS, name="bench")


def _time_parse(run: Run, file: Path) -> list[Row]:
    from motionloom import formats
    from motionloom.formats import bvh

    run.say("reading BVH")
    options = formats.ReadOptions()
    size = f"{file.stat().st_size / 1e6:.1f} MB"
    start = file.read_bytes().index(b"Frame Time")

    def plain_numpy() -> None:
        text = file.read_bytes()
        np.fromstring(text[text.index(b"\n", start) :].decode(), sep=" ")

    rows = [
        Row(PARSE, OURS, run.time(lambda: bvh.read(file, options)), FRAMES, "frames", f"{size}, to quaternions"),
        Row(PARSE, "NumPy fromstring", run.time(plain_numpy), FRAMES, "frames", "numbers only"),
        Row("load BVH with unit and rest pose", OURS, run.time(lambda: formats.load(file)), FRAMES, "frames"),
    ]
    jobs = [("upc-pymotion", 3), ("bvhio", 1), ("bvhtoolbox", 1)]
    peers = time_peers(
        run,
        [
            {"job": PARSE, "who": who, "task": "parse", "file": str(file), "repeats": count, "items": FRAMES, "unit": "frames"}
            for who, count in jobs
        ],
    )
    return [rows[0], rows[1], *peers, rows[2]]


def _time_fk(run: Run, motion: Motion, arrays: Path) -> list[Row]:
    run.say("forward kinematics")
    s = motion.skeleton
    seconds = run.time(lambda: forward_kinematics(motion.rotations, motion.root_positions, s.offsets, s.parents), 20)
    moved = motion.rotations.nbytes * 2 + motion.root_positions.nbytes + motion.rotations.nbytes * 3 // 4
    job = {"job": FK, "who": "upc-pymotion", "task": "fk", "arrays": str(arrays), "repeats": 10, "items": FRAMES, "unit": "frames"}
    return [
        Row(FK, OURS, seconds, FRAMES, "frames", f"{moved / seconds / 1e9:.1f} GB/s"),
        *time_peers(run, [job]),
    ]
