"""Style: one number a style, in the order in which a machine knows them; between two numbers is a blend of the two.

The styles are labels that a state's clips do not share, or words that its recipe gives. A number means the same style in every state of
a machine; a state that lacks a style plays its reference there.
"""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.parameters.kind import Clips, Floats, ParameterKind, register
from motionloom.core.errors import MotionError, list_names

EASE = 0.3  # seconds: a manner of moving changes over about a step


def number_styles(clips: Clips) -> Floats:
    """The number (K,) of each clip's style."""
    words, order = clips.words, clips.order or clips.words
    if len(words) != len(clips.motions) or len(set(words)) < len(words):
        raise MotionError(f"a state that is steered by style needs a style of its own for each clip, found {list_names(words) or 'none'}")
    return np.array([order.index(word) for word in words], dtype=np.float64)


def _measure(clips: Clips, weights: Floats) -> Floats:
    return np.asarray(weights @ number_styles(clips))


def _table(clips: Clips, entries: int) -> tuple[Floats, Floats]:
    """Values (entries,) and weights (entries, K): each style alone at its number, and straight from one to the next."""
    numbers, count = number_styles(clips).astype(int), len(clips.order or clips.words)
    most = next((each for each in (2**n for n in range(16)) if each >= count - 1), 1)  # whole numbers must be entries of the table
    if (entries - 1) % most:
        raise MotionError(f"a machine knows at most {entries} styles, found {count}")
    knots = np.zeros((most + 1, len(numbers)))
    knots[:, 0] = 1.0  # what the state does not know, and what is beyond the last
    knots[numbers] = np.eye(len(numbers))
    knots[count:] = knots[count - 1]
    values = np.linspace(0.0, most, entries)
    weights = np.stack([np.interp(values, np.arange(most + 1), column) for column in knots.T], axis=1)
    return values, weights


KIND = register(ParameterKind("style", "", _measure, table=_table, ease=EASE, at_once=True))
