"""The scatter panel: random pairs of frames, our transition's score against the motion graph's shortest way; watch both of any pair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Query, Response
from pydantic import Field

from motionloom.studio import protocol
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import NotThere
from motionloom.studio.panel import Panel
from motionloom.studio.panels.transitions import TableId
from motionloom.studio.panels.transitions_shelf import TABLES
from motionloom.studio.protocol.base import Frame, Id, Request
from motionloom.studio.routes.parameters import Current
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.library import Library
    from motionloom.studio.jobs.context import JobContext
    from motionloom.studio.session import Studio
    from motionloom.transitions.comparison import Comparison
    from motionloom.transitions.stock import Stock

router = APIRouter()
JOB = "scatter"
FOLDER = "comparisons"  # in the library's own
LEAD = 0.5  # seconds of captured motion before and after
ASIDE = 1.4  # metres: where the graph's character walks beside ours
NO_WAY = -1.0


class ScatterCompare(Request):
    """Compares random pairs of frames of a table; the last comparison of the table is replaced."""

    table: Id
    pairs: Annotated[int, Field(ge=10, le=5000)]


@router.post("/compare", status_code=202)
def post_compare(request: ScatterCompare, current: Current) -> protocol.Job:
    """Start a comparison."""
    TABLES.of(current, request.table)
    return current.runner.add(JOB, f"{request.pairs} pairs against the motion graph", request.model_dump())


def compare(studio: Studio, context: JobContext) -> None:
    """The job: make every transition, search every way."""
    from motionloom.transitions.comparison import compare_with_graph

    current = studio.require()
    wanted = ScatterCompare.model_validate(dict(context.arguments))
    table, natural = TABLES.of(current, wanted.table)
    context.progress(0, 1, f"Making {wanted.pairs} transitions and searching the graph")
    found = compare_with_graph(table, wanted.pairs, natural=natural)
    path = _path(current.library, wanted.table)
    path.parent.mkdir(exist_ok=True)
    found.save(path)
    context.progress(1, 1)


@router.get("/tables/{table}")
def get_scatter(table: TableId, current: Current) -> Response:
    """`ways` (n,) seconds, -1 where the graph has none, and `scores` (n,) metres; meta: the two lines and the four counts.

    A table that was not compared yet has no points, and `compared` is false.
    """
    arrays = {"ways": np.zeros(0, np.float32), "scores": np.zeros(0, np.float32)}
    meta: dict[str, Any] = {"compared": False}
    if _path(current.library, table).is_file():
        found = _read(current, table)
        arrays["ways"] = np.where(np.isfinite(found.ways), found.ways, NO_WAY).astype(np.float32)
        arrays["scores"] = found.scores.astype(np.float32)
        meta = {"compared": True, "natural": found.natural, "seconds": found.seconds, "counts": vars(found.counts())}
    return array_response(arrays, meta)


@router.get("/tables/{table}/pairs/{pair}")
def get_pair(table: TableId, pair: Frame, current: Current, which: Annotated[Literal["ours", "graph"], Query()] = "ours") -> Response:
    """One pair as motion: world positions (F, J, 3) and rotations (F, J, 4) on a floor at 0, planted (F, 4)."""
    from motionloom.core.heading import turn_and_move
    from motionloom.transitions.side_by_side import graph_motion, our_motion

    found, (opened, _) = _read(current, table), TABLES.of(current, table)
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


def _path(library: Library, table: str) -> Path:
    from motionloom.transitions.tables import table_path

    return library.folder / FOLDER / table_path(library, table).name


def _read(current: OpenLibrary, table: str) -> Comparison:
    from motionloom.transitions.comparison import read_comparison

    path = _path(current.library, table)
    if not path.is_file():
        raise NotThere("this table was not compared with a motion graph yet")
    return read_comparison(path)


PANEL = Panel("scatter", "Against graphs", router, messages=(ScatterCompare,), jobs={JOB: compare})
