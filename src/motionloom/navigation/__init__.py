"""Characters that find their way: scenes, a planner over a machine's behaviours (paper 001 section 6.2), and what both need to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.navigation.scene import Agent as Agent, Goal as Goal, Obstacle as Obstacle, Region as Region, Scene as Scene

# On first use, see `feet.cleanup`.
__all__, __getattr__ = load_later(__name__, __file__)
