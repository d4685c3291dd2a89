"""How rare is it in captures? A motion is as unnatural as its worst seconds are rare, on one scale for every body, rate and length.

1 is the line: one captured second in ten, of any performer, is as bad. 2 is one in a hundred.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.score.reference import Reference, bundled, join_rarities
from motionloom.score.terms import TERMS
from motionloom.score.tracks import RATE, tracks_of
from motionloom.score.windows import HOP, WINDOW, Terms, read_terms, window_starts

LINE = 1.0  # one in ten; what is under it is called natural


@dataclass(frozen=True, eq=False)
class Rarity:
    """total: of the motion; windows (W,): of each second, from starts (W,) seconds on; terms: of each term alone; traces (T, F): of each
    term at each frame at 60 Hz. All in powers of ten: 2 is one in a hundred captured ones.
    """

    total: float
    windows: NDArray[np.float64]
    starts: NDArray[np.float64]
    terms: dict[str, float]
    traces: NDArray[np.float64]

    def __repr__(self) -> str:
        return f"Rarity({self.describe()})"

    @property
    def natural(self) -> bool:
        """Whether one captured motion in ten, or more, is as bad."""
        return self.total <= LINE

    @property
    def worst_term(self) -> str:
        """The term that is rarest."""
        return max(self.terms, key=lambda name: self.terms[name])

    @property
    def worst_time(self) -> float:
        """The second at which the worst window's rarest term is rarest."""
        first = int(np.argmax(self.windows))
        frame = round(float(self.starts[first]) * RATE)
        inside = self.traces[:, frame : frame + WINDOW].max(axis=0)
        return (frame + int(np.argmax(inside))) / RATE

    def describe(self) -> str:
        """A line for people: on which side of the line it is, and what is rarest where."""
        often = f"1 captured second in {10**self.total:.0f}" if self.total < 4.0 else "hardly any captured second"
        if self.natural:
            return f"natural: {self.total:.2f}, under the line of 1 ({often} is as bad)"
        worst = f"{TERMS.find(self.worst_term).title} at {self.worst_time:.2f} s"
        return f"unnatural: {self.total:.2f}, over the line of 1 ({often} is as bad): {worst}"


def measure_rarity(
    motion: Motion,
    plants: NDArray[np.bool_],
    targets: NDArray[np.float64] | None = None,
    level: float | None = None,
    reference: Reference | None = None,
) -> Rarity:
    """How rare a motion is whose feet stand as plants (F, 4) say, at targets (F, 4, 3) metres, over a floor at height `level` metres.

    Places and floor are found where they are not given.
    """
    return rarity_of_terms(read_terms(tracks_of(motion, plants, targets, level)), bundled() if reference is None else reference)


def rarity_of_terms(terms: Terms, reference: Reference) -> Rarity:
    """How rare a motion is whose terms are known."""
    traces, worst = reference.rarities(terms), reference.window_rarities(terms)
    windows = reference.joint.rarity(join_rarities(worst))
    alone = {name: simes(worst[:, n]) for n, name in enumerate(terms.names)}
    return Rarity(simes(windows), windows, window_starts(traces.shape[1]) / RATE, alone, traces)


def simes(rarities: NDArray[np.float64]) -> float:
    """The rarity of windows (W,) together: a longer motion has more chances of a bad second, so one must be rarer to count as much.

    Simes' test (1986): the least of W p_k / k over the k rarest. However long a motion is, one captured one in ten exceeds 1.
    """
    rarest = np.sort(rarities)[::-1]
    return max(0.0, float((rarest - np.log10(len(rarest) / np.arange(1, len(rarest) + 1))).max()))


def score_window(
    motion: Motion, plants: NDArray[np.bool_], targets: NDArray[np.float64] | None = None, level: float | None = None
) -> float:
    """The total of `measure_rarity` for a second or so of motion that knows its world rotations and positions: for loops over many."""
    reference = bundled()
    return simes(reference.joint.rarity(reference.join(read_terms(tracks_of(motion, plants, targets, level)))))


__all__ = ["HOP", "LINE", "WINDOW", "Rarity", "measure_rarity", "rarity_of_terms", "score_window", "simes"]
