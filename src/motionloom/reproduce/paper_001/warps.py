"""Paper 001, figures 5.1 to 5.4 and table 5.1: warps inside a state, of a state with itself, and between states of every kind."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.machine import Machine, connect
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.state_recipes import StateRecipe
from motionloom.behaviours.states import State
from motionloom.reproduce.examples import open_sample
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

STATES = (
    StateRecipe("walk", ("ada_walk_00", "ada_turn_left_45_00", "ada_turn_right_45_00"), cyclic=True),
    StateRecipe("fast_walk", ("ada_walk_fast_00",), cyclic=True),
    StateRecipe("stand", ("ada_stand_00",), cyclic=True),
    StateRecipe("start", ("ada_start_00",), default="walk"),
    StateRecipe("stop", ("ada_stop_00", "ada_stop_01"), default="stand"),
)
PAIRS = (("walk", "fast_walk"), ("walk", "stop"), ("start", "walk"), ("start", "stop"))  # figure 5.4, a to d
BACK = (("fast_walk", "walk"), ("stand", "start"), ("start", "walk"), ("stop", "stand"))  # so that every state can be left


def build() -> Machine:
    """A state of each row of table 5.1, and a transition of each kind of figure 5.4."""
    states = [recipe.make(open_sample) for recipe in STATES]
    names = tuple(state.name for state in states)
    costs = np.array([[1.0 if (a, b) in (*PAIRS, *BACK) else np.inf for b in names] for a in names])
    return connect(states, StateGraph(names, costs, frozenset(recipe.name for recipe in STATES if recipe.cyclic)))


def kind_of(state: State) -> str:
    """Which row of table 5.1 a state is of."""
    return f"{'multi' if len(state.motions) > 1 else 'single'}-sequence {'cyclic' if state.cyclic else 'acyclic'}"


def run(given: Given) -> Outcome:
    """Draw the warp of two clips inside a state and a state's with itself (5.1, 5.3), and transitions of every kind (5.4)."""
    from motionloom.behaviours.transition_picture import draw_transitions, draw_warps

    machine = build()
    inside, between = given.picture("001-5.1.png"), given.picture("001-5.4.png")
    draw_warps(machine.state("walk"), inside)
    draw_transitions(machine, PAIRS, between)
    kinds = {kind_of(state) for state in machine.states}
    ways = {(source, target): machine.transitions_between(source, target) for source, target in PAIRS}
    numbers = [
        Number("kinds of states (table 5.1)", len(kinds), "4", "", 0.0),
        Number("kinds of transitions (5.4 a to d)", sum(bool(found) for found in ways.values()), "4", "", 0.0),
        *(Number(f"ways from {source} to {target}", len(found), "", "", 2.0) for (source, target), found in ways.items()),
    ]
    return Outcome("the sample's ada, a synthetic stand-in", tuple(numbers), DIFFERS, (inside.name, between.name))


DIFFERS = (
    "The paper's user draws each warp and makes a transition in about a minute; here all are found and a person corrects them in the "
    "studio; the rows of table 5.1 are what a state of ours holds: frames of several clips, a loop, transitions."
)
register(
    Result(
        "001",
        "5.1",
        "Warps inside states, of states with themselves, between states",
        "States of one clip or several, cyclic or not, need an alignment curve, a self-warp and transition warps as table 5.1 says; "
        "transitions lie in the part of the cost matrix that their kind allows (5.4).",
        run,
        also=("001-5.2", "001-5.3", "001-5.4", "001-table-5.1"),
    )
)
