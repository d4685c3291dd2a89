"""Paper 002, figures 1 to 9: every step from a keyed sketch to a path through captured fragments, and how they are joined."""

from __future__ import annotations

import numpy as np

from motionloom.keyframes.completing import Completion
from motionloom.reproduce.paper_002.sketched import complete_walk, draw_figure, say_walks
from motionloom.reproduce.result import Given, Number, Outcome, Result, register


def run(given: Given) -> Outcome:
    """Draw each step, and count what each gave."""
    completion = complete_walk(given)
    captured, kept = max(len(table.start) for table in completion.tables), completion.matches.fragment.shape[1]
    numbers = (
        Number("frames of captures, at 24 Hz", len(completion.style), "440", "", 0.0),
        Number("band that is matched in", completion.band, "4 to 6 do well", "", 0.0),
        Number("fragments of the sketch", len(completion.fragments.start), "", "", 0.0),
        Number("captured fragments", captured, "", "", 0.0),
        Number("matches kept of them", 100 * kept / max(1, captured), "about a tenth", "%", 0.1),
        Number("joins that were consecutive in the capture", 100 * consecutive(completion), "as many as possible", "%", 10.0),
    )
    pictures = tuple(draw_figure(given, completion, number) for number in range(1, 10))
    return Outcome(say_walks(given), numbers, DIFFERS, pictures)


def consecutive(completion: Completion) -> float:
    """The share of joins of the best path whose two fragments follow each other in a capture."""
    pieces = completion.pieces()
    after = np.abs(np.asarray(pieces.start)[1:] - np.asarray(pieces.stop)[:-1]) <= 1
    return float(np.mean(after & (np.asarray(pieces.clip)[1:] == np.asarray(pieces.clip)[:-1])))


DIFFERS = (
    "The same steps on other captures; a path is the cheapest of all instead of one chosen by a rule of thumb for consecutive fragments, "
    "and the paper's figures 3 to 9 are of its dance, where these are of a walk."
)
register(
    Result(
        "002",
        "1-9",
        "From keys to a path through fragments",
        "Keyed curves lack detail (1), joints go together (2); a band (3) is cut into fragments (4), matched (5), a path chosen (6, 7), "
        "its pieces joined (8) and smoothed (9).",
        run,
        also=("002-1", "002-2", "002-3", "002-4", "002-5", "002-6", "002-7", "002-8", "002-9"),
    )
)
