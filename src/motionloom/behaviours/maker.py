"""A run of a machine as a recipe: which machine, where it begins, what is asked at which step, how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.footing import PLANTS, Footing, find_footing, to_plants
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.open_machine import OpenMachine
from motionloom.behaviours.requests import Request, Wish, make_requests, request_from_json
from motionloom.behaviours.states import RATE
from motionloom.behaviours.tables import Tables
from motionloom.core import Motion
from motionloom.core.errors import MotionError
from motionloom.feet.cleanup.ground import Ground
from motionloom.feet.plants import Plants
from motionloom.library import NewAnnotation
from motionloom.making import shelf
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.recipe import Recipe, RecipeError, Source
from motionloom.making.sources import Sources

LONGEST = 3600.0  # seconds of a run
SEEDS = 2**31


@dataclass(frozen=True)
class Run:
    """What one character does: begins in `start` at x, z metres and a heading, is asked `requests`, and is seen for so many frames.

    skip: steps that are taken before its first frame is seen, as where a drive was recorded from its middle on. feet: planted feet
    are held still. seed: of the order in which laps of long cycles are played.
    """

    start: str
    frames: int
    requests: tuple[Request, ...] = ()
    skip: int = 0
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    feet: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.frames <= LONGEST * RATE or not 0 <= self.skip <= LONGEST * RATE:
            raise MotionError(f"a run lasts up to {LONGEST:g} s and begins within as many; found {self.frames} frames after {self.skip}")
        if not 0 <= self.seed < SEEDS:
            raise MotionError(f"the seed of a run is 0 to {SEEDS - 1}, found {self.seed}")
        if len(self.at) != 3 or not np.all(np.isfinite(self.at)):
            raise MotionError(f"a run begins at x, z and a heading; found {self.at}")

    def to_json(self) -> dict[str, Any]:
        """Plain data, the options of a recipe."""
        asked = [request.to_json() for request in self.requests if request.step < self.skip + self.frames]
        told = {"start": self.start, "frames": self.frames, "requests": asked, "feet": self.feet}
        told |= {"skip": self.skip} if self.skip else {}
        told |= {"seed": self.seed} if self.seed else {}
        return told | ({"at": list(self.at)} if any(self.at) else {})


@dataclass(frozen=True, eq=False)
class Performance:
    """A run as it was played, the state it ends in, its plants where they are known, and where feet were held the same run bare and the
    ground they were held on."""

    motion: Motion
    ends_in: str
    plants: Plants | None = None
    bare: Motion | None = None
    ground: Ground | None = None


def run_of(
    machine: Machine,
    seconds: float,
    requests: Sequence[Request | tuple[float, Wish]] = (),
    start: str | None = None,
    feet: bool = True,
    seed: int = 0,
) -> Run:
    """The run of so many seconds from the origin; start: the machine's first cyclic state if not said."""
    first = start or next(state.name for state in machine.states if state.cyclic)
    machine.state(first)
    return Run(first, max(round(seconds * RATE), 1), tuple(make_requests(requests)), feet=feet, seed=seed)


def machine_recipe(machine: Source, run: Run) -> Recipe:
    """The recipe for a run of a machine: an entry of the shelf, or a file."""
    return MAKER.recipe([machine], run.to_json())


def make_run(sources: Sources, recipe: Recipe) -> Made:
    """The run of a machine that is on the shelf; about: the `Performance`."""
    document = sources.open_document(recipe.sources[0])
    opened: OpenMachine = shelf.open_entry(sources.library, document)
    run = _read_run(recipe.options)
    return perform_run(opened.machine, run, opened.controller.tables, opened.footing if run.feet else None)


def perform_run(machine: Machine, run: Run, tables: Tables | None = None, footing: Footing | None = None) -> Made:
    """What a run of a machine gives; its states are annotated, its plants are those of the machine's clips."""
    known = run.feet or all(state.plants is not None for state in machine.states)
    footing = find_footing(machine) if footing is None and known else footing
    beliefs, states = list[NDArray[np.float64]](), list[str]()

    def note(controller: Controller) -> None:
        states.append(controller.state())
        if footing is not None:
            beliefs.append(footing.beliefs(controller.tables, controller.characters)[0])

    controller = _begin(machine, run, tables, footing if run.feet else None)
    motion = play(controller, (run.skip + run.frames) / RATE, run.requests, after=note)[run.skip :]
    plants = None if footing is None else to_plants(np.array(beliefs)[run.skip :])
    about = Performance(motion, controller.state(), plants)
    if run.feet and footing is not None:
        bare = play(_begin(machine, run, controller.tables, None), (run.skip + run.frames) / RATE, run.requests)[run.skip :]
        about = Performance(motion, controller.state(), plants, bare, footing.ground)
    return Made(
        motion,
        FrameMap(np.full(run.frames, -1, np.intp), np.zeros(run.frames)),
        None if plants is None else plants.bits,
        "" if plants is None else PLANTS,
        _annotate(states[run.skip :]),
        outcome={"ends_in": about.ends_in},
        about=about,
    )


def _begin(machine: Machine, run: Run, tables: Tables | None, footing: Footing | None) -> Controller:
    """A controller whose character stands where a run begins."""
    controller = Controller(machine, start=run.start, tables=tables, footing=footing, seed=run.seed)
    if any(run.at):
        controller.place(run.start, at=run.at)
        controller.draw()  # its feet stand where they are before the first step
    return controller


def _annotate(states: Sequence[str]) -> tuple[NewAnnotation, ...]:
    """A span for each stay in a state."""
    changes = [f for f in range(1, len(states)) if states[f] != states[f - 1]]
    return tuple(NewAnnotation(states[a], a, b) for a, b in zip([0, *changes], [*changes, len(states)], strict=True))


def _read_run(options: Mapping[str, Any]) -> Run:
    """The run of a recipe's options, checked: a recipe may come from a stranger's file."""
    numbers = all(type(options.get(name, 0)) is int for name in ("frames", "skip", "seed"))
    place, requests = options.get("at", [0.0, 0.0, 0.0]), options.get("requests", [])
    lists = isinstance(place, list) and all(isinstance(each, int | float) for each in place) and isinstance(requests, list)
    unknown = sorted(set(options) - {"start", "frames", "requests", "skip", "at", "feet", "seed"})
    if unknown or not numbers or not lists or not isinstance(options.get("start"), str) or not isinstance(options.get("feet"), bool):
        raise RecipeError(
            "recipe 'machine': expected start, frames, requests, feet, and perhaps skip, at and seed, as `machine run` writes them"
        )
    try:
        asked = tuple(request_from_json(each) for each in requests)
        seed = options.get("seed", 0)
        return Run(options["start"], options.get("frames", 0), asked, options.get("skip", 0), tuple(place), options["feet"], seed)
    except MotionError as error:
        raise RecipeError(f"recipe 'machine': {error}") from None


MAKER = register(Maker("machine", "Machine run", make_run, version=5))
