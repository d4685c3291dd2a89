"""Captured seconds, our transitions and plain cross-fades on the one scale of naturalness, over the same random pairs of frames."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.blend import blend, ease_weights
from motionloom.compute import Progress
from motionloom.score.blend_plants import choose_plants
from motionloom.score.rarity import LINE, score_window
from motionloom.score.roc import measure_roc
from motionloom.transitions.comparison import choose_pairs
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable


@dataclass(frozen=True, eq=False)
class Naturalness:
    """Rarities (n,) of captured windows as long as a transition, of our transitions, and of cross-fades of the same pairs."""

    captured: NDArray[np.float64]
    ours: NDArray[np.float64]
    crossfades: NDArray[np.float64]

    def areas(self) -> tuple[float, float]:
        """Areas under the ROC: ours against captures (0.5: they cannot be told apart), cross-fades against ours."""
        return measure_roc(self.captured, self.ours).area, measure_roc(self.ours, self.crossfades).area

    def under(self) -> tuple[float, float, float]:
        """The shares of captured windows, ours and cross-fades that are under the line."""
        captured, ours, crossfades = (float(np.mean(values <= LINE)) for values in (self.captured, self.ours, self.crossfades))
        return captured, ours, crossfades


def measure_naturalness(table: TransitionTable, count: int, seed: int = 0, progress: Progress | None = None) -> Naturalness:
    """`count` random pairs of frames of a table's stock, and as many captured windows: those the pairs leave from."""
    captured, ours, faded = list[float](), list[float](), list[float]()
    for pair in (progress or Progress()).each("Scoring pairs", choose_pairs(table, count, seed)):
        source, target = int(pair[0]), int(pair[1])
        made = make_transition(table, source, target)
        captured.append(_score_captured(table, source))
        ours.append(score_window(made.motion, made.plants))
        faded.append(_score_crossfade(table, source, target))
    return Naturalness(np.array(captured), np.array(ours), np.array(faded))


def _score_captured(table: TransitionTable, first: int) -> float:
    stop = first + table.frames
    return score_window(table.stock.motion(first, stop), table.stock.plants[first:stop])


def _score_crossfade(table: TransitionTable, source: int, target: int) -> float:
    """The rarity of what plays the windows from source on and up to target at once, the second faded in."""
    firsts = (source, target - table.frames + 1)
    motions = [table.stock.motion(first, first + table.frames) for first in firsts]
    plants = [table.stock.plants[first : first + table.frames] for first in firsts]
    at = np.tile(np.arange(table.frames, dtype=np.float64), (2, 1))
    faded = blend(motions, at, ease_weights(table.frames))
    chosen = choose_plants(faded, motions, plants, at)
    return score_window(faded, chosen.bits)
