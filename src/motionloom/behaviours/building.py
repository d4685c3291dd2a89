"""A machine from a library by a plan: the states are made, joined, steered exactly and tried, the same way whoever planned it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256

import numpy as np

from motionloom.align.put_on import put_on
from motionloom.behaviours.bridging import Forced, bridge, join_acts, pass_deeds
from motionloom.behaviours.calibration import calibrate
from motionloom.behaviours.connecting import keep_connected, keep_fitting, keep_smooth
from motionloom.behaviours.feet_trials import keep_calm_feet
from motionloom.behaviours.kept import keep
from motionloom.behaviours.lap_trials import keep_smooth_hops
from motionloom.behaviours.lost_endings import end_elsewhere
from motionloom.behaviours.machine import Machine, assemble, find_transitions
from motionloom.behaviours.missing import Missing
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.state_recipes import MachinePlan, OpenPiece, StateRecipe, open_piece, with_words
from motionloom.behaviours.states import RATE, State, check_posture
from motionloom.behaviours.transition_trials import mend_rough_transitions
from motionloom.compute import Progress
from motionloom.core import Motion, Skeleton
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError
from motionloom.core.rest_poses import with_skeleton
from motionloom.feet.plants import Plants
from motionloom.library import Library
from motionloom.making.choice import find_piece

STATES = keep(48)


@dataclass(frozen=True, eq=False)
class Built:
    """A machine that plays, the recipes of its states, the clips it rests on (ids), what is not in it and why, ways that no clip
    shows, and what mining says of those it did not find."""

    machine: Machine
    states: tuple[StateRecipe, ...]
    clips: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    forced: tuple[Forced, ...] = ()
    missing: tuple[Missing, ...] = ()


def build(
    library: Library, plan: MachinePlan, graph: StateGraph, progress: Progress | None = None, several: bool = True, one_body: bool = False
) -> Built:
    """The machine of a plan; the graph says between which states to look for transitions, and what they cost.

    several: many ways out of each cycle (multi-point), or only one at its end. one_body: clips of other bodies are put on the first one's.
    """
    progress = progress or Progress()
    plan, order = with_words(library, plan)
    states, left_out = make_states(library, plan, graph, progress, order, one_body)
    costs, points = find_transitions(states, graph, several, progress)
    kept, forced = states, list[Forced]()
    if not states:
        raise MotionError("; ".join(reason for _, reason in left_out))
    if not plan.given and len(plan.states) > 1:
        costs = keep_smooth(states, keep_fitting(states, costs, plan.shown), points, plan.shown)
        if plan.bridged:
            costs, points, forced = bridge(states, costs, points)
            costs, points, joined = join_acts(states, costs, points, forced)
            costs, points, past = pass_deeds(states, costs, points)
            forced += joined + past
        kept = keep_connected(states, costs)
        kept = kept if len(kept) > 1 else [max((state for state in states if state.cyclic), key=lambda state: len(state.frames))]
        left_out += [(state.name, "there is no way into it and out of it again that looks smooth") for state in states if state not in kept]
    machine = mend_rough_transitions(calibrate(assemble(states, costs, points, graph, kept), progress), progress)
    machine = keep_smooth_hops(machine, progress)
    names = set(machine.graph.names)
    recipes = tuple(recipe for recipe in plan.states if recipe.name in names)
    clips = dict.fromkeys(find_piece(library, clip).clip.id for recipe in recipes for clip in recipe.clips)
    return Built(machine, recipes, tuple(clips), (*plan.left_out, *left_out), tuple(forced))


def make_states(
    library: Library, plan: MachinePlan, graph: StateGraph, progress: Progress, order: tuple[str, ...] = (), one_body: bool = False
) -> tuple[list[State], list[tuple[str, str]]]:
    """The states of a plan, and names of those that cannot be built with the reason; of a plan that was given that is an error.

    order: all words of the machine, for states that are steered by words. one_body: clips of other bodies are put on the first one's.
    """
    states, left_out = list[State](), list[tuple[str, str]]()
    skeleton = _first_skeleton(library, plan)
    opened = cache(partial(_open_on, library, skeleton, one_body))
    progress.begin("Making states", len(plan.states))
    for recipe in plan.states:
        graph.index(recipe.name)
        made_of = (replace(recipe, clips=()), order, one_body, skeleton.hash, *(_content(library, opened, named) for named in recipe.clips))
        if plan.given:
            states.append(STATES.get((True, *made_of), partial(_make_given, recipe, opened, order)))
        else:
            state, problem = STATES.get((False, *made_of), partial(_make_what_goes, recipe, opened))
            states += [] if state is None else [state]
            left_out += [(recipe.name, problem)] if problem else []
        progress.advance(note=describe_state(states[-1]) if states and states[-1].name == recipe.name else f"{recipe.name}: left out")
    if not plan.given:
        states, gone = end_elsewhere(states, [recipe.name for recipe in plan.states if recipe.cyclic])
        left_out += gone
    return states, left_out


def _content(library: Library, opened: OpenPiece, named: str) -> tuple[Hashable, ...]:
    """What a piece is made of, whichever library it is in: frames of a clip, what it is called, and its plants."""
    piece, (motion, plants) = find_piece(library, named), opened(named)
    bits = sha256(np.packbits(plants.bits).tobytes()).digest()
    return piece.clip.fingerprint, piece.start, piece.stop, motion.name, motion.skeleton.hash, bits


def _first_skeleton(library: Library, plan: MachinePlan) -> Skeleton:
    return library.skeleton(find_piece(library, plan.states[0].clips[0]).clip.skeleton)


def _open_on(library: Library, skeleton: Skeleton, one_body: bool, named: str) -> tuple[Motion, Plants]:
    """A piece on a skeleton: one with the same bones under another rest pose always, one of another body where that is wanted."""
    motion, plants = open_piece(library, named)
    return (put_on(motion, skeleton) if one_body else with_skeleton(motion, skeleton) or motion), plants


def _make_given(recipe: StateRecipe, opened: OpenPiece, order: tuple[str, ...]) -> State:
    try:
        return recipe.make(opened, order)
    except MotionError as error:
        raise MotionError(f"state {recipe.name!r}: {error}") from None


def _make_what_goes(recipe: StateRecipe, opened: OpenPiece) -> tuple[State | None, str]:
    """The state of a recipe, and what is wrong with it: clips that do not go like its first are left out of it."""
    try:
        laps = [resample(opened(clip)[0], RATE) for clip in recipe.clips] if recipe.laps else []
        calm, left = keep_calm_feet(_make_alike(recipe, opened), laps)
        return calm, "; ".join(left)
    except MotionError as error:
        if len(recipe.clips) == 1:
            return None, str(error)
    reasons = {clip: _find_problem(replace(recipe, clips=(recipe.clips[0], clip)), opened) for clip in recipe.clips[1:]}
    alike = [clip for clip, reason in reasons.items() if not reason]
    fewer = (recipe.clips[0], *(alike if len(alike) < len(recipe.clips) - 1 else ()))
    state, problem = _make_what_goes(replace(recipe, clips=fewer), opened)
    why = next((reason for reason in reasons.values() if reason), "they do not go together")
    said = f"{len(recipe.clips) - len(fewer)} of its clips are left out: {why}"
    return state, problem if state is None else "; ".join(each for each in (said, problem) if each)


def _find_problem(recipe: StateRecipe, opened: OpenPiece) -> str:
    """Why a state cannot be made; nothing where it can."""
    try:
        _make_alike(recipe, opened)
    except MotionError as error:
        return str(error)
    return ""


def _make_alike(recipe: StateRecipe, opened: OpenPiece) -> State:
    """The state of a recipe that nobody wrote; an error where clips differ in posture. Long cycles leave such laps out, styles differ."""
    state = recipe.make(opened)
    if state.cyclic and not recipe.laps and not recipe.words:
        check_posture(state)
    return state


def describe_state(state: State) -> str:
    """One line about a state that was made."""
    kind = f"{'one clip' if len(state.motions) == 1 else f'{len(state.motions)} clips'}, {'cyclic' if state.cyclic else 'acyclic'}"
    text = f"{state.name}: {kind}, {len(state.frames) / RATE:.2f} s"
    if state.loop is not None:
        text += f", its loop {state.loop.cost:.3f} m apart"
    if state.parameter is not None:
        low, high, words = *state.parameter.values[[0, -1]], state.parameter.words
        text += f", {state.parameter.name} " + (", ".join(words) if words else f"{low:.2f} to {high:.2f}")
    return text
