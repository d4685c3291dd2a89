"""The objective set: captures are natural, damaged ones are not. A synthetic stand-in for people's judgements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.errors import MotionError, list_names
from motionloom.core.heading import headings, to_heading_frame
from motionloom.score.captures import Capture, by_subject
from motionloom.score.damage import Damaged, find_kind

SECONDS = 2.0  # of each example: what a transition with some context lasts
CANDIDATES = 6  # other moments to take parts from, of which the most different is taken
TRIES = 40  # captures to try before a kind of damage gives up
NATURAL = ""


@dataclass(frozen=True, eq=False)
class Example:
    """A stretch of motion with the plants (F, 4) it was made from; kind of damage, "" where natural; frames (F,) touched."""

    motion: Motion
    plants: NDArray[np.bool_]
    kind: str
    subject: str
    touched: NDArray[np.bool_]

    @property
    def natural(self) -> bool:
        """Whether it is captured motion."""
        return self.kind == NATURAL


def split_subjects(captures: Sequence[Capture]) -> tuple[list[Capture], list[Capture]]:
    """The captures in two halves of about as many, no performer in both."""
    groups = sorted(by_subject(captures).items(), key=lambda item: (-len(item[1]), item[0]))
    halves: tuple[list[Capture], list[Capture]] = ([], [])
    for _, group in groups:
        min(halves, key=len).extend(group)
    return halves


def make_naturals(captures: Sequence[Capture], count: int, rng: np.random.Generator) -> list[Example]:
    """`count` stretches of captures, performers taking turns."""
    return [_to_example(_take_part(group, rng)) for group in _turns(captures, count, rng)]


def make_damaged(captures: Sequence[Capture], kind: str, count: int, rng: np.random.Generator) -> list[Example]:
    """`count` stretches spoilt in one way, performers taking turns; an error where the captures cannot be spoilt so."""
    damage = find_kind(kind)
    found: list[Example] = []
    tries = 0
    for group in _turns(captures, count * TRIES, rng):
        tries += 1
        part = _take_part(group, rng)
        damaged = damage(part, _most_different(part, group, rng), rng)
        if damaged is not None:
            found.append(_from_damaged(damaged, kind, part.subject))
        if len(found) == count:
            return found
    raise MotionError(f"only {len(found)} of {count} examples of {kind!r} could be made in {tries} tries; give more captures")


def _turns(captures: Sequence[Capture], count: int, rng: np.random.Generator) -> list[list[Capture]]:
    """Each turn's performer's captures that are long enough; nobody has a second turn before all had one."""
    long_enough = [capture for capture in captures if capture.motion.duration >= SECONDS]
    groups = list(by_subject(long_enough).values())
    if not groups:
        whose = list_names(list(by_subject(captures)), 4)
        raise MotionError(f"no capture{f' of {whose}' if whose else ''} lasts {SECONDS:g} s; give longer ones")
    rounds = -(-count // len(groups))
    order = [int(n) for _ in range(rounds) for n in rng.permutation(len(groups))]
    return [groups[n] for n in order[:count]]


def _take_part(group: Sequence[Capture], rng: np.random.Generator) -> Capture:
    capture = group[int(rng.integers(len(group)))]
    frames = round(SECONDS * capture.motion.fps)
    start = int(rng.integers(len(capture.motion) - frames + 1)) if len(capture.motion) > frames else 0
    return capture.part(start, start + frames)


def _most_different(part: Capture, group: Sequence[Capture], rng: np.random.Generator) -> Capture:
    """Of a few moments of the same performer the one whose poses differ most: a blend of two alike would be natural."""
    same = [c for c in group if c.motion.fps == part.motion.fps and c.motion.skeleton.fits(part.motion.skeleton)]
    others = [_take_part(same, rng) for _ in range(CANDIDATES)]
    mine = _poses(part.motion)
    return max(others, key=lambda other: float(np.linalg.norm(_poses(other.motion) - mine, axis=-1).mean()))


def _poses(motion: Motion) -> NDArray[np.float64]:
    """Joints (F', R, 3) metres seen from the hips' heading, a tenth of the frames."""
    joints = list(body_of(motion.skeleton).roles.values())
    seen = to_heading_frame(motion.positions()[:, joints].astype(np.float64), motion.root_positions, headings(motion))
    return seen[::10]


def _to_example(capture: Capture) -> Example:
    return Example(capture.motion, capture.plants, NATURAL, capture.subject, np.zeros(len(capture.motion), dtype=bool))


def _from_damaged(damaged: Damaged, kind: str, subject: str) -> Example:
    return Example(damaged.motion, damaged.plants, kind, subject, damaged.touched)
