"""How firm the feet of one transition are and how hard its joints jerk, beside the captured motion on both its sides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.ground import foot_points
from motionloom.core.kinematics import accelerations
from motionloom.transitions.joining import join
from motionloom.transitions.synthesis import Transition
from motionloom.transitions.table import TransitionTable


def measure_join(table: TransitionTable, made: Transition, lead: float) -> tuple[float, float, float]:
    """The median speed of planted points in m/s, and the largest acceleration of a joint in m/s2: in the transition, and in `lead` seconds
    of captured motion before and after it."""
    whole = accelerations(join(table, made, round(lead * 60), round(lead * 60)))
    before = min(round(lead * 60), made.source - int(table.stock.starts[int(table.stock.clip_of[made.source])]))
    inside = slice(max(before - 1, 0), before + table.frames - 1)  # one value a frame of the transition, both joins among them
    outside = np.concatenate([whole[: inside.start], whole[inside.stop :]])
    speeds = planted_speeds(made.motion, made.plants)
    return (
        float(np.median(speeds)) if len(speeds) else 0.0,
        float(whole[inside].max()),
        float(outside.max()) if outside.size else 0.0,
    )


def planted_speeds(motion: Motion, plants: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Speeds (n,) in m/s along the ground of heels and toes from a frame in which they are planted (F, 4) to the next in which they are."""
    steps = np.diff(foot_points(motion)[..., [0, 2]].astype(np.float64), axis=0)
    speeds = np.linalg.norm(steps, axis=-1) * motion.fps
    return np.asarray(speeds[plants[1:] & plants[:-1]])
