"""Guesses written as annotations: a machine's spans on the track where people draw theirs. A person's word always wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import LibraryError, SkeletonError, count_of
from motionloom.core.masks import find_runs
from motionloom.enrich.annotation.body_signals import RATE, read_signals
from motionloom.enrich.annotation.lessons import Course, read_course, read_labels
from motionloom.enrich.annotation.morphology import open_and_close
from motionloom.enrich.annotation.nearest import Annotated, carry_words, read_annotated
from motionloom.enrich.annotation.teaching import clip_chances, open_words
from motionloom.enrich.annotation.words import SHORTEST, UNKNOWN, Floats, Words
from motionloom.library import Clip, Library
from motionloom.library.commands.annotations import TRACK, ReplaceAnnotations
from motionloom.library.commands.registry import to_data
from motionloom.making.choice import Choice, require
from motionloom.making.work import JobKind, Work, register

JOB = "annotate"
Bits = NDArray[np.bool_]


def guess_command(library: Library, clip: Clip, course: Course, words: Sequence[str], said: Bits, sure: Floats) -> ReplaceAnnotations:
    """The edit that writes words said (F, W), sure (F, W) 0..1, where no person and no file has spoken of them."""
    free = read_labels(library, clip, course, words) == UNKNOWN
    spans = [
        (word, start, stop, round(float(sure[start:stop, index].mean()), 3))
        for index, word in enumerate(words)
        for start, stop in find_runs(said[:, index] & free[:, index])
    ]
    return ReplaceAnnotations(clip.id, TRACK, tuple(sorted(spans, key=lambda span: span[1:3])))


def guess_clip(library: Library, clip: Clip, course: Course, words: Words | None = None) -> ReplaceAnnotations:
    """The taught words of a captured clip: those on the shelf where no others are given."""
    words = words or open_words(library)[0]
    chances = clip_chances(library, clip, words)
    said = open_and_close(chances > 0.5, SHORTEST * clip.fps)
    return guess_command(library, clip, course, words.names, said, chances)


def carry_clip(library: Library, clip: Clip, course: Course, annotated: Annotated) -> ReplaceAnnotations:
    """The words of a made clip: those of the nearest window of captures (paper 004, section 3.3)."""
    said, sure = carry_words(annotated, read_signals(library.motion(clip.id)))
    frames = np.minimum(np.round(np.arange(clip.frames) / clip.fps * RATE).astype(int), len(said) - 1)
    return guess_command(library, clip, course, annotated.words, said[frames], sure[frames])


def run(work: Work) -> str:
    """Write the words of clips, in one undo step. arguments: choice; way: "guess" (taught words) or "nearest" (nearest captured window)."""
    library, step = work.library, f"{work.job}-annotated" if work.job else None
    found = None if step is None else library.find_change(step)
    if found is not None:
        return f"{count_of(len(found.clips), 'clip')} annotated"
    nearest = work.arguments.get("way", "guess") == "nearest"
    clips = require(library, Choice.from_json(work.arguments.get("choice", {})))
    course, commands = read_course(library), list[dict[str, Any]]()
    annotated = read_annotated(library, course, {clip.id for clip in clips}, work.progress) if nearest else None
    work.problems.clear()
    for clip in work.progress.each("Annotating", clips, lambda clip: clip.name):
        try:
            done = guess_clip(library, clip, course) if annotated is None else carry_clip(library, clip, course, annotated)
        except SkeletonError as error:
            work.problems.append((clip.name, str(error)))
            continue
        commands.append(to_data(done))
    if not commands:
        raise LibraryError(f"{work.problems[0][0]}: {work.problems[0][1]}")
    title = f"Annotate {clips[0].name if len(clips) == 1 else count_of(len(commands), 'clip')}"
    library.apply({"kind": "batch", "commands": commands, "title": title}, window=work.window, command_id=step)
    return f"{count_of(len(commands), 'clip')} annotated"


def _title(arguments: Mapping[str, Any]) -> str:
    return "Annotate clips by the nearest captures" if arguments.get("way") == "nearest" else "Annotate clips by the taught words"


ANNOTATE = register(JobKind(JOB, _title, run))
