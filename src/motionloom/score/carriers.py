"""What may carry a body, by where it is and not by what labels say: soles near the floor, hands, knees or head on it, a seat.

Plants are frames in which a point of a foot stands still; a foot bears weight before that and after it, and a heel that the labels miss
bears as well. So whether a body can be carried at all is asked of everything that is near enough.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import SIDES, body_of
from motionloom.score.filters import differences, mean_over
from motionloom.score.support import FOOT_WIDTH, HEEL_WIDTH, POINTS
from motionloom.score.tracks import LEG, RATE, Tracks

FOOT_NEAR = 0.1  # metres above where it stands: a foot with a point so low may bear weight
BESIDE_FEET = ("head", "left_wrist", "right_wrist", "left_knee", "right_knee", "hips")
NEAR_FLOOR = 0.25  # metres above the floor at which a joint may carry: hands have a length, hips and heads flesh
SEATED_THIGHS = 0.35  # metres that hips are above their knees at most in whoever sits: thighs 35 degrees or more from upright
SEATED_SPEED = 0.25  # metres a second at most, of the hips of whoever sits, over SEATED_OVER seconds
SEATED_OVER = 0.3


def carried_beside_feet(tracks: Tracks) -> NDArray[np.bool_]:
    """Which (F, 6) of head, wrists, knees and hips may carry: what is near the floor, and low hips that are at rest, on a seat perhaps."""
    floor = tracks.floor.min(axis=1)
    near = np.asarray(tracks.joints[:, [tracks.roles[role] for role in BESIDE_FEET], 1] < floor[:, None] + NEAR_FLOOR)
    above = [tracks.place(f"{side}_hip")[:, 1] - tracks.place(f"{side}_knee")[:, 1] for side in SIDES]
    speed = np.linalg.norm(differences(tracks.place("hips"), RATE), axis=1)
    near[:, -1] |= (np.maximum(*above) < SEATED_THIGHS) & (mean_over(speed, round(SEATED_OVER * RATE)) < SEATED_SPEED)
    return near


def carriers(tracks: Tracks) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Corners (F, 18, 2) metres of all that might carry a body, seen from above, and which of them may (F, 18)."""
    from motionloom.score._term_kernels import sole_points

    body, beside = body_of(tracks.skeleton), [tracks.roles[role] for role in BESIDE_FEET]
    corners = np.empty((len(tracks), POINTS + len(beside), 2))
    corners[:, POINTS:] = tracks.joints[:, beside][..., [0, 2]]
    sole_points(tracks.feet, tracks.tips, FOOT_WIDTH * body.height / body.leg_length * LEG, HEEL_WIDTH, corners[:, :POINTS])
    low = (tracks.heights < FOOT_NEAR) | tracks.carrying
    feet = np.repeat(low[:, ::2] | low[:, 1::2], POINTS // 2, axis=1)
    return corners, np.concatenate([feet, carried_beside_feet(tracks)], axis=1)
