"""The ensemble of hidden Markov models of captured motion: the least likely part of the body counts. It sees captures only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from motionloom.enrich.looks_human.classifier import register
from motionloom.enrich.looks_human.classifiers.scored import Scored


@register
@dataclass(frozen=True, eq=False)
class Ensemble(Scored):
    """How unlikely the least likely moment of the second about a frame is."""

    name: ClassVar[str] = "hmm"
    title: ClassVar[str] = "hidden Markov models"
    needs_damaged: ClassVar[bool] = False
    scorer_name: ClassVar[str] = "hmm"
