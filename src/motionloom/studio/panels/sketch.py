"""The sketch panel: keyframe sketches on the shelf, what their keys make, completing them from captures; gaps of clips filled from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from fastapi import APIRouter, Response

from motionloom.studio.arrays import array_response
from motionloom.studio.panel import Panel
from motionloom.studio.panels.editing import EditedClip, EditReport
from motionloom.studio.panels.sketch_messages import (
    MESSAGES,
    SketchAccept,
    SketchBetween,
    SketchComplete,
    SketchDetail,
    SketchMade,
    SketchNew,
    SketchPropose,
    SketchProposed,
    SketchRow,
    SketchRows,
    SketchSet,
    SketchShow,
    to_detail,
    to_sketch,
)
from motionloom.studio.protocol import CommandResult
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

if TYPE_CHECKING:
    from motionloom.keyframes.assembling import Assembled
    from motionloom.keyframes.sketch import Sketch
    from motionloom.library import Document
    from motionloom.making.recipe import Source

router = APIRouter()
RATE = 24.0  # frames a second of a walk or an empty sketch
STRIDE = 0.55  # leg lengths a step
LONG = 600.0  # seconds of captures that a gap is filled from while a person waits; more are a job


@router.get("/sketches")
def get_sketches(current: Current) -> SketchRows:
    """The sketches on the shelf."""
    from motionloom.keyframes.shelf import KIND
    from motionloom.making import shelf

    rows = []
    for document in shelf.entries(current.library, KIND):
        told = document.data
        rows.append(
            SketchRow(id=document.id, name=document.name, frames=int(told["frames"]), fps=float(told["fps"]), keys=int(told["keys"]))
        )
    return SketchRows(sketches=rows)


@router.post("/new")
def post_new(request: SketchNew, current: Current, studio: TheStudio) -> SketchRow:
    """Put a new sketch on the shelf."""
    from motionloom.keyframes.shelf import put_sketch
    from motionloom.making import shelf

    sketch = _draw(request, current)
    identity = put_sketch(current.library, sketch, clips=(request.clip,), window=request.window)
    studio.feed.nudge()
    document = shelf.find_entry(current.library, identity)
    keys = sum(map(len, sketch.keys.values()))
    return SketchRow(id=identity, name=document.name, frames=sketch.frames, fps=sketch.fps, keys=keys)


def _draw(request: SketchNew, current: Current) -> Sketch:
    from motionloom.keyframes.sketch import Sketch
    from motionloom.keyframes.thinning import feet_and_root, lower_body, sketch_clip
    from motionloom.keyframes.walking_sketch import sketch_walk

    motion = current.motion(current.clip(request.clip).id)
    if request.what == "walk":
        return sketch_walk(motion.skeleton, (STRIDE,) * request.steps, fps=RATE, name=request.name)
    if request.what == "empty":
        return Sketch(motion.skeleton, max(2, round(request.seconds * RATE)), RATE, {}, request.name)
    channels = {"feet": feet_and_root(), "legs": lower_body(motion), "all": None}[request.what]
    return sketch_clip(motion, channels, name=request.name)


def _find(current: Current, identity: str) -> tuple[Document, Sketch]:
    from motionloom.keyframes.shelf import find_sketch

    return find_sketch(current.library, identity)


@router.get("/sketches/{identity}")
def get_sketch(identity: ClipId, current: Current) -> SketchDetail:
    """A sketch in full."""
    return to_detail(*_find(current, identity))


@router.post("/sketches/{identity}")
def post_sketch(identity: ClipId, request: SketchSet, current: Current, studio: TheStudio) -> CommandResult:
    """Save a sketch: one step of undo."""
    from motionloom.keyframes.shelf import save_sketch

    document, old = _find(current, identity)
    change = save_sketch(
        current.library,
        document.id,
        to_sketch(old, request.keys),
        clips=document.clips,
        window=request.window,
        title=request.title,
        command_id=request.id,
    )
    return to_result(change, request.window, current, studio)


@router.post("/sketches/{identity}/show")
def post_show(identity: ClipId, request: SketchShow, current: Current) -> Response:
    """What the keys alone make."""
    from motionloom.keyframes.assembling import assemble

    return _frames(assemble(to_sketch(_find(current, identity)[1], request.keys)), {})


@router.post("/sketches/{identity}/complete")
def post_complete(identity: ClipId, request: SketchComplete, current: Current) -> Response:
    """The keys completed along a path; how many there are, and what each is made of."""
    from motionloom.keyframes.maker import describe_path, open_completion, sketch_recipe
    from motionloom.making.sources import Sources

    sketch = to_sketch(_find(current, identity)[1], request.keys)
    completion = open_completion(Sources(current.library), sketch_recipe(sketch, _style(current, request.clips)))
    path = min(request.path, len(completion.paths) - 1)
    told = {
        "path": path,
        "paths": [describe_path(completion, each) for each in range(len(completion.paths))],
        "band": completion.band,
        "drivers": [{"start": span.start, "stop": span.stop, "channels": list(span.channels)} for span in completion.spans],
        "cuts": (completion.fragments.start / sketch.fps).tolist(),
        "joins": (completion.fragments.start[1:][~completion.pieces(path).consecutive] / sketch.fps).tolist(),
    }
    return _frames(completion.make(path), told)


def _frames(made: Assembled, told: dict[str, Any]) -> Response:
    rotations, positions = made.motion.world
    meta = {"frames": len(made.motion), "fps": made.motion.fps, "notes": list(made.notes), **told}
    return array_response({"positions": positions, "rotations": rotations, "planted": made.stands.astype(np.uint8)}, meta)


def _style(current: Current, clips: list[str]) -> list[Source]:
    from motionloom.making.sources import clip_source

    return [clip_source(current.clip(clip)) for clip in dict.fromkeys(clips)]


@router.post("/sketches/{identity}/accept")
def post_accept(identity: ClipId, request: SketchAccept, current: Current, studio: TheStudio) -> SketchMade:
    """Keep a path of the sketch as a clip, with its recipe."""
    from motionloom.keyframes.maker import sketch_recipe
    from motionloom.making.derive import derive

    document, sketch = _find(current, identity)
    recipe = sketch_recipe(sketch, _style(current, request.clips), request.path)
    made = derive(current.library, recipe, request.name or document.name, window=request.window, title=f"Complete {document.name}")
    studio.feed.nudge()
    return SketchMade(clip=made, name=current.library.clip(made).name)


@router.post("/sketches/{identity}/propose")
def post_propose(identity: ClipId, request: SketchPropose, current: Current, studio: TheStudio) -> SketchProposed:
    """Every path as a proposal in the review queue."""
    from motionloom.keyframes.maker import open_completion, propose_paths, sketch_recipe
    from motionloom.making.proposals import raise_proposals
    from motionloom.making.sources import Sources

    document, sketch = _find(current, identity)
    style = _style(current, request.clips)
    completion = open_completion(Sources(current.library), sketch_recipe(sketch, style))
    proposals = propose_paths(sketch, style, completion, document.name)
    title = f"Complete {document.name}"
    raise_proposals(current.library, proposals, question="keep", title=title, room="keyframes", window=request.window)
    studio.feed.nudge()
    return SketchProposed(count=len(proposals))


@router.post("/between")
def post_between(request: SketchBetween, current: Current, studio: TheStudio) -> EditReport:
    """A clip of its own in which a gap is filled in from captures; or the job that makes it, since they are many."""
    from motionloom.keyframes.between_maker import between_recipe, pick_captures
    from motionloom.making.derive import derive
    from motionloom.making.jobs.make_clips import JOB
    from motionloom.making.sources import Sources, clip_source

    library, clip = current.library, current.clip(request.clip)
    chosen = [current.clip(each) for each in dict.fromkeys(request.captures)]
    bodies = [each for each in chosen if each.height is not None] or chosen
    sources = Sources(library)
    opened = sources.open(clip_source(clip))
    end = min(request.end, clip.duration)
    recipe = between_recipe(opened, request.start, end, pick_captures(library, opened, [clip_source(each) for each in bodies]))
    if sum(each.duration for each in bodies) > LONG:
        return EditReport(clips=[], left=[], job=current.runner.start(JOB, {"recipes": [recipe.to_json()], "window": request.window}))
    made = derive(library, recipe, window=request.window, title=f"Fill a gap of {clip.name}", sources=sources)
    studio.feed.nudge()
    return EditReport(clips=[EditedClip(source=clip.id, clip=made, name=library.clip(made).name, begins=0.0)], left=[])


PANEL = Panel("sketch", "Sketch", router, messages=MESSAGES)
