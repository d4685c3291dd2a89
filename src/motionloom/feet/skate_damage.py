"""Edits that make feet skate, as editing does: to test clean-up with, and to show what it is for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import sample_at
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings, turn_and_move
from motionloom.feet.plants import Plants

LEVEL = np.array([1.0, 0.0, 1.0], np.float32)


def scale_path(motion: Motion, factor: float) -> Motion:
    """The motion carried `factor` times as far over the ground, its poses as they were: a change of speed."""
    start = motion.root_positions[0]
    scaled = motion.root_positions + (motion.root_positions - start) * LEVEL * np.float32(factor - 1)
    return motion.with_arrays(motion.rotations, scaled)


def blend(one: Motion, one_plants: Plants, other: Motion, other_plants: Plants, weight: float = 0.5) -> tuple[Motion, Plants]:
    """A walk between two walks, `weight` of the way from one to the other, and the plants of the first looked up for it.

    Both are cut from the first to the last landing of a left heel that they share, and the other's steps are stretched in time onto
    the one's; directions are turned to agree. Strides differ, so feet skate.
    """
    if one.skeleton.hash != other.skeleton.hash:
        raise MotionError(f"{one.name!r} and {other.name!r} have different skeletons; blend walks of one body")
    marks, other_marks = _landings(one_plants), _landings(other_plants)
    count = min(len(marks), len(other_marks))
    if count < 2:
        raise MotionError(f"{one.name!r} and {other.name!r} must each land on the left heel twice to be blended")
    frames = np.arange(marks[0], marks[count - 1])
    partner = sample_at(other, np.interp(frames, marks[:count], other_marks[:count]), one.fps)
    base = one[int(frames[0]) : int(frames[-1]) + 1]
    partner = turn_and_move(partner, float(headings(base)[0] - headings(partner)[0]))
    rotations = quaternion.slerp(base.rotations, partner.rotations, np.float32(weight))
    roots = base.root_positions + np.float32(weight) * (partner.root_positions - partner.root_positions[0] * LEVEL - base.root_positions)
    roots += np.float32(weight) * base.root_positions[0] * LEVEL
    return base.with_arrays(rotations, roots, name=f"{one.name}+{other.name}"), one_plants[int(frames[0]) : int(frames[-1]) + 1]


def _landings(plants: Plants) -> list[int]:
    return [start for start, _ in plants.runs("left_heel") if start > 0]


def scale_legs(motion: Motion, factor: float) -> Motion:
    """The motion on a body with legs `factor` times as long, standing as high as they do but going no farther: naive retargeting."""
    skeleton = motion.skeleton
    body = body_of(skeleton)
    offsets = skeleton.offsets.copy()
    for side in ("left", "right"):
        for part in ("knee", "ankle"):
            joint, above = body.joint(f"{side}_{part}"), body.joint(f"{side}_hip" if part == "knee" else f"{side}_knee")
            while joint != above:
                offsets[joint] *= factor
                joint = int(skeleton.parents[joint])
    longer = (factor - 1) * body.leg_length
    stood = replace(skeleton, offsets=offsets, rest_root=skeleton.rest_root + [0.0, longer, 0.0])
    hips = motion.positions()[:, body.joint("hips"), 1]
    # A hip at half its height rises by half of what the legs gained.
    rise = longer * hips / max(float(np.percentile(hips, 95)), 1e-6)
    roots = motion.root_positions + np.stack([np.zeros_like(rise), rise, np.zeros_like(rise)], axis=1)
    return replace(motion, skeleton=stood, root_positions=roots.astype(np.float32))
