"""Which words hold in which frame of a clip: annotations of any track, what the motion itself shows, labels.

A person's spans of a word are all that counts for it in that clip. Else a machine's spans and what is measured hold together; a label
holds all through a clip that has neither.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.demands.measured_words import measure_words
from motionloom.library import Annotation, Clip, Library

UNNAMED = frozenset({"unnamed"})  # what segments are called where nobody can tell what they do
HUMAN = "looks_human"  # the word of paper 004: one more annotation
_SIDES = re.compile("left|right|Left|Right")
_OTHER = {"left": "right", "right": "left", "Left": "Right", "Right": "Left"}


def words_of_clip(library: Library, clip: Clip, motion: Motion, measured: bool = True) -> dict[str, NDArray[np.bool_]]:
    """Masks (F,) of the words of a clip, by the frames of `motion`, which shows it at any rate. measured: by the motion too."""
    spans = library.annotations(clip.id)
    return combine_words(spans, clip.labels, len(motion), motion.fps / clip.fps, measure_words(motion) if measured else {})


def combine_words(
    spans: Sequence[Annotation],
    labels: Sequence[str],
    frames: int,
    scale: float,
    measured: Mapping[str, NDArray[np.bool_]],
) -> dict[str, NDArray[np.bool_]]:
    """Masks (F,) of the words; scale: frames of the mask a frame of the spans."""
    found = {word: mask.copy() for word, mask in measured.items()}
    by_word: dict[str, list[Annotation]] = {}
    for span in spans:
        if span.name not in UNNAMED:
            by_word.setdefault(span.name, []).append(span)
    for word, said in by_word.items():
        theirs = [span for span in said if span.by == "person"]
        mask = np.zeros(frames, bool) if theirs else found.get(word, np.zeros(frames, bool))
        for span in theirs or said:
            mask[round(span.start * scale) : max(round(span.stop * scale), round(span.start * scale) + 1)] = True
        found[word] = mask
    for label in labels:
        if label not in found:
            found[label] = np.ones(frames, bool)
    return found


def mirror_word(word: str) -> str:
    """The word for the same seen in a mirror: left and right exchanged."""
    return _SIDES.sub(lambda found: _OTHER[found[0]], word)
