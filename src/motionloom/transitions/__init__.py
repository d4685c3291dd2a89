"""Transitions of a given length between any two frames of a library, with a score that says how natural they will look."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motionloom.transitions.gathering import choose_clips, gather_stock, open_table
    from motionloom.transitions.joining import follow_on, join
    from motionloom.transitions.loop import Loop, make_loop
    from motionloom.transitions.stock import Stock, make_stock
    from motionloom.transitions.synthesis import Transition, make_transition
    from motionloom.transitions.table import TransitionTable, build_table

__all__ = [
    "Loop",
    "Stock",
    "Transition",
    "TransitionTable",
    "build_table",
    "choose_clips",
    "follow_on",
    "gather_stock",
    "join",
    "make_loop",
    "make_stock",
    "make_transition",
    "open_table",
]

# Loaded when they are asked for: looping a clip must not wait for the library and the job machinery.
_LATER = {
    "Loop": "loop",
    "Stock": "stock",
    "Transition": "synthesis",
    "TransitionTable": "table",
    "build_table": "table",
    "choose_clips": "gathering",
    "follow_on": "joining",
    "gather_stock": "gathering",
    "join": "joining",
    "make_loop": "loop",
    "make_stock": "stock",
    "make_transition": "synthesis",
    "open_table": "gathering",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
