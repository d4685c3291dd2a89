"""Segments in a library: annotations on a track of their own, proposed by the frames and corrected by people, whose word wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.deeds import JUMPS
from motionloom.behaviours.kept import keep
from motionloom.behaviours.motion_signals import RATE, read_signals
from motionloom.behaviours.segmenting import GAITS, STANCE, STAND, Kind, Segment, find_codes, segment
from motionloom.compute import Progress
from motionloom.library import Annotation, Clip, Library
from motionloom.library.commands.annotations import ReplaceAnnotations
from motionloom.library.commands.batch import Batch
from motionloom.making.plants import find_plants

TRACK = "behaviours"
UNNAMED = "unnamed"  # what a span is called on the track where nobody can tell what it does
CODES, CUT = keep(2000), keep(2000)
LEAST = 3  # frames: what a person leaves of a proposed span is none if it is shorter

CUT_TITLE = "Cut clips into what they do"


def read_segments(library: Library, clip: Clip) -> tuple[Segment, ...]:
    """The segments of a clip: as the track has them, a person's over a machine's, or found in its frames where it has none."""
    spans = library.annotations(clip.id, track=TRACK)
    return find_segments(library, clip) if not spans else tuple(_to_segments(library, clip, spans))


def find_segments(library: Library, clip: Clip) -> tuple[Segment, ...]:
    """What a clip's frames do, whatever the track says."""
    motion = library.motion(clip.id)
    label, bits = clip.labels[0] if clip.labels else "", find_plants(library, clip, motion).bits
    found: tuple[Segment, ...] = CUT.get((clip.fingerprint, label, bits.tobytes()), lambda: segment(motion, label, bits))
    return found


def write_segments(
    library: Library,
    clips: Sequence[Clip],
    anew: bool = False,
    window: str = "",
    progress: Progress | None = None,
    work: str = "",
    title: str = CUT_TITLE,
) -> int:
    """Put the segments of clips that have none on the track, as one step to undo; how many clips that were comes out.

    anew: of all the clips; what a person has drawn or changed stays, and what is proposed gives way to it. work, title: of which this is a
    part, as in `Library.apply`.
    """
    progress = progress or Progress()
    old = {clip.id: library.annotations(clip.id, track=TRACK) for clip in clips}
    todo = [clip for clip in clips if anew or not old[clip.id]]
    commands = list[dict[str, Any]]()
    for clip in progress.each("Cutting clips into what they do", todo, lambda clip: clip.name):
        theirs = [span for span in old[clip.id] if span.by == "person"]
        found = _around(find_segments(library, clip), theirs)
        spans = tuple((each.name or UNNAMED, each.start, each.stop) for each in found)
        commands.append({"kind": ReplaceAnnotations.kind, **asdict(ReplaceAnnotations(clip.id, TRACK, spans))})
    if commands:
        library.apply(Batch(tuple(commands), title), window=window, work=work)
    return len(todo)


def _around(found: Iterable[Segment], theirs: Sequence[Annotation]) -> list[Segment]:
    """Segments without the frames that a person has spoken of."""
    out = list[Segment]()
    for each in found:
        parts = [(each.start, each.stop)]
        for span in theirs:
            parts = [
                part
                for start, stop in parts
                for part in ((start, min(stop, span.start)), (max(start, span.stop), stop))
                if part[1] - part[0] >= LEAST
            ]
        out += [Segment(each.kind, each.name, start, stop) for start, stop in parts]
    return out


def _to_segments(library: Library, clip: Clip, spans: Sequence[Annotation]) -> list[Segment]:
    proposed = [
        Segment("action", "" if span.name == UNNAMED else span.name, span.start, span.stop) for span in spans if span.by != "person"
    ]
    theirs = [span for span in spans if span.by == "person"]
    ours = _around(proposed, theirs)
    both = sorted([*ours, *(Segment("action", span.name, span.start, span.stop) for span in theirs)], key=lambda each: each.start)
    unclear = {each.name for each in both} - set(GAITS) - {STAND, STANCE, ""}
    codes = _codes(library, clip) if any(not is_passage(name) for name in unclear) else None
    return [Segment(_kind(each, codes, clip.fps), each.name, each.start, each.stop) for each in both]


def _codes(library: Library, clip: Clip) -> NDArray[np.str_]:
    """What a clip's frames do, worked out once."""
    found: NDArray[np.str_] = CODES.get(clip.fingerprint, lambda: find_codes(read_signals(library.motion(clip.id)))[0])
    return found


def is_passage(name: str) -> bool:
    """Whether a span is called a way from one thing that goes on to another: a start, a stop, a change of gait."""
    return name.endswith(("_start", "_stop")) or "_to_" in name


def is_bend(name: str) -> bool:
    """Whether a span is called a turn in a gait."""
    return name.endswith(("_turn_left", "_turn_right"))


def _kind(span: Segment, codes: NDArray[np.str_] | None, fps: float) -> Kind:
    """What kind of part a span is, by its name, or where that says nothing by whether its frames go on all along."""
    if span.name in (STAND, STANCE, *GAITS):
        return "cycle" if span.name in GAITS else "idle"
    if is_bend(span.name) or any(word in span.name for word in JUMPS):  # a leap flies while it runs
        return "action"
    if is_passage(span.name) or codes is None:
        return "leaving" if span.name.endswith("_stop") else "entering" if is_passage(span.name) else "action"
    rows = slice(round(span.start * RATE / fps), max(round(span.stop * RATE / fps), 1))
    return "cycle" if float(np.mean(np.isin(codes[rows], GAITS))) > 0.8 else "action"
