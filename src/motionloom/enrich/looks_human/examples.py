"""Stretches of motion to teach and measure by: captures, which look human, and captures with damage, which do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from motionloom.core.body import body_of
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings, to_heading_frame
from motionloom.enrich.looks_human.damage import KINDS
from motionloom.score.captures import Capture, by_subject
from motionloom.score.damage.base import Damage
from motionloom.score.objective_set import NATURAL, Example

SECONDS = 3.0  # half a second at either end is not judged
OTHERS = 6  # moments to take limbs from, of which the most different is taken
TRIES = 30
STAND_IN = "captures against captures damaged on purpose, a synthetic stand-in for people's judgements"


def make_examples(
    captures: Sequence[Capture],
    naturals: int,
    damaged: int,
    rng: np.random.Generator,
    kinds: Mapping[str, Damage] | None = None,
    advance: Callable[[], None] = lambda: None,
) -> list[Example]:
    """So many whole stretches, and so many with each kind of damage, performers taking turns; kinds: `KINDS` if not given."""
    groups = [long for group in by_subject(captures).values() if (long := [each for each in group if each.motion.duration >= SECONDS])]
    if not groups:
        raise MotionError(f"no capture lasts {SECONDS:g} s; give longer ones")
    found = [_whole(_take(groups[n % len(groups)], rng)) for n in range(naturals)]
    for kind, damage in (KINDS if kinds is None else kinds).items():
        found += _spoil(groups, kind, damage, damaged, rng)
        advance()
    return found


def _spoil(groups: Sequence[Sequence[Capture]], kind: str, damage: Damage, count: int, rng: np.random.Generator) -> list[Example]:
    """Stretches with one kind of damage; fewer than wanted where the captures cannot be spoilt so (nobody walks)."""
    found: list[Example] = []
    for n in range(count * TRIES):
        group = groups[n % len(groups)]
        part = _take(group, rng)
        spoilt = damage(part, _most_different(part, group, rng), rng)
        if spoilt is not None:
            found.append(Example(spoilt.motion, spoilt.plants, kind, part.subject, spoilt.touched))
        if len(found) == count:
            break
    return found


def _take(group: Sequence[Capture], rng: np.random.Generator) -> Capture:
    lengths = np.array([each.motion.duration - SECONDS + 0.1 for each in group])
    capture = group[int(rng.choice(len(group), p=lengths / lengths.sum()))]
    frames = min(round(SECONDS * capture.motion.fps), len(capture.motion))
    start = int(rng.integers(len(capture.motion) - frames + 1))
    return capture.part(start, start + frames)


def _most_different(part: Capture, group: Sequence[Capture], rng: np.random.Generator) -> Capture:
    same = [each for each in group if each.motion.fps == part.motion.fps and each.motion.skeleton.fits(part.motion.skeleton)]
    others = [_take(same, rng) for _ in range(OTHERS)]
    fitting = [other for other in others if len(other.motion) == len(part.motion)] or [part]
    mine = _poses(part)
    return max(fitting, key=lambda other: float(np.linalg.norm(_poses(other) - mine, axis=-1).mean()))


def _poses(capture: Capture) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    motion = capture.motion
    joints = list(body_of(motion.skeleton).roles.values())
    seen = to_heading_frame(motion.positions()[:, joints].astype(np.float64), motion.root_positions, headings(motion))
    return np.asarray(seen[::10])


def _whole(capture: Capture) -> Example:
    return Example(capture.motion, capture.plants, NATURAL, capture.subject, np.zeros(len(capture.motion), dtype=bool))
