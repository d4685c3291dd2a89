from dataclasses import replace

import numpy as np
import pytest

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.state_graph import StateGraph
from motionloom.core import MotionloomError


def test_routes_are_the_shortest_paths(sample_machine):
    names = sample_machine.graph.names
    for a in names:
        for b in names:
            path = sample_machine.graph.shortest_path(a, b)
            assert names[sample_machine.routes[names.index(a), names.index(b)]] == path[min(1, len(path) - 1)]


def test_a_loop_is_a_way_to_itself(sample_machine):
    assert sample_machine.transitions_between("walk", "walk") == [sample_machine.state("walk").loop]
    assert sample_machine.transitions_between("stop", "stop") == []


def test_machines_that_would_get_stuck_are_refused(sample_machine):
    m = sample_machine
    with pytest.raises(MotionloomError, match="there is no transition; find one"):
        Machine(m.states, tuple(p for p in m.transitions if p.source != "start"), m.graph)
    costs = m.graph.costs.copy()
    costs[:, m.graph.index("jump")] = np.inf
    with pytest.raises(MotionloomError, match="there is no way from stand to jump"):
        Machine(m.states, m.transitions, m.graph.with_costs(costs))
    with pytest.raises(MotionloomError, match="must be the same"):
        Machine(m.states[:-1], m.transitions, m.graph)
    wrong = tuple(replace(state, default="start") if state.name == "jump" else state for state in m.states)
    with pytest.raises(MotionloomError, match="no cyclic state"):
        Machine(wrong, m.transitions, m.graph)


def test_costs_decide_the_way(sample_machine):
    from motionloom.behaviours import make_shortest

    m = sample_machine
    asked = ["stop", "jump", "stand"]
    edited = make_shortest(m.graph, [asked], "exact").graph
    again = Machine(m.states, m.transitions, edited)
    names = m.graph.names
    assert names[again.routes[names.index("stop"), names.index("stand")]] == "jump"
    assert isinstance(again.graph, StateGraph)
