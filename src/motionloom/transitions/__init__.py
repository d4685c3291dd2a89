"""Transitions of a given length between any two frames of a library, with a score that says how natural they will look."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motionloom.transitions.comparison import Comparison, compare_with_graph, read_comparison
    from motionloom.transitions.gathering import choose_clips, gather_stock, open_table
    from motionloom.transitions.joining import join
    from motionloom.transitions.side_by_side import Shown, graph_motion, our_motion, show_transition
    from motionloom.transitions.stock import Stock, make_stock
    from motionloom.transitions.synthesis import Transition, make_transition
    from motionloom.transitions.table import TransitionTable, build_table

__all__ = [
    "Comparison",
    "Shown",
    "Stock",
    "Transition",
    "TransitionTable",
    "build_table",
    "choose_clips",
    "compare_with_graph",
    "gather_stock",
    "graph_motion",
    "join",
    "make_stock",
    "make_transition",
    "open_table",
    "our_motion",
    "read_comparison",
    "show_transition",
]

# Loaded when they are asked for: joining two motions must not wait for the library and the job machinery.
_LATER = {
    "Comparison": "comparison",
    "Shown": "side_by_side",
    "Stock": "stock",
    "Transition": "synthesis",
    "TransitionTable": "table",
    "build_table": "table",
    "choose_clips": "gathering",
    "compare_with_graph": "comparison",
    "gather_stock": "gathering",
    "graph_motion": "side_by_side",
    "join": "joining",
    "make_stock": "stock",
    "make_transition": "synthesis",
    "open_table": "gathering",
    "our_motion": "side_by_side",
    "read_comparison": "comparison",
    "show_transition": "side_by_side",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
