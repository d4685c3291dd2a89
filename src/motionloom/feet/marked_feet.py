"""Feet of markers: heels and toes by the names that marker sets give them, and how long the legs are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, SkeletonError
from motionloom.core.markers import REASON, foot_markers, marker_joints, pelvis_markers
from motionloom.feet.plants import POINTS

PELVIS_OVER_LEG = 1.12  # height of markers on a pelvis over heels and toes, in lengths of hip to ankle
LEG_OF_HEIGHT = 0.5  # of the markers' height, where none is on a pelvis
SHORTEST_LEG = 0.1  # metres


def foot_points_of_markers(motion: Motion) -> tuple[NDArray[np.float32], float]:
    """Places (F, 4, 3) metres of heels and toes in the order of `POINTS`, and the legs' length in metres.

    Where a foot has one marker, it stands for heel and toe.
    """
    feet = _find(motion)
    joints = marker_joints(motion.skeleton)
    places = motion.positions()[:, joints]
    chosen = [feet.get(point, feet.get(_other(point), -1)) for point in POINTS]
    points = places[:, chosen]
    pelvis = pelvis_markers(_names(motion))
    low = points[..., 1].min(axis=1)
    if pelvis:
        leg = float(np.median(places[:, pelvis, 1].mean(axis=1) - low)) / PELVIS_OVER_LEG
    else:
        leg = LEG_OF_HEIGHT * float(np.percentile(places[..., 1].max(axis=1) - low, 90))
    return points, max(leg, SHORTEST_LEG)


def marked_points(motion: Motion) -> NDArray[np.bool_]:
    """Which of `POINTS` (4,) have a marker of their own."""
    feet = _find(motion)
    return np.array([point in feet for point in POINTS])


def _find(motion: Motion) -> dict[str, int]:
    feet = foot_markers(_names(motion))
    lacking = [side for side in ("left", "right") if not any(point.startswith(side) for point in feet)]
    if lacking:
        names = ", ".join(_names(motion)[:12])
        raise SkeletonError(f"{REASON}: no heel or toe by name on the {' and the '.join(lacking)} foot (such as LHEE, RTOE) among {names}")
    return feet


def _names(motion: Motion) -> list[str]:
    return [motion.skeleton.names[joint] for joint in marker_joints(motion.skeleton)]


def _other(point: str) -> str:
    side, part = point.split("_")
    return f"{side}_{'toe' if part == 'heel' else 'heel'}"
