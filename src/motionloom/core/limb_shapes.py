"""Limbs found by the shape of the rest pose alone: what names do not say, symmetry does.

Feet are the lowest pair of mirrored tips, hands the widest; left is where the toes and knees that look forward put it, so that a body may
face any way.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from motionloom.core.skeleton import Skeleton

SIDES = ("left", "right")
MIRRORED = 0.1  # of the body's size: how far a joint may lie from its mirror image's partner, on average
OFF_MIDDLE = 0.02  # of the body's size: what is nearer to the middle plane is of neither side
LEVEL = 0.35  # level over steep: a last bone that is steeper is a shin, which says nothing of where toes point
UNEVEN = 0.1  # of the body's size: feet that rest at heights further apart are no pair
TIPS = 5  # a head, two hands, two feet
Vector = NDArray[np.float64]

_ANGLES = np.array([np.pi / 2, 0.0, *np.arange(1, 12) * np.pi / 12])  # of planes that are tried: the likeliest first
_ACROSS = np.stack([np.sin(_ANGLES), np.zeros(len(_ANGLES)), np.cos(_ANGLES)], axis=1)


def chains_by_shape(skeleton: Skeleton) -> dict[str, dict[str, list[int]]] | None:
    """For each side its leg and arm, joints from the body outwards; None where the rest pose is no mirrored body that stands."""
    places = skeleton.rest_positions
    tips = np.setdiff1d(np.arange(len(skeleton)), skeleton.parents).tolist()
    size = float(np.ptp(places, axis=0).max())
    mirror = find_mirror(places) if len(tips) >= TIPS and size > 0 else None
    if mirror is None:
        return None
    across, lateral = mirror[0], (places - mirror[1]) @ mirror[0]
    halves = [[joint for joint in tips if sign * lateral[joint] > OFF_MIDDLE * size] for sign in (1, -1)]
    if not all(halves):
        return None
    limbs = []
    for half in halves:
        foot = min(half, key=lambda joint: places[joint, 1])
        hand = max(half, key=lambda joint: abs(lateral[joint]))
        if foot == hand:
            return None
        limbs.append({"leg": _path_down(skeleton, foot), "arm": _path_down(skeleton, hand)})
    feet, hands = (places[[half_limbs[limb][-1] for half_limbs in limbs], 1] for limb in ("leg", "arm"))
    if np.ptp(feet) > UNEVEN * size or feet.max() >= hands.min():
        return None
    for limb in ("leg", "arm"):  # what both sides share is trunk
        shared = set(limbs[0][limb]) & set(limbs[1][limb])
        for half_limbs in limbs:
            half_limbs[limb] = [joint for joint in half_limbs[limb] if joint not in shared]
    forward = _find_forward(places, across, [half_limbs["leg"] for half_limbs in limbs])
    left_first = float(np.cross([0.0, 1.0, 0.0], forward) @ across) >= 0
    return dict(zip(SIDES, limbs if left_first else limbs[::-1], strict=True))


def find_mirror(places: Vector) -> tuple[Vector, Vector] | None:
    """The plane about which positions (J, 3) metres are mirrored best: a level unit way (3,) square to it, and a point on it; or None."""
    size = float(np.ptp(places, axis=0).max())
    best: tuple[float, tuple[Vector, Vector] | None] = (MIRRORED, None)
    for middle in (places[0], np.median(places, axis=0)):
        away_from = places - middle
        laterals, squares = away_from @ _ACROSS.T, np.einsum("jc,jc->j", away_from, away_from)  # (J, 13), (J,)
        thick = np.ptp(laterals, axis=0) >= 0.1 * size  # a plank seen from the side is its own mirror image
        mirrored = away_from - 2 * laterals.T[:, :, None] * _ACROSS[:, None]  # (13, J, 3), as far from the middle as before
        nearest = (squares - 2 * mirrored @ away_from.T).min(axis=2) + squares
        aways = np.sqrt(np.maximum(nearest, 0.0)).mean(axis=1) / size
        for across, away, fits in zip(_ACROSS, aways.tolist(), thick.tolist(), strict=True):
            best = (away, (across, middle)) if fits and away < 0.8 * best[0] else best
    return best[1]


def _find_forward(places: Vector, across: Vector, legs: list[list[int]]) -> Vector:
    """The level way (3,) in which toes point and knees bend, square to `across`; +z (or +x) where legs say nothing."""
    ahead = np.cross(across, [0.0, 1.0, 0.0])
    ahead = ahead if ahead @ [0.1, 0.0, 1.0] > 0 else -ahead
    told = 0.0
    for leg in legs:
        top, tip = places[leg[0]], places[leg[-1]]
        toe = tip - places[leg[-2]] if len(leg) > 1 else np.zeros(3)
        told += float(toe @ ahead) if np.hypot(toe[0], toe[2]) > LEVEL * abs(toe[1]) else 0.0
        told += float(np.mean([(places[joint] - (top + tip) / 2) @ ahead for joint in leg[1:-1]])) if len(leg) > 2 else 0.0
    return ahead if told >= 0 else -ahead


def _path_down(skeleton: Skeleton, joint: int) -> list[int]:
    path = []
    while joint >= 0:
        path.append(joint)
        joint = int(skeleton.parents[joint])
    return path[::-1]


def stands_on_hands(skeleton: Skeleton, roles: Mapping[str, int]) -> bool:
    """Whether the rest pose is that of an animal on four legs: arms as far down as legs, and a back that lies across them.

    Nothing is said of poses that are no pose at all (the zero pose of many BVH files): hips and shoulders must lie level to each other.
    """
    if not all(f"{side}_{part}" in roles for side in SIDES for part in ("shoulder", "wrist", "hip", "ankle")):
        return False
    places = skeleton.rest_positions

    def middle(part: str) -> Vector:
        return np.asarray(places[[roles[f"{side}_{part}"] for side in SIDES]].mean(axis=0))

    def unit(vector: Vector) -> Vector:
        return vector / max(float(np.linalg.norm(vector)), 1e-12)

    legs, arms, back = middle("ankle") - middle("hip"), middle("wrist") - middle("shoulder"), middle("shoulder") - middle("hip")
    down = unit(legs)
    widths = [unit(places[roles[f"left_{part}"]] - places[roles[f"right_{part}"]]) for part in ("hip", "shoulder")]
    level = float(widths[0] @ widths[1]) > 0.9 and max(abs(float(width @ way)) for width in widths for way in (down, unit(back))) < 0.2
    across = abs(float(unit(back) @ down)) < 0.7
    beside = float(unit(arms) @ down) > 0.7 and abs(float((back + arms - legs) @ down)) < 0.5 * float(np.linalg.norm(legs))
    return level and across and beside
