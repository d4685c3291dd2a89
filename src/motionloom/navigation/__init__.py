"""Characters that find their way: scenes, a planner over a machine's behaviours (paper 001 section 6.2), and what both need to know."""

from motionloom.navigation.scene import Agent, Goal, Obstacle, Region, Scene

__all__ = ["Agent", "Goal", "Obstacle", "Region", "Scene"]
