"""The scatter panel: random pairs of frames, our transition's score against the motion graph's shortest way; watch both of any pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Query, Response
from pydantic import Field

from motionloom.studio import protocol
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import NotThere
from motionloom.studio.panel import Panel
from motionloom.studio.panels.transitions import TableId
from motionloom.studio.panels.transitions_shelf import find_table, open_table
from motionloom.studio.protocol.base import Frame, Id, Request
from motionloom.studio.routes.parameters import Current
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.transitions.comparison import Comparison
    from motionloom.transitions.stock import Stock

router = APIRouter()
JOB = "comparison"
LEAD = 0.5  # seconds of captured motion before and after
ASIDE = 1.4  # metres: where the graph's character walks beside ours
NO_WAY = -1.0


class ScatterCompare(Request):
    """Compares random pairs of frames of a table; the comparison goes onto the shelf, where the window can undo it."""

    window: Id
    table: Id
    pairs: Annotated[int, Field(ge=10, le=5000)]


@router.post("/compare", status_code=202)
def post_compare(request: ScatterCompare, current: Current) -> protocol.Job:
    """Start a comparison; it goes onto the shelf."""
    from motionloom.transitions.jobs import comparison_arguments

    arguments = comparison_arguments(find_table(current, request.table).id, request.pairs)
    return current.runner.add(JOB, f"{request.pairs} pairs against the motion graph", {**arguments, "window": request.window})


@router.get("/tables/{table}")
def get_scatter(table: TableId, current: Current) -> Response:
    """`ways` (n,) seconds, -1 where the graph has none, and `scores` (n,) metres; meta: the two lines and the four counts.

    A table that was not compared yet has no points, and `compared` is false.
    """
    arrays = {"ways": np.zeros(0, np.float32), "scores": np.zeros(0, np.float32)}
    meta: dict[str, Any] = {"compared": False}
    found = _find(current, table)
    if found is not None:
        arrays["ways"] = np.where(np.isfinite(found.ways), found.ways, NO_WAY).astype(np.float32)
        arrays["scores"] = found.scores.astype(np.float32)
        meta = {"compared": True, "natural": found.natural, "seconds": found.seconds, "counts": vars(found.counts())}
    return array_response(arrays, meta)


@router.get("/tables/{table}/pairs/{pair}")
def get_pair(table: TableId, pair: Frame, current: Current, which: Annotated[Literal["ours", "graph"], Query()] = "ours") -> Response:
    """One pair as motion: world positions (F, J, 3) and rotations (F, J, 4) on a floor at 0, planted (F, 4)."""
    from motionloom.core.heading import turn_and_move
    from motionloom.transitions.side_by_side import graph_motion, our_motion

    found, (opened, _) = _find(current, table), open_table(current, table)
    if found is None:
        raise NotThere("this table was not compared with a motion graph yet")
    shown = (our_motion if which == "ours" else graph_motion)(opened, found, pair, LEAD)
    source, target = (int(frame) for frame in found.pairs[pair])
    floor = opened.stock.clips[int(opened.stock.clip_of[source])].floor
    motion = turn_and_move(shown.motion, 0.0, (0.0 if which == "ours" else ASIDE, -floor, 0.0))
    rotations, positions = motion.world
    meta: dict[str, Any] = {"fps": motion.fps, "begin": shown.begin, "end": shown.end}
    meta |= {"source": _say(opened.stock, source), "target": _say(opened.stock, target)}
    return array_response({"positions": positions, "rotations": rotations, "planted": shown.plants.astype(np.uint8)}, meta)


def _say(stock: Stock, frame: int) -> str:
    clip = int(stock.clip_of[frame])
    described = stock.clips[clip]
    return f"{described.name}{' mirrored' if described.mirrored else ''} at {(frame - int(stock.starts[clip])) / 60.0:.2f} s"


def _find(current: OpenLibrary, table: str) -> Comparison | None:
    """The latest comparison of a table."""
    from motionloom.making.shelf import open_entry
    from motionloom.transitions.shelf import find_comparison

    document = find_comparison(current.library, find_table(current, table))
    return None if document is None else open_entry(current.library, document)


PANEL = Panel("scatter", "Against graphs", router, messages=(ScatterCompare,))
