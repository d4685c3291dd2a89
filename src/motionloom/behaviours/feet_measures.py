"""How firmly feet stand and how calmly legs move while a machine is driven at random, beside the captures it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import Footing, find_footing, find_plants, to_plants
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.measures import limit_of, usual, wander
from motionloom.behaviours.states import RATE
from motionloom.behaviours.takes import Take
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.ground import foot_points
from motionloom.core.kinematics import accelerations
from motionloom.core.roles import SIDES
from motionloom.feet.plants import Plants
from motionloom.feet.skate_measures import measure_slide


@dataclass(frozen=True)
class FeetDriven:
    """Of whole takes, of captures, of a bare drive or of one with feet held: slide, mean cm/s of planted points, and lowest, mm (below 0:
    in the floor);
    legs and hips, m/s2: the largest acceleration of knees and ankles, and of hips, and usual_legs and usual_hips their 99.9th
    percentiles; over: share of all joints' accelerations above the captures' own 99.9th percentile."""

    name: str
    slide: float
    lowest: float
    legs: float
    usual_legs: float
    hips: float
    usual_hips: float
    over: float


def measure_feet(machine: Machine, minutes: float = 10.0, seed: int = 0, takes: Sequence[Take] = ()) -> list[FeetDriven]:
    """What was captured of the clips that are played, then minutes of random requests bare, then the same with feet held; and last the
    takes as they were captured, whole, where they are given."""
    footing, limit = find_footing(machine), limit_of(machine)
    bits = [bits for state in machine.states for bits in find_plants(state)]
    clips = [(motion, Plants(each, RATE)) for motion, each in zip(machine.captures, bits, strict=True)]
    told = replace(footing, tables=footing.tables._replace(touching=np.concatenate(bits)))  # plants that were let go too: they slide
    rows = [_measure("captured", clips, footing, limit)]
    for name, held in (("bare", None), ("feet held", footing)):
        beliefs = list[NDArray[np.float64]]()

        def note(controller: Controller, found: list[NDArray[np.float64]] = beliefs) -> None:
            found.append(told.beliefs(controller.tables, controller.characters)[0])

        motion, _ = wander(machine, 60 * minutes, seed, held, note)
        rows.append(_measure(name, [(motion, to_plants(np.array(beliefs)))], footing, limit))
    whole = [(take.motion, Plants(take.plants, RATE)) for take in takes if take.plants is not None]
    return [*rows, _measure("takes", whole, footing, limit)] if whole else rows


def _measure(name: str, parts: Sequence[tuple[Motion, Plants]], footing: Footing, limit: float) -> FeetDriven:
    """What is said of motions and their plants together."""
    roles = body_of(parts[0][0].skeleton).roles
    legs, hips = ([roles[f"{side}_{part}"] for side in SIDES for part in names] for names in (("knee", "ankle"), ("hip",)))
    slides = [(measure_slide(foot_points(motion), plants, footing.ground), plants.bits.sum()) for motion, plants in parts]
    stood = max(sum(count for _, count in slides), 1)
    found = np.concatenate([accelerations(motion) for motion, _ in parts])
    lowest = min(footing.ground.heights(foot_points(motion).astype(np.float64)).min() for motion, _ in parts)
    slide = sum(slide.mean_cm_per_second * count for slide, count in slides) / stood
    return FeetDriven(
        name,
        float(slide),
        1000 * float(lowest),
        float(found[:, legs].max()),
        usual(found[:, legs]),
        float(found[:, hips].max()),
        usual(found[:, hips]),
        float((found > limit).mean()),
    )
