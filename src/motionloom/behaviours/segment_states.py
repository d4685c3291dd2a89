"""A machine from captures alone: which pieces of which clips make which state is proposed, and what cannot be part of it is said.

Everything here is a proposal by simple rules on segments (`segmenting`): what goes on for ever is a state of all clips that do it, an act
is the take of it that is most like the others, with a moment of what was before and after it, and it ends in what followed it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from motionloom.behaviours.deeds import KICK, STRIKE, vigour
from motionloom.behaviours.long_cycles import LAPS
from motionloom.behaviours.mining import Mined
from motionloom.behaviours.motion_signals import read_signals
from motionloom.behaviours.segment_takes import COMPARED, SegmentTake, choose_takes, choose_untwisted, find_middle, find_segment_takes
from motionloom.behaviours.segmenting import STANCE, STAND
from motionloom.behaviours.state_recipes import MachinePlan, StateRecipe
from motionloom.behaviours.states import RATE, cost_between
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError, list_names
from motionloom.library import Library
from motionloom.making.choice import Choice

ENDING = 0.5  # seconds of an act by which it is told where it ends
LONGEST = 10.0  # seconds: a longer act shows many behaviours, not one
SHORTEST = {"stand": 0.9, "cycle": 0.7}  # seconds of a take that can come round
IDLE = (STAND, STANCE)
FRAGMENT = 0.5  # of what an act lasts at the median: what is shorter is a part of one
LIVELY = 0.9  # of the speed of the fastest blow: what is as fast is one too, where none is as fast as a blow should be
SPAN = 0.4  # seconds: a shorter stretch without a name is not worth a word
STOPS = 0.25  # metres from a stand, where a clip ends while its body comes to one: it stands then
REST = 1.5  # times as far: an act that begins in a rest ends in it again, unless something else is much nearer to its end
# What paper 001's locomotion has (figure 4.1), in our words.
FIRST = (
    ("stand", "stance", "walk", "run", "walk_start", "walk_stop", "run_start", "run_stop", "walk_to_run", "run_to_walk")
    + tuple(f"{gait}_turn_{side}" for gait in ("walk", "run") for side in ("left", "right"))
    + ("jump",)
)
MANY = 14  # states of a first machine, as many as paper 001's locomotion has
BEYOND = f"a machine begins with {MANY} behaviours; name those you want, this one too"


def propose_states(library: Library, mined: Mined, choice: Choice, only: Collection[str] | None = None) -> MachinePlan:
    """Which pieces of the chosen clips make which state; only: the states that are wanted, all where it is None."""
    takes = find_segment_takes(library, choice)
    left_out = _unnamed(takes.pop("", []))
    wanted = {name: found for name, found in sorted(takes.items()) if name in mined.graph.names and (only is None or name in only)}
    cycles, acts = dict[str, StateRecipe](), dict[str, tuple[SegmentTake, ...]]()
    for name, found in wanted.items():
        lasts = sum(take.segment.kind in ("idle", "cycle") for take in found) * 2 > len(found)
        good = [take for take in found if _fits(take, lasts)]
        if not good:
            left_out.append((name, _too_short(name, found, lasts)))
        elif lasts:
            cycles[name] = _cycle(library, name, good)
        else:
            acts[name] = tuple(good)
    if not cycles:
        raise MotionError(_nothing_lasts(wanted))
    references = {name: _open(library, recipe.clips[0]) for name, recipe in cycles.items()}
    ended = [_act(library, name, found, references) for name, found in acts.items()]
    shown = frozenset(way for take, act in ended for way in ((take.before, act.name), (act.name, act.default)))
    goes_on = sorted(cycles.values(), key=lambda each: _pace(references[each.name]))
    return MachinePlan((*goes_on, *(act for _, act in ended)), tuple(left_out), bridged=True, shown=shown)


def _fits(take: SegmentTake, goes_on: bool) -> bool:
    if not goes_on:
        return take.seconds <= LONGEST
    return take.seconds >= SHORTEST["stand" if take.segment.name in IDLE else "cycle"]


def _too_short(name: str, takes: Sequence[SegmentTake], goes_on: bool) -> str:
    longest = max(takes, key=lambda take: take.seconds)
    where = _where(longest)
    if not goes_on:
        return f"{longest.seconds:.0f} s on end ({where}) show many behaviours; cut them on the track `behaviours`"
    least = SHORTEST["stand" if name in IDLE else "cycle"]
    return f"the longest lasts {longest.seconds:.1f} s ({where}); capture {max(2 * least, 2):.0f} s of it"


def _nothing_lasts(wanted: Mapping[str, Sequence[SegmentTake]]) -> str:
    """Why there is no machine where nothing that goes on lasts long enough."""
    brief = [take for takes in wanted.values() for take in takes if take.segment.kind in ("idle", "cycle")]
    longest = max(brief, key=lambda take: take.seconds, default=None)
    found = f" (the longest {longest.segment.name} lasts {longest.seconds:.1f} s, {_where(longest)})" if longest else ""
    return f"nothing goes on for ever in {list_names(sorted(wanted)) or 'these clips'}{found}; capture a stand or a walk of two seconds"


def _where(take: SegmentTake) -> str:
    return f"{take.clip.name} at {take.segment.start / take.clip.fps:.1f} s"


def _unnamed(takes: Sequence[SegmentTake]) -> list[tuple[str, str]]:
    """What is left out because nobody can name it, clip by clip."""
    found: dict[str, list[str]] = {}
    for take in (each for each in takes if each.seconds >= SPAN):
        found.setdefault(take.clip.name, []).append(
            f"{take.segment.start / take.clip.fps:.1f} to {take.segment.stop / take.clip.fps:.1f} s"
        )
    return [
        (name, f"what it does from {list_names(spans)} has no name; give it one on the track `behaviours`") for name, spans in found.items()
    ]


def choose_first(plan: MachinePlan) -> tuple[str, ...]:
    """The states to begin with: all where there are few; where there are many the well-known ways of getting about, then what else goes
    on for ever, then acts by name."""
    order = {name: k for k, name in enumerate(FIRST)}
    states = sorted(plan.states, key=lambda each: (order.get(each.name, len(order)), not each.cyclic))
    return tuple(state.name for state in plan.states if state in states[:MANY])


def _cycle(library: Library, name: str, takes: Sequence[SegmentTake]) -> StateRecipe:
    """A state of all takes of what goes on; the first is the one with the least mean distance from the others (section 5.2)."""
    order = sorted(takes, key=lambda take: -take.seconds)
    first = order[find_middle([take.motion(library) for take in order[:COMPARED]], around=True)]
    if name in IDLE:  # whoever stands stays in one place: the one stand that is most like all
        return StateRecipe(name, (first.piece(),), cyclic=True)
    return StateRecipe(name, (first.piece(), *(take.piece() for take in takes if take is not first)), cyclic=True, laps=LAPS)


def _act(library: Library, name: str, takes: Sequence[SegmentTake], cycles: dict[str, Motion]) -> tuple[SegmentTake, StateRecipe]:
    """The take of an act that is most like the others, of those that begin and end in something that goes on, and its state."""
    good = choose_takes(library, choose_seen(library, name, choose_plain(name, takes)), cycles)
    best = choose_untwisted(library, good, cycles)
    follows = Counter(take.after for take in good if take.after in cycles).most_common(1)
    default = best.after if best.after in cycles else follows[0][0] if follows else _ending(best, library, cycles)
    return best, StateRecipe(name, (best.piece(context=True),), default=default)


def choose_plain(name: str, takes: Sequence[SegmentTake]) -> list[SegmentTake]:
    """Takes of an act without those of clips that are about something else, where some are about it, and without mere parts of it."""
    word = name.partition("_")[0]
    about = [take for take in takes if any(word in label.split("_") for label in take.clip.labels)] or list(takes)
    lasts = float(np.median([take.seconds for take in about]))
    return [take for take in about if take.seconds >= FRAGMENT * lasts]


def choose_seen(library: Library, name: str, takes: Sequence[SegmentTake]) -> list[SegmentTake]:
    """Takes of a blow in which a hand or a foot strikes, or nearly as fast as in any: clips that are about blows have feints in them."""
    if not {"punch", "kick"} & set(name.split("_")):
        return list(takes)
    speeds = [vigour(read_signals(take.motion(library)), slice(None)) for take in takes]
    least = min(KICK if "kick" in name else STRIKE, LIVELY * max(speeds))
    return [take for take, speed in zip(takes, speeds, strict=True) if speed >= least]


def _open(library: Library, piece: str) -> Motion:
    from motionloom.making.choice import find_piece

    found = find_piece(library, piece)
    return resample(library.motion(found.clip.id)[found.start : found.stop], RATE)


def _pace(motion: Motion) -> float:
    """Mean speed over the ground, metres a second."""
    path = motion.root_positions[:, [0, 2]]
    return float(np.linalg.norm(path[-1] - path[0])) / max(motion.duration, 1e-6)


def _ending(take: SegmentTake, library: Library, cycles: dict[str, Motion]) -> str:
    """The cycle that the last moments of an act are most like: the rest it began in, or another rest, where that is about as near. A stop
    ends in a stand."""
    last = take.motion(library, context=True)[-round(ENDING * RATE) :]
    away = {name: float(cost_between(last, cycle).min(axis=1).mean()) for name, cycle in cycles.items()}
    if take.segment.name.endswith("_stop") and away.get(STAND, np.inf) <= STOPS:
        return STAND
    rests = [name for name in dict.fromkeys((take.before, *IDLE)) if name in IDLE and name in cycles]
    return next((name for name in rests if away[name] <= REST * min(away.values())), min(away, key=lambda name: away[name]))
