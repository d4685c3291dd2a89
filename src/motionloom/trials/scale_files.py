"""Many motion files to try a library with: captures over and over, each time turned otherwise and begun elsewhere: no two are alike."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np

from motionloom.core import Motion
from motionloom.core.errors import MotionloomError
from motionloom.core.heading import turn_and_move

SEED = 21
LATER = 7  # frames: each round begins so many later in every capture
TURN = 2.399963  # radians: by the golden angle no two rounds face the same way
SHORTEST = 12  # frames of a clip


@dataclass(frozen=True)
class Source:
    """A capture, read when it is asked for, and what is said of it."""

    name: str
    read: Callable[[], Motion]
    label: str
    subject: str


@dataclass(frozen=True)
class Level:
    """The files of one size of library that the next smaller one has not. folder: where they lie; clips, frames: of all levels so far."""

    folder: Path
    clips: int
    frames: int


def read_sources(data: Path | None) -> list[Source]:
    """Captures below `data/cmu` with their labels of `data/catalogue.csv`, in an order drawn once; without data the sample's clips."""
    if data is None:
        return _sample_sources()
    from motionloom import formats
    from motionloom.library.label_table import read_label_table

    files = sorted((data / "data" / "cmu").rglob("*.bvh"))
    if not files:
        raise MotionloomError(f"{data}: no data/cmu/*.bvh; name the folder that holds data/cmu and data/catalogue.csv")
    table = read_label_table(data / "data" / "catalogue.csv")
    found = []
    for file in files:
        row = table.find(str(file))
        labels = row.labels if row else ()
        found.append(Source(file.stem, cache(partial(formats.load, file)), labels[0] if labels else "", row.subject if row else ""))
    return _shuffled(found)


def _sample_sources() -> list[Source]:
    from motionloom.sample import library_names, make

    def read(name: tuple[str, str, int]) -> Motion:
        return make(*name).motion

    return _shuffled([Source("_".join(map(str, name)), cache(partial(read, name)), name[1], name[0]) for name in library_names()])


def _shuffled(sources: Sequence[Source]) -> list[Source]:
    return [sources[n] for n in np.random.default_rng(SEED).permutation(len(sources))]


def write_levels(
    folder: Path, sources: Sequence[Source], sizes: Sequence[int], longest: int = 0, each: Callable[[int], object] = lambda frames: None
) -> list[Level]:
    """BVH files and a table of labels below a folder, a folder a level, until each size (frames) is reached.

    longest: frames of a clip at most, 0 for whole captures. each: called with the frames of every file that was written.
    """
    levels, clips, frames, pieces = list[Level](), 0, 0, _pieces(sources, longest)
    rows = list[tuple[str, str, str]]()
    for number, size in enumerate(sorted(sizes)):
        place = folder / f"level-{number}"
        place.mkdir(parents=True)
        while frames < size:
            name, source, motion = next(pieces)
            motion.save(place / f"{name}.bvh")
            rows.append((f"{place.name}/{name}.bvh", source.label, source.subject))
            clips, frames = clips + 1, frames + len(motion)
            each(len(motion))
        levels.append(Level(place, clips, frames))
    with (folder / "labels.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("path", "label", "subject"), *rows])
    return levels


def _pieces(sources: Sequence[Source], longest: int) -> Iterator[tuple[str, Source, Motion]]:
    """Round after round of the captures, whole or cut up; the name of each, its capture and its motion."""
    turn = 0
    while True:
        for source in sources:
            motion = source.read()
            whole = motion[(LATER * turn) % max(1, len(motion) // 2) :]
            step = longest or len(whole)
            for start in range(0, len(whole), step):
                piece = whole[start : start + step]
                if len(piece) >= min(SHORTEST, step, len(motion)):
                    yield f"{source.name}-{turn}-{start}", source, turn_and_move(piece, TURN * turn, (0.1 * (turn % 7), 0.0, 0.0))
        turn += 1
