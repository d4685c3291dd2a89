"""Labelled clips: what each frame of a performance is an example of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.segment_track import TRACK, UNNAMED, read_segments
from motionloom.core import Motion
from motionloom.core.errors import LibraryError, MotionError, list_names
from motionloom.library import Clip, Library
from motionloom.making.choice import Choice, choose, require

ALL = Choice()


@dataclass(frozen=True, eq=False)
class LabelledClip:
    """A motion and what it shows; spans name frames start:stop that show something else than the rest."""

    motion: Motion
    label: str
    spans: tuple[tuple[str, int, int], ...] = ()

    def labels(self, seconds: NDArray[np.float64]) -> list[str]:
        """The label at each of these seconds (N,)."""
        frames = np.round(seconds * self.motion.fps)
        found = [self.label] * len(frames)
        for name, start, stop in self.spans:
            for k in np.flatnonzero((frames >= start) & (frames < stop)):
                found[k] = name
        return found


def clips_of(library: Library, choice: Choice = ALL, track: str | None = None) -> list[LabelledClip]:
    """The clips of a choice that have just one label, which is among the choice's labels where it names some.

    track: annotations of this track name spans that go by their own names. The track of segments has all there is to say: labels
    do not count there, and clips that are not on it are cut into what their frames do.
    """
    if track == TRACK:
        return [LabelledClip(library.motion(clip.id), UNNAMED, segment_spans(library, clip)) for clip in require(library, choice)]
    chosen = labelled_clips(library, choice)
    spans = {clip.id: _spans(library, clip.id, track) for clip in chosen}
    if track is not None and not any(spans.values()):
        tracks = sorted({annotation.track for clip in chosen for annotation in library.annotations(clip.id)})
        raise LibraryError(f"no clip is annotated on a track {track!r}; the tracks are {list_names(tracks) or 'none'}")
    return [LabelledClip(library.motion(clip.id), clip.labels[0], spans[clip.id]) for clip in chosen]


def segment_spans(library: Library, clip: Clip) -> tuple[tuple[str, int, int], ...]:
    """Name, start and stop of a clip's segments; `UNNAMED` where nobody can tell what they do."""
    return tuple((each.name or UNNAMED, each.start, each.stop) for each in read_segments(library, clip))


def labelled_clips(library: Library, choice: Choice = ALL) -> list[Clip]:
    """The library's clips that `clips_of` takes."""
    found = choose(library, replace(choice, labels=()))
    known = sorted({label for clip in found for label in clip.labels})
    missing = [label for label in choice.labels if label not in known]
    if missing:
        raise LibraryError(f"no clip is labelled {missing[0]!r}; the labels are {list_names(known) or 'none'}")
    wanted = set(choice.labels or known)
    chosen = [clip for clip in found if len(clip.labels) == 1 and clip.labels[0] in wanted]
    if not chosen:
        raise LibraryError("no clip has a label to go by; `motionloom library label` gives one")
    return chosen


def _spans(library: Library, clip: str, track: str | None) -> tuple[tuple[str, int, int], ...]:
    if track is None:
        return ()
    return tuple((annotation.name, annotation.start, annotation.stop) for annotation in library.annotations(clip, track=track))


def names_of(clips: Iterable[LabelledClip]) -> list[str]:
    """Every label that occurs, in order of the alphabet; `UNNAMED` for frames that nobody has a name for."""
    names = sorted({name for clip in clips for name in (clip.label, *(span[0] for span in clip.spans))})
    known = [name for name in names if name != UNNAMED]
    if len(known) < 2:
        raise MotionError(f"a machine needs clips with two labels or more, found {list_names(known) or 'none'}")
    return names
