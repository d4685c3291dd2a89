"""The transitions panel: tables of the open library, and characters that do at once what a person asks for."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

import numpy as np
from fastapi import APIRouter, Path, Query, Response

from motionloom.studio import protocol, views
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import NotThere
from motionloom.studio.panel import Panel
from motionloom.studio.panels.transitions_messages import (
    MESSAGES,
    TransitionActivity,
    TransitionBody,
    TransitionBuild,
    TransitionEdit,
    TransitionKeep,
    TransitionKept,
    TransitionLoop,
    TransitionRecord,
    TransitionRename,
    TransitionStatus,
    TransitionTableInfo,
    TransitionTableRow,
)
from motionloom.studio.panels.transitions_shelf import find_table, open_table
from motionloom.studio.protocol.base import ID_PATTERN, Frame
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

if TYPE_CHECKING:
    from motionloom.library import Document, Library
    from motionloom.transitions.performing import Stretch

router = APIRouter()
JOB = "transition_table"
Metres = Annotated[float, Query(ge=-1e5, le=1e5)]
TableId = Annotated[str, Path(pattern=ID_PATTERN)]


@router.get("/status")
def get_status(current: Current) -> TransitionStatus:
    """The tables on the library's shelf, whoever built them, and the bodies it has."""
    from motionloom.transitions.activities import list_bodies
    from motionloom.transitions.shelf import list_tables

    library = current.library
    bodies = [
        TransitionBody(skeleton=body.skeleton, name=body.name, clips=len(body.clips), seconds=body.seconds) for body in list_bodies(library)
    ]
    return TransitionStatus(tables=[_row(library, document) for document in list_tables(library)], bodies=bodies)


def _row(library: Library, document: Document) -> TransitionTableRow:
    from motionloom.transitions.activities import name_clips
    from motionloom.transitions.shelf import describe_changes

    clips = [library.clip(clip) for clip in document.clips]
    return TransitionTableRow(
        id=document.id,
        name=document.name,
        body=name_clips(clips) if clips else "",
        seconds=document.data["seconds"],
        representatives=document.data["representatives"],
        clips=len(clips),
        note=describe_changes(library, document),
    )


@router.post("/build", status_code=202)
def post_build(request: TransitionBuild, current: Current) -> protocol.Job:
    """Start making a table."""
    from motionloom.making.choice import Choice
    from motionloom.transitions.activities import list_bodies
    from motionloom.transitions.jobs import table_arguments

    body = next((body for body in list_bodies(current.library) if body.skeleton == request.skeleton), None)
    if body is None:
        raise NotThere("that body is no longer in the library; choose another")
    choice = Choice(skeleton=request.skeleton, body=True)
    arguments = table_arguments(choice, seconds=request.seconds, representatives=request.representatives, mirrored=request.mirrored)
    return current.runner.add(JOB, f"Transitions of {body.name}", {**arguments, "window": request.window})


@router.post("/tables/{table}/rename")
def post_rename(table: TableId, request: TransitionRename, current: Current, studio: TheStudio) -> TransitionTableRow:
    """Give a table another name."""
    from motionloom.making.shelf import rename

    rename(current.library, find_table(current, table), request.name, window=request.window)
    studio.feed.nudge()
    return _row(current.library, find_table(current, table))


@router.post("/tables/{table}/delete")
def post_delete(table: TableId, request: TransitionEdit, current: Current, studio: TheStudio) -> TransitionStatus:
    """Take a table off the shelf; undo brings it back."""
    from motionloom.making.shelf import delete

    delete(current.library, find_table(current, table), window=request.window)
    studio.feed.nudge()
    return get_status(current)


@router.get("/tables/{table}")
def get_table(table: TableId, current: Current) -> TransitionTableInfo:
    """Open a table; an error where the library has changed since it was made."""
    from motionloom.core.body import body_of
    from motionloom.score.rarity import LINE
    from motionloom.transitions.activities import list_activities

    opened, _ = open_table(current, table)
    skeleton = opened.stock.skeleton
    return TransitionTableInfo(
        id=table,
        seconds=opened.frames / 60.0,
        natural=LINE,
        activities=[TransitionActivity(name=a.name, annotated=a.annotated, count=a.count) for a in list_activities(opened)],
        skeleton=views.skeleton_info(skeleton),
        body=views.body_info(body_of(skeleton), opened.stock.motion(0, 1)).model_copy(update={"ground": 0.0}),
        parts=views.body_parts(skeleton),
    )


@router.get("/tables/{table}/begin")
def get_begin(table: TableId, current: Current, activity: str, x: Metres = 0.0, z: Metres = 0.0) -> Response:
    """A new character in the middle of an activity: its first frames."""
    from motionloom.transitions.performing import begin

    opened, _ = open_table(current, table)
    return _answer(begin(opened, activity, np.random.default_rng(secrets.randbits(64)), x, z))


@router.get("/tables/{table}/go")
def get_go(table: TableId, current: Current, activity: str, frame: Frame, angle: Metres, x: Metres, z: Metres) -> Response:
    """A character at a frame of the stock that lies at a place: the transition to an activity, and what follows."""
    from motionloom.transitions.performing import GroundTransform, go_on

    opened, _ = open_table(current, table)
    return _answer(go_on(opened, frame, GroundTransform(angle, x, z), activity))


@router.post("/tables/{table}/keep")
def post_keep(table: TableId, request: TransitionKeep, current: Current, studio: TheStudio) -> TransitionKept:
    """Make a clip of a transition, so that it can be compared, judged and exported."""
    from motionloom.making.derive import derive
    from motionloom.transitions.maker import transition_recipe

    document, library = find_table(current, table), current.library
    recipe = transition_recipe(library, document, request.source, request.target, activity=request.activity)
    clip = derive(library, recipe, request.name, window=request.window, title=f"Keep {request.name}")
    studio.feed.nudge()
    return TransitionKept(clip=clip)


@router.post("/tables/{table}/record")
def post_record(table: TableId, request: TransitionRecord, current: Current, studio: TheStudio) -> TransitionKept:
    """Make one clip of a whole performance."""
    from motionloom.making.derive import derive
    from motionloom.transitions.maker import performance_recipe
    from motionloom.transitions.performance import Part

    document, library = find_table(current, table), current.library
    parts = [Part(part.first, part.last) for part in request.parts]
    recipe = performance_recipe(library, document, parts, [part.activity for part in request.parts])
    clip = derive(library, recipe, request.name, window=request.window, title=f"Keep {request.name}")
    studio.feed.nudge()
    return TransitionKept(clip=clip)


@router.post("/clips/{clip}/loop")
def post_loop(clip: ClipId, request: TransitionEdit, current: Current, studio: TheStudio) -> TransitionLoop:
    """Make a clip that loops of any clip, at its best cut."""
    from motionloom.making.derive import derive
    from motionloom.making.makers.loop import loop_recipe
    from motionloom.making.sources import clip_source

    record = current.clip(clip)
    made = derive(current.library, loop_recipe(clip_source(record)), f"{record.name} loop", window=request.window)
    cut = current.library.outcome(made)
    studio.feed.nudge()
    return TransitionLoop(clip=made, first=cut["first"], last=cut["last"], distance=cut["distance"])


def _answer(stretch: Stretch) -> Response:
    """A stretch as the client plays it: world positions (F, J, 3) and rotations (F, J, 4), planted (F, 4), and how to go on from it."""
    from motionloom.score.rarity import LINE
    from motionloom.transitions.performing import FARTHEST

    rotations, positions = stretch.motion.world
    made = stretch.made
    meta = {
        "fps": stretch.motion.fps,
        "blend": stretch.blend,
        "first": stretch.first,
        "leave": stretch.leave,
        "place": [stretch.place.angle, stretch.place.x, stretch.place.z],
        "source": None if made is None else made.source,
        "score": None if made is None else made.score,
        "rarity": None if made is None else made.rarity,
        "plant": None if made is None else made.plant,
        "balance": None if made is None else made.balance + made.momentum,
        "natural": None if made is None else made.rarity <= LINE and stretch.hop <= FARTHEST,
        "hop": stretch.hop,
    }
    return array_response({"positions": positions, "rotations": rotations, "planted": stretch.plants.astype(np.uint8)}, meta)


PANEL = Panel("transitions", "Transitions", router, messages=MESSAGES)
