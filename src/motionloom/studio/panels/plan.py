"""The plan panel: a scene drawn on the floor, and characters of a machine that find their way through it."""

from __future__ import annotations

import threading
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import APIRouter, Path, Response
from pydantic import Field

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import NotThere, StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.panels import plan_drive, plan_steer
from motionloom.studio.panels.machine_messages import MachineRequest, MachineRun
from motionloom.studio.panels.machine_shelf import MachineId, find_document, open_machine
from motionloom.studio.protocol import CommandResult
from motionloom.studio.protocol.base import ID_PATTERN, Answer, Id, Request
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import Current, TheStudio

if TYPE_CHECKING:
    from motionloom.behaviours.open_machine import OpenMachine
    from motionloom.library import Document
    from motionloom.navigation.plan import Plan
    from motionloom.navigation.planner import Planner
    from motionloom.navigation.scene import Scene
    from motionloom.studio.session import OpenLibrary

router = APIRouter()
router.include_router(plan_steer.router)
router.include_router(plan_drive.router)
SceneId = Annotated[str, Path(pattern=ID_PATTERN)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
MOST_AGENTS, MOST_SHAPES = 8, 200
LONGEST = 90.0  # seconds of motion that are planned for a window to play
APART = 6  # frames from one place of a way that is told to the next
_PLANNING = threading.Lock()
MOST_LOOKED = 1500  # ways that the search looked at, told at most


class PlanAsk(Request):
    """A scene as plain data (docs/navigation.md), and how long to look for a way, seconds for each goal."""

    scene: dict[str, Any]
    samples: Annotated[int, Field(ge=3, le=60)] = 15
    budget: Annotated[float, Field(gt=0, le=300)] = 8.0


class PlanSpan(Answer):
    """A state from one second of a plan to another."""

    state: str
    start: float
    end: float


class PlannedAgent(Answer):
    """What one agent does: places x, z a tenth of a second apart, states, and what is to be said about it."""

    name: str
    reached: int
    goals: int
    seconds: float
    metres: float
    clearance: float | None
    planned_in: float
    blocked: str
    way: list[tuple[float, float]]
    spans: list[PlanSpan]
    run: MachineRun


class PlanAnswer(Answer):
    """All agents of a scene; looked: short lines x, z, x, z that the searches went along."""

    rate: float
    agents: list[PlannedAgent]
    looked: list[list[float]]


class PlanKeep(Request):
    """Runs of a machine to be kept as clips, one step of undo; content: the machine's, as they were planned with it."""

    window: Id
    content: str
    runs: Annotated[list[MachineRun], Field(min_length=1, max_length=plan_steer.MOST_STEERED)]
    names: Annotated[list[Name], Field(min_length=1, max_length=plan_steer.MOST_STEERED)]


class PlanKept(Answer):
    """The clips that were made."""

    clips: list[str]


class SceneRow(Answer):
    """A scene on the shelf."""

    id: str
    name: str
    agents: int
    obstacles: int


class SceneList(Answer):
    """The scenes on the shelf."""

    scenes: list[SceneRow]


class SceneData(Answer):
    """A scene as plain data."""

    id: str
    name: str
    scene: dict[str, Any]


class SetScene(Request):
    """A scene that is put on the shelf under an id of the window's own, in place of what was there."""

    id: Id
    window: Id
    title: Name
    name: Name
    scene: dict[str, Any]


class DropScene(Request):
    """Takes a scene off the shelf."""

    id: Id
    window: Id


@router.post("/machines/{machine}/plan")
def post_plan(machine: MachineId, request: PlanAsk, current: Current) -> Response:
    """Plans for all agents: world positions and rotations of each (`positions0`, `rotations0`, ...), on a floor at 0."""
    from motionloom.behaviours.maker import perform_run
    from motionloom.behaviours.states import RATE
    from motionloom.core.ground import ground_height
    from motionloom.navigation.plan import plan_scene

    opened, scene = open_machine(current, machine), _read(request.scene)
    with _PLANNING:  # a planner plays one search at a time, and a window that drags asks again before it is answered
        planner = _planner(opened, request.samples, request.budget)
        plans = plan_scene(opened.machine, scene, planner.options, planner=planner)
    floor = np.array([0, ground_height(opened.machine.states[0].motions[0]), 0], np.float32)
    arrays = dict[str, Any]()
    for number, plan in enumerate(plans):
        rotations, positions = perform_run(opened.machine, plan.run).motion.world
        arrays[f"positions{number}"] = (positions - floor).astype(np.float32)
        arrays[f"rotations{number}"] = rotations.astype(np.float32)
    agents = [_describe(plan, scene, plans) for plan in plans]
    return array_response(arrays, PlanAnswer(rate=RATE, agents=agents, looked=_looked(plans)).model_dump())


@router.post("/machines/{machine}/keep")
def post_keep(machine: MachineId, request: PlanKeep, current: Current, studio: TheStudio) -> PlanKept:
    """Keep planned runs as clips."""
    from motionloom.behaviours.maker import Run, machine_recipe
    from motionloom.behaviours.requests import request_from_json
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.makers import make
    from motionloom.making.sources import Sources, document_source

    document = find_document(current, machine)
    if document.content != request.content:
        raise StudioError(f"machine {document.name!r} was changed since, so the same run would go elsewhere; plan again")
    if len(request.names) != len(request.runs):
        raise StudioError(f"{len(request.runs)} runs need as many names, found {len(request.names)}")
    sources, source, made = Sources(current.library), document_source(document), list[NewMade]()
    for told, name in zip(request.runs, request.names, strict=True):
        x, z, heading = told.at
        requests = tuple(request_from_json(each.model_dump()) for each in told.requests)
        recipe = machine_recipe(source, Run(told.start, told.frames, requests, told.skip, (x, z, heading), True, told.seed))
        made.append(NewMade(recipe, make(sources, recipe), name))
    clips = derive_all(current.library, made, window=request.window, sources=sources)
    studio.feed.nudge()
    return PlanKept(clips=list(clips))


@router.get("/scenes")
def get_scenes(current: Current) -> SceneList:
    """The scenes on the shelf."""
    from motionloom.making.shelf import entries
    from motionloom.navigation.scene_shelf import KIND

    rows = [
        SceneRow(id=each.id, name=each.name, agents=int(each.data.get("agents", 0)), obstacles=int(each.data.get("obstacles", 0)))
        for each in entries(current.library, KIND)
    ]
    return SceneList(scenes=rows)


@router.get("/scenes/{scene}")
def get_scene(scene: SceneId, current: Current) -> SceneData:
    """One scene."""
    from motionloom.navigation.scene_shelf import data_of

    document = _find_scene(current, scene)
    return SceneData(id=document.id, name=document.name, scene=data_of(current.library, document))


@router.post("/scenes/{scene}")
def post_scene(scene: SceneId, request: SetScene, current: Current, studio: TheStudio) -> CommandResult:
    """Save a scene; one step of undo."""
    from motionloom.making import shelf
    from motionloom.navigation.scene_shelf import KIND, to_entry

    _read(request.scene)
    told = {"window": request.window, "title": request.title, "command_id": request.id}
    change = shelf.save(current.library, KIND, scene, request.name, to_entry(request.scene), **told)
    return to_result(change, request.window, current, studio)


@router.post("/scenes/{scene}/delete")
def post_delete(scene: SceneId, request: DropScene, current: Current, studio: TheStudio) -> CommandResult:
    """Take a scene off the shelf."""
    document = _find_scene(current, scene)
    command = {"kind": "delete_document", "document": document.id, "title": f"Delete scene {document.name}"}
    return to_result(current.library.apply(command, window=request.window, command_id=request.id), request.window, current, studio)


def _find_scene(current: OpenLibrary, scene: str) -> Document:
    from motionloom.making import shelf
    from motionloom.navigation.scene_shelf import KIND

    found = next((each for each in shelf.entries(current.library, KIND) if each.id == scene), None)
    if found is None:
        raise NotThere(f"no scene {scene}; it may have been deleted, undo brings it back")
    return found


def _read(data: dict[str, Any]) -> Scene:
    """The scene of plain data that a window sent, of a size that can be played."""
    from motionloom.navigation.scene_file import scene_from_json

    scene = scene_from_json(data)
    if len(scene.agents) > MOST_AGENTS or len(scene.obstacles) > MOST_SHAPES:
        raise StudioError(f"the studio plans for up to {MOST_AGENTS} agents among {MOST_SHAPES} shapes; `motionloom plan` takes more")
    return scene


@lru_cache(maxsize=4)
def _planner(opened: OpenMachine, samples: int, budget: float) -> Planner:
    """A machine's planner; sampling it takes longer than many a plan."""
    from motionloom.navigation.planner import Planner, PlanOptions

    return Planner(opened.machine, PlanOptions(samples=samples, budget=budget, longest=LONGEST), opened.controller.tables)


def _describe(plan: Plan, scene: Scene, plans: list[Plan]) -> PlannedAgent:
    from motionloom.behaviours.states import RATE
    from motionloom.navigation.plan import report_plan

    report, run = report_plan(plan, scene, plans), plan.run
    changes = [0, *(k for k in range(1, len(plan.states)) if plan.states[k] != plan.states[k - 1]), len(plan.states)]
    spans = [PlanSpan(state=plan.states[a], start=a / RATE, end=b / RATE) for a, b in pairwise(changes)]
    told = {name: report[name] for name in ("reached", "goals", "seconds", "metres", "clearance", "planned_in", "blocked")}
    requests = [MachineRequest(**each.to_json()) for each in run.requests]
    return PlannedAgent(
        name=plan.agent.name,
        **told,
        way=[(x, z) for x, z in np.round(plan.way[::APART, :2], 3).tolist()],
        spans=spans,
        run=MachineRun(start=run.start, at=list(run.at), requests=requests, skip=run.skip, frames=run.frames),
    )


def _looked(plans: list[Plan]) -> list[list[float]]:
    """Where the searches went, as short lines, the last ones where there are too many."""
    nodes = [node for plan in plans for search in plan.searches for node in search.tree.nodes[1:]]
    ends = [(*node.way[0, :2], *node.way[-1, :2]) for node in nodes[-MOST_LOOKED:] if len(node.way)]
    rounded: list[list[float]] = np.round(np.array(ends).reshape(-1, 4), 3).tolist()
    return rounded


MESSAGES = (
    *(PlanAsk, PlanSpan, PlannedAgent, PlanAnswer, PlanKeep, PlanKept, SceneRow, SceneList, SceneData, SetScene, DropScene),
    *plan_steer.MESSAGES,
    *plan_drive.MESSAGES,
)
PANEL = Panel("plan", "Plan", router, messages=MESSAGES)
