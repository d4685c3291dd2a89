"""A demand: what a performer is asked to do, when and where. A value of plain data, checked when it is made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionloomError

RATE = 60.0  # Hz of everything that is made to order
LONGEST = 1800.0  # seconds
SHORTEST = 0.2
MOST_WORDS = 60  # a bit each
FARTHEST = 10_000.0  # metres from the origin


class DemandError(MotionloomError):
    """A demand that contradicts itself or cannot be met by anybody."""


@dataclass(frozen=True)
class Span:
    """From `start` to `stop` seconds a word must hold, or must not."""

    word: str
    start: float
    stop: float
    must: bool = True


@dataclass(frozen=True)
class Place:
    """A place on the floor, metres, and the way to face there in radians about +y, 0 along +z; None for any way."""

    x: float
    z: float
    heading: float | None = None


@dataclass(frozen=True)
class Pass:
    """A captured frame that is to be passed: at `time` seconds, what `clip` (a name or id) shows at its `second`."""

    time: float
    clip: str
    second: float
    mirrored: bool = False


@dataclass(frozen=True)
class Demand:
    """What is asked for in `seconds`: spans of words, where to begin and end, a path along the floor, frames to pass.

    path: points (x, z) metres on the way from start to end. walls: segments (x, z, x, z) that no path may cross; they are checked, not
    steered round. name: for people.
    """

    seconds: float
    spans: tuple[Span, ...] = ()
    start: Place | None = None
    end: Place | None = None
    path: tuple[tuple[float, float], ...] = ()
    passes: tuple[Pass, ...] = ()
    walls: tuple[tuple[float, float, float, float], ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        if not _is_finite(self.seconds) or not SHORTEST <= self.seconds <= LONGEST:
            raise DemandError(f"a demand lasts {SHORTEST:g} to {LONGEST:g} s, found {_tell(self.seconds)}; cut it into several")
        for span in self.spans:
            _check_span(span, self.seconds)
        _check_contradictions(self.spans)
        if len(self.words) > MOST_WORDS:
            raise DemandError(f"a demand has at most {MOST_WORDS} different words, found {len(self.words)}")
        for where, place in (("start", self.start), ("end", self.end)):
            if place is not None:
                _check_numbers(where, (place.x, place.z, 0.0 if place.heading is None else place.heading))
        for point in self.path:
            _check_numbers("a point of the path", point)
        for each in self.passes:
            if not _is_finite(each.time) or not 0 <= each.time < self.seconds or not _is_finite(each.second) or each.second < 0:
                raise DemandError(f"pass {each.clip!r} at {_tell(each.time)} s: times lie in 0 to {self.seconds:g} s, a clip's from 0 on")
        _check_walls(self)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are asked for or forbidden, each once."""
        return tuple(dict.fromkeys(span.word for span in self.spans))

    @property
    def frames(self) -> int:
        """Frames at 60 Hz."""
        return max(1, round(self.seconds * RATE))

    @property
    def way(self) -> tuple[tuple[float, float], ...]:
        """The points (x, z) that the way goes by, start and end among them where they are given."""
        ends = [(place.x, place.z) if place is not None else None for place in (self.start, self.end)]
        points = ([ends[0]] if ends[0] else []) + list(self.path) + ([ends[1]] if ends[1] else [])
        return tuple(point for n, point in enumerate(points) if n == 0 or point != points[n - 1])

    def with_seconds(self, seconds: float) -> Demand:
        """The same in another length: what lies beyond is left out."""
        spans = tuple(replace(span, stop=min(span.stop, seconds)) for span in self.spans if span.start < seconds)
        return replace(self, seconds=seconds, spans=spans, passes=tuple(each for each in self.passes if each.time < seconds))


def asked_frames(demand: Demand, words: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where each word must hold and where it must not: two masks (W, F)."""
    must, must_not = (np.zeros((len(words), demand.frames), bool) for _ in range(2))
    at = {word: n for n, word in enumerate(words)}
    for span in demand.spans:
        if span.word in at:
            rows = slice(round(span.start * RATE), round(span.stop * RATE))
            (must if span.must else must_not)[at[span.word], rows] = True
    return must, must_not


def _check_span(span: Span, seconds: float) -> None:
    said = f"{'' if span.must else 'not '}{span.word}"
    if not span.word.strip():
        raise DemandError("a span needs a word: what must, or must not, be done")
    if not _is_finite(span.start) or not _is_finite(span.stop) or not 0 <= span.start < span.stop:
        raise DemandError(f"{said}: a span goes from 0 s on to a later second, found {_tell(span.start)} to {_tell(span.stop)}")
    if span.stop > seconds + 1e-6:
        raise DemandError(f"{said}: ends at {span.stop:g} s, after the demand's {seconds:g} s; make the demand longer or the span shorter")


def _check_contradictions(spans: Sequence[Span]) -> None:
    by_word: dict[str, list[Span]] = {}
    for span in spans:
        for other in by_word.setdefault(span.word, []):
            start, stop = max(span.start, other.start), min(span.stop, other.stop)
            if span.must != other.must and start < stop:
                raise DemandError(f"{span.word!r} must and must not hold from {start:g} to {stop:g} s; leave one of the two away there")
        by_word[span.word].append(span)


def _check_walls(demand: Demand) -> None:
    for wall in demand.walls:
        _check_numbers("a wall", wall)
        for a, b in zip(demand.way[:-1], demand.way[1:], strict=True):
            if _cross(a, b, wall[:2], wall[2:]):
                raise DemandError(
                    f"the way from ({a[0]:g}, {a[1]:g}) to ({b[0]:g}, {b[1]:g}) goes through the wall ({wall[0]:g}, {wall[1]:g}) to "
                    f"({wall[2]:g}, {wall[3]:g}); add points to the path that lead round it"
                )


def _cross(a: Sequence[float], b: Sequence[float], c: Sequence[float], d: Sequence[float]) -> bool:
    """Whether the segments ab and cd meet."""

    def side(p: Sequence[float], q: Sequence[float], r: Sequence[float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def _check_numbers(where: str, numbers: Sequence[float]) -> None:
    if not all(_is_finite(number) for number in numbers) or any(abs(number) > FARTHEST for number in numbers):
        raise DemandError(f"{where}: expected metres within {FARTHEST:g} of the origin, found {', '.join(map(_tell, numbers))}")


def _is_finite(number: Any) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)


def _tell(number: Any) -> str:
    return f"{number:g}" if isinstance(number, int | float) else repr(number)
