"""A drive kept as a clip: played again from what was asked at which step, so that the clip can be made again from its recipe."""

from __future__ import annotations

from fastapi import APIRouter

from motionloom.studio.errors import StudioError
from motionloom.studio.panels.machine_messages import MachineRecord, MachineRecording
from motionloom.studio.panels.machine_shelf import MachineId, find_document
from motionloom.studio.routes.parameters import Current, TheStudio

router = APIRouter()


@router.post("/machines/{machine}/record")
def post_record(machine: MachineId, request: MachineRecord, current: Current, studio: TheStudio) -> MachineRecording:
    """Keep a run of a machine as a clip, as one undo step."""
    from motionloom.behaviours.maker import Run, machine_recipe
    from motionloom.behaviours.requests import request_from_json
    from motionloom.making.derive import derive
    from motionloom.making.sources import document_source

    document, told = find_document(current, machine), request.run
    if document.content != request.content:
        raise StudioError(f"machine {document.name!r} was changed while it was driven, so the same drive would go elsewhere; record again")
    requests = tuple(request_from_json(each.model_dump()) for each in told.requests)
    x, z, heading = told.at
    run = Run(told.start, told.frames, requests, told.skip, (x, z, heading), request.feet, told.seed)
    recipe = machine_recipe(document_source(document), run)
    name = request.name or f"{document.name} run"
    clip = derive(current.library, recipe, name, window=request.window, title=f"Record {name}")
    studio.feed.nudge()
    return MachineRecording(clip=clip, name=current.library.clip(clip).name)
