"""What a body does at each moment: how fast it goes and which way, whether its feet step, whether it flies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter1d

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.editing import resample
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.heading import headings
from motionloom.core.kinematics import differentiate
from motionloom.core.masks import find_runs
from motionloom.feet.plants import Bits, drop_short

RATE = 60.0  # Hz at which clips are looked at
LEG = 0.8  # metres: whose speeds all limits are
SMOOTH = 0.4  # seconds over which speeds are taken
STEPPING = 0.8  # seconds over which feet that pass each other are told from feet that stand: about a lap
HIGH, BRIEF = 0.3, 0.05  # leg lengths that a foot is up in a kick, and seconds that make a moment
UPRIGHT = 0.4  # of a trunk's length that the chest is above the hips: who is less upright does not turn, but tumbles
CLEAR = 0.03  # metres both feet are off the floor, in flight
LIFTED = 0.008  # metres both feet are off the floor, where neither is planted
LONG, FALLS = 0.2, 4.9  # seconds in the air after which a body must fall, and by how many m/s2: a floor that is off makes nobody fly


@dataclass(frozen=True, eq=False)
class Signals:
    """What is looked at, (F,) at `RATE`: speed ahead, to the left and in all, of the feet against each other (stepping), of hands and feet
    against the hips (fidget), of an ankle that is high up (kicking) and of a hand against the hips at one moment (striking), m/s of a leg
    of 0.8 m; height of the hips in that of a stand; flight: both feet are well off the floor; lifted: neither is
    planted; both: both are; turn rad/s to the
    left; hands (F, 2, 3): where they are from the hips, seen from the heading, in leg lengths; seat: how far the hips are from above the
    line between the ankles, in leg lengths: whoever stands, however low, has them there, whoever sits on a chair has not.
    reach: height of the lower hand above the floor in leg lengths."""

    ahead: NDArray[np.float64]
    aside: NDArray[np.float64]
    speed: NDArray[np.float64]
    stepping: NDArray[np.float64]
    fidget: NDArray[np.float64]
    kicking: NDArray[np.float64]
    striking: NDArray[np.float64]
    height: NDArray[np.float64]
    flight: Bits
    lifted: Bits
    both: Bits
    turn: NDArray[np.float64]
    hands: NDArray[np.float64]
    seat: NDArray[np.float64]
    reach: NDArray[np.float64]


def read_signals(motion: Motion, plants: Bits | None = None) -> Signals:
    """The signals of a motion; plants (F, 4) of its own frames keep a foot that stands from flying."""
    seen = resample(motion, RATE)
    body, facing = body_of(motion.skeleton), headings(seen)
    places = seen.positions().astype(np.float64)
    scale = LEG / body.leg_length
    hips = places[:, body.joint("hips")]

    def rate_of(values: NDArray[np.float64], seconds: float = SMOOTH) -> NDArray[np.float64]:
        return mean_over(differentiate(values, RATE), seconds)

    way = scale * rate_of(hips[:, [0, 2]])
    ankles = [places[:, body.joint(f"{side}_ankle")] for side in ("left", "right")]
    stepping = scale * mean_over(np.linalg.norm(differentiate(ankles[0] - ankles[1], RATE), axis=1), STEPPING)
    wrists = [places[:, body.joint(f"{side}_wrist")] for side in ("left", "right")]
    speeds = [scale * np.linalg.norm(differentiate(end - hips, RATE), axis=1) for end in (*ankles, *wrists)]
    floor = ground_height(motion)
    raised = [(ankle[:, 1] - floor > HIGH * body.leg_length) for ankle in ankles]
    low = foot_points(seen)[:, :, 1].min(axis=1) - floor
    flight = low > CLEAR / scale
    lifted, both = flight, np.zeros(len(seen), bool)
    if plants is not None:
        stands = plants[np.clip(np.round(np.arange(len(seen)) * motion.fps / RATE).astype(int), 0, len(plants) - 1)]
        flight = flight & ~stands.any(axis=1)
        lifted, both = ~stands.any(axis=1) & (low > LIFTED / scale), stands[:, :2].any(axis=1) & stands[:, 2:].any(axis=1)
    return Signals(
        way[:, 0] * np.sin(facing) + way[:, 1] * np.cos(facing),
        way[:, 0] * np.cos(facing) - way[:, 1] * np.sin(facing),
        np.hypot(way[:, 0], way[:, 1]),
        stepping,
        np.max([mean_over(each, SMOOTH) for each in speeds], axis=0),
        np.max([mean_over(each * high, BRIEF) for each, high in zip(speeds, raised, strict=False)], axis=0),
        np.max([mean_over(each, BRIEF) for each in speeds[2:]], axis=0),
        (hips[:, 1] - floor) / rest_height(motion),
        _falling(drop_short(flight, BRIEF * RATE), hips[:, 1]),
        drop_short(lifted, BRIEF * RATE),
        both,
        mean_over(_turning(facing, places[:, body.joint("chest")] - hips), STEPPING),
        quaternion.rotate(quaternion.about_y(-facing)[:, None], np.stack(wrists, axis=1) - hips[:, None]) / body.leg_length,
        _beside(hips, *ankles) / body.leg_length,
        (np.minimum(*(wrist[:, 1] for wrist in wrists)) - floor) / body.leg_length,
    )


def _turning(facing: NDArray[np.float64], trunk: NDArray[np.float64]) -> NDArray[np.float64]:
    """How fast (F,) rad/s a body turns that faces so, its trunk (F, 3) upright: which way hips face that go over the head says nothing."""
    upright = trunk[:, 1] > UPRIGHT * np.linalg.norm(trunk, axis=1)
    return np.asarray(np.where(upright, differentiate(facing, RATE), 0.0))


def _beside(points: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Level distances (F,) in metres of points (F, 3) from the stretches between a and b."""
    (p, u), level = (points - a, b - a), [0, 2]
    p, u = p[:, level], u[:, level]
    share = np.clip((p * u).sum(axis=1) / np.maximum((u * u).sum(axis=1), 1e-9), 0, 1)
    return np.asarray(np.linalg.norm(p - share[:, None] * u, axis=1))


def _falling(flight: Bits, heights: NDArray[np.float64]) -> Bits:
    """Flight (F,) without long ones through which hips at heights (F,) metres do not fall as whatever is in the air does."""
    out, climbing = flight.copy(), mean_over(differentiate(heights, RATE), BRIEF)
    for start, stop in find_runs(flight):
        fell = (climbing[start] - climbing[stop - 1]) * RATE / max(stop - 1 - start, 1)
        if stop - start >= LONG * RATE and fell < FALLS:
            out[start:stop] = False
    return out


def rest_height(motion: Motion) -> float:
    """Height of the hips above the soles in the rest pose, metres."""
    body, rest = body_of(motion.skeleton), motion.skeleton.rest_world[1]
    return float(rest[body.joint("hips"), 1] - body.sole)


def mean_over(values: NDArray[np.float64], seconds: float) -> NDArray[np.float64]:
    """Means of values (F, ...) over so many seconds about each frame."""
    return np.asarray(uniform_filter1d(values, max(round(seconds * RATE), 1), axis=0, mode="nearest"))
