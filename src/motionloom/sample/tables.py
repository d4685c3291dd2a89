"""Published joint angles of walking and running over one cycle, and what they make the foot do.

Degrees every 5 % of the cycle from one foot's contact to its next. Walking: sagittal thigh, knee and ankle after D. Winter, The
Biomechanics and Motor Control of Human Gait (1991), natural cadence, and pelvis after J. Perry, Gait Analysis (1992). Running:
after T. Novacheck, The biomechanics of running (Gait and Posture 7, 1998), about 3 m/s. Arms after M. Murray et al., Patterns of
sagittal rotation of the upper limbs in walking (1967). All rounded to half a degree, by reading the published curves.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from motionloom.sample.curves import Array, Cycle

if TYPE_CHECKING:
    from scipy.interpolate import CubicSpline

Table = Mapping[str, tuple[float, ...]]

BALL_OFF_WALK, BALL_OFF_RUN = 0.55, 0.345  # when the ball of the foot leaves; the tip of the toes stays a moment longer
# fmt: off
WALK = {  # thigh to the vertical, forward; knee flexion; ankle dorsiflexion
    "thigh": (22, 20.5, 18, 14, 9.5, 4.5, -0.5, -5.5, -10, -14, -17, -15.5, -8, 3, 12, 18, 22.5, 24.5, 24.5, 23.5),
    "knee": (5, 10, 15.5, 19, 19, 16.5, 12.5, 9, 7, 8, 13, 23.5, 38.5, 54, 63, 63.5, 55.5, 40, 21, 7),
    "ankle": (0, -4, -3, 1, 4, 6, 7.5, 8.5, 9.5, 9.5, 6, -3, -14.5, -19, -14.5, -7, -2, 0.5, 1, 1),
}
RUN = {
    "thigh": (30, 27, 21, 13, 4, -6, -15, -21, -24, -20, -11, 1, 14, 26, 36, 43, 46, 44, 39, 34),
    "knee": (15, 27, 37, 42, 40, 34, 26, 20, 22, 35, 55, 74, 88, 93, 87, 72, 52, 32, 17, 11),
    "ankle": (5, 9, 16, 21, 22, 17, 4, -13, -22, -18, -10, -4, 0, 2, 4, 5, 5, 5, 5, 5),
}
# The left side at the left foot's contact is phase 0. Positive: left side up, left side forward, tipped forward.
PELVIS_WALK = {
    "obliquity": (1, 3, 4.5, 4.5, 3.5, 2.5, 2, 1.5, 1, 0.5, -1, -3, -4.5, -4.5, -3.5, -2.5, -2, -1.5, -1, -0.5),
    "twist": (5, 4.5, 3.5, 2.5, 1.5, 0.5, -0.5, -1.5, -2.5, -4, -5, -4.5, -3.5, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 4),
    "tilt": (0.5, 0, -0.5, -1, -1, -0.5, 0, 0.5, 1, 1, 0.5, 0, -0.5, -1, -1, -0.5, 0, 0.5, 1, 1),
}
PELVIS_RUN = {
    "obliquity": (-1, 2.5, 5, 6, 5.5, 4, 2, 0, -1, -1, 1, -2.5, -5, -6, -5.5, -4, -2, 0, 1, 1),
    "twist": (3, 1, -1, -2, -2.5, -2.5, -3, -4, -5, -4.5, -3, -1, 1, 2, 2.5, 2.5, 3, 4, 5, 4.5),
    "tilt": (0, -1, -1.5, -1.5, -1, 0, 1, 1.5, 1.5, 1, 0, -1, -1.5, -1.5, -1, 0, 1, 1.5, 1.5, 1),
}
# The left arm, against the left foot's cycle: it is hindmost at the left foot's contact. Flexion forward positive.
ARM_WALK = {
    "shoulder": (-22, -21, -18, -14, -9, -4, 1, 5, 8, 10, 10.5, 10, 8, 5, 0, -6, -12, -17, -20, -22),
    "elbow": (14, 14, 15, 17, 20, 23, 27, 30, 33, 35, 35, 34, 31, 28, 25, 21, 18, 16, 15, 14),
}
ARM_RUN = {
    "shoulder": (-44, -42, -36, -27, -16, -4, 7, 15, 21, 24, 25, 23, 19, 12, 2, -9, -21, -31, -39, -43),
    "elbow": (82, 80, 79, 80, 83, 87, 92, 97, 101, 104, 105, 104, 101, 97, 93, 89, 86, 84, 83, 82),
}
# How far the hips are below those of a straight standing leg, in hundredths of a leg's length, from the stance leg of the tables above:
# every 5 % of the walking cycle, from one contact to the other foot's.
HIPS_DROP_WALK = (4.8, 3.8, 2.5, 1.7, 1.4, 1.25, 1.3, 1.8, 2.8, 3.8)
HIPS_DROP_RUN = 5.5
# fmt: on


@cache
def cycle(table: str, curve: str) -> Cycle:
    """One curve of one table as a periodic function in radians: cycle("walk", "knee")."""
    tables: dict[str, Table] = {
        "walk": WALK,
        "run": RUN,
        "pelvis_walk": PELVIS_WALK,
        "pelvis_run": PELVIS_RUN,
        "arm_walk": ARM_WALK,
        "arm_run": ARM_RUN,
    }
    return Cycle(np.radians(tables[table][curve]))


def mixed(kind: str, curve: str, phase: Array, running: Array) -> Array:
    """A curve of `kind` ("", "pelvis_" or "arm_"), walking where running (F,) is 0, running where it is 1."""
    return (1 - running) * cycle(f"{kind}walk", curve)(phase) + running * cycle(f"{kind}run", curve)(phase)


@cache
def _hips_drop() -> Cycle:
    return Cycle(np.array(HIPS_DROP_WALK) / 100, harmonics=4)


def hips_drop(step_phase: Array, brisk: Array, running: Array) -> Array:
    """How far (F,) in leg lengths the hips ride below standing: step_phase (F,) is whole at every contact, brisk (F,) is 1 at 1.3 m/s."""
    least = min(HIPS_DROP_WALK) / 100
    walk = least * np.minimum(brisk, 1) + (_hips_drop()(step_phase) - least) * brisk**2
    return (1 - running) * walk + running * HIPS_DROP_RUN / 100


@cache
def swing_shape(running: bool) -> CubicSpline:
    """How the foot swings in the tables, over 0..1 from when the ball leaves to contact: a spline of (progress, height, pitch).

    progress is the heel's share of the way along; height is its height in leg lengths above the straight line between
    the ends; pitch is the foot's angle to the ground in radians, toes up positive.
    """
    from scipy.interpolate import CubicSpline

    name = "run" if running else "walk"
    start = BALL_OFF_RUN if running else BALL_OFF_WALK
    stride_in_legs = 2.6 if running else 1.55
    time = np.linspace(0, 1, 101)
    phase = start + (1 - start) * time
    thigh, knee, ankle = (cycle(name, curve)(phase) for curve in ("thigh", "knee", "ankle"))
    shank, pitch = thigh - knee, thigh - knee + ankle
    heel_forward, heel_down = -0.06, 0.09  # from the ankle, in leg lengths
    along = stride_in_legs * phase + 0.5 * np.sin(thigh) + 0.5 * np.sin(shank)
    along += heel_forward * np.cos(pitch) + heel_down * np.sin(pitch)
    # The hips ride highest over the standing leg in walking, and in flight in running.
    lowest, rise = (0.17, 0.07) if running else (0.05, 0.035)
    hips = rise * (0.5 - 0.5 * np.cos(4 * np.pi * (phase - lowest)))
    up = hips - 0.5 * np.cos(thigh) - 0.5 * np.cos(shank) + heel_forward * np.sin(pitch) - heel_down * np.cos(pitch)
    progress = (along - along[0]) / (along[-1] - along[0])
    height = up - (up[0] + (up[-1] - up[0]) * time)
    return CubicSpline(time, np.stack([progress, height, pitch], axis=1))
