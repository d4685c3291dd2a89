"""Which grafts are worth a look: the paper's products of classes, the torso graph for safety, the upper-body graph for where to enter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.enrich.annotation.body_signals import RATE, ROLES, read_signals
from motionloom.enrich.cluster.clustering import Points
from motionloom.enrich.cluster.poses import describe_poses
from motionloom.enrich.grafts.plant_strings import Classified, classify, left_swings
from motionloom.feet.plants import Plants

# Paper 003, section 4.1.1: which lower bodies an upper body may go on.
PRODUCTS = {"stand": ("stand", "walk", "run", "jump"), "walk": ("walk", "run"), "run": ("walk", "run"), "jump": ("jump",)}
SAFE = 0.25  # leg lengths a joint: the threshold of the torso graph; torsos farther apart may run into each other
ALIKE = 0.35  # the same of the upper-body graph, where a graft is entered and left
SAFE_SHARE = 0.8  # of the grafted frames that must be safe
ENDS = 0.35  # of a base, at either end, in which a graft may be entered or left
LEAST = 1.0  # seconds that a graft must last
LATE = 0.1  # seconds after a foot came down in which it may still go ahead of the hips

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Body:
    """A clip made ready: its class, the clock of its legs (strides, in seconds), and its torso and upper body as points at `RATE`."""

    clip: str
    kind: Classified
    strides: Floats
    seconds: float
    torso: Points
    upper: Points


@dataclass(frozen=True)
class Candidate:
    """A graft: base and donor (clips), their clock, where it is entered and left (seconds of the base), the share of frames that the torso
    graph calls safe, and leg lengths a joint between the upper bodies where it is entered and left."""

    base: str
    donor: str
    clock: tuple[tuple[float, ...], tuple[float, ...]]
    enter: float
    leave: float
    safe: float
    apart: float
    warped: bool


def read_body(clip: str, motion: Motion, plants: Plants) -> Body:
    """A clip, classified by its plants and described."""
    torso, upper = (describe_poses(motion, part) for part in ("torso", "upper"))
    return Body(clip, classify(plants), find_strides(motion, plants), motion.duration, torso, upper)


def find_strides(motion: Motion, plants: Plants) -> Floats:
    """Seconds (n,) at which the left foot is foremost, once a swing: the clock of the legs.

    Arms swing against that, not against the moment the foot comes down: marching feet come down a quarter of a stride later.
    """
    ahead = read_signals(motion).seen_from_body()[:, ROLES.index("left_ankle"), 2]
    found = []
    for start, stop in left_swings(plants):
        first, last = int(start * RATE), min(int((stop + LATE) * RATE) + 1, len(ahead))
        foremost = first + int(np.argmax(ahead[first:last])) if last > first else 0
        if foremost > 0:  # else the clip may begin after that moment
            found.append(foremost / RATE)
    return np.array(found)


def make_clock(base: Body, donor: Body, warp: bool) -> tuple[Floats, Floats] | None:
    """Seconds of the base and of the donor that answer to each other: stride by stride where both step and `warp` is wanted, else by time.

    By time, the donor begins where its upper body is most like the base's first. None where both share less than LEAST seconds.
    """
    count = min(len(base.strides), len(donor.strides))
    if warp and count >= 2:
        return base.strides[:count], donor.strides[:count]
    room = len(donor.upper) - round(LEAST * RATE)
    if room < 1 or base.seconds < LEAST:
        return None
    start = int(np.argmin(np.sum((donor.upper[:room] - base.upper[0]) ** 2, axis=1)))
    lasts = min(base.seconds, donor.seconds - start / RATE)
    return np.array([0.0, lasts]), np.array([0.0, lasts]) + start / RATE


def make_candidate(base: Body, donor: Body, warp: bool) -> Candidate | None:
    """The graft of a donor's upper body on a base, or None where the torso graph or the clock forbids it."""
    clock = make_clock(base, donor, warp)
    if clock is None or clock[0][-1] - clock[0][0] < LEAST:
        return None
    first, last = (int(np.floor(second * RATE)) for second in (clock[0][0], clock[0][-1]))
    frames = np.arange(max(first, 0), min(last, len(base.upper)))
    theirs = np.clip(np.round(np.interp(frames / RATE, *clock) * RATE).astype(int), 0, len(donor.upper) - 1)
    apart = np.linalg.norm(base.upper[frames] - donor.upper[theirs], axis=1)
    enter, leave = _ends(apart)
    safe = float(np.mean(np.linalg.norm(base.torso[frames] - donor.torso[theirs], axis=1)[enter:leave] < SAFE))
    if safe < SAFE_SHARE or (leave - enter) / RATE < LEAST:
        return None
    whole = frames[0] == 0 and enter == 0 and last >= len(base.upper) - 1 and leave == len(frames)
    seconds = (0.0, base.seconds) if whole else (float(frames[enter]) / RATE, float(frames[leave - 1] + 1) / RATE)
    clocks = tuple(float(second) for second in clock[0]), tuple(float(second) for second in clock[1])
    worst = float(max(apart[enter], apart[leave - 1]))
    by_strides = warp and len(clocks[0]) > 2
    return Candidate(base.clip, donor.clip, clocks, seconds[0], seconds[1], safe, worst, by_strides)


def _ends(apart: Floats) -> tuple[int, int]:
    """Where to enter and leave: the frames near either end at which the upper bodies are most alike, the ends themselves where none is."""
    size = max(1, round(ENDS * len(apart)))
    enter, leave = int(np.argmin(apart[:size])), len(apart) - int(np.argmin(apart[::-1][:size]))
    return enter if apart[enter] < ALIKE else 0, leave if apart[leave - 1] < ALIKE else len(apart)


def find_candidates(bodies: Sequence[Body], warp: bool) -> Iterator[Candidate]:
    """All grafts that the products, the clock and the torso graph allow."""
    for donor in bodies:
        for base in bodies:
            if base.clip != donor.clip and base.kind.name in PRODUCTS.get(donor.kind.name, ()):
                found = make_candidate(base, donor, warp)
                if found is not None:
                    yield found
