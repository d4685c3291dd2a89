"""Loops compiled ahead: a small piece of each kind of work, so that its first time takes no longer than its second.

Compiled loops are kept in the user's cache (`core/kernel_cache.py`); where they are there already, this takes seconds.
"""

from __future__ import annotations

import importlib.util
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


def pose(library: Library) -> None:
    """A hand is dragged while the feet stand, and a chest."""
    walk = library.motion(WALK)
    wrist = walk.positions()[0, walk.roles["left_wrist"]]
    ml.pose(walk, 0, {"left_wrist": wrist + 0.1}, pins=["left_ankle", "right_ankle"], brush=0.2)


def change(library: Library) -> None:
    """A table of transitions is built, and one is made with it."""
    from motionloom.making.choice import Choice
    from motionloom.making.work import run_here
    from motionloom.transitions.jobs import table_arguments

    run_here(library, "transition_table", table_arguments(Choice(origin="any"), seconds=0.5, representatives=4), workers=1)
    ml.transition(library, f"{WALK}@0.5", f"{WALK}@1.5")


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


def find_ways(library: Library) -> None:
    """Somebody plans a way round a wall, and two steer round each other."""
    if importlib.util.find_spec("shapely") is None:
        return  # who goes without the extra does neither
    import numpy as np
    from shapely.geometry import LineString

    from motionloom.bench.steer import make_sample_machine
    from motionloom.navigation.plan import plan_scene
    from motionloom.navigation.repertoire import make_repertoire
    from motionloom.navigation.scene import Agent, Goal, Obstacle, Scene
    from motionloom.navigation.steering import Steering

    wall = (Obstacle(LineString([(-1.0, 4.0), (1.0, 4.0)]).buffer(0.1)),)
    goals = (Goal((0.0, 8.0)), Goal((0.0, 0.0)))
    machine = make_sample_machine()
    plan_scene(machine, Scene(obstacles=wall, agents=(Agent("ada", (0.0, 0.0), goals=goals[:1]),)))
    steering = Steering(
        make_repertoire(machine), Scene(obstacles=wall), starts=np.array([[0.0, 0.0, 0.0], [0.3, 8.0, np.pi]]), radii=np.full(2, 0.3)
    )
    for character, goal in enumerate(goals):
        steering.send(character, goal)
    while not steering.arrived().all() and steering.step_number < 1800:
        steering.step()


TASKS: dict[str, Callable[[Library], None]] = {
    "draw": draw,
    "feet": hold_feet,
    "blend": blend,
    "pose": pose,
    "transitions": change,
    "machines": drive,
    "ways": find_ways,
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
