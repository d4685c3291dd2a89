"""The order panel: words painted on a timeline, places on the floor; the answer comes at once and gets better while it is watched."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import APIRouter, Path, Response
from pydantic import Field

from motionloom.core.errors import MotionloomError
from motionloom.studio.arrays import array_response
from motionloom.studio.errors import NotThere
from motionloom.studio.panel import Panel
from motionloom.studio.protocol import CommandResult
from motionloom.studio.protocol.base import ID_PATTERN, Answer, Id, Request
from motionloom.studio.routes.edits import to_result
from motionloom.studio.routes.parameters import Current, TheStudio

if TYPE_CHECKING:
    from motionloom.demands.ordering import Ordering
    from motionloom.library import Document
    from motionloom.studio.session import OpenLibrary

router = APIRouter()
DemandId = Annotated[str, Path(pattern=ID_PATTERN)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
LONGEST = 120.0  # seconds of motion that a window is sent
FIRST, MORE = 0.8, 0.7  # seconds of search before the first answer, and before each better one
KEPT = 6  # orders that are kept open, of all windows
COLUMNS = 10  # a second, of what is said of the words
_open: OrderedDict[str, tuple[str, Ordering]] = OrderedDict()
_lock = threading.Lock()


class OrderWord(Answer):
    """A word that can be asked for, how many seconds of it there are, and what it means where it is measured."""

    word: str
    seconds: float
    says: str


class OrderWords(Answer):
    """All words of the library, and a clip with the body that orders are made on; problem: why there is none, and no words."""

    words: list[OrderWord]
    body: str
    frames: int
    problem: str = ""


Stretch = Annotated[list[float], Field(min_length=2, max_length=2)]  # from one second to another; JSON has no tuples


class OrderAsk(Request):
    """A demand as plain data (docs/demands.md). seed: another take; without: clips that it must not show.

    pins: seconds that stay as the order `of` showed them after `at` iterations.
    """

    demand: dict[str, Any]
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    without: Annotated[list[Id], Field(max_length=500, default_factory=list)]
    pins: Annotated[list[Stretch], Field(max_length=100, default_factory=list)]
    of: Id | None = None
    at: Annotated[int, Field(ge=0)] | None = None


class OrderPiece(Answer):
    """A piece of a clip, in seconds of the order and of the clip."""

    start: float
    stop: float
    clip: str
    name: str
    second: float
    mirrored: bool


class OrderAnswer(Answer):
    """The best so far. held: for every tenth of a second the share of asked words that hold, -1 where nothing is asked; way: x, z."""

    order: str
    rate: float
    seconds: float
    cost: float
    iteration: int
    iterations: int
    better: bool
    held: list[float]
    way: list[tuple[float, float]]
    pieces: list[OrderPiece]
    natural: bool
    rarity: float


class OrderKeep(Request):
    """Keep an order as a clip."""

    window: Id
    name: Name


class OrderKept(Answer):
    """The clip that was made."""

    clip: str
    name: str


class DemandRow(Answer):
    """A demand on the shelf."""

    id: str
    name: str
    seconds: float


class DemandList(Answer):
    """The demands on the shelf."""

    demands: list[DemandRow]


class DemandData(Answer):
    """A demand as plain data."""

    id: str
    name: str
    demand: dict[str, Any]


class SetDemand(Request):
    """A demand that is put on the shelf under an id of the window's own, in place of what was there."""

    id: Id
    window: Id
    title: Name
    name: Name
    demand: dict[str, Any]


@router.get("/words")
def get_words(current: Current) -> OrderWords:
    """The words of the library; the first time it gathers all frames, which takes a while."""
    from motionloom.demands.gathering import gather_pool
    from motionloom.demands.measured_words import WORDS

    try:
        pool = gather_pool(current.library)
    except MotionloomError as error:  # a library with nobody in it is no mistake of who looks at it
        return OrderWords(words=[], body="", frames=0, problem=str(error))
    there = np.repeat([not stretch.mirrored for stretch in pool.stretches], np.diff(pool.starts))
    counts = {word: float((pool.mask(word) & there).sum()) / 60 for word in pool.words}
    rows = [OrderWord(word=word, seconds=round(n, 1), says=WORDS.get(word, "")) for word, n in counts.items() if n > 0]
    body = next(clip.id for clip in current.library.clips() if current.library.skeleton(clip.skeleton).hash == pool.skeleton.hash)
    return OrderWords(words=sorted(rows, key=lambda row: -row.seconds), body=body, frames=len(pool))


@router.post("/ask")
def post_ask(request: OrderAsk, current: Current) -> Response:
    """A first answer: world positions and rotations on a floor at 0, and what is to be said of it."""
    from motionloom.demands.demand import DemandError
    from motionloom.demands.demand_file import from_json
    from motionloom.demands.gathering import gather_pool
    from motionloom.demands.making import Wish
    from motionloom.demands.ordering import Ordering, pin
    from motionloom.library.records import make_id

    demand = from_json(request.demand)
    if demand.seconds > LONGEST:
        raise DemandError(f"the studio shows orders of up to {LONGEST:g} s; `motionloom demand make` makes longer ones")
    pool, pinned = gather_pool(current.library), None
    if request.of is not None and request.pins:
        before = _find(current, request.of)
        if before.pool is pool and (frames := before.seen(request.at)) is not None:
            pinned = pin(frames, [(a, b) for a, b in request.pins], demand.frames)
    order, name = Ordering(pool, demand, Wish(request.seed, without=tuple(request.without), pinned=pinned)), make_id()
    with _lock:
        _open[name] = (current.library.id, order)
        while len(_open) > KEPT:
            _open.popitem(last=False)
    return _show(name, order, FIRST, True)


@router.post("/orders/{order}/more")
def post_more(order: DemandId, current: Current) -> Response:
    """Search a little longer; frames come only where something better was found."""
    return _show(order, _find(current, order), MORE, False)


@router.post("/orders/{order}/keep")
def post_keep(order: DemandId, request: OrderKeep, current: Current, studio: TheStudio) -> OrderKept:
    """Keep the best so far as a clip, with its recipe; one step of undo."""
    from motionloom.making.derive import derive

    found = _find(current, order)
    clip = derive(current.library, found.recipe(current.library, found.improve(0.0)), request.name, window=request.window)
    studio.feed.nudge()
    return OrderKept(clip=clip, name=current.library.clip(clip).name)


@router.get("/demands")
def get_demands(current: Current) -> DemandList:
    """The demands on the shelf."""
    from motionloom.demands.shelf import KIND
    from motionloom.making.shelf import entries

    there = entries(current.library, KIND)
    return DemandList(demands=[DemandRow(id=each.id, name=each.name, seconds=float(each.data.get("seconds", 0))) for each in there])


@router.get("/demands/{demand}")
def get_demand(demand: DemandId, current: Current) -> DemandData:
    """One demand."""
    from motionloom.demands.shelf import data_of

    document = _find_demand(current, demand)
    return DemandData(id=document.id, name=document.name, demand=data_of(current.library, document))


@router.post("/demands/{demand}")
def post_demand(demand: DemandId, request: SetDemand, current: Current, studio: TheStudio) -> CommandResult:
    """Save a demand; one step of undo."""
    from motionloom.demands.demand_file import from_json
    from motionloom.demands.shelf import KIND, to_entry
    from motionloom.making import shelf

    entry = to_entry(from_json(request.demand))
    told = {"window": request.window, "title": request.title, "command_id": request.id}
    change = shelf.save(current.library, KIND, demand, request.name, entry, **told)
    return to_result(change, request.window, current, studio)


def _show(name: str, order: Ordering, seconds: float, first: bool) -> Response:
    from motionloom.demands.demand import RATE
    from motionloom.demands.satisfaction import satisfied_frames
    from motionloom.score.rarity import LINE, measure_rarity

    before = order.search.found
    found = order.improve(seconds)
    better = first or before is None or found.frames is not before.frames
    made = order.make(found)
    every = round(RATE / COLUMNS)
    rarity = measure_rarity(made.motion, made.plants).total if better else 0.0
    held = np.nan_to_num(satisfied_frames(order.demand, order.spans(made))[::every], nan=-1.0)
    told = OrderAnswer(
        order=name,
        rate=RATE,
        seconds=order.demand.seconds,
        cost=round(found.cost, 2),
        iteration=order.iteration,
        iterations=order.wish.iterations,
        better=better,
        held=np.round(held, 3).tolist(),
        way=[(float(x), float(z)) for x, z in np.round(made.motion.root_positions[::every][:, [0, 2]], 3)],
        pieces=[OrderPiece(**vars(piece)) for piece in order.pieces(found)],
        natural=rarity <= LINE,
        rarity=round(rarity, 2),
    )
    arrays: dict[str, Any] = {}
    if better:
        rotations, positions = made.motion.world
        arrays = {"positions": positions.astype(np.float32), "rotations": rotations.astype(np.float32)}
    return array_response(arrays, told.model_dump())


def _find(current: OpenLibrary, order: str) -> Ordering:
    with _lock:
        library, found = _open.get(order, ("", None))
    if found is None or library != current.library.id:
        raise NotThere("this order is no longer open; ask for it again")
    return found


def _find_demand(current: OpenLibrary, demand: str) -> Document:
    from motionloom.demands.shelf import KIND
    from motionloom.making import shelf

    found = next((each for each in shelf.entries(current.library, KIND) if each.id == demand), None)
    if found is None:
        raise NotThere(f"no demand {demand}; it may have been deleted, undo brings it back")
    return found


PANEL = Panel(
    "order",
    "Order",
    router,
    messages=(
        OrderWord,
        OrderWords,
        OrderAsk,
        OrderPiece,
        OrderAnswer,
        OrderKeep,
        OrderKept,
        DemandRow,
        DemandList,
        DemandData,
        SetDemand,
    ),
)
