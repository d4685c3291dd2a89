"""A part of one body's motion attached to another's: local angles as they are, or the chest held as upright as the donor's was.

What is not cut stays bit for bit, and a part attached to where it came from changes nothing (paper 004 section 3.1).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import sample_at
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings
from motionloom.core.parts import JointMask, severed_joints

Chest = Literal["local", "upright"]


def attach(host: Motion, donor: Motion, part: JointMask, frames: NDArray[Any] | None = None, chest: Chest = "local") -> Motion:
    """The host's motion with the joints of `part` moving as the donor's do.

    frames (F,): which frame of the donor plays at each frame of the host, may lie between two; one by one, by time, if not given. chest:
    "local" takes the donor's angles; "upright" gives the torso, where it is cut, the orientation in the world that it had on the donor,
    seen from where the hips face. A donor with another body is put on the host's first.
    """
    if part.joints.shape != (len(host.skeleton),):
        raise MotionError(f"the part {part.name!r} has {len(part.joints)} joints, the host's skeleton {len(host.skeleton)}; take its own")
    played = play_donor(host, donor, frames)
    rotations = host.rotations.copy()
    rotations[:, part.joints] = played.rotations[:, part.joints]
    if chest == "upright":
        for joint in _cut_torso(host, part):
            rotations[:, joint] = _keep_upright(host, played, joint)
    return host.with_arrays(rotations, host.root_positions)


def play_donor(host: Motion, donor: Motion, frames: NDArray[Any] | None = None) -> Motion:
    """The donor on the host's body and clock, as many frames as the host has; frames that are whole are taken as they are."""
    placed = put_on(donor, host.skeleton)
    at = np.arange(len(host)) * (donor.fps / host.fps) if frames is None else np.asarray(frames, np.float64)
    if len(at) != len(host) or at.min() < 0 or at.max() > len(donor) - 1:
        raise MotionError(
            f"the donor {donor.name!r} has frames 0 to {len(donor) - 1}; asked for {len(at)} from {at.min():g} to {at.max():g}"
        )
    whole = np.rint(at).astype(np.intp)
    if np.array_equal(at, whole):
        return placed.with_arrays(placed.rotations[whole], placed.root_positions[whole], fps=host.fps)
    return sample_at(placed, at, host.fps)


def _cut_torso(host: Motion, part: JointMask) -> list[int]:
    """The joints at which the torso is cut off: those on the way from the hips to the chest."""
    spine = set(body_of(host.skeleton).chains["spine"][1:])
    return [joint for joint in severed_joints(host.skeleton, part) if joint in spine]


def _keep_upright(host: Motion, donor: Motion, joint: int) -> NDArray[np.float32]:
    """Local rotations (F, 4) that give a joint the donor's orientation seen from the heading; as they are where both stand alike."""
    parent = int(host.skeleton.parents[joint])
    mine, theirs = (_seen_from_heading(motion, parent) for motion in (host, donor))
    alike = (mine == theirs).all(axis=-1, keepdims=True)
    turned = quaternion.multiply(quaternion.multiply(quaternion.conjugate(mine), theirs), donor.rotations[:, joint].astype(np.float64))
    return np.where(alike, donor.rotations[:, joint], quaternion.normalise(turned)).astype(np.float32)


def _seen_from_heading(motion: Motion, joint: int) -> NDArray[np.float64]:
    back = quaternion.about_y(-headings(motion))
    return np.asarray(quaternion.multiply(back, motion.world[0][:, joint].astype(np.float64)))
