"""The transitions panel: tables of the open library, and characters that do at once what a person asks for."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

import numpy as np
from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from motionloom.studio import protocol, views
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import NotThere, StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.panels.transitions_shelf import TABLES, add_transition
from motionloom.studio.protocol.base import ID_PATTERN, Answer, Frame, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

if TYPE_CHECKING:
    from motionloom.studio.jobs.context import JobContext
    from motionloom.studio.session import Studio
    from motionloom.transitions.performing import Stretch

router = APIRouter()
JOB = "transitions"
FITTED_FROM = 40  # representatives: who takes minutes for a table has seconds to fit the body's masses
Metres = Annotated[float, Query(ge=-1e5, le=1e5)]
TableId = Annotated[str, Path(pattern=ID_PATTERN)]


class TransitionBody(Answer):
    """A body that a table can be made of."""

    skeleton: str
    name: str
    clips: int
    seconds: float


class TransitionTableRow(Answer):
    """A table that was made: for whom, how long its transitions are, from how many windows."""

    id: str
    body: str
    seconds: float
    representatives: int
    clips: int


class TransitionStatus(Answer):
    """What there is to perform with, and what it could be made of."""

    tables: list[TransitionTableRow]
    bodies: list[TransitionBody]


class TransitionBuild(Request):
    """Makes the table of a body; the one of the same length and size is replaced."""

    skeleton: Id
    seconds: Annotated[float, Field(ge=0.3, le=5.0)]
    representatives: Annotated[int, Field(ge=2, le=200)]
    mirrored: bool


class TransitionActivity(Answer):
    """A name to ask for; `count` frames at which it can be entered, 0 where nothing leads into it for a transition's length."""

    name: str
    annotated: bool
    count: int


class TransitionTableInfo(Answer):
    """A table that is open: what can be asked for, the score in metres up to which a transition counts as natural, the body to draw."""

    id: str
    seconds: float
    natural: float
    activities: list[TransitionActivity]
    skeleton: protocol.SkeletonInfo
    body: protocol.BodyInfo
    parts: list[protocol.BodyPart]


class TransitionKeep(Request):
    """Makes a clip of the transition between two frames of the table's stock."""

    source: Frame
    target: Frame
    name: protocol.Name


class TransitionKept(Answer):
    """The clip that a transition became."""

    clip: str


class TransitionLoop(Answer):
    """A clip that leads into its own beginning; cut at `first` and `last` seconds, where its joints were `distance` metres apart."""

    clip: str
    first: float
    last: float
    distance: float


@router.get("/status")
def get_status(current: Current) -> TransitionStatus:
    """The tables of the library and the bodies it has."""
    from motionloom.transitions import tables

    library = current.library
    names = {clip.id: clip.subject or clip.name for clip in library.clips()}
    rows = []
    for identity, about in tables.list_tables(library).items():
        clips = about["clip_ids"]
        who = sorted({names[clip] for clip in clips if clip in names})
        rows.append(
            TransitionTableRow(
                id=identity,
                body=", ".join(who[:3]),
                seconds=about["seconds"],
                representatives=int(about.get("representatives", 0)),
                clips=len(clips),
            )
        )
    bodies = [
        TransitionBody(skeleton=body.skeleton, name=body.name, clips=len(body.clips), seconds=body.seconds)
        for body in tables.find_bodies(library)
    ]
    return TransitionStatus(tables=rows, bodies=bodies)


@router.post("/build", status_code=202)
def post_build(request: TransitionBuild, current: Current) -> protocol.Job:
    """Start making a table."""
    from motionloom.transitions.tables import find_bodies

    body = next((body for body in find_bodies(current.library) if body.skeleton == request.skeleton), None)
    if body is None:
        raise NotThere("that body is no longer in the library; choose another")
    return current.runner.add(JOB, f"Transitions of {body.name}", request.model_dump())


def build(studio: Studio, context: JobContext) -> None:
    """The job: gather the clips, choose windows that stand for all, search the best recipes between them."""
    from contextlib import ExitStack

    from motionloom.compute import open_executor
    from motionloom.transitions import tables
    from motionloom.transitions.gathering import fit_stock_masses, gather_stock
    from motionloom.transitions.table import build_table

    library = studio.require().library
    wanted = TransitionBuild.model_validate(dict(context.arguments))
    body = next((body for body in tables.find_bodies(library) if body.skeleton == wanted.skeleton), None)
    if body is None:
        raise StudioError("the clips of that body have left the library; bring them back and resume the job")
    identity = tables.table_id(body.name, wanted.seconds, wanted.representatives, wanted.mirrored)
    file = tables.table_path(library, identity)
    file.parent.mkdir(exist_ok=True)
    context.progress(0, wanted.representatives, f"Reading {len(body.clips)} clips")
    stock = gather_stock(library, body.clips, wanted.mirrored)
    thorough = wanted.representatives >= FITTED_FROM
    masses = fit_stock_masses(stock) if thorough else None
    context.progress(0, wanted.representatives, "Searching the best recipes")
    with ExitStack() as stack:
        executor = stack.enter_context(open_executor()) if thorough else None
        build_table(
            stock,
            file,
            seconds=wanted.seconds,
            representatives=wanted.representatives,
            masses=masses,
            store=library.jobs,
            executor=executor,
            progress=context.follow(),
        )
    TABLES.forget(identity)
    studio.hub.publish(protocol.PanelMessage(type="panel", panel=PANEL.name, data={"table": identity}))


@router.get("/tables/{table}")
def get_table(table: TableId, current: Current) -> TransitionTableInfo:
    """Open a table; an error where the library has changed since it was made."""
    from motionloom.core.body import body_of
    from motionloom.transitions.tables import list_activities

    opened, natural = TABLES.of(current, table)
    skeleton = opened.stock.skeleton
    return TransitionTableInfo(
        id=table,
        seconds=opened.frames / 60.0,
        natural=natural,
        activities=[TransitionActivity(name=a.name, annotated=a.annotated, count=a.count) for a in list_activities(opened)],
        skeleton=views.skeleton_info(skeleton),
        body=views.body_info(body_of(skeleton), opened.stock.motion(0, 1)).model_copy(update={"ground": 0.0}),
        parts=views.body_parts(skeleton),
    )


@router.get("/tables/{table}/begin")
def get_begin(table: TableId, current: Current, activity: str, x: Metres = 0.0, z: Metres = 0.0) -> Response:
    """A new character in the middle of an activity: its first frames."""
    from motionloom.transitions.performing import begin

    opened, natural = TABLES.of(current, table)
    return _answer(begin(opened, activity, np.random.default_rng(secrets.randbits(64)), x, z), natural)


@router.get("/tables/{table}/go")
def get_go(table: TableId, current: Current, activity: str, frame: Frame, angle: Metres, x: Metres, z: Metres) -> Response:
    """A character at a frame of the stock that lies at a place: the transition to an activity, and what follows."""
    from motionloom.transitions.performing import GroundTransform, go_on

    opened, natural = TABLES.of(current, table)
    return _answer(go_on(opened, frame, GroundTransform(angle, x, z), activity), natural)


@router.post("/tables/{table}/keep")
def post_keep(table: TableId, request: TransitionKeep, current: Current, studio: TheStudio) -> TransitionKept:
    """Make a clip of a transition, so that it can be compared, judged and exported."""
    from motionloom.transitions.synthesis import make_transition

    opened, _ = TABLES.of(current, table)
    made = make_transition(opened, request.source, request.target)
    clip = add_transition(current, table, opened, made, request.name)
    studio.feed.nudge()
    return TransitionKept(clip=clip)


@router.post("/clips/{clip}/loop")
def post_loop(clip: ClipId, current: Current, studio: TheStudio) -> TransitionLoop:
    """Make a clip that loops of any clip, at its best cut."""
    from motionloom.align.loop import make_loop

    record, plants = current.clip(clip), current.library.plants(clip)
    found = make_loop(current.motion(clip))
    motion = found.motion
    recipe = {"made_by": "loop", "clip": clip, "first": found.first, "last": found.last, "distance": round(found.distance, 4)}
    at = np.rint((found.first + np.arange(len(motion)) / motion.fps) * record.fps).astype(np.intp)
    made = current.library.add(
        motion.with_arrays(motion.rotations, motion.root_positions, recipe=recipe),
        f"{record.name} loop",
        labels=record.labels,
        plants=None if plants is None else plants.bits[np.clip(at, 0, record.frames - 1)],
        plants_source="" if plants is None else "loop",
        subject=record.subject,
        height=record.height,
    )
    studio.feed.nudge()
    return TransitionLoop(clip=made, first=found.first, last=found.last, distance=found.distance)


def _answer(stretch: Stretch, natural: float) -> Response:
    """A stretch as the client plays it: world positions (F, J, 3) and rotations (F, J, 4), planted (F, 4), and how to go on from it."""
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
        "plant": None if made is None else made.plant,
        "balance": None if made is None else made.balance,
        "natural": None if made is None else made.score <= natural and stretch.hop <= FARTHEST,
        "hop": stretch.hop,
    }
    return array_response({"positions": positions, "rotations": rotations, "planted": stretch.plants.astype(np.uint8)}, meta)


PANEL = Panel(
    "transitions",
    "Transitions",
    router,
    messages=(
        TransitionBody,
        TransitionTableRow,
        TransitionStatus,
        TransitionBuild,
        TransitionActivity,
        TransitionTableInfo,
        TransitionKeep,
        TransitionKept,
        TransitionLoop,
    ),
    jobs={JOB: build},
)
