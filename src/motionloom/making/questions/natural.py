"""Does it look natural? Asked of everything that was made; how rare it is in captures stands beside it, the scorers learn from it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.library.commands.judgements import NATURAL as NAME
from motionloom.making.questions.registry import Measured, Question, register
from motionloom.score import scorers


def measure(motion: Motion, plants: NDArray[np.bool_] | None) -> Measured:
    """The score of the first scorer that needs no training, and its terms."""
    scorer = scorers.default()
    found = scorer.score(motion, plants)
    terms = ", ".join(f"{term} {value:.3f}" for term, value in found.terms.items())
    return Measured(found.total, found.words or f"{scorer.name} {found.total:.2f} ({terms})")


NATURAL = register(Question(NAME, "Does this look natural?", yes="Natural", no="Not", about_clips=True, measure=measure))
