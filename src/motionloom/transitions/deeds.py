"""What a body does in every frame of a stock, told from its motion: a clip's label covers its waiting too, and waiting is no run.

The words of a label are looked up in a table of expectations. The judge has a table of its own and shares nothing with this one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import body_of
from motionloom.core.masks import find_runs
from motionloom.score.segments import SEGMENTS
from motionloom.transitions.stock import RATE, Stock

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
LEG = 0.8  # metres: speeds below are of a body with such legs
HALF, WHOLE = 0.5, 1.0  # seconds about a frame over which speeds are averaged
OFF = 0.02  # metres above where they stand that all points of the feet are in flight
SHORTEST = 0.08  # seconds of flight
STRIKE = 2.5  # m/s of a hand against the chest
STRONG = 0.8  # of a label's own strongest moment, where none is strong enough


@dataclass(frozen=True, eq=False)
class Deeds:
    """What expectations look at, frame by frame of a stock (F,); speeds in m/s as if legs were 0.8 m long, heights in leg lengths."""

    stock: Stock

    @cached_property
    def leg(self) -> float:
        """Leg length in metres."""
        return float(body_of(self.stock.skeleton).leg_length)

    @cached_property
    def _columns(self) -> dict[str, int]:
        roles = body_of(self.stock.skeleton).roles
        order = sorted(set(roles.values()))
        return {role: order.index(joint) for role, joint in roles.items()}

    def place(self, role: str) -> Array:
        """Where a joint is (F, 3) metres, seen from the hips' place on the floor."""
        return self.stock.joints[:, self._columns[role]].astype(np.float64)

    def mean(self, values: Array, seconds: float = HALF) -> Array:
        """A moving mean about each frame, within its clip."""
        half, out = round(seconds * RATE / 2), np.empty_like(values)
        for first, last in self._clips():
            total = np.concatenate([np.zeros_like(values[:1]), np.cumsum(values[first:last], axis=0)])
            at = np.arange(last - first)
            low, high = np.maximum(at - half, 0), np.minimum(at + half + 1, last - first)
            out[first:last] = (total[high] - total[low]) / (high - low).reshape(-1, *[1] * (values.ndim - 1))
        return out

    def rate_of(self, values: Array) -> Array:
        """Change a second, within each clip."""
        out = np.zeros_like(values)
        for first, last in self._clips():
            if last - first > 1:
                out[first:last] = np.gradient(values[first:last], 1 / RATE, axis=0)
        return out

    def _clips(self) -> list[tuple[int, int]]:
        return [(int(a), int(b)) for a, b in zip(self.stock.starts[:-1], self.stock.starts[1:], strict=True)]

    @cached_property
    def travel(self) -> Array:
        """Level velocity (F, 2), forwards and to the left of where the hips face, over half a second."""
        moved = self.mean(self.rate_of(self.stock.ground)) * LEG / self.leg
        sine, cosine = np.sin(self.stock.facing), np.cos(self.stock.facing)
        return np.stack([moved[:, 0] * sine + moved[:, 1] * cosine, moved[:, 0] * cosine - moved[:, 1] * sine], axis=1)

    @cached_property
    def speed(self) -> Array:
        """Level speed (F,) m/s."""
        return np.asarray(np.hypot(self.travel[:, 0], self.travel[:, 1]))

    @cached_property
    def turned(self) -> Array:
        """Radians (F,) turned to either side in the second about each frame."""
        return np.abs(self.mean(self.rate_of(self.stock.facing), WHOLE))

    @cached_property
    def flight(self) -> Mask:
        """Whether (F,) nothing is near the floor: no plants, feet above where they stand, hips not down."""
        feet = self.stock.points[:, len(SEGMENTS) : len(SEGMENTS) + 4, 1]
        clear = ~self.stock.plants.any(axis=1) & np.all(feet > self.stock.stand + OFF, axis=1) & (self.hips > 0.7)
        out = np.zeros(len(clear), bool)
        for start, stop in find_runs(clear):
            out[start:stop] = stop - start >= SHORTEST * RATE
        return out

    @cached_property
    def airborne(self) -> Array:
        """The share (F,) of the second about each frame that is flight."""
        return self.mean(self.flight.astype(np.float64), WHOLE)

    @cached_property
    def stepping(self) -> Array:
        """How fast (F,) the feet move against each other, over a second."""
        return self.mean(self._pace(self.place("left_ankle") - self.place("right_ankle")), WHOLE)

    @cached_property
    def hips(self) -> Array:
        """How high (F,) the hips are, in leg lengths; a little over 1 standing."""
        return self.stock.heights.astype(np.float64) / self.leg

    def _pace(self, places: Array) -> Array:
        return np.asarray(np.linalg.norm(self.rate_of(places), axis=1) * LEG / self.leg)

    def limb_speed(self, end: str, base: str, seconds: float = 0.0) -> Array:
        """The speed (F,) of the faster of a left and a right joint against another, averaged over some seconds."""
        both = [self._pace(self.place(f"{side}_{end}") - self.place(base)) for side in ("left", "right")]
        return np.asarray(np.max([self.mean(one, seconds) if seconds else one for one in both], axis=0))

    def height(self, role: str) -> Array:
        """Height (F,) of a joint above the floor in leg lengths."""
        return self.place(role)[:, 1] / self.leg


def _stands(d: Deeds) -> Mask:
    return (d.speed < 0.2) & (d.hips > 0.85) & (d.airborne < 0.01)


def _walks(d: Deeds) -> Mask:
    return (d.speed > 0.4) & (d.speed < 2.1) & (d.stepping > 0.5) & (d.airborne < 0.08)


def _runs(d: Deeds) -> Mask:
    return ((d.speed > 1.4) & (d.airborne > 0.12)) | (d.speed > 2.3)


def _steps(d: Deeds) -> Mask:
    return (d.stepping > 0.5) & (d.airborne < 0.08)


def _sits(d: Deeds) -> Mask:
    return (d.hips < 0.72) & (d.speed < 0.3)


def _waves(d: Deeds) -> Mask:
    raised = [d.height(f"{side}_wrist") > d.height(f"{side}_shoulder") - 0.15 for side in ("left", "right")]
    busy = [d.mean(d._pace(d.place(f"{side}_wrist") - d.place("chest")), WHOLE) > 0.45 for side in ("left", "right")]
    return (raised[0] & busy[0]) | (raised[1] & busy[1])


def _turns(d: Deeds) -> Mask:
    return d.turned > 0.7


def _goes_back(d: Deeds) -> Mask:
    return d.travel[:, 0] < -0.25


def _goes_sideways(d: Deeds) -> Mask:
    return (np.abs(d.travel[:, 1]) > 1.2 * np.abs(d.travel[:, 0])) & (d.speed > 0.25)


def _flies(d: Deeds) -> Mask:
    return d.flight


def _kicks(d: Deeds) -> Mask:
    high = np.maximum(d.height("left_ankle"), d.height("right_ankle")) > 0.4
    return high & (d.limb_speed("ankle", "hips") > 3.0)


def _strikes(d: Deeds) -> Array:
    return d.limb_speed("wrist", "chest") / STRIKE


def _uses_hands(d: Deeds) -> Mask:
    return d.limb_speed("wrist", "chest", WHOLE) > 0.4


def _reaches_down(d: Deeds) -> Mask:
    return np.minimum(d.height("left_wrist"), d.height("right_wrist")) < 0.6


def _bows(d: Deeds) -> Mask:
    lean = d.place("head") - np.stack([np.zeros(len(d.stock)), d.stock.heights, np.zeros(len(d.stock))], axis=1)
    return np.asarray(lean[:, 1] < 0.7 * np.linalg.norm(lean, axis=1))


Mode = Literal["throughout", "once"]
# word of a label: what is expected, and whether all through or at some moment; numbers say how strongly, 1 is enough
EXPECTED: dict[str, tuple[Callable[[Deeds], Mask | Array], Mode]] = {
    **dict.fromkeys(("stand", "idle", "wait"), (_stands, "throughout")),
    **dict.fromkeys(("walk", "limp", "stroll"), (_walks, "throughout")),
    **dict.fromkeys(("sneak", "march", "step"), (_steps, "throughout")),
    **dict.fromkeys(("run", "jog", "dash", "sprint"), (_runs, "throughout")),
    **dict.fromkeys(("wave", "bye"), (_waves, "throughout")),
    **dict.fromkeys(("jump", "hop", "leap"), (_flies, "once")),
    **dict.fromkeys(("punch", "throw", "shoot"), (_strikes, "once")),
    "sit": (_sits, "once"),
    "turn": (_turns, "once"),
    "back": (_goes_back, "once"),
    "side": (_goes_sideways, "once"),
    "stop": (_stands, "once"),
    "kick": (_kicks, "once"),
    "dribble": (_uses_hands, "throughout"),
    "pickup": (_reaches_down, "once"),
    "bow": (_bows, "once"),
}
ENDS_IT = frozenset({"stop", "jump", "hop", "leap", "kick"})  # what goes on before these need not go on after them
_WORDS = re.compile(r"[a-z]+")


def expectations(deeds: Deeds, label: str, named: Mask) -> list[tuple[Mask, Mode]]:
    """For each word of a label with an expectation the frames (F,) that meet it, and whether all through or once; none for other words.

    named (F,): the frames under the label. Where none of them is strong enough, the strongest of them are what is meant.
    """
    words = [word for word in _WORDS.findall(label.lower()) if word in EXPECTED]
    ends = bool(ENDS_IT & set(words[1:]))
    found = list[tuple[Mask, Mode]]()
    for word in words:
        expected, mode = EXPECTED[word]
        values = expected(deeds)
        if values.dtype != np.bool_:
            values = values >= min(1.0, STRONG * float(values[named].max(initial=0.0)))
        found.append((np.asarray(values, dtype=bool), "once" if ends else mode))
    return found


def describe_frames(deeds: Deeds) -> Array:
    """Numbers (F, 9) by which labels that no word explains are told apart: speeds, turning, flight, height, hands, feet, lean."""
    columns = (
        deeds.travel[:, 0],
        np.abs(deeds.travel[:, 1]),
        deeds.turned,
        deeds.airborne,
        deeds.stepping,
        deeds.hips,
        deeds.limb_speed("wrist", "chest", WHOLE),
        np.maximum(deeds.height("left_wrist"), deeds.height("right_wrist")),
        deeds.height("head"),
    )
    return np.stack(columns, axis=1)


def typical_frames(deeds: Deeds, own: Mask) -> Mask:
    """The frames (F,) that are more like the own (F,) ones of a label than like all others: two normal distributions tell."""
    numbers = describe_frames(deeds)
    if own.all() or not own.any():
        return own
    inside, outside = (_likelihood(numbers, numbers[rows]) for rows in (own, ~own))
    return own & (deeds.mean(inside - outside) > 0)


def _likelihood(numbers: Array, learnt: Array) -> Array:
    """The logarithm (F,) of how likely numbers (F, D) are under a normal distribution of those learnt from, but for a constant."""
    spread = np.maximum(learnt.std(axis=0), 1e-3)
    return np.asarray(-0.5 * np.sum(((numbers - learnt.mean(axis=0)) / spread) ** 2, axis=1) - np.sum(np.log(spread)))
