"""The compare panel: a clip's score frame by frame, what stands under its zero moment point, and the rival of a transition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from fastapi import APIRouter, Response

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.panels.transitions_shelf import TABLES, add_transition
from motionloom.studio.protocol.base import Answer
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

if TYPE_CHECKING:
    from motionloom.score.segments import MassModel
    from motionloom.transitions.stock import Stock

router = APIRouter()


class CompareRival(Answer):
    """The same transition without the intermediaries of its recipe, as a clip."""

    clip: str


@router.get("/clips/{clip}")
def get_trace(clip: ClipId, current: Current) -> Response:
    """`feet` and `balance` (F,) metres, `points` (F, 2), `corners` (F, 12, 2), `standing` (F, 12); meta: the score and its terms.

    Of a kept transition they are those of its own span, by its table's masses, without the captured motion on both sides; `made` is
    the score that it was made with, which counts plants that were given up too.
    """
    from motionloom.score.captures import detect_plants
    from motionloom.score.traces import trace_score

    motion, plants, recipe = current.motion(clip), current.library.plants(clip), current.library.recipe(clip)
    bits = detect_plants(motion) if plants is None else plants.bits
    span, masses, floor = _how_measured(recipe, len(motion))
    found = trace_score(motion, bits, masses=masses, ground=floor)
    terms = found if span is None else trace_score(motion[span], bits[span], masses=masses, ground=floor)
    arrays: dict[str, Any] = {name: getattr(found, name).astype(np.float32) for name in ("feet", "balance", "points", "corners")}
    arrays["standing"] = found.standing.astype(np.uint8)
    meta: dict[str, Any] = {"score": terms.score, "plant": terms.plant, "worst": terms.worst, "fps": motion.fps, "detected": plants is None}
    meta["made"] = None if span is None else recipe.get("score")
    return array_response(arrays, meta)


def _how_measured(recipe: Mapping[str, Any], frames: int) -> tuple[slice | None, MassModel | None, float | None]:
    """The frames, the body masses and the floor that the score of a kept transition was measured by; of other clips nothing is known."""
    from motionloom.score.segments import SEGMENTS, MassModel

    try:
        first, stop = (int(frame) for frame in recipe["span"])
        shares, floor = tuple(float(share) for share in recipe["masses"]), float(recipe["floor"])
    except (KeyError, TypeError, ValueError):
        return None, None, None
    fits = recipe.get("made_by") == "transition" and 0 <= first < stop <= frames and len(shares) == len(SEGMENTS)
    return (slice(first, stop), MassModel(shares, "the table's"), floor) if fits else (None, None, None)


@router.post("/clips/{clip}/rival")
def post_rival(clip: ClipId, current: Current, studio: TheStudio) -> CompareRival:
    """Make the rival of a transition: the plain blend of its source and its target."""
    from motionloom.transitions.synthesis import make_transition

    record = current.clip(clip)
    recipe = current.library.recipe(clip)
    if recipe.get("made_by") != "transition" or "table" not in recipe:
        raise StudioError(f"{record.name!r} is no transition that was kept from the transitions panel; it has no rival")
    if not recipe.get("by_way_of"):
        raise StudioError(f"{record.name!r} goes by no other motion already: it is the plain blend, or the capture itself")
    opened, _ = TABLES.of(current, str(recipe["table"]))
    source, target = (_frame(opened.stock, recipe[end]) for end in ("from", "to"))
    made = make_transition(opened, source, target, straight=True)
    rival = add_transition(current, str(recipe["table"]), opened, made, f"{record.name}, plain blend")
    studio.feed.nudge()
    return CompareRival(clip=rival)


def _frame(stock: Stock, said: dict[str, Any]) -> int:
    """The frame of the stock that a recipe tells."""
    return stock.frame(stock.find(str(said["clip"]), bool(said["mirrored"])), float(said["second"]))


PANEL = Panel("compare", "Compare", router, messages=(CompareRival,))
