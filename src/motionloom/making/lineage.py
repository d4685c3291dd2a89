"""How a clip was made, in words for people; and what was made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from motionloom.core.errors import LibraryError
from motionloom.library import Clip, Library
from motionloom.library.earlier_recipes import EARLIER
from motionloom.making.makers import MAKERS
from motionloom.making.recipe import Recipe, RecipeError, Source, from_json

LONGEST = 60  # characters of an option that people can take in; longer ones are packed data
MOST_WORDS = 240  # characters of an option that is an object; what says more is said by the outcome


@dataclass(frozen=True)
class SourceWords:
    """What a recipe starts from: words, and the clip or the shelf entry to go to, "" where it is in no library here.

    made: how it was made, where that was on the way.
    """

    words: str
    clip: str = ""
    document: str = ""
    made: Lineage | None = None


@dataclass(frozen=True)
class LineageLine:
    """A line of how something was made, how far it is indented, and the clip or the shelf entry it is about, "" for none."""

    words: str
    indent: int = 0
    clip: str = ""
    document: str = ""

    def __str__(self) -> str:
        return "  " * self.indent + self.words


@dataclass(frozen=True)
class Lineage:
    """A recipe in words: what was done, to what, with which options, and what came out."""

    title: str
    sources: tuple[SourceWords, ...]
    options: tuple[str, ...]
    outcome: tuple[str, ...] = ()

    def lines(self, indent: int = 0) -> list[LineageLine]:
        """A few lines for people."""
        told = [LineageLine(self.title + (f": {', '.join(self.options)}" if self.options else ""), indent)]
        for source in self.sources:
            told.append(LineageLine(f"of {source.words}", indent + 1, source.clip, source.document))
            told += [] if source.made is None else source.made.lines(indent + 2)
        return [*told, *(LineageLine(line, indent + 1) for line in self.outcome)]


def describe_clip(library: Library, clip: str) -> Lineage | None:
    """How a clip was made; None for a capture, and for what was made by no recipe that we can read."""
    return describe_data(library.recipe(clip), library, library.outcome(clip))


def describe_data(data: Mapping[str, Any], library: Library | None = None, outcome: Mapping[str, Any] | None = None) -> Lineage | None:
    """The plain data that a clip or a file carries as a recipe, in words; None where it is none."""
    try:
        return describe_recipe(from_json(data), library, outcome)
    except RecipeError:
        return None


def describe_recipe(recipe: Recipe, library: Library | None = None, outcome: Mapping[str, Any] | None = None) -> Lineage:
    """A recipe in words. library: where its clips are, for their names."""
    try:
        title = MAKERS.find(recipe.kind).title
    except RecipeError:  # of a package that is not installed here
        title = recipe.kind.replace("_", " ").capitalize()
    options = dict(recipe.options)
    earlier = options.pop(EARLIER, None)
    if isinstance(earlier, Mapping):
        options |= {name: value for name, value in earlier.items() if name != "made_by"}
    told = [*_describe(options), *([f"seed {recipe.seed}"] if recipe.seed else [])]
    sources = tuple(_describe_source(source, library) for source in recipe.sources)
    noted = "made by an earlier Motionloom, which did not write down all that making it again needs"
    return Lineage(title, sources, tuple(told), (*_describe(outcome or {}), *([] if earlier is None else [noted])))


def find_made_from(library: Library, clip: str) -> list[Clip]:
    """The clips that were made of a clip, directly or by way of a recipe within their recipe."""
    rows = library.database.read(
        "SELECT id, recipe FROM clips WHERE made AND deleted IS NULL AND instr(recipe, ?) ORDER BY name COLLATE NOCASE", (clip,)
    )
    return [library.clip(row["id"]) for row in rows if any(source.clip == clip for source in _walk(json.loads(row["recipe"])))]


def _walk(data: Any) -> Iterator[Source]:
    try:
        yield from from_json(data).walk()
    except RecipeError:
        return


def _describe_source(source: Source, library: Library | None) -> SourceWords:
    if source.recipe is not None:
        return SourceWords(_with_frames("what was made", source), made=describe_recipe(source.recipe, library))
    if source.file:
        return SourceWords(_with_frames(f"the file {source.file}", source))
    if source.document:
        return _describe_document(source, library)
    try:
        clip = None if library is None else library.clip(source.clip)
    except LibraryError:
        clip = None
    if clip is None:
        return SourceWords(_with_frames(f"clip {source.clip}", source))
    whole = (source.start, source.stop) == (0, clip.frames)
    words = clip.name if whole else f"{clip.name}, {source.start / clip.fps:.2f} to {source.stop / clip.fps:.2f} s"
    changed = "" if clip.fingerprint == source.content else ", which has been changed since"
    return SourceWords(words + (", which is deleted" if clip.deleted else changed), clip.id)


def _describe_document(source: Source, library: Library | None) -> SourceWords:
    try:
        document = None if library is None else library.document(source.document)
    except LibraryError:
        document = None
    if document is None:
        return SourceWords(f"shelf entry {source.document}")
    changed = "" if document.content == source.content else ", which has been changed since"
    return SourceWords(f"{document.kind.replace('_', ' ')} {document.name}{changed}", document=document.id)


def _with_frames(words: str, source: Source) -> str:
    return f"{words}, frames {source.start} to {source.stop}" if source.stop and source.start else words


def _describe(data: Mapping[str, Any]) -> list[str]:
    """Plain data in words; what is packed, or too long to take in, is left out."""
    told = ((name.replace("_", " "), _say(value)) for name, value in sorted(data.items()))
    return [f"{name} {words}" if words != "yes" else name for name, words in told if words]


def _say(value: Any) -> str:
    if value is None or value is False or value in ("", [], {}):
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping) and isinstance(value.get("name"), str) and any(isinstance(inner, Mapping) for inner in value.values()):
        return _short(value["name"])  # a whole document (a sketch, say): its name says which
    if isinstance(value, Mapping):
        words = ", ".join(f"{name} {_say(inner)}" for name, inner in value.items())
        return _short(words) if len(words) <= MOST_WORDS else ""
    if isinstance(value, list):
        return _short(", ".join(_say(inner) for inner in value))
    return _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST or " " in text[:LONGEST] else ""
