"""What a machine holds, state by state: of what, whether its frames do what its name says, and how it is entered and left.

Whether they do is told by `judge`, which shares no code with what cuts clips into segments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from motionloom.behaviours.building import Built
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.state_recipes import StateRecipe
from motionloom.behaviours.states import RATE, State
from motionloom.core import Motion
from motionloom.judge.activities import fails
from motionloom.judge.take import Take
from motionloom.library import Library
from motionloom.making.choice import find_piece

SHORTEST = 0.4  # seconds by which it is told what is done


@dataclass(frozen=True)
class StateRow:
    """A state: how long its reference lasts, of how many clips it is, the share of frames that do what its name says (None where
    no word of it can be told), and the states that lead into it and that it leads into."""

    name: str
    cyclic: bool
    seconds: float
    clips: int
    does: float | None
    entered_from: tuple[str, ...]
    leads_to: tuple[str, ...]


def list_states(machine: Machine) -> list[StateRow]:
    """A row for every state of a machine."""
    edges = machine.graph.edges
    return [
        StateRow(
            state.name,
            state.cyclic,
            len(state.frames) / RATE,
            len(state.motions),
            does_what_it_says(state),
            tuple(sorted(a for a, b in edges if b == state.name and a != b)),
            tuple(sorted(b for a, b in edges if a == state.name and a != b)),
        )
        for state in machine.states
    ]


def does_what_it_says(state: State) -> float | None:
    """The share of the frames of a state's reference, as captured, that pass the judge's test of the words in its name."""
    return share_that_does((state.captured or state.motions)[0], state.name)


def share_that_does(motion: Motion, name: str) -> float | None:
    """The share of a motion's frames that pass the judge's test of the words in a state's name; None where no word can be told.

    A start stands once and goes once, as a stop does; what becomes something else does one in its first third, the other in its last.
    """
    first, becomes, last = name.partition("_to_")
    if becomes:
        third = max(len(motion) // 3, round(SHORTEST * RATE))
        shares = [_does(motion[rows], name) for name, rows in ((first, slice(0, third)), (last, slice(len(motion) - third, len(motion))))]
        told = [share for share in shares if share is not None]
        return float(np.mean(told)) if told else None
    return _does(motion, name.replace("_start", "_stop"))


def _does(motion: Motion, name: str) -> float | None:
    failed = fails(Take(motion), name)
    return None if failed is None else 1.0 - float(np.nanmean(failed))


def table_of(library: Library, built: Built) -> dict[str, Any]:
    """All of a machine that was built as plain data: labels in, states out, ways that were forced, and what is missing and why."""
    kept = set(built.machine.graph.names)
    labels = sorted({label for clip in built.clips for label in library.clip(clip).labels})
    labelled = {recipe.name: _share_labelled(library, recipe) for recipe in built.states}
    return {
        "labels": labels,
        "states": [{**vars(row), "labelled": labelled[row.name]} for row in list_states(built.machine)],
        "transitions": len(built.machine.transitions),
        "forced": [{**vars(each), "said": str(each)} for each in built.forced],
        "left_out": [{"what": what, "why": why} for what, why in built.left_out],
        "missing": [vars(each) for each in built.missing if {each.source, each.target} <= kept],
    }


def _share_labelled(library: Library, recipe: StateRecipe) -> float:
    """The share of a state's pieces that are of clips labelled as it is called: all there is to go by where no test knows the word."""
    found = [recipe.name in find_piece(library, piece).clip.labels for piece in recipe.clips]
    return float(np.mean(found))


def say_deeds(row: StateRow) -> str:
    """Whether a state does what its name says, to be put after what else is said of it; nothing where nobody can tell."""
    return "" if row.does is None else f", does what its name says in {row.does:.0%} of its frames"


def say_row(row: StateRow) -> str:
    """One line about a state."""
    count = "1 clip" if row.clips == 1 else f"{row.clips} clips"
    return (
        f"{row.name}: {row.seconds:.1f} s of {count}, {'goes on' if row.cyclic else 'ends'}{say_deeds(row)}; "
        f"from {', '.join(row.entered_from) or 'nothing'}; to {', '.join(row.leads_to) or 'nothing'}"
    )
