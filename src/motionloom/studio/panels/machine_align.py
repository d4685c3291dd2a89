"""The alignment tool: cost matrices, transitions put by hand, and how they look before they are saved (paper 001 section 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from fastapi import APIRouter, Query, Response

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.panels.machine_messages import (
    MachineAlignment,
    MachineClipWarp,
    MachinePlacement,
    MachinePlacements,
    MachinePoint,
    MachinePreview,
)
from motionloom.studio.panels.machine_shelf import MachineId, find_document, open_machine, save_machine
from motionloom.studio.routes.parameters import Current, TheStudio
from motionloom.studio.session import OpenLibrary, Studio

if TYPE_CHECKING:
    from motionloom.behaviours.open_machine import OpenMachine
    from motionloom.behaviours.states import TransitionPoint

router = APIRouter()
StateQuery = Annotated[str, Query(min_length=1, max_length=200)]
SecondsQuery = Annotated[float, Query(ge=0, le=3600)]
ClipQuery = Annotated[int, Query(ge=0, le=100_000)]
KeysQuery = Annotated[str, Query(max_length=4000, pattern=r"^(\d+(\.\d+)?:\d+(\.\d+)?(,|$))*$")]
LINE = 60  # moments of a clip's warp that are drawn
APART = 1.3  # metres between source, blend and target


@router.get("/machines/{machine}/costs")
def get_costs(machine: MachineId, source: StateQuery, target: StateQuery, current: Current) -> Response:
    """The cost matrix of two states and the transitions over it."""
    from motionloom.behaviours.states import BLEND, RATE
    from motionloom.behaviours.transition_points import allowed_spans

    opened = open_machine(current, machine)
    leave, enter = allowed_spans(opened.machine.state(source), opened.machine.state(target))
    if source == target:  # a lap may begin and end wherever there is room for it
        lasts = (len(opened.machine.state(source).frames) - 1) / RATE
        leave, enter = (BLEND, max(lasts - BLEND, BLEND)), (0.0, max(lasts - 2 * BLEND, 0.0))
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
        return _save_loop(current, studio, machine, request)
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
    if source == target:
        return [to_point(opened, point) for point in opened.machine.transitions_between(source, target)]
    return [to_point(opened, point) for point in find_transition_points(opened.machine.state(source), opened.machine.state(target))]


@router.get("/machines/{machine}/warp")
def get_warp(machine: MachineId, state: StateQuery, clip: ClipQuery, current: Current, keys: KeysQuery = "") -> Response:
    """The cost matrix of a state's reference and one of its clips, and the clip's warp, bent through keys: `at:shows,at:shows`, seconds."""
    from motionloom.behaviours.states import BLEND, RATE, cost_between

    opened, bent = open_machine(current, machine).machine.state(state), _bend(current, machine, state, clip, keys)
    costs = cost_between(opened.motions[0], opened.motions[clip])
    lasts = (len(opened.frames) - 1) / RATE, (len(opened.motions[clip]) - 1) / RATE
    about = MachineAlignment(rate=RATE, points=[_whole_warp(costs, bent)], leave=(0.0, lasts[0]), enter=(0.0, lasts[1]), blend=BLEND)
    return _packed({"costs": costs.astype(np.float32)}, about.model_dump())


@router.get("/machines/{machine}/warp_preview")
def get_warp_preview(machine: MachineId, state: StateQuery, clip: ClipQuery, current: Current, keys: KeysQuery = "") -> Response:
    """The reference, half of each, and the clip on the reference's clock, its warp bent through keys."""
    from motionloom.behaviours.aligning import play_warp
    from motionloom.behaviours.states import RATE, cost_between

    opened, bent = open_machine(current, machine).machine.state(state), _bend(current, machine, state, clip, keys)
    played = play_warp(opened, clip, bent)
    beside = np.array([[-APART, 0, 0], [0, 0, 0], [APART, 0, 0]], np.float32)
    worlds = [motion.world for motion in played]
    rotations, positions = (np.stack([world[k] for world in worlds]) for k in (0, 1))
    positions = positions + beside[:, None, None]
    costs = cost_between(opened.motions[0], opened.motions[clip])
    places: list[tuple[float | None, float | None]] = [(f / RATE, float(at) / RATE) for f, at in enumerate(bent)]
    about = MachinePreview(point=_whole_warp(costs, bent), rate=RATE, begins=0, ends=len(bent), places=places)
    return _packed({"positions": positions, "rotations": rotations}, about.model_dump())


@router.post("/machines/{machine}/warp", status_code=204)
def post_warp(machine: MachineId, request: MachineClipWarp, current: Current, studio: TheStudio) -> None:
    """Save a clip's warp; steering is measured anew, and whoever drives the machine sees it from the next step on."""
    from motionloom.behaviours.aligning import Key, with_warp

    document, opened = find_document(current, machine), open_machine(current, machine)
    made = with_warp(opened.machine, request.state, request.clip, [Key(key.at, key.shows) for key in request.keys])
    save_machine(studio, document, made, request.window, f"Warp {opened.machine.state(request.state).motions[request.clip].name}")


def _bend(current: OpenLibrary, machine: str, state: str, clip: int, keys: str) -> np.ndarray:
    """The frames (R,) of a clip's warp through keys of a query."""
    from motionloom.behaviours.aligning import Key, bend_warp

    pairs = [Key(float(at), float(shows)) for at, shows in (pair.split(":") for pair in keys.split(",") if pair)]
    return bend_warp(open_machine(current, machine).machine.state(state), clip, pairs)


def _whole_warp(costs: np.ndarray, bent: np.ndarray) -> MachinePoint:
    """A warp from the reference's first frame to its last, as a line of evenly spaced moments, and the mean distance along it."""
    from motionloom.behaviours.states import RATE

    index = np.arange(len(bent))
    cost = float(costs[index, np.clip(np.round(bent).astype(np.intp), 0, costs.shape[1] - 1)].mean())
    knots = np.interp(np.linspace(0, len(bent) - 1, LINE), index, bent) / RATE
    return MachinePoint(start=0.0, stop=(len(bent) - 1) / RATE, frames=knots.tolist(), cost=cost, jerk=0.0, limit=0.0)


def _save_loop(current: OpenLibrary, studio: Studio, machine: str, request: MachinePlacements) -> list[MachinePoint]:
    """A state's self-transition, or none: then it ends in the first cyclic state that it leads to."""
    from motionloom.behaviours.aligning import with_loop, without_loop

    document, opened = find_document(current, machine), open_machine(current, machine)
    name, old = request.source, opened.machine
    if len(request.points) > 1:
        raise StudioError(f"{name} has one self-transition; take the others out")
    if request.points:
        made = with_loop(old, _place(opened, name, name, request.points[0]))
    else:
        ends = [state.name for state in old.states if state.cyclic and (name, state.name) in old.graph.edges]
        made = without_loop(old, name, ends[0] if ends else "")
    save_machine(studio, document, made, request.window, f"Align {name} → {name}")
    saved = open_machine(current, machine)
    return [to_point(saved, point) for point in saved.machine.transitions_between(name, name)]


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
    if source == target:
        from motionloom.behaviours.aligning import place_loop

        return place_loop(states[0], placed.start, placed.enter, placed.blend, opened.costs(source, source))
    point = place_transition_point(*states, placed.start, placed.enter, placed.blend, opened.costs(source, target))
    opened.machine.check_transition(point)
    return point


def _usual_cost(costs: np.ndarray) -> float:
    """What an edge that nobody has mined costs: the middle of those there are."""
    there = costs[np.isfinite(costs)]
    return float(np.median(there)) if len(there) else 1.0


def _packed(arrays: dict[str, np.ndarray], meta: dict[str, object]) -> Response:
    return array_response({name: np.ascontiguousarray(values, np.float32) for name, values in arrays.items()}, meta)
