"""A giant: legs and arms half as long again, a broad trunk, a small head; wide steps, arms held off, and slower."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from motionloom.align.put_on import put_on
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of
from motionloom.core.roles import SIDES
from motionloom.edits.propagation.example import Example
from motionloom.edits.propagation.known_edits.turning import ALONG, clock, turn_roles

LEGS, ARMS, TRUNK, HEAD = 1.5, 1.6, 1.7, 0.9
PACE = 1.35
WIDE, ARMS_OFF = np.radians(6.0), np.radians(20.0)


def apply(motion: Motion) -> Example:
    """The motion and what it is on a giant's body, its timing too."""
    giant = put_on(motion, giant_of(motion.skeleton))
    sway = np.radians(5.0) * np.sin(2 * np.pi * np.clip(_left_forward(motion), -0.5, 0.5))
    turns = {
        "left_hip": (ALONG, WIDE),
        "right_hip": (ALONG, -WIDE),
        "left_shoulder": (ALONG, ARMS_OFF),
        "right_shoulder": (ALONG, -ARMS_OFF),
    }
    return Example(motion, turn_roles(giant, {**turns, "spine": (ALONG, sway)}), PACE * clock(motion))


@lru_cache(maxsize=64)
def giant_of(skeleton: Skeleton) -> Skeleton:
    """The skeleton with a giant's proportions."""
    body = body_of(skeleton)
    scale = np.full(len(skeleton), TRUNK)
    for side in SIDES:
        for limb, share in (("leg", LEGS), ("arm", ARMS)):
            top = body.joint(f"{side}_{'hip' if limb == 'leg' else 'shoulder'}")
            scale[[j for j in range(len(skeleton)) if j != top and skeleton.is_below(j, top)]] = share
    head = body.joint("head")
    scale[[j for j in range(len(skeleton)) if j != head and skeleton.is_below(j, head)]] = HEAD
    sites = tuple(replace(site, offset=_scaled(site.offset, float(scale[site.parent]))) for site in skeleton.end_sites)
    offsets = skeleton.offsets * scale[:, None]
    return replace(skeleton, offsets=offsets, end_sites=sites, rest_root=skeleton.rest_root * [1.0, LEGS, 1.0])


def _scaled(offset: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    return (offset[0] * by, offset[1] * by, offset[2] * by)


def _left_forward(motion: Motion) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How far the left ankle is ahead of the right (F,), leg lengths."""
    from motionloom.core.heading import headings

    body, places = body_of(motion.skeleton), motion.positions().astype(np.float64)
    apart = places[:, body.joint("left_ankle")] - places[:, body.joint("right_ankle")]
    angles = headings(motion)
    return np.asarray((np.sin(angles) * apart[:, 0] + np.cos(angles) * apart[:, 2]) / body.leg_length)
