"""A machine from labels alone: which clips make which state is proposed, and what cannot be part of it is said.

Everything here is a proposal by simple rules: a label is a state; labels that say "turn" give their clips to the gait they turn; what
is named like a gait or returns to its own beginning all along is a cycle; the rest end in the cycle that their last moments are most like.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.building import StateRecipe
from motionloom.behaviours.calibration import calibrate
from motionloom.behaviours.clips import clips_of
from motionloom.behaviours.machine import Machine, find_transitions
from motionloom.behaviours.mining import Mined
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import RATE, State, TransitionPoint, cost_between
from motionloom.behaviours.transition_points import GOOD
from motionloom.behaviours.transition_trials import mend_rough_transitions
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError, list_names
from motionloom.core.heading import headings
from motionloom.library import Library

TURN = re.compile(r"^(?:(?P<gait>.+)_)?turn(?:_(?:left|right))?$")
GAIT = "walk"  # what turns where a label says only that something does
# What people call a gait goes on for ever, however short the capture is: a run across a room is often less than two laps.
GAITS = frozenset({"stand", "idle", "walk", "run", "jog", "sprint", "march", "sneak", "limp", "crawl", "walk_back", "walk_side"})
TURNS = 2  # clips to either side that a gait is turned by: those that turn most
CYCLIC = 0.9  # of a label's frames come round again; an act that begins and ends in a stand has fewer
ENDING = 0.5  # seconds of an act by which it is told where it ends
LONGEST = 10.0  # seconds: a longer take shows many behaviours, not one
SMOOTH = (2.0, 3.0, 5.0, np.inf)  # of the cheapest edge out of a state: dearer ones are left out while every state stays within reach
# What a first machine has where a library has many behaviours.
CORE = frozenset({"stand", "idle", "walk", "run", "jump", "start", "stop", "walk_start", "walk_stop", "run_start", "run_stop"}) | frozenset(
    {"speed_up", "slow_down", "spin_left", "spin_right"}
)
MANY = 12  # states: more than that are hard to drive by keys
Say = Callable[[str], None]


@dataclass(frozen=True)
class Proposal:
    """A machine's recipe, and labels that are left out of it, each with the reason."""

    states: tuple[StateRecipe, ...]
    left_out: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Proposed:
    """A machine that plays, the recipe it was made by, and what is not in it and why."""

    machine: Machine
    states: tuple[StateRecipe, ...]
    left_out: tuple[tuple[str, str], ...]


def list_subjects(library: Library) -> list[tuple[str, int]]:
    """Whose clips have a label to go by, and how many labels those are; the most first. A machine is one body's."""
    labels: dict[str, set[str]] = {}
    for clip in library.clips():
        if len(clip.labels) == 1:
            labels.setdefault(clip.subject, set()).add(clip.labels[0])
    return sorted(((subject, len(found)) for subject, found in labels.items()), key=lambda each: (-each[1], each[0]))


def propose(library: Library, mined: Mined, subject: str, only: Collection[str] | None = None) -> Proposal:
    """Which clips of a person make which state; only: the states that are wanted, all where it is None."""
    by_label = _takes(library, mined, subject, only)
    laps = dict(zip(mined.graph.names, mined.laps, strict=True))
    connected = {name for edge in mined.graph.edges for name in edge}
    cycles, acts, left_out = dict[str, StateRecipe](), list[tuple[str, str, Motion]](), list[tuple[str, str]]()
    for label, takes in sorted(by_label.items()):
        takes.sort(key=lambda take: take[:2])
        _, reference, motion = takes[(len(takes) - 1) // 2]
        if motion.duration > LONGEST:
            left_out.append((label, f"a take of {motion.duration:.0f} s shows many behaviours; annotate or trim it"))
        elif label not in connected:
            left_out.append((label, "no frame of it is like a frame of another behaviour; capture a way into it and out of it"))
        elif (label in GAITS or laps[label] >= CYCLIC) and _gait(label) is None:
            cycles[label] = StateRecipe(label, (reference,), cyclic=True)
        elif _gait(label) is None:
            acts.append((label, reference, motion))
    turning: dict[str, list[tuple[float, str]]] = {}
    for label, takes in sorted(by_label.items()):
        gait = _gait(label)
        if gait is not None and gait in cycles:
            turning.setdefault(gait, []).extend((_turn(motion), clip) for _, clip, motion in takes)
        elif gait is not None:
            left_out.append((label, f"there is no cycle {gait!r} that it could turn"))
    for gait, found in turning.items():
        order = [clip for _, clip in sorted(found)]
        most = order if len(order) <= 2 * TURNS else [*order[:TURNS], *order[-TURNS:]]
        cycles[gait] = replace(cycles[gait], clips=(*cycles[gait].clips, *most))
    if not connected:
        raise MotionError(f"no two of {list_names(sorted(by_label))} have frames that are alike; capture ways between them")
    if not cycles:
        raise MotionError(f"no label is a cycle to come to rest in; of {list_names(sorted(by_label))} none repeats itself all along")
    references = {name: library.motion(recipe.clips[0]) for name, recipe in cycles.items()}
    ended = [StateRecipe(label, (clip,), default=_ending(motion, references)) for label, clip, motion in acts]
    return Proposal((*sorted(cycles.values(), key=lambda each: _pace(references[each.name])), *ended), tuple(left_out))


def choose_core(proposal: Proposal) -> tuple[str, ...]:
    """The states to begin with: all where there are few, the well-known ways of getting about where there are many."""
    names = [state.name for state in proposal.states]
    core = [name for name in names if name in CORE]
    return tuple(core if len(names) > MANY and len(core) >= 3 else names)


def build_proposed(library: Library, proposal: Proposal, graph: StateGraph, say: Say = lambda text: None) -> Proposed:
    """The machine of a proposal; what cannot be built, or could not be left again, is left out and said."""
    states, left_out = list[State](), list(proposal.left_out)
    for recipe in proposal.states:
        state, problem = _make(recipe, library)
        states += [] if state is None else [state]
        left_out += [(recipe.name, problem)] if problem else []
        say(f"{recipe.name}: {problem or 'built'}")
    costs, points = find_transitions(states, graph, say=say)
    costs = _keep_smooth(states, costs, points)
    kept = _keep_connected(states, costs)
    left_out += [(state.name, "there is no way into it and out of it again that looks smooth") for state in states if state not in kept]
    if len(kept) < 2:
        raise MotionError("no two of these behaviours lead into each other; capture ways between them, or add labels")
    say("steering is made exact")
    machine = mend_rough_transitions(calibrate(_assemble(kept, states, costs, points, graph)), say)
    names = {state.name for state in kept}
    return Proposed(machine, tuple(recipe for recipe in proposal.states if recipe.name in names), tuple(left_out))


def mine_subject(library: Library, subject: str, say: Say = lambda text: None) -> Mined:
    """The state graph of one person's labelled clips."""
    from motionloom.behaviours.mining import mine

    return mine(clips_of(library, subjects=[subject]), say=say)


def _takes(library: Library, mined: Mined, subject: str, only: Collection[str] | None) -> dict[str, list[tuple[float, str, Motion]]]:
    """Pace, id and motion of the clips of each label; a gait that is wanted brings the labels that turn it."""
    found: dict[str, list[tuple[float, str, Motion]]] = {}
    for clip in library.clips(subject=subject):
        label = clip.labels[0] if len(clip.labels) == 1 else ""
        if label in mined.graph.names and (only is None or (_gait(label) or label) in only):
            motion = library.motion(clip.id)
            found.setdefault(label, []).append((_pace(motion), clip.id, motion))
    return found


def _make(recipe: StateRecipe, library: Library) -> tuple[State | None, str]:
    """The state of a recipe, and what is wrong with it: clips that do not go like its first are left out of it."""
    try:
        return recipe.make(library), ""
    except MotionError as error:
        if len(recipe.clips) == 1:
            return None, str(error)
    alike = [clip for clip in recipe.clips[1:] if _goes(replace(recipe, clips=(recipe.clips[0], clip)), library)]
    state, problem = _make(replace(recipe, clips=(recipe.clips[0], *(alike if len(alike) < len(recipe.clips) - 1 else ()))), library)
    return state, problem or f"{len(recipe.clips) - len(state.motions if state else ())} of its clips do not go like the first"


def _goes(recipe: StateRecipe, library: Library) -> bool:
    try:
        recipe.make(library)
    except MotionError:
        return False
    return True


def _gait(label: str) -> str | None:
    """The gait that a label says is turned; None where it says nothing of a turn."""
    found = TURN.match(label)
    return None if found is None else found["gait"] or GAIT


def _pace(motion: Motion) -> float:
    """Mean speed over the ground, metres a second."""
    path = motion.root_positions[:, [0, 2]]
    return float(np.linalg.norm(path[-1] - path[0])) / max(motion.duration, 1e-6)


def _turn(motion: Motion) -> float:
    """Mean turn to the left, radians a second."""
    facing = headings(motion)
    return float(facing[-1] - facing[0]) / max(motion.duration, 1e-6)


def _ending(act: Motion, cycles: dict[str, Motion]) -> str:
    """The cycle that the last moments of an act are most like."""
    last = resample(act, RATE)[-round(ENDING * RATE) :]
    return min(cycles, key=lambda name: float(cost_between(last, resample(cycles[name], RATE)).min(axis=1).mean()))


def _keep_smooth(states: Sequence[State], costs: NDArray[np.float64], points: Iterable[TransitionPoint]) -> NDArray[np.float64]:
    """Costs (S, S) without the edges that jump: mining counts frames of whole labels, so a start leads to whatever begins in a stand."""
    names = [state.name for state in states]
    apart = np.full(costs.shape, np.inf)
    for point in points:
        at = names.index(point.source), names.index(point.target)
        apart[at] = min(apart[at], point.cost)
    most = len(_keep_connected(states, costs))
    for worse in SMOOTH:
        smooth = np.where(apart <= np.maximum(worse * apart.min(axis=1, keepdims=True), GOOD), costs, np.inf)
        if len(_keep_connected(states, smooth)) == most:
            return smooth
    return costs


def _keep_connected(states: Sequence[State], costs: NDArray[np.float64]) -> list[State]:
    """The largest set of states that all lead to each other and end in one of their own."""
    from scipy.sparse.csgraph import connected_components

    kept = list(range(len(states)))
    while kept:
        _, parts = connected_components(np.isfinite(costs[np.ix_(kept, kept)]), directed=True, connection="strong")
        largest = [k for k, part in zip(kept, parts, strict=True) if part == np.argmax(np.bincount(parts))]
        names = {states[k].name: k for k in largest}
        good = [k for k in largest if not states[k].default or np.isfinite(costs[k, names.get(states[k].default, k)])]
        if good == kept:
            break
        kept = good
    return [states[k] for k in kept]


def _assemble(
    kept: Sequence[State], states: Sequence[State], costs: NDArray[np.float64], points: Iterable[TransitionPoint], graph: StateGraph
) -> Machine:
    rows = [k for k, state in enumerate(states) if state in kept]
    names = tuple(state.name for state in kept)
    edges = {(states[a].name, states[b].name) for a, b in np.argwhere(np.isfinite(costs))}
    own = StateGraph(names, costs[np.ix_(rows, rows)], frozenset(s.name for s in kept if s.cyclic), dict(graph.about))
    return Machine(tuple(kept), tuple(p for p in points if (p.source, p.target) in edges and {p.source, p.target} <= set(names)), own)
