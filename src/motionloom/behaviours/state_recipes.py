"""What a machine is to be made of: which clips make which state. Everything else is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from motionloom.behaviours.long_cycles import make_long_cycle
from motionloom.behaviours.parameters import BOTH, find_kind, names
from motionloom.behaviours.states import State, make_act, make_cycle, make_single
from motionloom.core import Motion
from motionloom.core.errors import FileError, list_names
from motionloom.core.files import read_json
from motionloom.feet.plants import Plants
from motionloom.library import Library
from motionloom.making.choice import find_piece
from motionloom.making.plants import find_plants

CYCLE = "cycle"  # the state of a machine that has but one
MOST = 64  # laps of a state
OpenPiece = Callable[[str], tuple[Motion, Plants]]


@dataclass(frozen=True)
class StateRecipe:
    """What a state is made of: clips by name or id, `16_09@0-1.3` for the seconds 0 to 1.3 of one; the first is the reference.

    cyclic: it goes on for ever; otherwise `default` is the cyclic state it ends in. parameter: what several clips are blended by;
    both: turn and speed at once. words: of each clip, where the parameter has words: its style, say. laps: how many laps of all clips a
    cycle plays on end; 0 for one lap of each, which comes again and again.
    """

    name: str
    clips: tuple[str, ...]
    cyclic: bool = False
    default: str = ""
    parameter: str = "turn"
    both: bool = False
    words: tuple[str, ...] = ()
    laps: int = 0

    def make(self, open_piece: OpenPiece, order: tuple[str, ...] = ()) -> State:
        """The state, of clips that `open_piece` opens by what they are called; order: all words of the machine."""
        opened = [open_piece(clip) for clip in self.clips]
        motions, plants = [motion for motion, _ in opened], [plants for _, plants in opened]
        if not self.cyclic and len(motions) > 1:
            return make_act(self.name, motions, self.default, self.parameter, plants, self.words, order)
        if not self.cyclic:
            return make_single(self.name, motions[0], False, self.default, plants=plants)
        if self.laps:
            return make_long_cycle(self.name, motions, self.parameter, plants, self.laps)
        if len(motions) == 1:
            return make_single(self.name, motions[0], True, plants=plants)
        return make_cycle(self.name, motions[0], motions[1:], self.parameter, both=self.both, plants=plants, words=self.words, order=order)

    def to_json(self) -> dict[str, Any]:
        """Plain data, as a person writes it in a file."""
        steered: dict[str, Any] = {"parameter": list(BOTH) if self.both else self.parameter} if len(self.clips) > 1 else {}
        steered |= {"words": list(self.words)} if self.words else {}
        ends: dict[str, Any] = {"cyclic": True} if self.cyclic else {"default": self.default}
        ends |= {"laps": self.laps} if self.laps else {}
        return {"name": self.name, "clips": list(self.clips), **ends, **steered}


@dataclass(frozen=True)
class MachinePlan:
    """The states of a machine, and labels that are left out of it, each with the reason.

    given: a person wrote it, so what cannot be built is an error; of a plan that was found it is left out and said. bridged: ways that
    nobody captured are forced where a state would be lost without. shown: ways from state to state that the takes themselves go.
    """

    states: tuple[StateRecipe, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    given: bool = False
    bridged: bool = False
    shown: frozenset[tuple[str, str]] = frozenset()


def plan_cycle(clips: Sequence[str]) -> MachinePlan:
    """The plan of one cycle of clips, the first its reference; those that do not go like it, or not in step with it, are left out."""
    return MachinePlan((StateRecipe(CYCLE, tuple(clips), cyclic=True),))


def open_piece(library: Library, named: str) -> tuple[Motion, Plants]:
    """The motion of a clip or a part of one, and its plants: whose they are says `making.plants`."""
    piece = find_piece(library, named)
    motion = library.motion(piece.clip.id)
    plants, rows = find_plants(library, piece.clip, motion), slice(piece.start, piece.stop)
    return (motion, plants) if (piece.start, piece.stop) == (0, len(motion)) else (motion[rows], plants[rows])


def read_plan(path: Path) -> MachinePlan:
    """The plan of a JSON file: {"states": [{"name": "walk", "clips": ["16_15", "16_17"], "cyclic": true}, ...]}."""
    data = read_json(path, "JSON of states")
    rows = data.get("states") if isinstance(data, dict) else None
    if not isinstance(rows, list) or not rows:
        raise FileError(f'{path}: expected {{"states": [...]}} with a name and clips a state')
    return plan_of(rows, str(path))


def plan_of(rows: Sequence[Any], where: str) -> MachinePlan:
    """The plan that a person wrote as plain data, each row checked; `where` it was found is named in errors."""
    return MachinePlan(tuple(_to_recipe(where, row) for row in rows), given=True)


def _to_recipe(path: str, row: Any) -> StateRecipe:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        raise FileError(f"{path}: every state needs a name")
    name, clips = row["name"], row.get("clips")
    known = {"name", "clips", "cyclic", "default", "parameter", "words", "laps"}
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
    both = parameter == list(BOTH)
    if not both and parameter not in names():
        raise FileError(
            f"{path}: state {name!r} has parameter {parameter!r}; there are {list_names(list(names()))}, or [turn, speed] for both"
        )
    if both and not cyclic:
        raise FileError(f"{path}: state {name!r} ends by itself; only cyclic states take turn and speed at once")
    laps = row.get("laps", 0)
    if type(laps) is not int or not 0 <= laps <= MOST or (laps and (not cyclic or both or "words" in row)):
        raise FileError(f"{path}: state {name!r} has laps {laps!r}; a cyclic state with one parameter has 1 to {MOST} of them on end")
    words = _to_words(path, name, clips, row)
    return StateRecipe(name, tuple(clips), cyclic, default, "turn" if both else str(parameter), both, words, laps)


def _to_words(path: str, name: str, clips: list[str], row: dict[str, Any]) -> tuple[str, ...]:
    words = row.get("words", [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words) or (words and len(words) != len(clips)):
        raise FileError(f"{path}: state {name!r} needs words, one for each of its {len(clips)} clips, or none; found {words!r}")
    return tuple(words)


def with_words(library: Library, plan: MachinePlan) -> tuple[MachinePlan, tuple[str, ...]]:
    """The plan with a word for each clip of the states that are steered by words, and all of these words in order.

    A clip's word is the label that not all clips of its state have; its name where that is not one label.
    """
    recipes = tuple(
        replace(recipe, words=_find_words(library, recipe)) if _needs_words(recipe) and not recipe.words else recipe
        for recipe in plan.states
    )
    order = dict.fromkeys(word for recipe in recipes if _needs_words(recipe) for word in recipe.words)
    return replace(plan, states=recipes), tuple(order)


def _needs_words(recipe: StateRecipe) -> bool:
    return len(recipe.clips) > 1 and find_kind(recipe.parameter).table is not None


def _find_words(library: Library, recipe: StateRecipe) -> tuple[str, ...]:
    clips = [find_piece(library, named).clip for named in recipe.clips]
    shared = set.intersection(*(set(clip.labels) for clip in clips))
    own = [[label for label in clip.labels if label not in shared] for clip in clips]
    words = tuple(labels[0] if len(labels) == 1 else clip.name for labels, clip in zip(own, clips, strict=True))
    return words if len(set(words)) == len(words) else tuple(clip.name for clip in clips)
