"""How far joints of a body move when its offsets change a little: what doubt in turns is in metres."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.heading import headings, with_heading_in_root
from motionloom.edits.propagation.offsets import HEIGHT, TAIL

Floats = NDArray[np.float64]
POSES = 8  # frames of a clip whose mean stands for all of it


def square_levers(motion: Motion, offsets: Floats) -> Floats:
    """Squared metres (C, J) by which joints move, seen from the hips, for each of some small offsets (C, 3 J + TAIL) at its length.

    The turns of one offset count together: a hip that turns with the spine turning back leaves the head where it was.
    """
    rows = np.unique(np.linspace(0, len(motion) - 1, POSES).astype(np.intp))
    some = with_heading_in_root(motion.with_arrays(motion.rotations[rows], motion.root_positions[rows]))
    turned, positions = (array.astype(np.float64) for array in some.world)
    skeleton, around = some.skeleton, quaternion.about_y(headings(some))
    turns = offsets[:, :-TAIL].reshape(len(offsets), -1, 3)
    moved = np.zeros((len(rows), len(offsets), len(skeleton), 3))
    spins = np.zeros_like(moved)  # of each joint in the world, with all above it
    for joint in range(len(skeleton)):
        parent = int(skeleton.parents[joint])
        spins[:, :, joint] = quaternion.rotate((around if parent < 0 else turned[:, parent])[:, None], turns[None, :, joint])
        if parent >= 0:
            bone = positions[:, joint] - positions[:, parent]
            moved[:, :, joint] = moved[:, :, parent] + np.cross(spins[:, :, parent], bone[:, None])
            spins[:, :, joint] += spins[:, :, parent]
    moved[..., 1] += body_of(skeleton).leg_length * offsets[:, -TAIL + HEIGHT][:, None]
    return np.asarray(np.square(moved).sum(axis=3).mean(axis=0))
