"""The compare panel: a clip's score frame by frame, what stands under its zero moment point, and the rival of a transition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from fastapi import APIRouter, Response

from motionloom.studio.arrays import array_response
from motionloom.studio.errors import StudioError
from motionloom.studio.panel import Panel
from motionloom.studio.protocol.base import Answer, Id, Request
from motionloom.studio.routes.parameters import ClipId, Current, TheStudio

if TYPE_CHECKING:
    from motionloom.score.segments import MassModel

router = APIRouter()


class CompareMakeRival(Request):
    """Makes the rival of a transition, which the window can undo."""

    window: Id


class CompareRival(Answer):
    """The same transition without the intermediaries of its recipe, as a clip."""

    clip: str


@router.get("/clips/{clip}")
def get_trace(clip: ClipId, current: Current) -> Response:
    """`feet` and `balance` (F,) metres, `points` (F, 2), `corners` (F, 12, 2), `standing` (F, 12); meta: the score and its terms, and
    `rarity`: how rare the clip's worst seconds are in captures, 1 being the line of what is natural, with `words` for people.

    Of a kept transition they are those of its own span, by its table's masses, without the captured motion on both sides; `made` is
    the score that it was made with, which counts plants that were given up too; `roundabout`: it goes by other motions, so it has a rival.
    """
    from motionloom.making.plants import find_plants
    from motionloom.score.rarity import measure_rarity
    from motionloom.score.traces import trace_score
    from motionloom.score.zero_moment import FEWEST

    record, motion, known = current.clip(clip), current.motion(clip), current.library.plants(clip)
    bits, outcome = find_plants(current.library, record, motion).bits, current.library.outcome(clip)
    recipe = current.library.recipe(clip)
    span, masses, floor = _how_measured(_told(recipe, outcome), len(motion)) if recipe.get("kind") == "transition" else (None, None, None)
    found = trace_score(motion, bits, masses=masses, ground=floor)
    terms = found if span is None else trace_score(motion[span], bits[span], masses=masses, ground=floor)
    arrays: dict[str, Any] = {name: getattr(found, name).astype(np.float32) for name in ("feet", "balance", "points", "corners")}
    arrays["standing"] = found.standing.astype(np.uint8)
    meta: dict[str, Any] = {"score": terms.score, "plant": terms.plant, "worst": terms.worst, "fps": motion.fps, "detected": known is None}
    rare = measure_rarity(motion, bits) if len(motion) >= FEWEST else None
    meta |= {"rarity": None if rare is None else rare.total, "words": "" if rare is None else rare.describe()}
    meta["made"] = None if span is None else _told(recipe, outcome).get("score")
    meta["roundabout"] = span is not None and bool(outcome.get("by_way_of"))
    return array_response(arrays, meta)


def _told(recipe: Mapping[str, Any], outcome: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is known of how a transition came out; transitions of an earlier Motionloom said it in their recipe."""
    from motionloom.library.earlier_recipes import EARLIER

    earlier = recipe.get("options", {}).get(EARLIER)
    return outcome if earlier is None else earlier


def _how_measured(told: Mapping[str, Any], frames: int) -> tuple[slice | None, MassModel | None, float | None]:
    """The frames, the body masses and the floor that the score of a kept transition was measured by."""
    from motionloom.score.segments import SEGMENTS, MassModel

    try:
        first, stop = (int(frame) for frame in told["span"])
        shares, floor = tuple(float(share) for share in told["masses"]), float(told["floor"])
    except (KeyError, TypeError, ValueError):
        return None, None, None
    fits = 0 <= first < stop <= frames and len(shares) == len(SEGMENTS)
    return (slice(first, stop), MassModel(shares, "the table's"), floor) if fits else (None, None, None)


@router.post("/clips/{clip}/rival")
def post_rival(clip: ClipId, request: CompareMakeRival, current: Current, studio: TheStudio) -> CompareRival:
    """Make the rival of a transition: the plain blend of its source and its target."""
    from motionloom.library.earlier_recipes import EARLIER
    from motionloom.making.derive import derive
    from motionloom.making.recipe import from_json
    from motionloom.transitions.maker import TRANSITION

    record, library = current.clip(clip), current.library
    plain = library.recipe(clip)
    if plain.get("kind") != TRANSITION.kind or EARLIER in plain.get("options", {}):
        raise StudioError(f"{record.name!r} is no transition that can be made again from its table; it has no rival")
    if not library.outcome(clip).get("by_way_of"):
        raise StudioError(f"{record.name!r} goes by no other motion already: it is the plain blend, or the capture itself")
    rival = derive(library, from_json(plain).with_options(straight=True), f"{record.name}, plain blend", window=request.window)
    studio.feed.nudge()
    return CompareRival(clip=rival)


PANEL = Panel("compare", "Compare", router, messages=(CompareMakeRival, CompareRival))
