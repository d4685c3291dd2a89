"""A SYNTHETIC annotator: it says the paper's 13 words of any frame by rules on what the body does.

No person speaks here. Its words are narrower than a person's ("catch" is: both hands come together in front), and it never hesitates,
so what is learnt from it shows how many answers learning takes, not how well people will agree.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.masks import find_runs
from motionloom.enrich.annotation.body_signals import (
    RATE,
    ROLES,
    SIDES,
    BodySignals,
    Floats,
    box_mean,
    rate_of_change,
    read_signals,
    turn_back,
)
from motionloom.enrich.annotation.morphology import open_and_close, widen

WORDS = ("run", "walk", "wave", "jump", "turn left", "turn right", "catch", "reach", "carry", "backwards", "crouch", "stand", "pick up")
SHORTEST = 0.2  # seconds: what is shorter is not said, gaps that are shorter are not heard
LEG = 0.85  # metres of a leg: the rules speak of metres, signals of leg lengths
FLIGHT = 0.04  # leg lengths: feet that are higher than this above the floor are off it

Mask = NDArray[np.bool_]


class _Seen:
    """What the rules look at: speeds in m/s, heights in metres, of one motion at `RATE`."""

    def __init__(self, signals: BodySignals) -> None:
        self.at = {role: LEG * values for role, values in zip(ROLES, np.moveaxis(signals.seen_from_body(), 1, 0), strict=True)}
        self.hips = LEG * signals.joint("hips")
        steady = box_mean(rate_of_change(self.hips), 0.5)
        moving = turn_back(steady[:, None], signals.heading)[:, 0]
        self.ahead, self.speed = moving[:, 2], np.hypot(moving[:, 0], moving[:, 2])
        self.turned = _over_a_second(signals.heading)  # radians in the second about each frame
        self.flight = signals.feet.min(axis=1) > FLIGHT
        self.low = box_mean(signals.joint("hips")[:, 1], 0.1)  # leg lengths
        self.feet_speed = np.stack([LEG * np.linalg.norm(rate_of_change(signals.joint(f"{s}_ankle")), axis=1) for s in SIDES], axis=1)

    def hand(self, side: str) -> tuple[Floats, Floats, Floats, Floats]:
        """Wrist, shoulder and elbow (F, 3) metres seen from the body, and how straight the arm is (F,)."""
        wrist, shoulder, elbow = (self.at[f"{side}_{part}"] for part in ("wrist", "shoulder", "elbow"))
        length = np.linalg.norm(elbow - shoulder, axis=1) + np.linalg.norm(wrist - elbow, axis=1)
        return wrist, shoulder, elbow, np.linalg.norm(wrist - shoulder, axis=1) / length


def annotate(motion: Motion, signals: BodySignals | None = None) -> Mask:
    """Which words hold in which frame (F, 13) of a motion at `RATE` Hz."""
    seen = _Seen(read_signals(motion) if signals is None else signals)
    return np.stack([open_and_close(RULES[word](seen), SHORTEST * RATE) for word in WORDS], axis=1)


def _jump(seen: _Seen) -> Mask:
    """A flight of 0.25 s and more in which the hips rise and fall by 8 cm, with a quarter of a second before and after."""
    out = np.zeros(len(seen.flight), bool)
    for start, stop in find_runs(seen.flight):
        height = seen.hips[max(0, start - 3) : stop + 3, 1]
        if stop - start >= 0.25 * RATE and height.max() - min(height[0], height[-1]) > 0.08:
            out[start:stop] = True
    return widen(out, 0.25 * RATE)


def _run(seen: _Seen) -> Mask:
    """Quicker than 1.8 m/s with flights, or quicker than 2.6 m/s; leaps are part of a run."""
    flights = box_mean(seen.flight.astype(float), 0.8) > 0.05
    return np.asarray((seen.speed > 1.8) & flights | (seen.speed > 2.6))


def _walk(seen: _Seen) -> Mask:
    """Between 0.35 m/s and a run, either way, not in a jump."""
    return np.asarray((seen.speed > 0.35) & ~_run(seen) & ~_jump(seen))


def _turn(sign: float) -> Callable[[_Seen], Mask]:
    return lambda seen: np.asarray(sign * seen.turned > np.radians(30))


def _backwards(seen: _Seen) -> Mask:
    return np.asarray(seen.ahead < -0.25)


def _crouch(seen: _Seen) -> Mask:
    """Hips lower than 0.85 of a leg (upright they are at 1.05 or so)."""
    return np.asarray(seen.low < 0.85)


def _stand(seen: _Seen) -> Mask:
    """Upright, slower than 0.15 m/s, both feet at rest."""
    still = box_mean(seen.feet_speed.max(axis=1), 0.3) < 0.2
    return np.asarray((seen.speed < 0.15) & still & (seen.low > 0.9))


def _reach(seen: _Seen) -> Mask:
    """An arm nearly straight, more than 60 degrees away from hanging, its hand ahead or above."""
    out = np.zeros(len(seen.speed), bool)
    for side in SIDES:
        wrist, shoulder, _, straight = seen.hand(side)
        way = (wrist - shoulder) / np.linalg.norm(wrist - shoulder, axis=1)[:, None]
        out |= (straight > 0.9) & (way[:, 1] > -0.5) & ((way[:, 2] > 0.3) | (way[:, 1] > 0.5))
    return out


def _wave(seen: _Seen) -> Mask:
    """A forearm that points up, its hand going from side to side at least twice in a second, by 6 cm and more."""
    out = np.zeros(len(seen.speed), bool)
    for side in SIDES:
        wrist, shoulder, elbow, _ = seen.hand(side)
        sway = wrist[:, 0] - elbow[:, 0]
        going = np.sign(box_mean(rate_of_change(sway), 0.1)) > 0
        changes = box_mean(np.abs(np.diff(going.astype(float), prepend=float(going[0]))), 1.0) * RATE
        wide = _spread(sway, 1.0) > 0.12
        out |= (box_mean(wrist[:, 1] - elbow[:, 1], 0.5) > 0.05) & (wrist[:, 1] > shoulder[:, 1] - 0.15) & (changes >= 2) & wide
    return out


def _carry(seen: _Seen) -> Mask:
    """Both hands in front between hips and shoulders, elbows bent, hands at rest against the body for half a second."""
    out = np.ones(len(seen.speed), bool)
    for side in SIDES:
        wrist, shoulder, _, straight = seen.hand(side)
        calm = box_mean(np.linalg.norm(rate_of_change(wrist - shoulder), axis=1), 0.5) < 0.45
        high = (wrist[:, 1] > seen.hips[:, 1]) & (wrist[:, 1] < shoulder[:, 1])
        out &= (wrist[:, 2] - shoulder[:, 2] > 0.1) & high & (straight < 0.92) & calm
    return out


def _catch(seen: _Seen) -> Mask:
    """Hands that come together in front, by 25 cm within half a second, to less than 35 cm."""
    left, right = seen.hand("left"), seen.hand("right")
    apart = np.linalg.norm(left[0] - right[0], axis=1)
    ahead = np.minimum(left[0][:, 2] - left[1][:, 2], right[0][:, 2] - right[1][:, 2]) > 0.1
    high = np.minimum(left[0][:, 1], right[0][:, 1]) > seen.hips[:, 1] - 0.1
    before = apart[np.maximum(np.arange(len(apart)) - round(0.5 * RATE), 0)]
    return widen((apart < 0.35) & (before - apart > 0.25) & ahead & high, 0.15 * RATE)


def _pick_up(seen: _Seen) -> Mask:
    """A hand below the knees while the body hardly travels, from 0.4 s before it is there to 0.4 s after."""
    knees = np.minimum(seen.at["left_knee"][:, 1], seen.at["right_knee"][:, 1])
    out = np.zeros(len(seen.speed), bool)
    for side in SIDES:
        out |= (seen.hand(side)[0][:, 1] < knees + 0.03) & (seen.speed < 0.8) & ~seen.flight
    return widen(out, 0.4 * RATE)


RULES: dict[str, Callable[[_Seen], Mask]] = {
    "run": _run,
    "walk": _walk,
    "wave": _wave,
    "jump": _jump,
    "turn left": _turn(1.0),
    "turn right": _turn(-1.0),
    "catch": _catch,
    "reach": _reach,
    "carry": _carry,
    "backwards": _backwards,
    "crouch": _crouch,
    "stand": _stand,
    "pick up": _pick_up,
}


def _over_a_second(values: Floats) -> Floats:
    """How much values (F,) change from half a second before each frame to half a second after it."""
    half, frames = round(RATE / 2), np.arange(len(values))
    return values[np.minimum(frames + half, len(values) - 1)] - values[np.maximum(frames - half, 0)]


def _spread(values: Floats, seconds: float) -> Floats:
    from scipy.ndimage import maximum_filter1d, minimum_filter1d

    size = 2 * round(seconds * RATE / 2) + 1
    return np.asarray(maximum_filter1d(values, size, mode="nearest") - minimum_filter1d(values, size, mode="nearest"))
