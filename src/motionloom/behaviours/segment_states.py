"""A machine from captures alone: which pieces of which clips make which state is proposed, and what cannot be part of it is said.

Everything here is a proposal by simple rules on segments (`segmenting`): what goes on for ever is a state of all clips that do it, an act
is the take of it that is most like the others, with a moment of what was before and after it, and it ends in what followed it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from motionloom.align import warp_between
from motionloom.behaviours.long_cycles import LAPS
from motionloom.behaviours.mining import Mined
from motionloom.behaviours.segment_track import read_segments
from motionloom.behaviours.segmenting import GAITS, STAND, Segment
from motionloom.behaviours.state_recipes import MachinePlan, StateRecipe
from motionloom.behaviours.states import RATE, cost_between
from motionloom.core import Motion
from motionloom.core.editing import resample
from motionloom.core.errors import MotionError, list_names
from motionloom.library import Clip, Library
from motionloom.making.choice import Choice, choose

CONTEXT = 0.5  # seconds of what was before an act and after it that belong to its state: there it is entered and left
ENDING = 0.5  # seconds of an act by which it is told where it ends
LONGEST = 10.0  # seconds: a longer act shows many behaviours, not one
SHORTEST = {"stand": 0.9, "cycle": 0.7}  # seconds of a take that can come round
COMPARED = 8  # takes of one behaviour that are held against each other
MANY = 14  # states of a first machine, as many as paper 001's locomotion has


@dataclass(frozen=True, eq=False)
class Stretch:
    """A segment of a clip, and what the same clip does before it and after it; "" at the clip's ends."""

    clip: Clip
    segment: Segment
    before: str
    after: str

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return (self.segment.stop - self.segment.start) / self.clip.fps

    def piece(self, context: float = 0.0) -> str:
        """What it is called in a recipe, with so many seconds of its clip before and after it."""
        around = round(context * self.clip.fps)
        start, stop = max(self.segment.start - around, 0), min(self.segment.stop + around, self.clip.frames)
        return (
            self.clip.id if stop - start == self.clip.frames else f"{self.clip.id}@{start / self.clip.fps:.4f}-{stop / self.clip.fps:.4f}"
        )

    def motion(self, library: Library) -> Motion:
        """Its frames at the machine's rate."""
        return resample(library.motion(self.clip.id)[self.segment.start : self.segment.stop], RATE)


def find_stretches(library: Library, choice: Choice) -> dict[str, list[Stretch]]:
    """The takes of each behaviour among the chosen clips; "" has those that nobody can name."""
    found: dict[str, list[Stretch]] = {}
    for clip in choose(library, choice):
        segments = read_segments(library, clip)
        names = ["", *(each.name for each in segments), ""]
        for k, each in enumerate(segments):
            found.setdefault(each.name, []).append(Stretch(clip, each, names[k], names[k + 2]))
    return found


def propose_states(library: Library, mined: Mined, choice: Choice, only: Collection[str] | None = None) -> MachinePlan:
    """Which pieces of the chosen clips make which state; only: the states that are wanted, all where it is None."""
    takes = find_stretches(library, choice)
    left_out = _unnamed(takes.pop("", []))
    wanted = {name: found for name, found in sorted(takes.items()) if name in mined.graph.names and (only is None or name in only)}
    cycles, acts = dict[str, StateRecipe](), dict[str, tuple[Stretch, ...]]()
    for name, found in wanted.items():
        goes_on = sum(take.segment.kind in ("idle", "cycle") for take in found) * 2 > len(found)
        good = [take for take in found if _fits(take, goes_on)]
        if not good:
            left_out.append((name, _too_short(name, found, goes_on)))
        elif goes_on:
            cycles[name] = _cycle(library, name, good)
        else:
            acts[name] = tuple(good)
    if not cycles:
        raise MotionError(
            f"nothing goes on for ever in {list_names(sorted(wanted)) or 'these clips'}; capture a stand or a walk of two seconds"
        )
    references = {name: _open(library, recipe.clips[0]) for name, recipe in cycles.items()}
    ended = [_act(library, name, found, references) for name, found in acts.items()]
    return MachinePlan((*sorted(cycles.values(), key=lambda each: _pace(references[each.name])), *ended), tuple(left_out), bridged=True)


def _fits(take: Stretch, goes_on: bool) -> bool:
    if not goes_on:
        return take.seconds <= LONGEST
    return take.seconds >= SHORTEST["stand" if take.segment.name == STAND else "cycle"]


def _too_short(name: str, takes: Sequence[Stretch], goes_on: bool) -> str:
    longest = max(takes, key=lambda take: take.seconds)
    where = f"{longest.clip.name} at {longest.segment.start / longest.clip.fps:.1f} s"
    if not goes_on:
        return f"{longest.seconds:.0f} s on end ({where}) show many behaviours; cut them on the track `behaviours`"
    least = SHORTEST["stand" if name == STAND else "cycle"]
    return f"the longest lasts {longest.seconds:.1f} s ({where}); capture {max(2 * least, 2):.0f} s of it"


def _unnamed(takes: Sequence[Stretch]) -> list[tuple[str, str]]:
    """What is left out because nobody can name it, clip by clip."""
    found: dict[str, list[str]] = {}
    for take in takes:
        found.setdefault(take.clip.name, []).append(
            f"{take.segment.start / take.clip.fps:.1f} to {take.segment.stop / take.clip.fps:.1f} s"
        )
    return [
        (name, f"what it does from {list_names(spans)} has no name; give it one on the track `behaviours`") for name, spans in found.items()
    ]


def choose_first(plan: MachinePlan) -> tuple[str, ...]:
    """The states to begin with: all where there are few; where there are many what goes on for ever, starts and stops, and acts by name."""
    states = sorted(
        plan.states, key=lambda each: (not each.cyclic, each.name not in (*GAITS, STAND), not each.name.endswith(("_start", "_stop")))
    )
    return tuple(state.name for state in plan.states if state in states[:MANY])


def _cycle(library: Library, name: str, takes: Sequence[Stretch]) -> StateRecipe:
    """A state of all takes of what goes on; the first is the one with the least mean distance from the others (section 5.2)."""
    order = sorted(takes, key=lambda take: -take.seconds)
    first = order[_middle([take.motion(library) for take in order[:COMPARED]], around=True)]
    if name == STAND:  # whoever stands stays in one place: the one stand that is most like all
        return StateRecipe(name, (first.piece(),), cyclic=True)
    return StateRecipe(name, (first.piece(), *(take.piece() for take in takes if take is not first)), cyclic=True, laps=LAPS)


def _act(library: Library, name: str, takes: Sequence[Stretch], cycles: dict[str, Motion]) -> StateRecipe:
    """A state of the take of an act that is most like the others, of those that begin and end in something that goes on."""
    whole = max((take.before in cycles) + (take.after in cycles) for take in takes)
    good = [take for take in takes if (take.before in cycles) + (take.after in cycles) == whole][:COMPARED]
    best = good[_middle([take.motion(library) for take in good])]
    follows = Counter(take.after for take in good if take.after in cycles).most_common(1)
    piece = best.piece(CONTEXT)
    return StateRecipe(
        name, (piece,), default=best.after if best.after in cycles else follows[0][0] if follows else _ending(_open(library, piece), cycles)
    )


def _middle(motions: Sequence[Motion], around: bool = False) -> int:
    """Which of some motions has the least mean cost of warps to the others; around: of motions that come round, wherever they begin."""
    if len(motions) < 3:
        return 0
    costs = np.zeros((len(motions), len(motions)))
    for i in range(len(motions)):
        for j in range(len(motions)):
            if around and i != j:
                costs[i, j] = cost_between(motions[i], motions[j]).min(axis=0).mean()
            elif i < j:
                costs[i, j] = costs[j, i] = warp_between(motions[i], motions[j], max_slope=None).cost
    return int(np.argmin(costs.mean(axis=1)))


def _open(library: Library, piece: str) -> Motion:
    from motionloom.making.choice import find_piece

    found = find_piece(library, piece)
    return resample(library.motion(found.clip.id)[found.start : found.stop], RATE)


def _pace(motion: Motion) -> float:
    """Mean speed over the ground, metres a second."""
    path = motion.root_positions[:, [0, 2]]
    return float(np.linalg.norm(path[-1] - path[0])) / max(motion.duration, 1e-6)


def _ending(act: Motion, cycles: dict[str, Motion]) -> str:
    """The cycle that the last moments of an act are most like."""
    last = act[-round(ENDING * RATE) :]
    return min(cycles, key=lambda name: float(cost_between(last, cycles[name]).min(axis=1).mean()))
