"""Is what was asked for done? Activities are asked for from random frames, and the judge says whether they are done for a second after."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motionloom.compute import Progress
from motionloom.core.errors import MotionError
from motionloom.judge.activities import fails
from motionloom.judge.take import Take
from motionloom.transitions.joining import join
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import choose_target, make_transition
from motionloom.transitions.table import TransitionTable

LEAD, AFTER = 0.5, 1.5  # seconds of captured motion before and after, so that speeds about each frame are known
SECOND = round(RATE)


@dataclass(frozen=True)
class Request:
    """An activity that was asked for at a frame of the stock.

    failed: the share of the second after in which it is not done; None where the judge has no test for it. lasts: seconds that its clip
    goes on, at most one.
    """

    activity: str
    source: int
    target: int
    failed: float | None
    lasts: float


def make_requests(table: TransitionTable, count: int = 200, seed: int = 0, progress: Progress | None = None) -> list[Request]:
    """So many requests from random frames, for every activity in turn that can be entered."""
    rng, found = np.random.default_rng(seed), list[Request]()
    names = [name for name in table.stock.names() if _can_be_asked(table, name)]
    if not names:
        raise MotionError("no activity can be asked for here; label clips (`motionloom library label`) or annotate them")
    for number in (progress or Progress()).each("Asking", range(count)):
        found.append(_ask(table, int(rng.choice(table.starts)), names[number % len(names)]))
    return found


def sum_up(requests: list[Request]) -> dict[str, tuple[int, int, int]]:
    """For each activity how many requests were tested, how many of those were done all through, and how many lasted the second."""
    out: dict[str, tuple[int, int, int]] = {}
    for request in requests:
        tested, done, lasted = out.get(request.activity, (0, 0, 0))
        known = request.failed is not None
        out[request.activity] = (tested + known, done + (request.failed == 0), lasted + (known and request.lasts >= 1))
    return dict(sorted(out.items()))


def _ask(table: TransitionTable, source: int, name: str) -> Request:
    stock = table.stock
    target = choose_target(table, source, name)
    made = make_transition(table, source, target)
    before = min(round(LEAD * RATE), source - int(stock.starts[stock.clip_of[source]]))
    whole = join(table, made, before, round(AFTER * RATE))
    asked = before + table.frames - 1
    failed = fails(Take(whole, labels=(name,), asked=asked), name)
    share = None if failed is None else float(np.nanmean(failed))
    return Request(name, source, made.target, share, min(len(whole) - asked, SECOND) / SECOND)


def _can_be_asked(table: TransitionTable, name: str) -> bool:
    from motionloom.transitions.synthesis import named_targets

    try:
        return len(named_targets(table, name)[0]) > 0
    except MotionError:
        return False
