"""Paper 000, section 5.7: weighting functions other than plain Bezier ones, which the paper says are easily searched over, searched."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_000.tables import find_table, say_table
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.transitions.table import TransitionTable

PAIRS = 150, 40  # full, quick
PRINTED, OURS = "Bezier, as printed", "eased (ours)"


def clocks(frames: int) -> dict[str, NDArray[np.float64]]:
    """How far along a blend is at each of its frames (N,), 0 to 1, by name; Bezier weights are taken there."""
    s = np.linspace(0.0, 1.0, frames)
    eased = s * s * (3 - 2 * s)
    return {
        PRINTED: s,
        OURS: eased,
        "early": 1 - (1 - s) ** 2,
        "late": s**2,
        "steep": eased * eased * (3 - 2 * eased),
        "short": np.clip(1.5 * s - 0.25, 0.0, 1.0),
    }


def run(given: Given) -> Outcome:
    """The same pairs of frames with each weighting function, and with the best of all for each pair."""
    from motionloom.transitions.comparison import choose_pairs
    from motionloom.transitions.synthesis import make_transition

    _, _, table = find_table(given)
    pairs, scores = choose_pairs(table, PAIRS[given.quick]), dict[str, NDArray[np.float64]]()
    rarities = dict[str, NDArray[np.float64]]()
    for name, curve in given.progress.each("Weighting otherwise", list(clocks(table.frames).items()), lambda item: item[0]):
        other = _with_clock(table, curve)
        made = [make_transition(other, int(a), int(b)) for a, b in pairs]
        scores[name] = np.array([each.score for each in made])
        rarities[name] = np.array([each.rarity for each in made]) if name in (PRINTED, OURS) else np.empty(0)
    every = np.array(list(scores.values()))
    best = every.min(axis=0)
    numbers = [Number(f"median score, {name}", float(np.median(found)), "", "m", 0.02) for name, found in scores.items()]
    numbers += [
        Number("median score, the best of all for each pair", float(np.median(best)), "", "m", 0.02),
        *(
            Number(f"pairs for which it is the best, {name}", 100 * float(np.mean(np.argmin(every, axis=0) == n)), "", "%", 8.0)
            for n, name in enumerate(scores)
        ),
        Number(
            "a search over all lowers the printed one's score by, median", 100 * float(np.median(1 - best / scores[PRINTED])), "", "%", 5.0
        ),
        Number("and ours by", 100 * float(np.median(1 - best / scores[OURS])), "", "%", 5.0),
        *(Number(f"median rarity, {name}", float(np.median(rarities[name])), "", "", 0.1) for name in (PRINTED, OURS)),
    ]
    return Outcome(say_table(given), tuple(numbers), DIFFERS, (_draw(given, scores, best, table.frames),))


def _with_clock(table: TransitionTable, curve: NDArray[np.float64]) -> TransitionTable:
    """The table with other weights: what scoring needs is worked out once, so another value of it can be put in its place."""
    other = replace(table)
    vars(other)["measures"] = table.measures._replace(curve=curve)
    return other


def _draw(given: Given, scores: dict[str, NDArray[np.float64]], best: NDArray[np.float64], frames: int) -> str:
    figure = new_figure(9, 3.4)
    shown, spread = figure.subplots(1, 2)
    for name, curve in clocks(frames).items():
        shown.plot(np.linspace(0, 1, frames), curve, label=name)
        spread.plot(np.sort(scores[name]), np.linspace(0, 1, len(best)), label=name)
    spread.plot(np.sort(best), np.linspace(0, 1, len(best)), "k--", label="best of all")
    shown.set(xlabel="seconds", ylabel="how far along the blend is")
    spread.set(xlabel="score, m (lower is more natural)", ylabel="share of pairs below", xlim=(0, float(np.quantile(best, 0.95)) * 1.5))
    spread.legend(fontsize=8)
    path = given.picture("000-5.7.png")
    figure.savefig(path, dpi=90)
    return path.name


DIFFERS = (
    "The paper leaves this search to others; here Bezier weights are taken over six clocks, by our score, which is its own plus "
    "momentum. Our transitions do not search it: joints leave and arrive without a jump in speed only by clocks that begin and end at "
    "rest, which the score does not see, and rarity, which does, prefers ours."
)
register(
    Result(
        "000",
        "5.7",
        "Weighting functions other than Bezier's, searched",
        "Bezier functions give visually good blends; it is an easy extension to search over alternative weighting functions.",
        run,
    )
)
