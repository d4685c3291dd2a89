"""Loops compiled ahead: a small piece of each kind of work, so that its first time takes no longer than its second.

Compiled loops are kept in the user's cache (`core/kernel_cache.py`); where they are there already, this takes seconds.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import motionloom as ml
from motionloom import sample
from motionloom.compute import Progress
from motionloom.core.errors import MotionloomError, list_names
from motionloom.library import Library
from motionloom.making.sample_library import add_sample

CLIPS = ("stand", "walk", "start", "stop")  # of the sample's ada: enough for a machine
MACHINE = "walker"
WALK = "ada_walk_00"


def draw(library: Library) -> None:
    """A file is read and drawn."""
    file = library.folder / "walk.bvh"
    ml.save(library.motion(WALK), file)
    ml.save_filmstrip(ml.load(file), file.with_suffix(".png"), frames=2, size=(48, 64))


def hold_feet(library: Library) -> None:
    """Plants are found, and feet held."""
    walk = library.motion(WALK)
    plants = ml.detect_plants(walk)
    for calm in (False, True):
        ml.clean(walk, plants, calm=calm)


def blend(library: Library) -> None:
    """Two motions are blended, and scored."""
    ml.naturalness(ml.blend(library.motion(WALK), sample.make("ada", "walk_slow").motion))


def change(library: Library) -> None:
    """A table of transitions is built."""
    from motionloom.making.choice import Choice
    from motionloom.making.work import run_here
    from motionloom.transitions.jobs import table_arguments

    run_here(library, "transition_table", table_arguments(Choice(origin="any"), seconds=0.5, representatives=4), workers=1)


def drive(library: Library) -> None:
    """A machine is built, and driven with its feet held."""
    from motionloom.behaviours.control import Controller
    from motionloom.behaviours.footing import find_footing
    from motionloom.making.shelf import find_entry, open_entry
    from motionloom.making.work import run_here

    run_here(library, "machine", {"choice": {"subjects": ["ada"]}, "name": MACHINE}, workers=1)
    machine = open_entry(library, find_entry(library, MACHINE)).machine
    controller = Controller(machine, footing=find_footing(machine))
    controller.go("walk")
    for _ in range(60):
        controller.step()
    controller.draw()


TASKS: dict[str, Callable[[Library], None]] = {
    "draw": draw,
    "feet": hold_feet,
    "blend": blend,
    "transitions": change,
    "machines": drive,
}


def compile_ahead(names: Iterable[str] = TASKS, progress: Progress | None = None) -> None:
    """Does a small piece of each kind of work, by its name in TASKS, on a library that is gone afterwards."""
    chosen = tuple(names)
    if unknown := [name for name in chosen if name not in TASKS]:
        raise MotionloomError(f"no loops are called {list_names(unknown)}; there are {list_names(tuple(TASKS))}")
    with tempfile.TemporaryDirectory() as place, Library.create(Path(place) / "library") as library:
        with ThreadPoolExecutor(1) as here:  # starting processes takes longer than making four clips
            add_sample(library, executor=here, only=[("ada", name, 0) for name in CLIPS])
        for name in (progress or Progress()).each("Compiling loops", chosen):
            TASKS[name](library)
