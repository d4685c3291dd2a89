"""Transitions between states, found by the paper's guidelines (section 5.4.4): cheap stretches of the cost matrix with a legal warp."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.kept import keep
from motionloom.behaviours.loops import mean_along
from motionloom.behaviours.states import BLEND, RATE, State, TransitionPoint, cost_between, lap_of, make_transition_point
from motionloom.core.errors import MotionError
from motionloom.core.heading import headings

APART = 0.15  # seconds between two ways out of a cycle
WORSE = 1.6  # of the least cost: what is as good as that is a way too
GOOD = 0.08  # metres: what costs less is kept however good the best one is
LIMIT = 0.3  # metres: nothing above this is a transition
NEAR, LONGER, TRIED = 6, (1.0, 1.5, 2.2), 40  # frames by which a rough transition is moved, how much longer it may last, how many are tried
FOUND = keep(1000)
PASSED = 2  # frames: whoever comes out of a loop is up to so far on when it looks for a way out for the first time
EARLY, LATE = 0.4, 0.6  # of an acyclic clip: where it may be entered, from where it may be left
TURNING, TURNED = 0.2, 0.8  # of what a turn turns: it is entered before the one and left after the other, or it would not be one


def find_transition_points(source: State, target: State, blend: float = BLEND, several: bool = True) -> list[TransitionPoint]:
    """Every good way from one state into another, in order of when it leaves; none where the two are nowhere alike.

    several: False keeps only the last of a cycle, which is what one has without multi-point transitions.
    """
    found: list[TransitionPoint] = FOUND.get((source, target, blend, several), lambda: _find(source, target, blend, several))
    return list(found)


def _find(source: State, target: State, blend: float, several: bool) -> list[TransitionPoint]:
    cost = cost_between(source.motions[0], target.motions[0])
    frames = min(round(blend * RATE), len(cost) - 2, cost.shape[1] - 2)
    mean = mean_along(cost, frames)
    allowed = np.outer(_may_leave(source, len(mean), frames), _may_enter(target, mean.shape[1], frames))
    mean[~allowed] = np.inf
    best = mean.min(axis=1)
    if not np.isfinite(best).any() or best.min() > LIMIT:
        return []
    if not source.cyclic:
        rows = [int(np.argmin(best))]  # a behaviour that ends is left once, where it goes best
    elif several:
        rows = _spread(best, max(WORSE * float(best.min()), GOOD), round(APART * RATE))
    else:
        rows = [_end(best)]
    return [make_transition_point(source.name, target.name, cost, row, int(np.argmin(mean[row])), frames) for row in rows]


def place_transition_point(
    source: State, target: State, start: float, enter: float, blend: float = BLEND, cost: NDArray[np.float64] | None = None
) -> TransitionPoint:
    """A transition put by hand: leaves the source's reference at second `start`, enters the target's at `enter`, lasts `blend`.

    cost: their `cost_between`, where it is known already. When an acyclic target must be left its machine knows, in `with_transitions`.
    """
    cost = cost_between(source.motions[0], target.motions[0]) if cost is None else cost
    frames, row, column = (round(seconds * RATE) for seconds in (blend, start, enter))
    if frames < 2 or min(row, column) < 0 or row + frames >= len(cost) or column + frames >= cost.shape[1]:
        raise MotionError(
            f"a transition from {start:g} s of {source.name} to {enter:g} s of {target.name} over {blend:g} s does not fit; "
            f"they last {len(cost) / RATE:.2f} s and {cost.shape[1] / RATE:.2f} s"
        )
    allowed = _may_leave(source, len(cost), frames)[row]
    if source.cyclic and not allowed:
        raise MotionError(f"not every lap of {source.name} passes {start:g} s; choose {_span(source)}")
    point = make_transition_point(source.name, target.name, cost, row, column, frames)
    if target.loop is not None:
        check_entry(point, target.loop.start)
    return point


def check_entry(point: TransitionPoint, leaves: float) -> None:
    """An error where a transition is not over by the reference frame at which its target `leaves`."""
    over = point.frames[-1] - leaves
    if over > 0:
        latest = (point.frames[0] - over) / RATE
        raise MotionError(
            f"{point.source} -> {point.target} would be cut short: it is over at {point.frames[-1] / RATE:.2f} s of {point.target}, "
            f"which is left at {leaves / RATE:.2f} s; "
            + (f"enter at {latest:.2f} s or before" if latest >= 0 else f"let it last {-latest:.2f} s less")
        )


def list_windows_near(source: State, target: State, point: TransitionPoint, cost: NDArray[np.float64]) -> list[tuple[int, int, int]]:
    """Where transitions a little earlier or later than one, or longer, start, enter and how many frames they last, by the states'
    `cost_between`; the cheapest first."""
    found = list[tuple[float, int, int, int]]()
    start, enter, blend = round(point.start), round(point.frames[0]), round(point.stop - point.start)
    for longer in LONGER:
        frames = round(longer * blend)
        rows, columns = (
            np.arange(max(at - NEAR, 0), min(at + NEAR + 1, size - frames), 2) for at, size in ((start, len(cost)), (enter, cost.shape[1]))
        )
        if not (len(rows) and len(columns)):
            continue
        mean = mean_along(cost[rows[0] : rows[-1] + frames + 1, columns[0] : columns[-1] + frames + 1], frames)
        leave, arrive = _may_leave(source, len(cost) - frames, frames), _may_enter(target, cost.shape[1] - frames, frames)
        found += [
            (float(mean[row - rows[0], column - columns[0]]), int(row), int(column), frames)
            for row in rows[leave[rows]]
            for column in columns[arrive[columns]]
        ]
    return [(row, column, frames) for _, row, column, frames in sorted(each for each in found if each[0] <= LIMIT)[:TRIED]]


def _span(state: State) -> str:
    """Between which seconds a cyclic state may be left."""
    if state.loop is None:
        return "its later part"
    return f"{state.loop.frames[-1] / RATE:.2f} to {state.loop.start / RATE:.2f} s"


def _may_leave(state: State, count: int, blend: int) -> NDArray[np.bool_]:
    """Which reference frames (count,) a transition may start at."""
    frame = np.arange(count)
    if state.loop is not None:  # only what every lap passes: from a step after the loop arrives to where it starts
        return (frame >= state.loop.frames[-1] + PASSED) & (frame <= state.loop.start)
    return frame >= min(max(LATE * len(state.frames), _find_turn(state)[1]), count - 1)


def _may_enter(state: State, count: int, blend: int) -> NDArray[np.bool_]:
    """Which reference frames (count,) a transition may arrive from."""
    frame = np.arange(count)
    if state.loop is not None:  # it must be over before the loop begins
        return frame + 1.5 * blend < state.loop.start
    return frame <= min(EARLY * len(state.frames), _find_turn(state)[0])


def _find_turn(state: State) -> tuple[float, float]:
    """The reference frames at which a state that is called a turn has begun to turn and is nearly round; any, where it is not.

    A take may be long, and its turn in the beginning: whoever came in at two fifths of it would not turn at all.
    """
    words = state.name.split("_")
    side = 1.0 if "left" in words else -1.0 if "right" in words else 0.0
    if "turn" not in words or not side:
        return np.inf, 0.0
    turned = side * headings(state.motions[0])[state.frames[:, 0].astype(int)]
    turned = turned - turned[0]
    begins, ends = (int(np.argmax(turned >= share * turned.max())) for share in (TURNING, TURNED))
    return float(begins), float(ends)


def _spread(best: NDArray[np.float64], limit: float, apart: int) -> list[int]:
    """Frames with a cost under the limit, the cheapest first and the others where they are far enough from those taken; in order."""
    found: list[int] = []
    for row in np.argsort(best, kind="stable"):
        if best[row] > limit:
            break
        if all(abs(int(row) - other) > apart for other in found):
            found.append(int(row))
    return sorted(found)


def _end(best: NDArray[np.float64]) -> int:
    """The best frame among the last fifth of those allowed."""
    allowed = np.flatnonzero(np.isfinite(best))
    last = allowed[-max(len(allowed) // 5, 1) :]
    return int(last[np.argmin(best[last])])


def lap_seconds(state: State) -> float:
    """How long one round of a cyclic state's reference lasts."""
    first, last = lap_of(state)
    return (last - first) / RATE


def allowed_spans(source: State, target: State, blend: float = BLEND) -> tuple[tuple[float, float], tuple[float, float]]:
    """Seconds of the source's reference between which a transition is looked for, and of the target's between which it may arrive."""
    frames, spans = round(blend * RATE), []
    for state, may in ((source, _may_leave), (target, _may_enter)):
        found = np.flatnonzero(may(state, len(state.frames) - frames, frames))
        spans.append((float(found[0]) / RATE, float(found[-1]) / RATE) if len(found) else (0.0, 0.0))
    return spans[0], spans[1]
