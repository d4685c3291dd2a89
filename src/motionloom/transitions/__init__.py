"""Transitions of a given length between any two frames of a library, with a score that says how natural they will look."""

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.transitions.comparison import (
        Comparison as Comparison,
        compare_with_graph as compare_with_graph,
        read_comparison as read_comparison,
    )
    from motionloom.transitions.gathering import gather_stock as gather_stock
    from motionloom.transitions.joining import join as join
    from motionloom.transitions.maker import performance_recipe as performance_recipe, transition_recipe as transition_recipe
    from motionloom.transitions.shelf import find_table as find_table, use_table as use_table
    from motionloom.transitions.side_by_side import (
        Shown as Shown,
        graph_motion as graph_motion,
        our_motion as our_motion,
        show_transition as show_transition,
    )
    from motionloom.transitions.stock import Stock as Stock, make_stock as make_stock
    from motionloom.transitions.synthesis import Transition as Transition, make_transition as make_transition
    from motionloom.transitions.table import TransitionTable as TransitionTable, build_table as build_table

# Loaded when they are asked for: joining two motions must not wait for the library and the job machinery.
__all__, __getattr__ = load_later(__name__, __file__)
