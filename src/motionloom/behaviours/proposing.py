"""A machine from labels alone: which clips make which state is proposed, and what cannot be part of it is said.

Everything here is a proposal by simple rules: a label is a state; labels that say "turn" give their clips to the gait they turn; what
is named like a gait or returns to its own beginning all along is a cycle; the rest end in the cycle that their last moments are most like.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from motionloom.behaviours.mining import Mined
from motionloom.behaviours.state_recipes import MachinePlan, StateRecipe
from motionloom.behaviours.states import RATE, cost_between
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError, list_names
from motionloom.core.heading import headings
from motionloom.library import Library
from motionloom.making.choice import Choice, choose

TURN = re.compile(r"^(?:(?P<gait>.+)_)?turn(?:_(?:left|right))?$")
GAIT = "walk"  # what turns where a label says only that something does
# What people call a gait goes on for ever, however short the capture is: a run across a room is often less than two laps.
GAITS = frozenset({"stand", "idle", "walk", "run", "jog", "sprint", "march", "sneak", "limp", "crawl", "walk_back", "walk_side"})
TURNS = 2  # clips to either side that a gait is turned by: those that turn most
CYCLIC = 0.9  # of a label's frames come round again; an act that begins and ends in a stand has fewer
ENDING = 0.5  # seconds of an act by which it is told where it ends
LONGEST = 10.0  # seconds: a longer take shows many behaviours, not one
# What a first machine has where a library has many behaviours.
CORE = frozenset({"stand", "idle", "walk", "run", "jump", "start", "stop", "walk_start", "walk_stop", "run_start", "run_stop"}) | frozenset(
    {"speed_up", "slow_down", "spin_left", "spin_right"}
)
MANY = 12  # states: more than that are hard to drive by keys


def list_subjects(library: Library) -> list[tuple[str, int]]:
    """Whose clips have a label to go by, and how many labels those are; the most first. A machine is one body's."""
    labels: dict[str, set[str]] = {}
    for clip in choose(library):
        if len(clip.labels) == 1:
            labels.setdefault(clip.subject, set()).add(clip.labels[0])
    return sorted(((subject, len(found)) for subject, found in labels.items()), key=lambda each: (-each[1], each[0]))


def choose_subject(library: Library, subject: str | None = None) -> str:
    """The person whose clips a machine is made of: who is asked for, or who has the most labels."""
    found = [name for name, labels in list_subjects(library) if labels > 1]
    if not found or (subject is not None and subject not in found):
        raise MotionError("a machine is made of one person's clips with two labels or more; label clips in the library first")
    return found[0] if subject is None else subject


def propose(library: Library, mined: Mined, choice: Choice, only: Collection[str] | None = None) -> MachinePlan:
    """Which of the chosen clips make which state; only: the states that are wanted, all where it is None."""
    by_label = _takes(library, mined, choice, only)
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
    return MachinePlan((*sorted(cycles.values(), key=lambda each: _pace(references[each.name])), *ended), tuple(left_out))


def choose_core(plan: MachinePlan) -> tuple[str, ...]:
    """The states to begin with: all where there are few, the well-known ways of getting about where there are many."""
    names = [state.name for state in plan.states]
    core = [name for name in names if name in CORE]
    return tuple(core if len(names) > MANY and len(core) >= 3 else names)


def _takes(library: Library, mined: Mined, choice: Choice, only: Collection[str] | None) -> dict[str, list[tuple[float, str, Motion]]]:
    """Pace, id and motion of the clips of each label; a gait that is wanted brings the labels that turn it."""
    found: dict[str, list[tuple[float, str, Motion]]] = {}
    for clip in choose(library, choice):
        label = clip.labels[0] if len(clip.labels) == 1 else ""
        if label in mined.graph.names and (only is None or (_gait(label) or label) in only):
            motion = library.motion(clip.id)
            found.setdefault(label, []).append((_pace(motion), clip.id, motion))
    return found


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
