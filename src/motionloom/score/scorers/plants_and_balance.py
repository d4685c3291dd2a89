"""The two terms of paper 000 section 5.6 alone, each against what captures show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from motionloom.score.scorers.base import Trial
from motionloom.score.scorers.physics import Physics
from motionloom.score.scorers.registry import register


@register
@dataclass(frozen=True)
class PlantsAndBalance(Physics):
    """The paper's two terms alone, each against what captures show."""

    name: ClassVar[str] = "plants+zmp"
    title: ClassVar[str] = "plants and balance"
    trials: ClassVar[tuple[Trial, ...]] = (Trial(),)
    terms_alone: ClassVar[bool] = False
    used: ClassVar[tuple[str, ...]] = ("plants", "balance")
