"""What a body does, told from its motion alone: a table from words to tests, in one place.

A label such as `walk_turn` is read as the words it is made of. Words for what goes on must hold all through the stretch (`walk`), words for
what happens must happen in it (`jump`, `turn`). Words without a test say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motionloom.core.gravity import GRAVITY
from motionloom.core.masks import find_runs
from motionloom.judge.differences import length, mean_over, velocity
from motionloom.judge.take import Take

Mask = NDArray[np.bool_]
HALF_SECOND, SECOND = 0.5, 1.0
FALLS = 0.4  # of gravity, low-passed: of CMU 16's flights nine tenths of a run's fall by 0.44 or more, a walk's by 0.21
LEG = 0.8  # metres: speeds below are of a body with such legs, and scale with the leg


@dataclass(frozen=True, eq=False)
class Deeds:
    """What tests look at, frame by frame; speeds as if the legs were 0.8 m long."""

    take: Take

    def _mean(self, values: NDArray[np.float64], seconds: float = HALF_SECOND) -> NDArray[np.float64]:
        return mean_over(values, self.take.frames_in(seconds))

    def _per_leg(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return values * LEG / self.take.leg

    @cached_property
    def travel(self) -> NDArray[np.float64]:
        """Level velocity (F, 2) m/s of the hips, over half a second."""
        return self._per_leg(self._mean(velocity(self.take.place("hips")[:, [0, 2]], self.take.fps, self.take.stride)))

    @cached_property
    def speed(self) -> NDArray[np.float64]:
        """Level speed (F,) m/s."""
        return np.asarray(np.hypot(self.travel[:, 0], self.travel[:, 1]))

    @cached_property
    def facing(self) -> NDArray[np.float64]:
        """The level direction (F, 2) in which the hips face."""
        across = self.take.place("left_hip") - self.take.place("right_hip")
        ahead = np.stack([-across[:, 2], across[:, 0]], axis=1)
        return np.asarray(ahead / np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)[:, None])

    @cached_property
    def forward(self) -> NDArray[np.float64]:
        """Speed (F,) m/s in the direction faced; negative backwards."""
        return np.einsum("fc,fc->f", self.travel, self.facing)

    @cached_property
    def turned(self) -> NDArray[np.float64]:
        """Radians (F,) turned to either side in the second about each frame."""
        angle = np.unwrap(np.arctan2(self.facing[:, 0], self.facing[:, 1]))
        half = min(self.take.frames_in(SECOND) // 2, len(angle) - 1)
        padded = np.concatenate([np.full(half, angle[0]), angle, np.full(half, angle[-1])])
        return np.abs(padded[2 * half :] - padded[: len(angle)])

    @cached_property
    def airborne(self) -> NDArray[np.float64]:
        """The share (F,) of the second about each frame that is flight."""
        return self._mean(self.flight.astype(np.float64), SECOND)

    @cached_property
    def flight(self) -> Mask:
        """The frames (F,) of flights that fall: on a floor that is not where we think a walk has no foot down, and does not fall."""
        out = np.zeros(len(self.take), bool)
        for start, stop in find_runs(self.take.flight):
            falls = -self.take.push[start:stop, 1]
            told = falls[np.isfinite(falls)]
            out[start:stop] = not len(told) or np.median(told) > FALLS * GRAVITY
        return out

    @cached_property
    def stepping(self) -> NDArray[np.float64]:
        """How fast (F,) m/s the feet move against each other, over a second: legs that step, whichever way."""
        apart = self.take.place("left_ankle") - self.take.place("right_ankle")
        return self._per_leg(self._mean(length(velocity(apart, self.take.fps, self.take.stride)), SECOND))

    @cached_property
    def hips_height(self) -> NDArray[np.float64]:
        """Height (F,) of the hips above the floor in leg lengths; about 1.05 standing."""
        return (self.take.place("hips")[:, 1] - self.take.floor.min(axis=1)) / self.take.leg

    def against_chest(self, part: str) -> NDArray[np.float64]:
        """Speed (F, 2) m/s of a left and a right part against the chest."""
        return self._against("chest", part)

    def against_hips(self, part: str) -> NDArray[np.float64]:
        """Speed (F, 2) m/s of a left and a right part against the hips."""
        return self._against("hips", part)

    def _against(self, base: str, part: str) -> NDArray[np.float64]:
        places = np.stack([self.take.place(f"{side}_{part}") - self.take.place(base) for side in ("left", "right")], axis=1)
        return self._per_leg(np.nan_to_num(length(velocity(places, self.take.fps, self.take.stride))))

    def height_of(self, part: str) -> NDArray[np.float64]:
        """Height (F, 2) of a left and a right part above the floor in leg lengths."""
        places = np.stack([self.take.place(f"{side}_{part}")[:, 1] for side in ("left", "right")], axis=1)
        return (places - self.take.floor.min(axis=1)[:, None]) / self.take.leg


def _stands(d: Deeds) -> Mask:
    return (d.speed < 0.35) & (d.hips_height > 0.8) & ~d.flight


def _stays(d: Deeds) -> Mask:
    return (d.speed < 0.35) & ~d.flight


def _walks(d: Deeds) -> Mask:
    return (d.speed > 0.25) & (d.speed < 2.3) & (d.stepping > 0.35) & (d.airborne < 0.12)


def _runs(d: Deeds) -> Mask:
    return ((d.speed > 1.0) & (d.airborne > 0.05)) | (d.speed > 2.0)


def _steps(d: Deeds) -> Mask:
    return (d.stepping > 0.35) & (d.airborne < 0.12)


def _sits(d: Deeds) -> Mask:
    return (d.hips_height < 0.8) & (d.speed < 0.4)


def _waves(d: Deeds) -> Mask:
    raised = d.height_of("wrist") > d.height_of("shoulder") - 0.25
    return np.any(raised & (d._mean(d.against_chest("wrist"), SECOND) > 0.3), axis=1)


def _turns(d: Deeds) -> Mask:
    return np.asarray(d.turned > np.radians(30.0))


def _turns_round(d: Deeds, walks: Mask) -> Mask:
    """Where (F,) whoever walks before and after steps and turns, or turned half a second ago: who turns on foot goes nowhere for a
    moment, in the turn or at its end."""
    turning = d._mean(_turns(d).astype(np.float64), SECOND) > 0
    out, between = np.zeros(len(walks), bool), turning & _steps(d) & ~walks
    for start, stop in find_runs(between):
        out[start:stop] = 0 < start < stop < len(walks) and walks[start - 1] and walks[stop]
    return out


def _goes_back(d: Deeds) -> Mask:
    return d.forward < -0.15


def _goes_sideways(d: Deeds) -> Mask:
    aside = np.abs(d.travel[:, 0] * d.facing[:, 1] - d.travel[:, 1] * d.facing[:, 0])
    return (aside > np.abs(d.forward)) & (d.speed > 0.15)


def _flies(d: Deeds) -> Mask:
    return d.flight


def _kicks(d: Deeds) -> Mask:
    return np.any((d.against_hips("ankle") > 2.5) & (d.height_of("ankle") > 0.3), axis=1)


def _strikes(d: Deeds) -> Mask:
    return np.any(d.against_chest("wrist") > 2.0, axis=1)


def _uses_hands(d: Deeds) -> Mask:
    return np.any(d._mean(d.against_chest("wrist"), SECOND) > 0.25, axis=1)


def _reaches_down(d: Deeds) -> Mask:
    return np.any(d.height_of("wrist") < 0.7, axis=1)


def _bows(d: Deeds) -> Mask:
    lean = d.take.place("head") - d.take.place("hips")
    return np.asarray(lean[:, 1] < 0.8 * length(lean))


Mode = Literal["throughout", "once"]
# word of a label: its test, and whether it must hold all through the stretch or come about in it
TESTS: dict[str, tuple[Callable[[Deeds], Mask], Mode]] = {
    "stand": (_stands, "throughout"),
    "idle": (_stands, "throughout"),
    "stance": (_stays, "throughout"),
    "walk": (_walks, "throughout"),
    "limp": (_walks, "throughout"),
    "sneak": (_steps, "throughout"),
    "march": (_steps, "throughout"),
    "run": (_runs, "throughout"),
    "jog": (_runs, "throughout"),
    "dash": (_runs, "throughout"),
    "sit": (_sits, "once"),
    "wave": (_waves, "throughout"),
    "bye": (_waves, "throughout"),
    "jump": (_flies, "once"),
    "hop": (_flies, "once"),
    "leap": (_flies, "once"),
    "turn": (_turns, "once"),
    "back": (_goes_back, "once"),
    "side": (_goes_sideways, "once"),
    "stop": (_stands, "once"),
    "kick": (_kicks, "once"),
    "roundhouse": (_kicks, "once"),
    "punch": (_strikes, "once"),
    "throw": (_strikes, "once"),
    "shoot": (_strikes, "once"),
    "dribble": (_uses_hands, "throughout"),
    "pickup": (_reaches_down, "once"),
    "bow": (_bows, "once"),
}
_WORDS = re.compile(r"[a-z]+")


def words_of(label: str) -> tuple[str, ...]:
    """The words of a label that have a test, in their order."""
    return tuple(word for word in _WORDS.findall(label.lower()) if word in TESTS)


def fails(take: Take, label: str) -> NDArray[np.float64] | None:
    """1 (F,) where the motion does not do what a label says, 0 where it does; None where no word of it has a test.

    Where it was asked at a frame, only the second after that counts; the rest is nan.
    """
    words = words_of(label)
    if not words:
        return None
    deeds, window = Deeds(take), asked_window(take)
    failed = np.zeros(len(take), bool)
    # "walk_stop" and "run_jump" walk and run on the way: with something that must happen in it, the rest need not hold all through.
    ends_it = {"stop", "jump", "hop", "kick"} & set(words[1:])
    for word in words:
        test, mode = TESTS[word]
        done = test(deeds)
        if word == "walk" and "turn" in words:
            done = done | _turns_round(deeds, done)
        if mode == "once" or ends_it:
            failed |= not done[window].any()
        else:
            failed |= ~done
    out = np.full(len(take), np.nan)
    out[window] = failed[window]
    return out


def asked_window(take: Take) -> slice:
    """The frames in which it must be done: a second from where it was asked, or all."""
    if take.asked is None:
        return slice(0, len(take))
    start = min(max(take.asked, 0), len(take) - 1)
    return slice(start, min(len(take), start + take.frames_in(SECOND)))
