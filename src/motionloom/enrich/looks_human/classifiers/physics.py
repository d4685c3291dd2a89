"""Our physics score, moment by moment: plants, balance, penetration, jerk and twitch over what captures show. It sees captures only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from motionloom.enrich.looks_human.classifier import Values, register
from motionloom.enrich.looks_human.classifiers.scored import Scored
from motionloom.score.scorers.base import Score
from motionloom.score.scorers.physics import CAP, POWER, TERMS, Physics


@register
@dataclass(frozen=True, eq=False)
class PhysicsTerms(Scored):
    """The terms over their levels, joined so that the worst counts most."""

    name: ClassVar[str] = "physics"
    title: ClassVar[str] = "our physics score"
    needs_damaged: ClassVar[bool] = False
    scorer_name: ClassVar[str] = "physics"

    def trace(self, score: Score) -> Values:
        """The terms of each frame (F,) joined."""
        levels = self.scorer.levels if isinstance(self.scorer, Physics) else ()
        shares = [np.minimum(score.traces[term] / level, CAP) for term, level in zip(TERMS, levels, strict=True)]
        return np.asarray(np.linalg.norm(np.stack(shares), POWER, axis=0))
