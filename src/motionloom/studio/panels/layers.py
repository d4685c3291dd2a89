"""The layers panel: a clip's layers of offset keys, what they make of it, and applying them. Posing is in `layers_live`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.panels import layers_live
from motionloom.studio.panels.layers_composing import compose
from motionloom.studio.panels.layers_messages import (
    LayerInfo,
    LayersApplied,
    LayersApply,
    LayersCompose,
    LayersCopy,
    LayersSet,
    LayerStackInfo,
    PoseBegin,
    PoseDrag,
    PoseKeyed,
    PoseKeyInfo,
    PoseMoment,
    PoseToKey,
    PoseTwist,
    PoseUndo,
    TimeKeyInfo,
    to_info,
    to_stack,
)
from motionloom.studio.protocol import CommandResult
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

if TYPE_CHECKING:
    from motionloom.making.recipe import Recipe
    from motionloom.making.sources import Sources

router = APIRouter()
router.include_router(layers_live.router)


@router.get("/clips/{clip}")
def get_layers(clip: ClipId, current: Current) -> LayerStackInfo:
    """The layers of a clip; none where nobody has edited it."""
    from motionloom.edits.layers.shelf import find_stack

    return to_info(find_stack(current.library, current.kept(clip).id))


@router.post("/clips/{clip}")
def post_layers(clip: ClipId, request: LayersSet, current: Current, studio: TheStudio) -> CommandResult:
    """Save the layers of a clip: one step of undo."""
    from motionloom.edits.layers.shelf import save_stack

    record = current.clip(clip)
    change = save_stack(
        current.library, record.id, to_stack(request.stack), window=request.window, title=request.title, command_id=request.id
    )
    return to_result(change, request.window, current, studio)


@router.post("/clips/{clip}/compose")
def post_compose(clip: ClipId, request: LayersCompose, current: Current) -> Response:
    """What layers make of a clip: the frames that they change, start to stop, of so many in all."""
    composed = compose(current, clip, to_stack(request.stack))
    base, edited = current.motion(clip), composed.motion
    start, stop = composed.changed
    rotations, positions = edited.world
    meta = {"start": start, "stop": stop, "frames": len(edited), "fps": base.fps}
    return array_response({"positions": positions[start:stop], "rotations": rotations[start:stop]}, meta)


@router.post("/clips/{clip}/apply")
def post_apply(clip: ClipId, request: LayersApply, current: Current, studio: TheStudio) -> LayersApplied:
    """Make a clip of what its layers make of it."""
    from motionloom.edits.layers.shelf import find_stack
    from motionloom.making.derive import derive
    from motionloom.making.sources import Sources

    record, sources = current.clip(clip), Sources(current.library)
    recipe = _recipe(sources, clip, current, to_info(find_stack(current.library, clip)))
    made = derive(current.library, recipe, window=request.window, title=f"Apply the layers of {record.name}", sources=sources)
    studio.feed.nudge()
    return LayersApplied(clip=made, name=current.library.clip(made).name)


def _recipe(sources: Sources, clip: str, current: Current, info: LayerStackInfo) -> Recipe:
    from motionloom.edits.layers.maker import edit_recipe
    from motionloom.making.plants import plants_of_source
    from motionloom.making.sources import clip_source

    stack, opened = to_stack(info), sources.open(clip_source(current.clip(clip)))
    return edit_recipe(opened, stack, None if stack.feet == "free" else plants_of_source(current.library, opened))


@router.post("/clips/{clip}/copy")
def post_copy(clip: ClipId, request: LayersCopy, current: Current, studio: TheStudio) -> CommandResult:
    """Copy a layer of a clip on top of those of other clips, by roles where joints have other names: one step of undo."""
    from motionloom.edits.layers.layer import LayerStack, to_roles
    from motionloom.edits.layers.shelf import find_stack, save_command

    stack, source = find_stack(current.library, current.clip(clip).id), current.motion(clip)
    if request.layer >= len(stack.layers):
        raise StudioError(f"there are {len(stack.layers)} layers; choose one of them")
    (by_roles,) = to_roles(LayerStack((stack.layers[request.layer],)), source.skeleton).layers
    commands = []
    for other in dict.fromkeys(request.clips):
        fits = current.motion(current.clip(other).id).skeleton.fits(source.skeleton)
        theirs = find_stack(current.library, other)
        layer = stack.layers[request.layer] if fits else by_roles
        commands.append(save_command(current.library, other, LayerStack((*theirs.layers, layer), theirs.feet)))
    title = f"Copy layer {by_roles.name} to {len(commands)} clip{'s' if len(commands) > 1 else ''}"
    change = current.library.apply({"kind": "batch", "commands": commands, "title": title}, window=request.window, command_id=request.id)
    return to_result(change, request.window, current, studio)


PANEL = Panel(
    "layers",
    "Layers",
    router,
    messages=(
        PoseKeyInfo,
        TimeKeyInfo,
        LayerInfo,
        LayerStackInfo,
        LayersSet,
        LayersCompose,
        LayersApply,
        LayersApplied,
        LayersCopy,
        PoseBegin,
        PoseDrag,
        PoseTwist,
        PoseUndo,
        PoseToKey,
        PoseMoment,
        PoseKeyed,
    ),
)
