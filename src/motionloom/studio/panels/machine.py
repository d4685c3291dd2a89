"""The machine panels' server side: machines of the library, built from its clips by one press, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from fastapi import APIRouter, Response

from motionloom.core.errors import SkeletonError
from motionloom.making import shelf
from motionloom.making.choice import Choice, find_piece
from motionloom.making.names import free_name
from motionloom.studio import protocol, views
from motionloom.studio.panel import Panel
from motionloom.studio.panels import machine_align, machine_graph, machine_live, machine_record
from motionloom.studio.panels.machine_messages import (
    MESSAGES,
    MachineBuild,
    MachineDetail,
    MachineEdge,
    MachineEdit,
    MachineLeftOut,
    MachineList,
    MachineMissing,
    MachineParameter,
    MachineProposal,
    MachineProposedState,
    MachineRename,
    MachineRow,
    MachineState,
    MachineSubject,
)
from motionloom.studio.panels.machine_shelf import KIND, MachineId, find_document, open_machine
from motionloom.studio.routes.parameters import Current, TheStudio

if TYPE_CHECKING:
    from motionloom.behaviours.machine import Machine
    from motionloom.behaviours.states import State
    from motionloom.library import Document
    from motionloom.studio.session import OpenLibrary

router = APIRouter()


@router.get("/machines")
def get_machines(current: Current) -> MachineList:
    """Machines of the library, and whose clips others could be made of."""
    from motionloom.behaviours.proposing import list_subjects

    rows = [_row(document) for document in current.library.documents(KIND)]
    subjects = [MachineSubject(name=name, clips=clips) for name, clips in list_subjects(current.library)]
    return MachineList(machines=rows, subjects=subjects)


@router.get("/proposal")
def get_proposal(current: Current, subject: str) -> MachineProposal:
    """Which states could be built of a person's clips, by what their frames do."""
    from motionloom.behaviours.jobs import mine_library
    from motionloom.behaviours.segment_states import choose_first, propose_states
    from motionloom.behaviours.segment_track import TRACK

    choice = Choice(subjects=(subject,))
    proposal = propose_states(current.library, mine_library(current.library, choice, TRACK), choice)
    first = choose_first(proposal)
    return MachineProposal(
        subject=subject,
        states=[
            MachineProposedState(
                name=state.name,
                clips=list(dict.fromkeys(find_piece(current.library, clip).clip.name for clip in state.clips)),
                cyclic=state.cyclic,
                default=state.default,
                chosen=state.name in first,
            )
            for state in proposal.states
        ],
        left_out=_left_out(proposal.left_out),
    )


@router.post("/build", status_code=202)
def post_build(request: MachineBuild, current: Current) -> protocol.Job:
    """Mine and build, as a job; a machine that is built again makes only what was corrected since."""
    from motionloom.behaviours.proposing import choose_subject

    if request.machine is not None:
        document = find_document(current, request.machine)
        subject = choose_subject(current.library, str(document.data.get("subject", "")))
        told = {"document": document.id, "name": document.name, "states": request.states or document.data.get("wanted")}
        told |= {"choice": Choice(subjects=(subject,)).to_json(), "window": request.window}
        return current.runner.add("machine", f"Build machine {document.name} again", told)
    subject = choose_subject(current.library, request.subject)
    name = request.name or free_name(subject or "machine", (document.name for document in current.library.documents(KIND)))
    arguments = {"choice": Choice(subjects=(subject,)).to_json(), "name": name, "states": request.states, "window": request.window}
    return current.runner.add("machine", f"Build machine {name}", arguments)


@router.get("/machines/{machine}")
def get_machine(machine: MachineId, current: Current) -> MachineDetail:
    """A machine in full but for its motion."""
    document = find_document(current, machine)
    opened = open_machine(current, machine).machine
    motion = opened.states[0].motions[0]
    try:
        from motionloom.core.body import body_of

        body = views.body_info(body_of(opened.skeleton), motion)
    except SkeletonError:
        body = None
    return MachineDetail(
        id=document.id,
        name=document.name,
        content=document.content,
        states=[_state(state) for state in opened.states],
        edges=_edges(opened),
        missing=_missing(opened, document.data),
        left_out=_left_out(document.data.get("left_out", ())),
        skeleton=views.skeleton_info(opened.skeleton),
        body=body,
        parts=views.body_parts(opened.skeleton),
    )


@router.get("/machines/{machine}/file")
def get_file(machine: MachineId, current: Current) -> Response:
    """The machine as one .npz file, as `motionloom machine` reads it."""
    document = find_document(current, machine)
    name = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in document.name if sign.isascii()) or "machine"
    headers = {"content-disposition": f'attachment; filename="{name}.npz"', "cache-control": "no-store"}
    return Response(current.library.document_bytes(machine), media_type="application/octet-stream", headers=headers)


@router.post("/machines/{machine}/export", status_code=202)
def post_export(machine: MachineId, current: Current) -> protocol.Job:
    """The machine for engines, as a job with a zip to save."""
    document = find_document(current, machine)
    return current.runner.add("machine_export", f"Export machine {document.name} for engines", {"machine": document.id})


@router.post("/machines/{machine}/rename")
def post_rename(machine: MachineId, request: MachineRename, current: Current, studio: TheStudio) -> MachineRow:
    """Give a machine another name."""
    shelf.rename(current.library, find_document(current, machine), request.name, window=request.window)
    studio.feed.nudge()
    return _row(find_document(current, machine))


@router.post("/machines/{machine}/delete")
def post_delete(machine: MachineId, request: MachineEdit, current: Current, studio: TheStudio) -> MachineList:
    """Take a machine off the shelf."""
    shelf.delete(current.library, find_document(current, machine), window=request.window)
    studio.feed.nudge()
    return get_machines(current)


def _row(document: Document) -> MachineRow:
    data = document.data
    return MachineRow(
        id=document.id,
        name=document.name,
        subject=str(data.get("subject", "")),
        states=len(data.get("states", ())),
        version=document.version,
        content=document.content,
    )


def _state(state: State) -> MachineState:
    from motionloom.behaviours.states import RATE

    reference, parameter = state.motions[0], state.parameter
    path = reference.root_positions[:, [0, 2]]
    seconds = len(state.frames) / RATE
    return MachineState(
        name=state.name,
        cyclic=state.cyclic,
        default=state.default,
        seconds=seconds,
        pace=float(np.linalg.norm(path[-1] - path[0])) / seconds,
        clips=[motion.name for motion in state.motions],
        parameter=None
        if parameter is None
        else MachineParameter(name=parameter.name, low=float(parameter.values[0]), high=float(parameter.values[-1])),
    )


def _edges(machine: Machine) -> list[MachineEdge]:
    likely, graph = machine.graph.probabilities(), machine.graph
    found = []
    for a, b in np.argwhere(np.isfinite(graph.costs)):
        points = machine.transitions_between(graph.names[a], graph.names[b])
        found.append(
            MachineEdge(
                source=graph.names[a],
                target=graph.names[b],
                cost=float(graph.costs[a, b]),
                probability=float(likely[a, b]),
                points=len(points),
                apart=min(point.cost for point in points),
            )
        )
    return found


def _missing(machine: Machine, data: Mapping[str, Any]) -> list[MachineMissing]:
    """Every pair without an edge, explained: by mining where that found none, by smoothness where it did."""
    told = {(each["source"], each["target"]): each for each in data.get("missing", ())}
    found = []
    for a, b in np.argwhere(~np.isfinite(machine.graph.costs)):
        pair = machine.graph.names[a], machine.graph.names[b]
        if a == b:
            continue
        each = told.get(
            pair, {"reason": "mining found it, but no transition is about as smooth as the others are", "advice": "add it by hand"}
        )
        found.append(MachineMissing(source=pair[0], target=pair[1], reason=each["reason"], advice=each["advice"]))
    return found


def _left_out(pairs: Iterable[tuple[str, str]]) -> list[MachineLeftOut]:
    return [MachineLeftOut(label=label, reason=reason) for label, reason in pairs]


for part in (machine_live, machine_record, machine_align, machine_graph):
    router.include_router(part.router)


def load(current: OpenLibrary) -> None:
    """Load what a machine of the library is built with, so that whoever corrects a segment and builds it again need not wait for that."""
    from motionloom.behaviours.loading import load_building

    for document in current.library.documents(KIND)[:1]:
        load_building(open_machine(current, document.id).machine)


PANEL = Panel("machine", "Machine", router, messages=MESSAGES, load=load)
