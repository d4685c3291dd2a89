"""Examples of one edit as plain data: pairs of clip spans of a library, kept on its shelf; added, replaced and removed one by one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.align.registration import warp_between
from motionloom.align.time_warp import Warp
from motionloom.core.errors import LibraryError, count_of
from motionloom.core.files import read_json
from motionloom.edits.propagation.example import Example, ExampleError, make_example
from motionloom.edits.propagation.model import PREDICTORS
from motionloom.edits.propagation.step_timing import pair_by_steps
from motionloom.library import Document, Library
from motionloom.making import shelf
from motionloom.making.recipe import Recipe, Source, from_json
from motionloom.making.shelf import NewEntry, ShelfKind, register
from motionloom.making.sources import Sources

KIND = "edit_examples"
TIMINGS = ("same", "steps", "warp")
GAUSSIAN = "gaussian-process"


@dataclass(frozen=True)
class Pair:
    """Frames of a source and of its edit; timing: knots (seconds of the one, of the other) from where their spans begin, none where
    they are the same."""

    source: Source
    edited: Source
    timing: tuple[tuple[float, float], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data that `pair_from_json` turns back."""
        return {"source": self.source.to_json(), "edited": self.edited.to_json(), "timing": [list(knot) for knot in self.timing]}


@dataclass(frozen=True)
class ExampleSet:
    """The pairs that teach an edit, and which predictor learns from them."""

    pairs: tuple[Pair, ...] = ()
    predictor: str = GAUSSIAN

    def __post_init__(self) -> None:
        if self.predictor not in PREDICTORS:
            raise ExampleError(f"no predictor {self.predictor!r}; there are {', '.join(PREDICTORS)}")

    def to_json(self) -> dict[str, Any]:
        """Plain data that `set_from_json` turns back."""
        return {"pairs": [pair.to_json() for pair in self.pairs], "predictor": self.predictor}

    def added(self, pair: Pair) -> ExampleSet:
        """With one pair more."""
        return replace(self, pairs=(*self.pairs, pair))

    def replaced(self, number: int, pair: Pair) -> ExampleSet:
        """With another pair in place of one."""
        self._check(number)
        return replace(self, pairs=(*self.pairs[:number], pair, *self.pairs[number + 1 :]))

    def removed(self, number: int) -> ExampleSet:
        """Without one of the pairs."""
        self._check(number)
        return replace(self, pairs=(*self.pairs[:number], *self.pairs[number + 1 :]))

    def _check(self, number: int) -> None:
        if not 0 <= number < len(self.pairs):
            raise ExampleError(f"there is no example {number + 1}; there are {len(self.pairs)}")

    @property
    def clips(self) -> tuple[str, ...]:
        """The clips that the examples rest on."""
        return tuple(dict.fromkeys(each.clip for pair in self.pairs for each in (pair.source, pair.edited) if each.clip))


def set_from_json(data: Mapping[str, Any]) -> ExampleSet:
    """The examples of plain data, each field checked: it may come from a stranger's file."""
    pairs = data.get("pairs") if isinstance(data, Mapping) else None
    if not isinstance(pairs, list):
        raise ExampleError("examples of an edit are an object with a list of pairs")
    return ExampleSet(tuple(pair_from_json(each) for each in pairs), str(data.get("predictor", GAUSSIAN)))


def pair_from_json(data: Any) -> Pair:
    """The pair of plain data, each field checked."""
    if not isinstance(data, Mapping) or "source" not in data or "edited" not in data:
        raise ExampleError("an example is an object with a source and an edited span")
    timing = data.get("timing", [])
    try:
        knots = tuple((float(one), float(other)) for one, other in timing)
    except (TypeError, ValueError):
        raise ExampleError("the timing of an example is a list of pairs of seconds") from None
    inner: Recipe = from_json({"kind": "pair", "sources": [data["source"], data["edited"]]})
    return Pair(inner.sources[0], inner.sources[1], knots)


def make_pair(sources: Sources, source: Source, edited: Source, timing: str = "same") -> Pair:
    """The pair of two spans; timing: "same" seconds, step for step ("steps"), or the best time "warp" between their poses."""
    if timing not in TIMINGS:
        raise ExampleError(f"no timing {timing!r}; there are {', '.join(TIMINGS)}")
    one, other = sources.open(source).motion, sources.open(edited).motion
    if timing == "same":
        make_example(one, other)
        return Pair(source, edited)
    if timing == "warp":
        warp = warp_between(one, other)
        pair = Pair(source, edited, _knots(warp.times, warp.values))
        open_pair(sources, pair)
        return pair
    _, rows, warp = pair_by_steps(one, other)
    narrowed = replace(source, start=source.start + rows.start, stop=source.start + rows.stop)
    return Pair(narrowed, edited, _knots(warp.times, warp.values))


def _knots(times: Any, values: Any) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(a), 5), round(float(b), 5)) for a, b in zip(times, values, strict=True))


def open_pair(sources: Sources, pair: Pair) -> Example:
    """The example of a pair."""
    one, other = sources.open(pair.source).motion, sources.open(pair.edited).motion
    if not pair.timing:
        return make_example(one, other)
    knots = np.array(pair.timing)
    return make_example(one, other, Warp(knots[:, 0], knots[:, 1]))


def open_pairs(sources: Sources, pairs: Sequence[Pair]) -> list[Example]:
    """The examples of pairs, in order."""
    return [open_pair(sources, pair) for pair in pairs]


def to_entry(examples: ExampleSet) -> NewEntry:
    """Examples as they go on the shelf: the model is fitted from them again, always the same."""
    return NewEntry(
        json.dumps(examples.to_json(), sort_keys=True).encode(),
        {"examples": len(examples.pairs), "predictor": examples.predictor},
        examples.clips,
    )


def put_examples(library: Library, name: str, examples: ExampleSet, *, document: Document | None = None, window: str = "") -> str:
    """Put examples on the shelf under a free name, or in place of an entry; its id comes out. One undo step."""
    words = f"{count_of(len(examples.pairs), 'example')} of {name}"
    return shelf.put(
        library, KIND, name, to_entry(examples), document=None if document is None else document.id, window=window, title=words
    )


def find_examples(library: Library, word: str) -> tuple[Document, ExampleSet]:
    """The entry of a name or an id, and its examples."""
    document = shelf.find_entry(library, word, KIND)
    found: ExampleSet = shelf.open_entry(library, document)
    return document, found


def _open(library: Library, document: Document, content: bytes) -> ExampleSet:
    return set_from_json(json.loads(content))


def _read_file(library: Library, path: Path) -> NewEntry:
    examples = set_from_json(read_json(path, "examples of an edit as JSON"))
    there = {clip.id for clip in library.clips()}
    missing = [clip for clip in examples.clips if clip not in there]
    if missing:
        raise LibraryError(f"{path} rests on clips that this library does not have: {', '.join(missing[:3])}")
    return to_entry(examples)


EXAMPLES = register(ShelfKind(KIND, "Edit examples", ".json", _open, _read_file))
