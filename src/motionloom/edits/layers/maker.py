"""Edited by layers: a recipe holds the layers as plain data, and the plants that they keep or move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.core.errors import count_of
from motionloom.edits.layers.applying import apply_layers
from motionloom.edits.layers.layer import EditError, Layer, LayerStack, stack_from_json
from motionloom.feet.plants import Plants
from motionloom.making.makers.registry import FrameMap, Made, Maker, register
from motionloom.making.packed_plants import pack_plants, unpack_plants
from motionloom.making.recipe import Recipe, RecipeError
from motionloom.making.sources import OpenSource, Sources


def edit_recipe(opened: OpenSource, stack: LayerStack, plants: Plants | None = None) -> Recipe:
    """The recipe for a source edited by layers; plants: whose feet it keeps or moves, not needed where feet are free.

    Only layers that change something are written down, and plants only where they count.
    """
    counting = LayerStack(tuple(layer for layer in stack.layers if layer.counts), stack.feet)
    if not counting.layers:
        raise EditError("none of the layers changes anything: they are muted, without weight or without keys")
    held = plants is not None and stack.feet != "free"
    feet: dict[str, Any] = {"plants": pack_plants(plants.bits), "plants_source": plants.source} if held and plants is not None else {}
    return MAKER.recipe([opened.source], {"stack": counting.to_json(), **feet})


def stack_of(options: Mapping[str, Any]) -> LayerStack:
    """The layers of a recipe's options."""
    try:
        return stack_from_json(options.get("stack", {}))
    except EditError as error:
        raise RecipeError(f"recipe {MAKER.kind!r}: {error}") from None


def _make(sources: Sources, recipe: Recipe) -> Made:
    opened = sources.open(recipe.sources[0])
    packed = recipe.options.get("plants")
    plants = None if packed is None else unpack_plants(packed, len(opened.motion))
    stack = stack_of(recipe.options)
    motion, frames = apply_layers(opened.motion, stack, plants)
    return Made(motion, FrameMap.of_one(frames), outcome={"layers": [_describe(layer) for layer in stack.layers], "feet": stack.feet})


def _describe(layer: Layer) -> str:
    """A layer in words."""
    told = [count_of(len(keys), what) for keys, what in ((layer.poses, "pose key"), (layer.times, "time key")) if keys]
    weighed = [] if layer.weight == 1 else [f"weight {layer.weight:g}"]
    return f"{layer.name} ({', '.join([*told, *weighed])})"


MAKER = register(Maker("edit_layer", "Edited", _make))
