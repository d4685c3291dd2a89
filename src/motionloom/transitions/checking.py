"""Does the beam find what an exhaustive search finds? Random pairs of a table's representatives, searched both ways."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.transitions.search import BEAM, EXHAUSTIVE, SearchProblem, make_problem, search_targets
from motionloom.transitions.table import TransitionTable

NEAR = 1.02  # times the best score: as good as the best


@dataclass(frozen=True)
class SearchCheck:
    """How many pairs were searched both ways; the share of them with the same score, and with one within 2 % of the exhaustive one;
    seconds of one core a pair; blends scored a pair (the exhaustive search scores all, though most of them not to the end)."""

    pairs: int
    same: float
    within_2_percent: float
    beam_seconds: float
    exhaustive_seconds: float
    beam_blends: float
    exhaustive_blends: float


def check_search(
    table: TransitionTable, count: int, seed: int = 0, width: int | None = None, progress: Progress | None = None
) -> SearchCheck:
    """`count` random pairs of representatives by a beam of `width` (the table's own unless given) and by trying everything."""
    problem = make_problem(table.stock, table.representatives, table.measures)
    rng = np.random.default_rng(seed)
    pairs = rng.integers(0, len(table.representatives), (count, 2))
    wide = width or int(table.about.get("width", BEAM)) or BEAM
    search_targets(problem, 0, range(1), wide)  # compiles what the clock should not see
    progress = progress or Progress()
    progress.begin("Searching twice", 2 * count)
    beam, beam_seconds, beam_blends = _search(problem, pairs, wide, progress)
    best, seconds, blends = _search(problem, pairs, EXHAUSTIVE, progress)
    same, near = np.mean(beam <= best + 1e-9), np.mean(beam <= NEAR * best)
    return SearchCheck(count, float(same), float(near), beam_seconds / count, seconds / count, beam_blends / count, blends / count)


def _search(problem: SearchProblem, pairs: NDArray[Any], width: int, progress: Progress) -> tuple[NDArray[np.float64], float, int]:
    """The scores (n,) of pairs (n, 2), the seconds of one core they took in all, and how many blends were scored."""
    seconds, scores, tried = 0.0, [], 0
    for source, target in pairs:
        start = time.thread_time()
        found = search_targets(problem, int(source), np.array([target]), width)
        seconds += time.thread_time() - start
        scores.append(found["plant"][0] + found["balance"][0])
        tried += found["tried"]
        progress.advance()
    return np.array(scores), seconds, tried
