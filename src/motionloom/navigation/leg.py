"""One goal of a plan, piece by piece: where a piece cannot be gone as it was come to, it is tried together with its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from motionloom.behaviours.characters import Characters
from motionloom.navigation.pieces import Piece
from motionloom.navigation.planner import Node, Planner, Search, Tree
from motionloom.navigation.scene import Goal, Obstacle, Scene

SHARE = 0.35  # of a leg's budget that one search may take at most where there are several pieces
MOST = 3.0  # budgets that a leg of many pieces may take in all, at the most one for every LONG of them
LONG = 4


@dataclass(eq=False)
class Leg:
    """searches: all that were made; taken: those whose ways follow each other, the last one reached the goal, or came nearest; starts: the
    character before each of them; after: as it is at the end."""

    after: Characters
    searches: list[Search] = field(default_factory=list)
    taken: list[Search] = field(default_factory=list)
    starts: list[tuple[Characters, int]] = field(default_factory=list)


def find_leg(
    planner: Planner,
    scene: Scene,
    first: Characters,
    goal: Goal,
    radius: float,
    others: Sequence[Obstacle],
    step: int,
    tell: Callable[[Tree], None] = lambda tree: None,
) -> Leg:
    """The way of the one character in `first`, who is there at a step, to a goal. A piece that is not found from where the one before ended
    is looked for once more up to the end of the next, and then from the beginning of the one before."""
    pieces, leg = planner.floors.split(scene, first.place[0, :2], goal, radius), Leg(first)
    left, one = _budgets(planner.options.budget, len(pieces))

    def look(piece: Piece, here: Characters, at: int, seconds: float) -> Search:
        nonlocal left
        found = planner.search(piece.scene, here, piece.goal, radius, others, at, tell, min(seconds, max(left, 0.05)))
        left -= found.seconds
        leg.searches.append(found)
        return found

    number = 0
    while number < len(pieces):
        found, ends = look(pieces[number], leg.after, step, one), number
        if not found.reached and number + 1 < len(pieces) and left > 0:  # the place between may lie badly: past it
            further = look(pieces[number + 1], leg.after, step, 2 * one)
            found, ends = (further, number + 1) if further.reached else (found, number)
        if not found.reached and leg.taken and left > 0:  # or be come to badly: from farther back
            here, at = leg.starts[-1]
            beyond = Piece(pieces[min(number + 1, len(pieces) - 1)].goal, scene)  # of the whole scene: it began outside this piece's part
            again = look(beyond, here, at, 3 * one)
            if again.reached:
                leg.taken.pop()
                leg.starts.pop()
                found, ends, leg.after, step = again, min(number + 1, len(pieces) - 1), here, at
        trace = found.tree.trace(found.node)
        leg.taken.append(found)
        leg.starts.append((leg.after, step))
        if not found.reached:
            break
        leg.after, step = play_on(planner, trace), trace[-1].step
        number = ends + 1
    return leg


def _budgets(budget: float, pieces: int) -> tuple[float, float]:
    """Processor seconds for a leg of so many pieces, and for one of its searches."""
    if pieces == 1:
        return budget, budget
    return budget * min(MOST, max(1.0, pieces / LONG)), SHARE * budget


def play_on(planner: Planner, trace: Sequence[Node]) -> Characters:
    """The character at the end of a search, played from the node before its last: that one may have ended on its way."""
    before, last = trace[max(len(trace) - 2, 0)], trace[-1]
    planner.controller.restore(before.chunk.pick([before.row]))
    pending = list(last.requests) if last is not before else []
    for step in range(before.step, last.step):
        while pending and pending[0].step <= step:
            pending.pop(0).ask(planner.controller)
        planner.controller.advance()
    return planner.controller.characters.copy()
