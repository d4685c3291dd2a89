"""The alignment tool: cost matrices, transitions put by hand, and how they look before they are saved (paper 001 section 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from fastapi import APIRouter, Query, Response

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.panels.machine_messages import MachineAlignment, MachinePlacement, MachinePlacements, MachinePoint, MachinePreview
from motionloom.studio.panels.machine_shelf import MachineId, find_document, open_machine, save_machine
from motionloom.studio.routes.parameters import Current, TheStudio

if TYPE_CHECKING:
    from motionloom.behaviours.open_machine import OpenMachine
    from motionloom.behaviours.states import TransitionPoint

router = APIRouter()
StateQuery = Annotated[str, Query(min_length=1, max_length=200)]
SecondsQuery = Annotated[float, Query(ge=0, le=3600)]
APART = 1.3  # metres between source, blend and target


@router.get("/machines/{machine}/costs")
def get_costs(machine: MachineId, source: StateQuery, target: StateQuery, current: Current) -> Response:
    """The cost matrix of two states and the transitions over it."""
    from motionloom.behaviours.states import BLEND, RATE
    from motionloom.behaviours.transition_points import allowed_spans

    opened = open_machine(current, machine)
    leave, enter = allowed_spans(opened.machine.state(source), opened.machine.state(target))
    points = [to_point(opened, point) for point in opened.machine.transitions_between(source, target)]
    about = MachineAlignment(rate=RATE, points=points, leave=leave, enter=enter, blend=BLEND)
    return _packed({"costs": opened.costs(source, target).astype(np.float32)}, about.model_dump())


@router.get("/machines/{machine}/preview")
def get_preview(
    machine: MachineId,
    source: StateQuery,
    target: StateQuery,
    current: Current,
    index: Annotated[int, Query(ge=-1, le=100_000)] = -1,
    start: SecondsQuery = 0.0,
    enter: SecondsQuery = 0.0,
    blend: SecondsQuery = 0.3,
) -> Response:
    """Source, blend and target of a transition that is there (`index`) or would be put by hand."""
    from motionloom.behaviours.states import RATE
    from motionloom.behaviours.transition_preview import preview_transition
    from motionloom.core.ground import ground_height

    opened = open_machine(current, machine)
    placed = MachinePlacement(index=index if index >= 0 else None, start=start, enter=enter, blend=blend)
    point = _place(opened, source, target, placed)
    played = preview_transition(opened.controller, point)
    ground = float(ground_height(opened.machine.states[0].motions[0]))
    beside = np.array([[-APART, -ground, 0], [0, -ground, 0], [APART, -ground, 0]], np.float32)
    places = [(None if np.isnan(a) else float(a), None if np.isnan(b) else float(b)) for a, b in played.places]
    about = MachinePreview(point=to_point(opened, point), rate=RATE, begins=played.begins, ends=played.ends, places=places)
    return _packed({"positions": played.positions + beside[:, None, None], "rotations": played.rotations}, about.model_dump())


@router.post("/machines/{machine}/points")
def post_points(machine: MachineId, request: MachinePlacements, current: Current, studio: TheStudio) -> list[MachinePoint]:
    """Save all transitions from one state to another. One that jerks is saved all the same, and says so."""
    document, opened = find_document(current, machine), open_machine(current, machine)
    source, target = request.source, request.target
    if source == target:
        raise StudioError(f"{source} goes on of its own accord; its loop is found when the machine is built")
    placed = [_place(opened, source, target, each) for each in request.points]
    old = opened.machine
    others = [point for point in old.transitions if (point.source, point.target) != (source, target)]
    costs = old.graph.costs.copy()
    at = old.graph.index(source), old.graph.index(target)
    if not placed:
        costs[at] = np.inf
    elif not np.isfinite(costs[at]):
        costs[at] = _usual_cost(costs)
    made = old.with_transitions((*others, *placed), old.graph.with_costs(costs))
    save_machine(studio, document, made, request.window, f"Align {source} → {target}")
    saved = open_machine(current, machine)
    return [to_point(saved, point) for point in saved.machine.transitions_between(source, target)]


@router.get("/machines/{machine}/found")
def get_found(machine: MachineId, source: StateQuery, target: StateQuery, current: Current) -> list[MachinePoint]:
    """The transitions that are found by themselves, to begin from again."""
    from motionloom.behaviours.transition_points import find_transition_points

    opened = open_machine(current, machine)
    return [to_point(opened, point) for point in find_transition_points(opened.machine.state(source), opened.machine.state(target))]


def to_point(opened: OpenMachine, point: TransitionPoint) -> MachinePoint:
    """A transition in seconds, and how smooth it is."""
    from motionloom.behaviours.states import RATE

    frames, jerk = [float(frame) / RATE for frame in point.frames], opened.try_transition(point)
    return MachinePoint(start=point.start / RATE, stop=point.stop / RATE, frames=frames, cost=point.cost, jerk=jerk, limit=opened.limit)


def _place(opened: OpenMachine, source: str, target: str, placed: MachinePlacement) -> TransitionPoint:
    """The transition that is meant: one there is, or the best warp from where a person put its beginning."""
    from motionloom.behaviours.transition_points import place_transition_point

    if placed.index is not None:
        there = opened.machine.transitions_between(source, target)
        if placed.index >= len(there):
            raise StudioError(f"{source} → {target} has {len(there)} transitions, counted from 0; number {placed.index} is not among them")
        return there[placed.index]
    states = opened.machine.state(source), opened.machine.state(target)
    point = place_transition_point(*states, placed.start, placed.enter, placed.blend, opened.costs(source, target))
    opened.machine.check_transition(point)
    return point


def _usual_cost(costs: np.ndarray) -> float:
    """What an edge that nobody has mined costs: the middle of those there are."""
    there = costs[np.isfinite(costs)]
    return float(np.median(there)) if len(there) else 1.0


def _packed(arrays: dict[str, np.ndarray], meta: dict[str, object]) -> Response:
    return array_response({name: np.ascontiguousarray(values, np.float32) for name, values in arrays.items()}, meta)
