"""Somebody who is driven through a scene, watched frame by frame: which goals were met, what was touched, how far off a line they were."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.behaviours.characters import Characters
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.states import RATE
from motionloom.navigation.flight import find_flights
from motionloom.navigation.line import Line
from motionloom.navigation.scene import FACING, Agent, Goal, Obstacle, Scene, SceneError
from motionloom.navigation.surroundings import clearance, surround

Floats = NDArray[np.float64]
FOOT = 0.1  # metres round their middle that somebody may not have over a pit while on the ground


@dataclass(eq=False)
class CourseWatch:
    """The first agent of a scene, who has goals, on its way by whatever hand. Goals count in their order; a touch counts once for as long
    as it lasts."""

    machine: Machine
    scene: Scene
    frame: int = 0
    reached: int = 0
    touched: list[str] = field(default_factory=list)
    off_now: float | None = None
    _strays: list[float] = field(default_factory=list)
    _touching: str = ""

    def __post_init__(self) -> None:
        self.agent = self._choose()
        self.flights = find_flights(self.machine)
        # What may be passed over lies on the floor: a body may lean over its edge, a foot may not step into it.
        stands = tuple(each for each in self.scene.obstacles if not each.over)
        lies = tuple(each for each in self.scene.obstacles if each.over)
        self.around = [
            (surround(replace(self.scene, obstacles=stands), self.agent.radius), stands, self.agent.radius),
            (surround(replace(self.scene, obstacles=lies, regions=(), bounds=None), FOOT), lies, FOOT),
        ]
        self.lines = [Line(goal.along) if goal.along else None for goal in self.agent.goals]

    def _choose(self) -> Agent:
        for agent in self.scene.agents:
            if agent.goals:
                return agent
        raise SceneError(f"scene {self.scene.name!r} has nobody with a goal to be driven to")

    @property
    def goal(self) -> Goal | None:
        """Where to go next, if anywhere."""
        return self.agent.goals[self.reached] if self.reached < len(self.agent.goals) else None

    @property
    def off_line(self) -> float | None:
        """Metres off the lines, root mean square over all frames on them; None before one was come to."""
        return float(np.sqrt(np.mean(np.square(self._strays)))) if self._strays else None

    def see(self, characters: Characters) -> None:
        """Look at the first of some characters, a frame later."""
        self.frame += 1
        place, state = characters.place[:1], int(characters.state[0])
        frame = min(max(round(float(characters.at[0])), 0), self.flights.shape[1] - 1)
        name = self.machine.graph.names[state]
        self._feel(place[:, :2], name if self.flights[state, frame] else "")
        self._follow(place[:, :2])
        goal = self.goal
        if goal is not None and _is_met(goal, place[0], name):
            self.reached += 1

    def _feel(self, place: Floats, deed: str) -> None:
        """Note what is touched; deed: what is done there, nothing while a leap is on the ground."""
        time = np.array([self.frame / RATE])
        touching = ""
        for around, obstacles, radius in self.around:
            if bool(around.touches(place, time, [deed])[0]):
                touching = self._name_touched(obstacles, radius, place, time, deed)
        if touching and touching != self._touching:
            self.touched.append(touching)
        self._touching = touching

    def _name_touched(self, obstacles: tuple[Obstacle, ...], radius: float, place: Floats, time: Floats, deed: str) -> str:
        rooms = [
            (float(clearance(Scene(obstacles=(each,)), place, time, radius, states=[deed])[0]), each.name or "a wall") for each in obstacles
        ]
        nearest = min(rooms, default=(math.inf, ""))
        if nearest[0] < 0:
            return nearest[1]
        within = (region for region in self.scene.regions if region.shape.buffer(radius).contains(shapely.Point(place[0])))
        return next((region.name or f"a place to {region.behaviour}" for region in within), "the edge of the scene")

    def _follow(self, place: Floats) -> None:
        line = self.lines[self.reached] if self.reached < len(self.lines) else None
        self.off_now = None
        if line is not None and line.along(place)[0] > 0:
            self.off_now = float(line.stray(place)[0])
            self._strays.append(self.off_now)


def _is_met(goal: Goal, place: Floats, deed: str) -> bool:
    near = math.hypot(place[0] - goal.at[0], place[1] - goal.at[1]) <= goal.within
    faces = goal.heading is None or abs(math.remainder(place[2] - goal.heading, 2 * math.pi)) <= FACING
    return near and faces and goal.behaviour in ("", deed)
