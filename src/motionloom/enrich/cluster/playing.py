"""Ways played: changes are eased, over longer where they would be rough; a way with a join rougher than captures are is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.joining import crossfade
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.enrich.annotation.body_signals import RATE
from motionloom.enrich.cluster.ways import Way

SEAMS = (0.3, 0.5, 0.7)  # seconds over which a change is eased; the first that is smooth enough
TAIL = 1.0  # seconds of the last clip that are played
ROUGH = 99.9  # percentile of the captures' own frames


@dataclass(frozen=True, eq=False)
class PlayedWay:
    """A way as a motion, the frames (start, stop) in which its changes are eased, and how rough the worst of them is, m/s."""

    motion: Motion
    joins: tuple[tuple[int, int], ...]

    @property
    def roughness(self) -> float:
        """The largest change of a joint's velocity from frame to frame in a join or at its edges, metres a second; 0 without a join."""
        changes = speed_changes(self.motion)
        return max((float(changes[max(0, start - 2) : stop].max(initial=0.0)) for start, stop in self.joins), default=0.0)


def speed_changes(motion: Motion) -> NDArray[np.float64]:
    """The largest change of any joint's velocity from frame to frame (F - 2,) metres a second."""
    velocities = np.diff(motion.positions().astype(np.float64), axis=0) * motion.fps
    return np.asarray(np.linalg.norm(np.diff(velocities, axis=0), axis=-1).max(axis=1))


def captures_limit(motions: Iterable[Motion]) -> float:
    """How rough captures are: the percentile `ROUGH` of their own frames, metres a second."""
    own = [speed_changes(motion) for motion in motions if len(motion) > 2]
    if not own:
        raise MotionError("no capture is three frames long; how rough captures are cannot be said")
    return float(np.percentile(np.concatenate(own), ROUGH))


def play_way(motions: Sequence[Motion], way: Way, seam: float = SEAMS[0], tail: float = TAIL) -> PlayedWay:
    """A way as a motion at the graph's rate: motions at that rate and of one body; `tail` seconds of the last clip."""
    frames = round(seam * RATE)
    played: Motion | None = None
    joins: list[tuple[int, int]] = []
    for number, step in enumerate(way.steps):
        motion, last = motions[step.clip], number == len(way.steps) - 1
        stop = min(step.stop, step.start + round(tail * RATE)) if last else step.stop
        before, after = frames // 2 if number else 0, 0 if last else frames - frames // 2
        piece = motion[max(0, step.start - before) : max(step.start + 1, min(len(motion), stop + after))]
        if played is None:
            played = piece
            continue
        overlap = min(frames, len(played) - 1, len(piece) - 1)
        joins.append((len(played) - max(overlap, 1), len(played)))
        played = crossfade(played, piece, overlap)
    if played is None:
        raise MotionError("a way without steps cannot be played")
    return PlayedWay(played, tuple(joins))


def ease_way(motions: Sequence[Motion], way: Way, limit: float) -> PlayedWay | None:
    """A way whose every join is no rougher than `limit`, eased as shortly as that allows; None where no easing makes it so."""
    for seam in SEAMS:
        played = play_way(motions, way, seam)
        if played.roughness <= limit:
            return played
    return None
