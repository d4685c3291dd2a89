"""Where do the feet stand in a blend? Its sources' plants, moved along, compete for its feet (paper 000 section 5.6.1).

Detecting plants in the blend itself would call every slide a step and find no fault. Instead each source's plants are carried into the
blend's torso frame over the aligned time; the one nearest to where the blended foot really is wins, those it overlaps drop out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.core.masks import find_runs

ERROR_IN_HEIGHT = 0.5  # how much a difference in height counts beside one along the ground


@dataclass(frozen=True, eq=False)
class FootPlant:
    """A stretch start:stop of the blend in which a foot (0 left, 1 right) stands.

    bits (n, 2): whether its heel and its toe do at each frame; places (2, 3) metres: where; error: mean metres from
    the blended foot; source: which motion of the blend it comes from.
    """

    foot: int
    start: int
    stop: int
    bits: NDArray[np.bool_]
    places: NDArray[np.float64]
    error: float
    source: int


@dataclass(frozen=True, eq=False)
class BlendPlants:
    """The plants chosen for a blend: bits (N, 4), target positions (N, 4, 3) metres where planted, and each plant."""

    bits: NDArray[np.bool_]
    targets: NDArray[np.float64]
    plants: tuple[FootPlant, ...]

    @property
    def error(self) -> float:
        """Mean metres, over all planted frames, between the blended feet and where they should stand; 0 without plants."""
        frames = sum(plant.stop - plant.start for plant in self.plants)
        return sum(plant.error * (plant.stop - plant.start) for plant in self.plants) / frames if frames else 0.0


def choose_plants(
    blended: Motion, sources: Sequence[Motion], plants: Sequence[NDArray[np.bool_]], frames: NDArray[np.floating]
) -> BlendPlants:
    """The plants of a blend of `sources` (k) with plants (F_k, 4) bits, played at frames (k, N)."""
    feet = foot_points(blended).astype(np.float64)
    turn, place = headings(blended), blended.root_positions.astype(np.float64)
    candidates: list[FootPlant] = []
    for k, (source, bits) in enumerate(zip(sources, plants, strict=True)):
        at = np.clip(np.rint(frames[k]).astype(np.intp), 0, len(source) - 1)
        moved = _carry(foot_points(source)[at].astype(np.float64), source.root_positions[at], headings(source)[at], place, turn)
        for foot in (0, 1):
            candidates += _candidates(feet, moved, bits[at], foot, k)
    chosen: list[FootPlant] = []
    for plant in sorted(candidates, key=lambda plant: (plant.error, plant.start, plant.source)):
        if not any(plant.foot == other.foot and plant.start < other.stop and other.start < plant.stop for other in chosen):
            chosen.append(plant)
    return _collect(len(blended), sorted(chosen, key=lambda plant: (plant.start, plant.foot)))


def _carry(
    points: NDArray[np.float64],
    roots: NDArray[np.floating],
    facing: NDArray[np.float64],
    new_roots: NDArray[np.float64],
    new_facing: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Points (N, 4, 3) seen from the source's torso, placed about the blend's torso; heights stay."""
    cosine, sine = np.cos(new_facing - facing)[:, None], np.sin(new_facing - facing)[:, None]
    x, z = points[..., 0] - roots[:, :1], points[..., 2] - roots[:, 2:]
    return np.stack([cosine * x + sine * z + new_roots[:, :1], points[..., 1], cosine * z - sine * x + new_roots[:, 2:]], axis=-1)


def _candidates(feet: NDArray[np.float64], moved: NDArray[np.float64], bits: NDArray[np.bool_], foot: int, source: int) -> list[FootPlant]:
    """The plants of one foot of one source as they would stand in the blend."""
    found = []
    own = bits[:, 2 * foot : 2 * foot + 2]
    for start, stop in find_runs(own[:, 0] | own[:, 1]):
        part = own[start:stop]
        carried, blended = moved[start:stop, 2 * foot : 2 * foot + 2], feet[start:stop, 2 * foot : 2 * foot + 2]
        places = np.stack([carried[part[:, p], p].mean(axis=0) if part[:, p].any() else np.full(3, np.nan) for p in (0, 1)])
        away = (blended - places) * [1.0, ERROR_IN_HEIGHT, 1.0]
        error = float(np.linalg.norm(away[part], axis=-1).mean())
        found.append(FootPlant(foot, start, stop, part, places, error, source))
    return found


def _collect(count: int, chosen: list[FootPlant]) -> BlendPlants:
    bits, targets = np.zeros((count, 4), dtype=bool), np.full((count, 4, 3), np.nan)
    for plant in chosen:
        columns = slice(2 * plant.foot, 2 * plant.foot + 2)
        bits[plant.start : plant.stop, columns] = plant.bits
        targets[plant.start : plant.stop, columns] = plant.places
    targets[~bits] = np.nan
    return BlendPlants(bits, targets, tuple(chosen))
