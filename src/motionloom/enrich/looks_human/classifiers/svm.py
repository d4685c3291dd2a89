"""The paper's own: an RBF machine on joint positions in the second about each frame (004 section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.enrich.looks_human.classifier import Values, register
from motionloom.enrich.looks_human.classifiers.scored import Scored


@register
@dataclass(frozen=True, eq=False)
class PaperSvm(Scored):
    """The distance to the border between captures and the others; its window is its own, so nothing is taken over the second again."""

    name: ClassVar[str] = "svm"
    title: ClassVar[str] = "the paper's RBF machine on joint positions"
    scorer_name: ClassVar[str] = "svm"

    def values(self, motion: Motion, plants: NDArray[np.bool_]) -> Values:
        """The distance (F,) to the border, positive on the human side."""
        return -self.trace(self.scorer.score(motion, plants))
