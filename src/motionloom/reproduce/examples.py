"""The examples that come with the project: recipes and graphs of machines, and scenes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import motionloom
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.state_recipes import MachinePlan
from motionloom.core.errors import FileError
from motionloom.core.motion import Motion
from motionloom.feet.plants import Plants
from motionloom.navigation.scene import Scene


def find_example(name: str) -> Path:
    """A file or folder of the examples: of this wheel, or of the repository."""
    package = Path(motionloom.__file__).parent
    for folder in (package / "examples", package.parents[1] / "examples"):
        if (folder / name).exists():
            return folder / name
    raise FileError(f"the example {name} is not there; it is part of the repository and of the wheel: install motionloom again")


def read_example_scene(name: str) -> Scene:
    """A scene of the examples."""
    from motionloom.navigation.scene_doors import read_scene

    return read_scene(find_example(name))


def build_example(name: str, captures: Path) -> Machine:
    """The machine of an example's recipe.json and graph.json, of a folder of captures."""
    from motionloom.behaviours import read_graph
    from motionloom.behaviours.building import build
    from motionloom.behaviours.state_recipes import read_plan
    from motionloom.compute import InProcess
    from motionloom.library import Library, import_files

    folder = find_example(name)
    with tempfile.TemporaryDirectory() as place, Library.create(Path(place) / "library") as library:
        import_files(library, [captures], executor=InProcess())
        return build(library, read_plan(folder / "recipe.json"), read_graph(folder / "graph.json")).machine


def build_of_sample(plan: MachinePlan, graph: StateGraph) -> Machine:
    """A machine whose clips are the sample's, by name (`ada_walk_00@0.5-2`), made as they are needed and put into no library."""
    from motionloom.behaviours.calibration import calibrate
    from motionloom.behaviours.lap_trials import keep_smooth_hops
    from motionloom.behaviours.machine import connect
    from motionloom.behaviours.transition_trials import mend_rough_transitions

    states = [recipe.make(open_sample) for recipe in plan.states]
    return keep_smooth_hops(mend_rough_transitions(calibrate(connect(states, graph))))


def open_sample(named: str) -> tuple[Motion, Plants]:
    """A clip of the sample, or seconds of one, with its plants."""
    from motionloom.sample import make

    clip, _, seconds = named.partition("@")
    performer, _, rest = clip.partition("_")
    behaviour, _, seed = rest.rpartition("_")
    made = make(performer, behaviour, int(seed))
    plants = Plants(made.plants, made.motion.fps, source="sample")
    if not seconds:
        return made.motion, plants
    start, stop = (round(float(each) * made.motion.fps) for each in seconds.split("-"))
    return made.motion[start:stop], plants[start:stop]
