"""Which clips: one value with the same words on the command line, in the Python API, in shelf entries and in the studio's filter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from motionloom.core.errors import LibraryError, list_names
from motionloom.library import Clip, Library

Origin = Literal["performed", "made", "any"]


@dataclass(frozen=True)
class Choice:
    """Clips that pass every condition; an empty one lets everything through.

    clips: these, by id or name. without: not these. labels, annotations, subjects, sources: any of the words. search: every word
    occurs in name, label, description and so on. skeleton: a body's hash. body: only clips whose body is known.
    origin "performed": captured (the sample's performers count), a take that was put right (feet held, glitches mended) in place of
    the take itself; "made": made of others; "any": all there is. accepted: only what a person accepted or judged natural, of what
    was made.
    """

    search: str = ""
    clips: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    skeleton: str = ""
    body: bool = False
    origin: Origin = "performed"
    accepted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain data: only what is not the default."""
        return {name: value for name, value in asdict(self).items() if value != getattr(_ALL, name)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Choice:
        """The choice of plain data, checked."""
        kinds = {each.name: type(getattr(_ALL, each.name)) for each in fields(Choice)}
        unknown = sorted(set(data) - set(kinds))
        if unknown:
            raise LibraryError(f"a choice of clips has no {unknown[0]!r}; there are {list_names(sorted(kinds))}")
        given: dict[str, Any] = {
            name: tuple(map(str, value)) if kinds[name] is tuple else kinds[name](value) for name, value in data.items()
        }
        return Choice(**given)


_ALL = Choice()
_PIECE = re.compile(r"^(?P<clip>.+)@(?P<start>\d+(\.\d+)?)-(?P<stop>\d+(\.\d+)?)$")


@dataclass(frozen=True)
class Piece:
    """Frames start:stop of a clip."""

    clip: Clip
    start: int
    stop: int


def choose(library: Library, choice: Choice = _ALL) -> list[Clip]:
    """The clips of a choice, by name; subject by subject in the order they were named, and clips in theirs where they were."""
    found = library.clips(choice.search, labels=choice.labels, annotations=choice.annotations, skeleton=choice.skeleton or None)
    named = [library.find(word) for word in choice.clips]
    left_out = {library.find(word) for word in choice.without}
    tests = tuple(_tests(library, choice, set(named)))
    kept = [clip for clip in found if clip.id not in left_out and all(test(clip) for test in tests)]
    if choice.origin == "performed":
        kept = latest_takes(library, kept, keep=named)
    order = {identity: rank for rank, identity in enumerate(named)}
    subjects = {subject: rank for rank, subject in enumerate(choice.subjects)}
    return sorted(kept, key=lambda clip: (order.get(clip.id, 0), subjects.get(clip.subject, 0)))


def require(library: Library, choice: Choice = _ALL) -> list[Clip]:
    """The clips of a choice, or an error where there are none."""
    found = choose(library, choice)
    if not found:
        raise LibraryError("no clip of the library passes; `motionloom library list` shows what there is")
    return found


def _tests(library: Library, choice: Choice, named: set[str]) -> Iterator[Callable[[Clip], bool]]:
    if named:
        yield lambda clip: clip.id in named
    if choice.subjects:
        yield lambda clip: clip.subject in choice.subjects
    if choice.sources:
        yield lambda clip: clip.source in choice.sources
    if choice.body:
        yield lambda clip: clip.height is not None
    if choice.origin != "any" and not named:
        takes = find_takes(library)
        yield lambda clip: (clip.id in takes) == (choice.origin == "performed")
    if choice.accepted:
        accepted = accepted_clips(library)
        yield lambda clip: not clip.made or clip.id in accepted


def find_takes(library: Library) -> dict[str, str]:
    """The performed clip that each clip is a take of: itself, or the one that was put right (feet held, say) to make it, by id.

    What was made into another motion (a blend, a loop, a transition) is no take and is not among them.
    """
    from motionloom.making.makers import MAKERS

    same = {kind for kind, maker in MAKERS.all().items() if maker.same_performance}
    rows = library.database.read(
        "SELECT id, made, json_extract(recipe, '$.kind'), json_extract(recipe, '$.sources[0].clip') FROM clips ORDER BY added"
    )
    takes: dict[str, str] = {}
    for identity, made, kind, source in rows:  # a clip is made after its source
        if not made:
            takes[identity] = identity
        elif kind in same and source in takes:
            takes[identity] = takes[source]
    return takes


def latest_takes(library: Library, clips: Sequence[Clip], keep: Sequence[str] = ()) -> list[Clip]:
    """The clips, each take once: the version that was put right last in place of the others. keep: ids that stay in any case."""
    takes, newest = find_takes(library), dict[str, Clip]()
    for clip in sorted(clips, key=lambda clip: (clip.made, clip.added)):
        newest[takes.get(clip.id, clip.id)] = clip
    chosen = {clip.id for clip in newest.values()} | set(keep)
    return [clip for clip in clips if clip.id in chosen]


def accepted_clips(library: Library) -> set[str]:
    """The ids of made clips that a person accepted, or judged natural."""
    rows = library.database.read(
        "SELECT clip FROM proposals WHERE state = 'accepted' AND clip IS NOT NULL"
        " UNION SELECT clip FROM judgements WHERE question = 'natural' AND verdict"
    )
    return {row[0] for row in rows}


def find_piece(library: Library, named: str) -> Piece:
    """The part of a clip that a person names: `16_09` is all of it, `16_09@0-1.3` the seconds 0 to 1.3."""
    found = _PIECE.match(named)
    clip = library.clip(library.find(named if found is None else found["clip"]))
    if found is None:
        return Piece(clip, 0, clip.frames)
    start, stop = (round(float(found[end]) * clip.fps) for end in ("start", "stop"))
    if not 0 <= start < min(stop, clip.frames):
        raise LibraryError(f"{named!r}: {clip.name!r} lasts {clip.duration:.2f} s; name seconds inside it, the first before the last")
    return Piece(clip, start, min(stop, clip.frames))
