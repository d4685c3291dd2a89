"""Spread while a slider moves: what weights and strength make of the moment that is seen, before anything is made."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from fastapi import APIRouter, Response
from pydantic import Field

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.protocol.base import Frame, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current

router = APIRouter()
AROUND = 3.0  # seconds before and after the moment that is seen
Weight = Annotated[float, Field(ge=0, le=1000)]


class SpreadWeights(Request):
    """How much counts what was learned of poses and their change, and what the source says of both."""

    pose: Weight
    dynamics: Weight
    source_pose: Weight
    source_dynamics: Weight


class SpreadPreview(Request):
    """An edit with a strength and weights, about a frame of a clip; weights null: those that suit the examples."""

    document: Id
    frame: Frame
    strength: Annotated[float, Field(ge=0, le=3)] = 1.0
    weights: SpreadWeights | None = None


@router.post("/clips/{clip}/preview")
def post_preview(clip: ClipId, request: SpreadPreview, current: Current) -> Response:
    """`positions` (N, J, 3) and `rotations` (N, J, 4), world, of frames start to stop of the clip, or of what it was predicted of."""
    from motionloom.edits.propagation.example_set import find_examples
    from motionloom.edits.propagation.previewing import open_estimate, preview, source_frames
    from motionloom.edits.propagation.sequence_solve import Weights
    from motionloom.making.sources import Sources

    record, library = current.clip(clip), current.library
    told = library.recipe(record.id) or {}
    predicted = told.get("kind") == "propagate"
    source = library.clip(str(told["sources"][0]["clip"])) if predicted else record
    model, found = open_estimate(Sources(library), find_examples(library, request.document)[1], source.id, source.content)
    if found.mapped.skeleton.names != library.motion(record.id).skeleton.names:
        raise StudioError("this edit is on another body, which is shown when it is predicted")
    around = round(AROUND * record.fps)
    start, stop = max(0, min(request.frame, record.frames - 1) - around), min(record.frames, request.frame + around + 1)
    shown = np.arange(start, stop, dtype=np.float64)
    frames = source_frames(library.outcome(record.id) or {}, shown, record.fps, source.frames) if predicted else shown
    weights = model.weights if request.weights is None else Weights(**request.weights.model_dump())
    rotations, positions = preview(model, found, frames, weights, request.strength).world
    return array_response({"positions": positions, "rotations": rotations}, {"start": start, "stop": stop})
