"""Foot plants labelled by the oracle, and clean-up, on sample clips (synthetic: no capture is needed to run this)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.bench.rows import OURS, Row, Run
from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import concatenate
from motionloom.feet.cleanup import clean
from motionloom.feet.features import Soles
from motionloom.feet.features.base import window_offsets
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import Oracle, default_oracle, train
from motionloom.feet.plants import Plants, apply_hysteresis
from motionloom.feet.signals import measure as measure_signals

POOL = 20_000  # labelled frames: 40,000 examples, one of each foot
FRAMES = 40_000  # frames that are labelled, and cleaned
PLAIN_FRAMES = 400  # of which per-frame NumPy does so many
PERFORMER = "boris"
BEHAVIOURS = ("walk", "run", "turn_left_90", "jump", "stand", "take_errand", "kick", "sneak", "walk_fast", "jog")
NUMPY = "NumPy, frame by frame"
SHIPPED = f"{OURS} as it comes"


def measure(run: Run) -> list[Row]:
    """Labelling as it comes, labelling with a pool of 20,000 frames and clean-up, each beside the same done frame by frame in NumPy."""
    run.say("feet: sample clips for a pool and for labelling")
    oracle = train(_make(POOL, seed=0, step=1))
    examples = _make(FRAMES, seed=50, step=1)
    motions, plants = [example.motion for example in examples], [example.plants for example in examples]
    frames = sum(map(len, motions))
    size = f"{len(oracle) // 2} frames in the pool"
    run.say(f"feet: {size}, {frames} frames to label")
    trees = Row("label foot plants", SHIPPED, run.time(lambda: _label(default_oracle(), motions)), frames, "frames", "trees")
    rows = [trees, Row("label foot plants", OURS, run.time(lambda: _label(oracle, motions)), frames, "frames", size)]
    short = motions[0][:PLAIN_FRAMES]
    rows.append(
        Row("label foot plants", NUMPY, run.time(lambda: label_plainly(oracle, short), 1) * frames / len(short), frames, "frames", size)
    )
    note = f"{len(motions)} clips"
    rows.append(Row("clean up skating feet", OURS, run.time(lambda: _clean(motions, plants)), frames, "frames", note))
    held = plants[0][:PLAIN_FRAMES]
    seconds = run.time(lambda: pin_plainly(short, held), 1) * frames / len(short)
    rows.append(Row("clean up skating feet", NUMPY, seconds, frames, "frames", "pins and legs only: no places, fades or root"))
    return rows


def _label(oracle: Oracle, motions: list[Motion]) -> None:
    for motion in motions:
        oracle.label(_fresh(motion))


def _clean(motions: list[Motion], plants: list[Plants]) -> None:
    for motion, own in zip(motions, plants, strict=True):
        clean(_fresh(motion), own)


def _fresh(motion: Motion) -> Motion:
    """The same motion with nothing computed yet: forward kinematics is part of the job."""
    return motion.with_arrays(motion.rotations, motion.root_positions)


def _make(frames: int, seed: int, step: int) -> list[Example]:
    """Noisy sample clips of a performer with their exact plants, until there are so many frames at 60 Hz (120 Hz for the second pool)."""
    from motionloom import sample

    examples: list[Example] = []
    count = 0
    while count < frames:
        for behaviour in BEHAVIOURS:
            clip = sample.make(PERFORMER, behaviour, seed, noise=0.5)
            examples.append(Example(clip.motion, Plants(clip.plants, clip.motion.fps, np.ones_like(clip.plants))))
            count += len(clip.motion) // (round(clip.motion.fps / 60) if seed < 50 else 1)
        seed += step
    return _joined(examples)


def _joined(examples: list[Example]) -> list[Example]:
    """The clips of each behaviour as one long clip: a library's clips are longer than the sample's."""
    joined = []
    for first in range(len(BEHAVIOURS)):
        own = examples[first :: len(BEHAVIOURS)]
        motion = concatenate([example.motion for example in own])
        bits = np.concatenate([example.plants.bits for example in own])
        joined.append(Example(motion, Plants(bits, motion.fps, np.ones_like(bits))))
    return joined


def label_plainly(oracle: Oracle, motion: Motion) -> Plants:
    """What `Oracle.label` does, one frame after the other, each against the whole pool: the paper's way."""
    assert isinstance(oracle.features, Soles)
    positions = oracle.features._positions(motion).astype(np.float64)
    offsets = np.round(window_offsets(oracle.features.window, oracle.features.rate) * motion.fps).astype(int)
    votes = np.array([_vote_plainly(oracle, positions, frame, offsets) for frame in range(len(motion))])
    return Plants(apply_hysteresis(votes, oracle.options.low - 1e-4, oracle.options.high + 1e-4), motion.fps)


def _vote_plainly(oracle: Oracle, positions: NDArray[np.float64], frame: int, offsets: NDArray[np.int_]) -> NDArray[np.float64]:
    assert isinstance(oracle.features, Soles)
    features, last = oracle.features, len(positions) - 1
    votes = []
    for side in range(2):
        described: list[float] = []
        for point in range(positions.shape[2]):
            here = positions[frame, side, point]
            for offset in offsets:
                at = frame + offset
                mirrored = -at if at < 0 else 2 * last - at
                inside = 0 <= at <= last
                there = (
                    positions[at, side, point]
                    if inside
                    else 2 * positions[0 if at < 0 else last, side, point] - positions[mirrored, side, point]
                )
                if offset != 0:
                    away, rise = np.hypot(*(there - here)[[0, 2]]) / features.near, (there[1] - here[1]) / features.near
                    described += [away / np.sqrt(1 + away**2), features.vertical * rise / np.sqrt(1 + rise**2)]
                height = there[1] / features.low
                described.append(features.vertical * height / np.sqrt(1 + height**2))
        distances = np.linalg.norm(oracle.pool - np.array(described) @ oracle.projection, axis=1)
        nearest = np.argpartition(distances, oracle.options.k)[: oracle.options.k]
        votes.append(oracle.bits[nearest].mean(axis=0))
    return np.concatenate(votes)


def pin_plainly(motion: Motion, plants: Plants) -> Motion:
    """Planted ankles held at their plant's mean by two-bone legs, one frame after the other: what a first script does."""
    body = body_of(motion.skeleton)
    points = measure_signals(motion).points
    rotations = motion.rotations.astype(np.float64)
    world, positions = (array.astype(np.float64) for array in motion.world)
    for foot, side in enumerate(("left", "right")):
        hip, knee, ankle = (body.joint(f"{side}_{part}") for part in ("hip", "knee", "ankle"))
        moves = np.zeros((len(motion), 3))
        for start, stop in plants.runs(2 * foot):
            moves[start:stop] = points[start:stop, 2 * foot].mean(axis=0) - points[start:stop, 2 * foot]
        for frame in range(len(motion)):
            a, b, c = positions[frame, hip], positions[frame, knee], positions[frame, ankle]
            target = c + moves[frame]
            bend = _knee_plainly(a, b, c, target)
            turn = quaternion.between(quaternion.rotate(bend, c - b) + b - a, target - a)
            parent = world[frame, motion.skeleton.parents[hip]]
            rotations[frame, hip] = quaternion.multiply(quaternion.conjugate(parent), quaternion.multiply(turn, world[frame, hip]))
            above = world[frame, motion.skeleton.parents[knee]]
            rotations[frame, knee] = quaternion.multiply(quaternion.conjugate(above), quaternion.multiply(bend, world[frame, knee]))
            whole = quaternion.multiply(turn, bend)
            foot_parent = quaternion.multiply(whole, world[frame, motion.skeleton.parents[ankle]])
            rotations[frame, ankle] = quaternion.multiply(quaternion.conjugate(foot_parent), world[frame, ankle])
    return motion.with_arrays(quaternion.normalise(rotations), motion.root_positions)


def _knee_plainly(
    hip: NDArray[np.float64], knee: NDArray[np.float64], ankle: NDArray[np.float64], target: NDArray[np.float64]
) -> NDArray[np.floating]:
    """The turn of the shin after which the ankle is as far from the hip as the target."""
    thigh, shin = np.linalg.norm(hip - knee), np.linalg.norm(ankle - knee)
    wanted = min(float(np.linalg.norm(target - hip)), float(thigh + shin) * 0.9999)
    angle = np.arccos(np.clip((hip - knee) @ (ankle - knee) / (thigh * shin), -1, 1))
    new_angle = np.arccos(np.clip((thigh**2 + shin**2 - wanted**2) / (2 * thigh * shin), -1, 1))
    axis = np.cross(hip - knee, ankle - knee)
    return quaternion.from_axis_angle(axis / max(float(np.linalg.norm(axis)), 1e-9), new_angle - angle)
