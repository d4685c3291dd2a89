"""The spread panel: examples of an edit, predictions of it on other clips, how sure they are, and fixes that join the examples."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Response
from pydantic import Field

from motionloom.core.errors import MotionloomError
from motionloom.studio import protocol
from motionloom.studio.arrays import array_response
from motionloom.studio.panel import Panel
from motionloom.studio.panels import spread_live
from motionloom.studio.panels.spread_live import SpreadPreview, SpreadWeights
from motionloom.studio.protocol.base import Answer, Clips, Frame, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.edits.propagation.example_set import ExampleSet, Pair
    from motionloom.edits.propagation.spreading import SpreadOptions
    from motionloom.library import Document
    from motionloom.making.recipe import Recipe

router = APIRouter()
router.include_router(spread_live.router)
MANY = 3  # clips that are predicted while a person waits; more are a job

Number = Annotated[int, Field(ge=0, le=10_000)]


class SpreadPair(Answer):
    """An example: frames of a source and of its edit; timed: they have timings of their own. A clip that is gone has no name."""

    source: str
    source_name: str
    start: int
    stop: int
    edited: str
    edited_name: str
    edited_start: int
    edited_stop: int
    seconds: float
    timed: bool


class SpreadSet(Answer):
    """Examples of one edit on the shelf."""

    id: str
    name: str
    predictor: str
    seconds: float
    pairs: list[SpreadPair]


class SpreadSets(Answer):
    """All edits that were taught."""

    sets: list[SpreadSet]


class SpreadAdd(Request):
    """Frames of a made clip, paired with what they were made of, join the examples of an edit: `document`, or a new one by `name`.

    replace: the number of the example whose place they take.
    """

    window: Id
    clip: Id
    start: Frame
    stop: Frame
    document: Id | None = None
    name: Annotated[str, Field(max_length=200)] = ""
    replace: Number | None = None


class SpreadRemove(Request):
    """An example is taken out."""

    window: Id
    document: Id
    number: Number


class SpreadPredict(Request):
    """Clips with an edit; weights null: those that suit the examples."""

    window: Id
    document: Id
    clips: Clips
    strength: Annotated[float, Field(ge=0, le=3)] = 1.0
    weights: SpreadWeights | None = None


class SpreadMade(Answer):
    """A predicted clip, what it was made of, how sure it is on the whole and at least, and the frame of the latter."""

    clip: str
    source: str
    name: str
    confidence: float
    least: float
    least_frame: int


class SpreadReport(Answer):
    """What was predicted; or the job that predicts it, since they are many."""

    made: list[SpreadMade]
    job: protocol.Job | None = None


@router.get("/sets")
def get_sets(current: Current) -> SpreadSets:
    """The edits on the shelf and their examples."""
    from motionloom.edits.propagation.example_set import KIND
    from motionloom.making import shelf

    there = shelf.entries(current.library, KIND)
    return SpreadSets(sets=[_describe(current, document, shelf.open_entry(current.library, document)) for document in there])


@router.post("/add")
def post_add(request: SpreadAdd, current: Current, studio: TheStudio) -> SpreadSet:
    """Add an example, or put it in place of another; the clip knows what it was made of."""
    from motionloom.edits.propagation.example_set import ExampleSet, put_examples
    from motionloom.edits.propagation.fixing import pair_from_edit

    document, known = (None, ExampleSet()) if request.document is None else _find(current, request.document)
    pair = pair_from_edit(current.library, current.clip(request.clip), request.start, request.stop)
    wanted = known.added(pair) if request.replace is None else known.replaced(request.replace, pair)
    name = request.name.strip() or (document.name if document else "edit")
    kept = put_examples(current.library, name, wanted, document=document, window=request.window)
    studio.feed.nudge()
    return _describe(current, current.library.document(kept), wanted)


@router.post("/remove")
def post_remove(request: SpreadRemove, current: Current, studio: TheStudio) -> SpreadSet:
    """Take an example out."""
    from motionloom.edits.propagation.example_set import put_examples

    document, known = _find(current, request.document)
    wanted = known.removed(request.number)
    put_examples(current.library, document.name, wanted, document=document, window=request.window)
    studio.feed.nudge()
    return _describe(current, current.library.document(document.id), wanted)


@router.post("/predict")
def post_predict(request: SpreadPredict, current: Current, studio: TheStudio) -> SpreadReport:
    """Make clips with the edit, in one undo step; a clip that was predicted already is predicted anew from what it was made of."""
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.jobs.make_clips import JOB
    from motionloom.making.makers import make
    from motionloom.making.sources import Sources

    library = current.library
    document, examples = _find(current, request.document)
    options, sources = _options(request), Sources(library)
    clips = [_original(current, clip) for clip in request.clips]
    recipes = [_recipe(current, sources, clip, examples, options) for clip in clips]
    names = [f"{library.clip(clip).name} {document.name}" for clip in clips]
    if len(recipes) > MANY:
        told: dict[str, Any] = {"recipes": [recipe.to_json() for recipe in recipes], "names": names, "window": request.window}
        return SpreadReport(made=[], job=current.runner.start(JOB, told))
    made = [NewMade(recipe, make(sources, recipe), name) for recipe, name in zip(recipes, names, strict=True)]
    ids = derive_all(library, made, window=request.window, sources=sources)
    studio.feed.nudge()
    return SpreadReport(made=[_made(current, clip, source) for clip, source in zip(ids, clips, strict=True)])


@router.get("/clips/{clip}/confidence")
def get_confidence(clip: ClipId, current: Current, document: Annotated[str, Query(max_length=64)] = "") -> Response:
    """How sure the prediction of each frame is: `values` float32 (F,) 0..1, and `joints` float32 (J,): metres that joints are likely off.

    Of a predicted clip what it was predicted with; of another what the edit of `document` would be predicted with, none without examples.
    """
    from motionloom.edits.propagation.maker import open_model
    from motionloom.edits.propagation.model import estimate
    from motionloom.making.makers import make
    from motionloom.making.recipe import from_json
    from motionloom.making.sources import Sources

    current.kept(clip)
    told, sources = _propagated(current, clip), Sources(current.library)
    examples = _find(current, document)[1] if document and told is None else None
    values, joints = np.zeros(0), np.zeros(0)
    if told is not None:
        found = make(sources, from_json(told)).about
        values, joints = found.confidence, found.expected.mean(axis=0)
    elif examples is not None and examples.pairs:
        with suppress(MotionloomError):  # what is no body has no prediction
            seen = estimate(open_model(sources, examples), current.library.motion(clip))
            values, joints = seen.confidence, seen.expected.mean(axis=0)
    arrays = {"values": values.astype(np.float32), "joints": joints.astype(np.float32)}
    least = int(np.argmin(values)) if len(values) else -1
    return array_response(arrays, {"frames": len(values), "least": least, "predicted": told is not None})


def _propagated(current: OpenLibrary, clip: str) -> dict[str, Any] | None:
    """The recipe of a clip that was predicted, else nothing."""
    told = current.library.recipe(clip) or {}
    return dict(told) if told.get("kind") == "propagate" else None


def _original(current: OpenLibrary, clip: str) -> str:
    told = _propagated(current, current.clip(clip).id)
    source = "" if told is None else str(told["sources"][0].get("clip", ""))
    return source or clip


def _options(request: SpreadPredict) -> SpreadOptions:
    from motionloom.edits.propagation.sequence_solve import Weights
    from motionloom.edits.propagation.spreading import SpreadOptions

    return SpreadOptions(None if request.weights is None else Weights(**request.weights.model_dump()), request.strength)


def _recipe(current: OpenLibrary, sources: Any, clip: str, examples: ExampleSet, options: SpreadOptions) -> Recipe:
    from motionloom.edits.propagation.maker import propagate_recipe
    from motionloom.making.plants import plants_of_source
    from motionloom.making.sources import clip_source

    opened = sources.open(clip_source(current.clip(clip)))
    return propagate_recipe(opened, plants_of_source(current.library, opened), examples, options)


def _made(current: OpenLibrary, clip: str, source: str) -> SpreadMade:
    record, outcome = current.library.clip(clip), current.library.outcome(clip)
    frame = round(outcome["least_confident_at"] * record.fps)
    return SpreadMade(
        clip=clip, source=source, name=record.name, confidence=outcome["confidence"], least=outcome["least_confidence"], least_frame=frame
    )


def _find(current: OpenLibrary, document: str) -> tuple[Document, ExampleSet]:
    from motionloom.edits.propagation.example_set import find_examples

    return find_examples(current.library, document)


def _describe(current: OpenLibrary, document: Document, examples: ExampleSet) -> SpreadSet:
    clips = {clip.id: clip for clip in current.library.clips()}
    pairs = [_pair(pair, clips) for pair in examples.pairs]
    seconds = sum(pair.seconds for pair in pairs)
    return SpreadSet(id=document.id, name=document.name, predictor=examples.predictor, seconds=seconds, pairs=pairs)


def _pair(pair: Pair, clips: dict[str, Any]) -> SpreadPair:
    source, edited = clips.get(pair.source.clip), clips.get(pair.edited.clip)
    return SpreadPair(
        source=pair.source.clip,
        source_name=source.name if source else "",
        start=pair.source.start,
        stop=pair.source.stop,
        edited=pair.edited.clip,
        edited_name=edited.name if edited else "",
        edited_start=pair.edited.start,
        edited_stop=pair.edited.stop,
        seconds=(pair.source.stop - pair.source.start) / source.fps if source else 0.0,
        timed=bool(pair.timing),
    )


PANEL = Panel(
    "spread",
    "Spread",
    router,
    messages=(
        SpreadPair,
        SpreadSet,
        SpreadSets,
        SpreadWeights,
        SpreadAdd,
        SpreadRemove,
        SpreadPredict,
        SpreadPreview,
        SpreadMade,
        SpreadReport,
    ),
)
