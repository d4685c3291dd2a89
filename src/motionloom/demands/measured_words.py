"""Words for what a body does, measured from its motion alone: standing, walking, running, turning and the like.

They make any library answer a demand before anybody has annotated it. What a person says of a frame wins over them (`words`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.core.body import body_of
from motionloom.core.gravity import GRAVITY
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.heading import headings
from motionloom.core.masks import find_runs

WALK_FROM, RUN_FROM = 0.3, 2.0  # metres a second: slower is standing, faster is running
UPRIGHT = np.cos(np.radians(50.0))  # between hips to head and the vertical: who is bent farther neither stands nor walks
LOW, STRIDE = 0.12, 0.6  # metres above the floor that each foot comes down to, within so many seconds before or after, in a walk or run
RISE = 0.05  # seconds over which the hips' rise is averaged
WINDOW = 0.5  # seconds over which speeds and turns are averaged
TURN_FROM = 0.6  # radians a second
ASIDE_FROM = 0.3  # metres a second backwards or sideways
BENT = np.cos(np.radians(35.0))  # of the same: who is bent farther bends over, and may still stand
OUT = 0.75  # of the arm's length that a wrist is from its shoulder along the ground: farther than in any swing of a walk or run
CROUCH_BELOW = 0.78  # of the hips' height in the rest pose
AIRBORNE = 0.06  # metres that the lowest point of both feet is off the floor
JUMP_FROM = 0.18  # seconds in the air; running steps fly for less
FALLS = 0.5 * GRAVITY  # m/s2 by which the hips fall meanwhile at least: a walk over a floor that is not level does not
JUMP_AROUND = 0.2  # seconds of taking off and landing that belong to a jump
SHORTEST = 0.15  # seconds: what is over sooner is not said

WORDS: Mapping[str, str] = {
    "stand": "the hips go slower than 0.3 m/s, upright",
    "walk": "the hips go 0.3 to 2 m/s, upright, on both feet",
    "run": "the hips go faster than 2 m/s, upright, on both feet",
    "turn_left": "the hips turn left by more than 34 degrees a second",
    "turn_right": "the hips turn right by more than 34 degrees a second",
    "backward": "the hips go backwards by more than 0.3 m/s",
    "sideways": "the hips go sideways by more than 0.3 m/s, and more than forwards",
    "jump": "both feet are in the air for 0.18 s or more, and the hips fall, with 0.2 s before and after",
    "crouch": "the hips are lower than 0.78 of their height at rest",
    "bend": "the trunk leans by more than 35 degrees",
    "left_hand_up": "the left wrist is above the shoulder",
    "right_hand_up": "the right wrist is above the shoulder",
    "left_hand_out": "the left wrist is 0.75 of the arm's length or more from the shoulder, along the ground",
    "right_hand_out": "the right wrist is 0.75 of the arm's length or more from the shoulder, along the ground",
}


@dataclass(frozen=True, eq=False)
class _Signals:
    """speed (F,) m/s along the ground; forward, aside (F,) of it; turn (F,) rad/s; hips (F,) metres above the floor; feet (F, 2) metres, of
    the lowest point of each; upright (F,): cosine between hips to head and the vertical."""

    speed: NDArray[np.float64]
    forward: NDArray[np.float64]
    aside: NDArray[np.float64]
    turn: NDArray[np.float64]
    hips: NDArray[np.float64]
    feet: NDArray[np.float64]
    upright: NDArray[np.float64]

    @property
    def lowest(self) -> NDArray[np.float64]:
        """Metres (F,) of the lowest point of both feet above the floor."""
        found: NDArray[np.float64] = self.feet.min(axis=1)
        return found


def measure_words(motion: Motion) -> dict[str, NDArray[np.bool_]]:
    """Where each of `WORDS` holds: masks (F,)."""
    body, fps = body_of(motion.skeleton), motion.fps
    signals = _read(motion)
    places = motion.positions()
    rest = float(motion.skeleton.rest_positions[body.joint("hips"), 1] - body.sole)
    upright = signals.upright > UPRIGHT
    steps = upright & _both_come_down(signals.feet, fps)
    found = {
        "stand": upright & (signals.speed < WALK_FROM),
        "walk": steps & (signals.speed >= WALK_FROM) & (signals.speed < RUN_FROM),
        "run": steps & (signals.speed >= RUN_FROM),
        "turn_left": signals.turn > TURN_FROM,
        "turn_right": signals.turn < -TURN_FROM,
        "backward": signals.forward < -ASIDE_FROM,
        "sideways": (np.abs(signals.aside) > ASIDE_FROM) & (np.abs(signals.aside) > np.abs(signals.forward)),
        "jump": _jumps(signals, fps),
        "bend": signals.upright < BENT,
        "crouch": (signals.hips < CROUCH_BELOW * rest) & (signals.lowest < AIRBORNE),
    }
    for side in ("left", "right"):
        shoulder, elbow, wrist = (places[:, body.joint(f"{side}_{part}")].astype(np.float64) for part in ("shoulder", "elbow", "wrist"))
        arm = np.linalg.norm(elbow - shoulder, axis=1) + np.linalg.norm(wrist - elbow, axis=1)
        found[f"{side}_hand_up"] = wrist[:, 1] > shoulder[:, 1]
        found[f"{side}_hand_out"] = np.hypot(*(wrist - shoulder)[:, [0, 2]].T) > OUT * arm
    return {word: _steady(mask, fps) for word, mask in found.items()}


def _read(motion: Motion) -> _Signals:
    body, fps = body_of(motion.skeleton), motion.fps
    hips = motion.positions()[:, body.joint("hips")].astype(np.float64)
    facing = headings(motion)
    window = max(1, min(round(WINDOW * fps), len(motion)))
    flat = np.stack([_smooth(np.gradient(hips[:, axis]) * fps if len(hips) > 1 else 0 * hips[:, axis], window) for axis in (0, 2)], axis=1)
    turn = _smooth(np.gradient(facing) * fps if len(hips) > 1 else 0 * facing, window)
    velocity = np.stack([flat[:, 0], np.zeros(len(flat)), flat[:, 1]], axis=1)
    local = quaternion.rotate(quaternion.about_y(-facing), velocity)
    floor = ground_height(motion)
    feet = foot_points(motion)[..., 1].reshape(-1, 2, 2).min(axis=2).astype(np.float64) - floor
    trunk = motion.positions()[:, body.joint("head")].astype(np.float64) - hips
    upright = trunk[:, 1] / np.maximum(np.linalg.norm(trunk, axis=1), 1e-9)
    return _Signals(np.linalg.norm(flat, axis=1), local[:, 2], local[:, 0], turn, hips[:, 1] - floor, feet, upright)


def _both_come_down(feet: NDArray[np.float64], fps: float) -> NDArray[np.bool_]:
    """Where (F,) each foot (F, 2) stands low at some time of the stride about a frame: nobody walks on one leg."""
    from scipy.ndimage import minimum_filter1d

    least = minimum_filter1d(feet, 2 * round(STRIDE * fps) + 1, axis=0, mode="nearest")
    return np.logical_and(least[:, 0] < LOW, least[:, 1] < LOW)


def _jumps(signals: _Signals, fps: float) -> NDArray[np.bool_]:
    mask = np.zeros(len(signals.hips), bool)
    around = round(JUMP_AROUND * fps)
    rise = np.gradient(_smooth(signals.hips, max(1, round(RISE * fps)))) * fps if len(mask) > 1 else np.zeros(1)
    for start, stop in find_runs(signals.lowest > AIRBORNE):
        if stop - start >= JUMP_FROM * fps and (rise[start] - rise[stop - 1]) * fps > FALLS * (stop - start):
            mask[max(0, start - around) : stop + around] = True
    return mask


def _steady(mask: NDArray[np.bool_], fps: float) -> NDArray[np.bool_]:
    """The mask without gaps, then without spells, that are over at once."""
    least, out = round(SHORTEST * fps), mask.copy()
    for value in (False, True):
        for start, stop in find_runs(out == value):
            if stop - start < least and start > 0 and stop < len(out):
                out[start:stop] = not value
    return out


def _smooth(values: NDArray[Any], window: int) -> NDArray[np.float64]:
    """The mean over a tapered window about each frame; at the ends over what there is of it."""
    taper = np.hanning(window + 2)[1:-1]
    return np.convolve(values, taper, mode="same") / np.convolve(np.ones(len(values)), taper, mode="same")
