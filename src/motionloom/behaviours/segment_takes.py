"""What clips do, behaviour by behaviour: the takes of each among the chosen clips, and which takes of an act can be a state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from motionloom.align import warp_between
from motionloom.behaviours.kept import content_of, keep
from motionloom.behaviours.segment_track import is_bend, read_segments
from motionloom.behaviours.segmenting import Segment
from motionloom.behaviours.states import RATE, cost_between
from motionloom.core import Motion, quaternion
from motionloom.core.editing import resample
from motionloom.library import Clip, Library
from motionloom.making.choice import Choice, choose

CONTEXT = 0.5  # seconds of what was before an act and after it that belong to its state: there it is entered and left
MOMENT = 0.15  # seconds of another act that may belong to it
END = 0.25  # seconds by which it is told how an act begins and ends
ON_END = 3  # times that an act may be done on end before it comes back to where it began
WORSE = 1.4  # times as far as the nearest: what is good enough where none is near
NEAR = 0.15  # metres from something that goes on: an act that begins or ends farther away cannot be entered or left there
APART, MIDDLE = keep(4000), keep(200)
TWISTED = np.radians(120.0)  # of a joint, against what goes on: no pose is that far from another, a bone is the wrong way round
COMPARED = 8  # takes of one behaviour that are held against each other


@dataclass(frozen=True, eq=False)
class SegmentTake:
    """A segment of a clip, and what the same clip does before it and after it; "" at the clip's ends.

    lead, tail: frames of that before it and after it that may belong to its state.
    """

    clip: Clip
    segment: Segment
    before: str
    after: str
    lead: int = 0
    tail: int = 0

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return (self.segment.stop - self.segment.start) / self.clip.fps

    @property
    def rows(self) -> slice:
        """Its frames, with those before it and after it that may belong to its state."""
        return slice(self.segment.start - self.lead, self.segment.stop + self.tail)

    def piece(self, context: bool = False) -> str:
        """What it is called in a recipe, with what may belong to it of what is before and after it."""
        rows = self.rows if context else slice(self.segment.start, self.segment.stop)
        whole = rows.stop - rows.start == self.clip.frames
        return self.clip.id if whole else f"{self.clip.id}@{rows.start / self.clip.fps:.4f}-{rows.stop / self.clip.fps:.4f}"

    def motion(self, library: Library, context: bool = False) -> Motion:
        """Its frames at the machine's rate."""
        rows = self.rows if context else slice(self.segment.start, self.segment.stop)
        return resample(library.motion(self.clip.id)[rows], RATE)


def find_segment_takes(library: Library, choice: Choice) -> dict[str, list[SegmentTake]]:
    """The takes of each behaviour among the chosen clips; "" has those that nobody can name. A gait goes on through its turns."""
    found: dict[str, list[SegmentTake]] = {}
    for clip in choose(library, choice):
        segments = read_segments(library, clip)
        for each in _takes_of(clip, segments):
            found.setdefault(each.segment.name, []).append(each)
    return found


def _takes_of(clip: Clip, segments: Sequence[Segment]) -> list[SegmentTake]:
    out = list[SegmentTake]()
    for k, each in enumerate(segments):
        before, after = (segments[k - 1] if k else None), (segments[k + 1] if k + 1 < len(segments) else None)
        if each.kind == "cycle" and before is not None and _turns(before, each.name):
            continue  # it was taken with the gait before its turn
        whole = each
        if each.kind == "cycle":
            last = k
            while last + 1 < len(segments) and (_turns(segments[last + 1], each.name) or segments[last + 1].name == each.name):
                last += 1
            whole, after = replace(each, stop=segments[last].stop), (segments[last + 1] if last + 1 < len(segments) else None)
        out.append(
            SegmentTake(clip, whole, before.name if before else "", after.name if after else "", _room(clip, before), _room(clip, after))
        )
    return out


def _turns(segment: Segment, gait: str) -> bool:
    return is_bend(segment.name) and segment.name.rpartition("_turn_")[0] == gait


def _room(clip: Clip, beside: Segment | None) -> int:
    """Frames beside an act that may belong to it: a moment of another act, more of what goes on."""
    if beside is None:
        return 0
    most = MOMENT if beside.kind == "action" and not is_bend(beside.name) else CONTEXT
    return min(round(most * clip.fps), beside.stop - beside.start)


def choose_takes(library: Library, takes: Sequence[SegmentTake], cycles: Mapping[str, Motion]) -> list[SegmentTake]:
    """Takes of an act that begin and end near something that goes on: done once, or as often on end as it needs to come back there.

    Whoever strikes with the other hand each time stands the other way round after a strike, and as before after two. Where none does
    come back, those that come about as near as any.
    """
    apart = [[(_away(library, take, cycles), take) for take in _on_end(takes, times)] for times in range(1, ON_END + 1)]
    limit = max(NEAR, WORSE * min(away for some in apart for away, _ in some))
    near = next(found for some in apart if (found := [take for away, take in some if away <= limit]))
    whole = [(take.before in cycles) + (take.after in cycles) for take in near]
    return [take for take, ends in zip(near, whole, strict=True) if ends == max(whole)]


def _on_end(takes: Sequence[SegmentTake], times: int) -> list[SegmentTake]:
    """Stretches of a clip in which an act is done so many times, one after the other; few of many, evenly."""
    by_clip: dict[str, list[SegmentTake]] = {}
    for take in takes:
        by_clip.setdefault(take.clip.id, []).append(take)
    found = [
        replace(a, segment=replace(a.segment, stop=b.segment.stop), after=b.after, tail=b.tail)
        for rows in by_clip.values()
        for a, b in zip(rows, rows[times - 1 :], strict=False)
        if b.segment.stop - a.segment.start <= sum(take.segment.stop - take.segment.start for take in rows[:times]) + times * a.clip.fps
    ]
    return found[:: max(len(found) // COMPARED, 1)][:COMPARED]


def _away(library: Library, take: SegmentTake, cycles: Mapping[str, Motion]) -> float:
    """How far from anything that goes on, metres, an act begins or ends, whichever is farther."""
    motion, frames = take.motion(library, context=True), round(END * RATE)
    ends = (motion[:frames], motion[-frames:])
    return max(min(_nearest(end, cycle) for cycle in cycles.values()) for end in ends)


def _nearest(motion: Motion, other: Motion) -> float:
    """The mean distance, metres, of the frames of a motion from what is nearest to each in another."""
    found: float = APART.get((content_of(motion), content_of(other)), lambda: float(cost_between(motion, other).min(axis=1).mean()))
    return found


def choose_untwisted(library: Library, takes: Sequence[SegmentTake], cycles: Mapping[str, Motion]) -> SegmentTake:
    """The take of an act that is most like the others; if a bone of it is twisted against all that goes on, of those in which none is.

    Takes are compared by where their joints are, and there a hand that was captured the wrong way round is not seen.
    """
    best = takes[find_middle([take.motion(library) for take in takes])]
    if not is_twisted(best.motion(library, context=True), cycles.values()):
        return best
    plain = [take for take in takes if not is_twisted(take.motion(library, context=True), cycles.values())]
    return plain[find_middle([take.motion(library) for take in plain])] if plain else best


def is_twisted(motion: Motion, others: Collection[Motion]) -> bool:
    """Whether a joint of a motion's first or last frame is turned by more than `TWISTED` against every frame of all others."""
    within = np.arange(len(motion.skeleton)) > 0  # the root turns with where a body faces
    found = np.concatenate([other.rotations[:, within] for other in others]).astype(np.float64)
    ends = motion.rotations[[0, -1]][:, None, within].astype(np.float64)
    return bool(np.any(quaternion.angle_between(ends, found).max(axis=-1).min(axis=1) > TWISTED))


def find_middle(motions: Sequence[Motion], around: bool = False) -> int:
    """Which of some motions has the least mean cost of warps to the others; around: of motions that come round, wherever they begin."""
    if len(motions) < 3:
        return 0
    found: int = MIDDLE.get((around, *map(content_of, motions)), lambda: _find_middle(motions, around))
    return found


def _find_middle(motions: Sequence[Motion], around: bool) -> int:
    costs = np.zeros((len(motions), len(motions)))
    for i in range(len(motions)):
        for j in range(len(motions)):
            if around and i != j:
                costs[i, j] = cost_between(motions[i], motions[j]).min(axis=0).mean()
            elif i < j:
                costs[i, j] = costs[j, i] = warp_between(motions[i], motions[j], max_slope=None).cost
    return int(np.argmin(costs.mean(axis=1)))
