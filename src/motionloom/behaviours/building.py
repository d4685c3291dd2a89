"""A machine from a library by a recipe: which clips make which state. Everything else is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motionloom.behaviours.calibration import calibrate
from motionloom.behaviours.machine import Machine, connect
from motionloom.behaviours.parameters import NAMES
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import RATE, State, make_act, make_cycle, make_single
from motionloom.behaviours.transition_trials import mend_rough_transitions
from motionloom.core import Motion
from motionloom.core.editing import trim
from motionloom.core.errors import FileError, MotionError, list_names
from motionloom.core.files import read_json
from motionloom.library import Library

PIECE = re.compile(r"^(?P<clip>.+)@(?P<start>\d+(\.\d+)?)-(?P<end>\d+(\.\d+)?)$")


@dataclass(frozen=True)
class StateRecipe:
    """What a state is made of: clips by name or id, `16_09@0-1.3` for the seconds 0 to 1.3 of one; the first is the reference.

    cyclic: it goes on for ever; otherwise `default` is the cyclic state it ends in. parameter: what several clips are blended by;
    both: turn and speed at once.
    """

    name: str
    clips: tuple[str, ...]
    cyclic: bool = False
    default: str = ""
    parameter: str = "turn"
    both: bool = False

    def make(self, library: Library) -> State:
        """The state, from a library's clips."""
        motions = [_open(library, clip) for clip in self.clips]
        if not self.cyclic and len(motions) > 1:
            return make_act(self.name, motions, self.default, self.parameter)
        if not self.cyclic:
            return make_single(self.name, motions[0], False, self.default)
        if len(motions) == 1:
            return make_single(self.name, motions[0], True)
        return make_cycle(self.name, motions[0], motions[1:], self.parameter, both=self.both)


def _open(library: Library, named: str) -> Motion:
    found = PIECE.match(named)
    if found is None:
        return library.motion(library.find(named))
    return trim(library.motion(library.find(found["clip"])), float(found["start"]), float(found["end"]))


def read_recipe(path: Path) -> list[StateRecipe]:
    """States of a JSON file: {"states": [{"name": "walk", "clips": ["16_15", "16_17"], "cyclic": true}, ...]}."""
    data = read_json(path, "JSON of states")
    rows = data.get("states") if isinstance(data, dict) else None
    if not isinstance(rows, list) or not rows:
        raise FileError(f'{path}: expected {{"states": [...]}} with a name and clips a state')
    return [_to_recipe(path, row) for row in rows]


def _to_recipe(path: Path, row: Any) -> StateRecipe:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        raise FileError(f"{path}: every state needs a name")
    name, clips = row["name"], row.get("clips")
    known = {"name", "clips", "cyclic", "default", "parameter"}
    if set(row) - known:
        raise FileError(f"{path}: state {name!r} has {min(set(row) - known)!r}; there are {list_names(sorted(known))}")
    if not isinstance(clips, list) or not clips or not all(isinstance(clip, str) for clip in clips):
        raise FileError(f"{path}: state {name!r} needs clips, a list of their names")
    cyclic, default = row.get("cyclic", False), row.get("default", "")
    if not isinstance(cyclic, bool) or not isinstance(default, str):
        raise FileError(
            f"{path}: state {name!r} needs cyclic, true or false, and default, the name of a state; found {cyclic!r}, {default!r}"
        )
    if cyclic == bool(default):
        raise FileError(f"{path}: state {name!r} must be cyclic, or name the cyclic state it ends in as its default; not both")
    parameter = row.get("parameter", "turn")
    both = parameter == list(NAMES)
    if not both and parameter not in NAMES:
        raise FileError(
            f"{path}: state {name!r} has parameter {parameter!r}; there are {list_names(list(NAMES))}, or [turn, speed] for both"
        )
    if both and not cyclic:
        raise FileError(f"{path}: state {name!r} ends by itself; only cyclic states take turn and speed at once")
    return StateRecipe(name, tuple(clips), cyclic, default, "turn" if both else str(parameter), both)


def build(
    library: Library, recipe: list[StateRecipe], graph: StateGraph, several: bool = True, say: Callable[[str], None] = lambda text: None
) -> Machine:
    """The machine of a recipe; the graph says between which states to look for transitions, and what they cost."""
    states = []
    for each in recipe:
        graph.index(each.name)
        try:
            states.append(each.make(library))
        except MotionError as error:
            raise MotionError(f"state {each.name!r}: {error}") from None
        say(_describe(states[-1]))
    return mend_rough_transitions(calibrate(connect(states, graph, several, say)), say)


def _describe(state: State) -> str:
    kind = f"{'one clip' if len(state.motions) == 1 else f'{len(state.motions)} clips'}, {'cyclic' if state.cyclic else 'acyclic'}"
    text = f"{state.name}: {kind}, {len(state.frames) / RATE:.2f} s"
    if state.loop is not None:
        text += f", its loop {state.loop.cost:.3f} m apart"
    if state.parameter is not None:
        text += f", {state.parameter.name} {state.parameter.values[0]:.2f} to {state.parameter.values[-1]:.2f}"
    return text
