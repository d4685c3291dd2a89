"""Paper 001, figure 6.5, equations 6.7 and 6.8: an obstacle in the field of view pushes the heading away."""

from __future__ import annotations

import math

import numpy as np

from motionloom.navigation.avoidance.base import Seen, find_avoidance
from motionloom.navigation.avoidance.field import ANGLE, SIGHT, WEIGHT
from motionloom.navigation.scene import Scene
from motionloom.navigation.walls import make_walls
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

RADIUS = 0.75  # metres of the paper's cylinder
ASIDE = math.radians(20)  # how far off its heading somebody sees it here
FAR = (1.0, 2.0, 4.0, 8.0)  # metres from the surface


def run(given: Given) -> Outcome:
    """Whoever walks along +z past a cylinder, from many places: where the push leads, beside the equation worked out by hand."""
    numbers = list[Number]()
    for far in FAR:
        place = -(far + RADIUS) * np.array([math.sin(ASIDE), math.cos(ASIDE)])
        ours, by_hand = np.degrees(push(place[None])[0]), np.degrees(_by_equation(far))
        numbers.append(
            Number(f"turned by, {far:g} m from the surface", float(ours), f"{by_hand:.3g} degrees, by its equation", "degrees", 0.01)
        )
    return Outcome("the sample is not needed: a formula", tuple(numbers), DIFFERS, (_draw(given),))


def push(places: np.ndarray) -> np.ndarray:
    """Radians (N,) by which a cylinder at the origin turns the heading of bodies without size at places (N, 2) that walk along +z."""
    count = len(places)
    where, wanted = np.vstack([places, [[0.0, 0.0]]]), np.tile([0.0, 1.0], (count + 1, 1))
    near = np.full((count + 1, 1), count)
    near[count] = -1
    radii = np.append(np.zeros(count), RADIUS)
    ones, none = np.ones(count + 1), np.zeros(count + 1)
    seen = Seen(where, np.zeros_like(where), none, wanted, radii, ones, ones, near, make_walls(Scene()), np.arange(count))
    turned = find_avoidance("field").choose(seen)[:count]
    return np.asarray(np.arctan2(turned[:, 0], turned[:, 1]))


def _by_equation(far: float) -> float:
    """Equations 6.7 and 6.8 for somebody who sees the cylinder ASIDE to the left, `far` metres from its surface."""
    force = WEIGHT / far**2 if far <= SIGHT else 0.0
    return math.atan2(-force * math.sin(ASIDE), 1 - force * math.cos(ASIDE))


def _draw(given: Given) -> str:
    figure = new_figure(5.5, 6.5)
    axes = figure.add_subplot()
    x, z = (each.ravel() for each in np.meshgrid(np.linspace(-4, 4, 21), np.linspace(-8, 1, 24)))
    free = np.hypot(x, z) > RADIUS + 0.1
    angles = push(np.column_stack([x, z])[free])
    seen = (np.hypot(x, z) - RADIUS < SIGHT) & (np.abs(np.arctan2(-x, -z)) < ANGLE / 2)
    axes.quiver(x[free], z[free], np.sin(angles), np.cos(angles), np.where(seen[free], 1.0, 0.0), cmap="coolwarm", scale=38, width=0.003)
    round_ = np.linspace(0, 2 * np.pi, 60)
    axes.fill(RADIUS * np.sin(round_), RADIUS * np.cos(round_), color="#b9bec7")
    axes.set(aspect="equal", xlabel="x, metres", ylabel="z, metres", title="who walks along +z is told to walk so (red: sees it)")
    axes.invert_xaxis()
    path = given.picture("001-6.5.png")
    figure.savefig(path, dpi=100)
    return path.name


DIFFERS = (
    "The same equation, w = 0.25, 60 degrees, 7 m; whoever sees an obstacle straight ahead is pushed a little to the right as well, "
    "since the equation alone would push straight back, and nearer than 10 cm nothing pushes harder."
)
register(
    Result(
        "001",
        "6.5",
        "An obstacle pushes the heading away",
        "An obstacle inside a field of view of 60 degrees and 7 m pushes with w / (d - r)² away from it, added to the direction of the "
        "goal.",
        run,
    )
)
