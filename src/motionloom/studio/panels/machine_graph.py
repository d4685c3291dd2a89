"""The graph view: costs of edges, edges by hand, and paths that should be the natural ones (paper 001 chapter 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from fastapi import APIRouter

from motionloom.core.errors import MotionError
from motionloom.studio.errors import StudioError
from motionloom.studio.panels.machine_messages import MachineEdgeChange, MachineEdgeEdit, MachinePaths, MachineSolution, MachineSolutions
from motionloom.studio.panels.machine_shelf import MachineId, find_document, open_machine, save_machine
from motionloom.studio.routes.parameters import Current, TheStudio

if TYPE_CHECKING:
    from motionloom.behaviours import StateGraph
    from motionloom.behaviours.machine import Machine

router = APIRouter()
SOLVERS: tuple[Literal["local", "exact"], ...] = ("local", "exact")


@router.post("/machines/{machine}/edges", status_code=204)
def post_edge(machine: MachineId, request: MachineEdgeEdit, current: Current, studio: TheStudio) -> None:
    """Give an edge another cost, add one, or take one out."""
    document, old = find_document(current, machine), open_machine(current, machine).machine
    made, verb = _edit_edge(old, request.source, request.target, request.cost)
    save_machine(studio, document, made, request.window, f"{verb} {request.source} → {request.target}")


@router.post("/machines/{machine}/paths")
def post_paths(machine: MachineId, request: MachinePaths, current: Current, studio: TheStudio) -> MachineSolutions:
    """What both solvers would change so that these paths are the shortest; with a solver its answer is saved."""
    from motionloom.behaviours import make_shortest
    from motionloom.behaviours.machine import Machine

    document, old = find_document(current, machine), open_machine(current, machine).machine
    if request.solver is None:
        now = [old.graph.shortest_path(path[0], path[-1]) or [] for path in request.paths]
        return MachineSolutions(now=now, solutions=[_solve(old.graph, request.paths, solver) for solver in SOLVERS])
    edited = make_shortest(old.graph, request.paths, request.solver)
    words = " and ".join(" → ".join(path) for path in request.paths)
    save_machine(studio, document, Machine(old.states, old.transitions, edited.graph), request.window, f"Make {words} natural"[:200])
    return MachineSolutions(now=[list(path) for path in request.paths], solutions=[_solve(old.graph, request.paths, request.solver)])


def _edit_edge(old: Machine, source: str, target: str, cost: float | None) -> tuple[Machine, str]:
    from motionloom.behaviours.machine import Machine
    from motionloom.behaviours.transition_points import LIMIT, find_transition_points

    costs, points = old.graph.costs.copy(), list(old.transitions)
    at = old.graph.index(source), old.graph.index(target)
    if source == target:
        raise StudioError(f"{source} goes on of its own accord; an edge leads to another state")
    there = bool(np.isfinite(costs[at]))
    if cost is None:
        costs[at] = np.inf
        points = [point for point in points if (point.source, point.target) != (source, target)]
    else:
        costs[at] = cost
    if cost is not None and not there:
        found = find_transition_points(old.state(source), old.state(target))
        if not found:
            raise StudioError(
                f"{source} and {target} are nowhere within {LIMIT:g} m of each other, so there is no transition between them; "
                f"capture one take that goes from {source} straight into {target}"
            )
        points += found
    verb = "Take out" if cost is None else "Change the cost of" if there else "Add"
    return Machine(old.states, tuple(points), old.graph.with_costs(costs)), verb


def _solve(graph: StateGraph, paths: list[list[str]], solver: Literal["local", "exact"]) -> MachineSolution:
    from motionloom.behaviours import make_shortest

    try:
        found = make_shortest(graph, paths, solver)
    except MotionError as error:
        return MachineSolution(solver=solver, refused=str(error), edges=[], paths=0, change=0.0, margin=0.0)
    edges = [MachineEdgeChange(source=a, target=b, before=before, after=after) for a, b, before, after in found.edges]
    margin = found.margin if np.isfinite(found.margin) else 1e9
    return MachineSolution(solver=solver, refused="", edges=edges, paths=found.paths, change=found.change, margin=margin)
