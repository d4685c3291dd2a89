"""Demands as small files that people read and write, one thing a line; angles are degrees there, and errors name the line.

    motionloom demand 1
    seconds 6
    0 - 2    walk
    2 - 4    wave
    0 - 6    not run
    start    0 0 facing 0
    path     0 2, 1 3
    end      2 4 facing 90
    pass     2.5 16_15@1.2
    wall     3 0 3 5

A word with spaces stands in quotes. What follows # is a remark. `heading` in place of `facing` is in radians.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motionloom.core.errors import FileError
from motionloom.core.files import write_file
from motionloom.demands.demand import Demand, DemandError, Pass, Place, Span

HEADER = "motionloom demand 1"
SUFFIX = ".demand"
LARGEST = 2_000_000  # bytes
_TIMES = re.compile(r"^(?P<start>[-+.\deE]+)\s*-\s*(?P<stop>[-+.\deE]+)\s+(?P<rest>.+)$")
_KEYS = ("seconds", "name", "start", "end", "path", "pass", "wall")


def read_demand(path: Path) -> Demand:
    """The demand of a file."""
    try:
        if path.stat().st_size > LARGEST:
            raise FileError(f"{path}: larger than {LARGEST} bytes; a demand is a few lines")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FileError(f"{path}: not a text; a demand begins with {HEADER!r}") from None
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    return parse_demand(text, str(path), path.stem)


def write_demand(demand: Demand, path: Path) -> None:
    """Write a demand as a text that `read_demand` reads."""
    write_file(path, format_demand(demand))


def parse_demand(text: str, where: str = "demand", name: str = "") -> Demand:
    """The demand of a text; where: what errors call it."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise FileError(f"{where} line 1: expected {HEADER!r}, found {(lines[0] if lines else '')[:40]!r}")
    told: dict[str, Any] = {"spans": [], "passes": [], "walls": [], "name": name}
    for number, line in enumerate(lines[1:], start=2):
        try:
            _read_line(line, told)
        except (DemandError, ValueError) as error:
            raise FileError(f"{where} line {number}: {error}") from None
    if "seconds" not in told:
        raise FileError(f"{where}: nothing says how long it lasts; add a line such as `seconds 6`")
    lists = {key: tuple(told[key]) for key in ("spans", "passes", "walls")}
    try:
        return Demand(**{**told, **lists})
    except DemandError as error:
        raise FileError(f"{where}: {error}") from None


def format_demand(demand: Demand) -> str:
    """The text of a demand; `parse_demand` gives the same demand back."""
    lines = [HEADER, f"seconds {_number(demand.seconds)}"]
    lines += [f"name {shlex.quote(demand.name)}"] if demand.name else []
    lines += [
        f"{_number(span.start)} - {_number(span.stop)} {'' if span.must else 'not '}{shlex.quote(span.word)}" for span in demand.spans
    ]
    for key, place in (("start", demand.start), ("end", demand.end)):
        if place is not None:
            facing = "" if place.heading is None else f" {_facing(place.heading)}"
            lines.append(f"{key} {_number(place.x)} {_number(place.z)}{facing}")
    if demand.path:
        lines.append("path " + ", ".join(f"{_number(x)} {_number(z)}" for x, z in demand.path))
    lines += [
        f"pass {_number(each.time)} {shlex.quote(f'{each.clip}@{_number(each.second)}')}{' mirrored' if each.mirrored else ''}"
        for each in demand.passes
    ]
    lines += ["wall " + " ".join(map(_number, wall)) for wall in demand.walls]
    return "\n".join(lines) + "\n"


def to_json(demand: Demand) -> dict[str, Any]:
    """Plain data, angles in radians; what is not given is left out."""
    plain: dict[str, Any] = {"seconds": demand.seconds, "spans": [[s.word, s.start, s.stop, s.must] for s in demand.spans]}
    for key, place in (("start", demand.start), ("end", demand.end)):
        if place is not None:
            plain[key] = [place.x, place.z, place.heading]
    if demand.path:
        plain["path"] = [list(point) for point in demand.path]
    if demand.passes:
        plain["passes"] = [[each.time, each.clip, each.second, each.mirrored] for each in demand.passes]
    if demand.walls:
        plain["walls"] = [list(wall) for wall in demand.walls]
    return plain | ({"name": demand.name} if demand.name else {})


def from_json(data: Any) -> Demand:
    """The demand of plain data, checked: it may come from a stranger."""
    if not isinstance(data, Mapping) or not set(data) <= {"seconds", "spans", "start", "end", "path", "passes", "walls", "name"}:
        raise DemandError("a demand is an object with seconds, spans, start, end, path, passes, walls and name")
    try:
        places = {key: Place(*data[key]) for key in ("start", "end") if data.get(key) is not None}
        spans = tuple(Span(str(word), start, stop, bool(must)) for word, start, stop, must in data.get("spans", ()))
        passes = tuple(Pass(time, str(clip), second, bool(mirrored)) for time, clip, second, mirrored in data.get("passes", ()))
        path = tuple((x, z) for x, z in data.get("path", ()))
        walls = tuple((a, b, c, d) for a, b, c, d in data.get("walls", ()))
        return Demand(
            data.get("seconds", 0.0), spans, places.get("start"), places.get("end"), path, passes, walls, str(data.get("name", ""))
        )
    except (TypeError, ValueError) as error:
        raise DemandError(f"a demand as plain data is not as it was written: {error}") from None


def _read_line(line: str, told: dict[str, Any]) -> None:
    bare = line.strip()
    if not bare or bare.startswith("#"):
        return
    timed = _TIMES.match(bare)
    if timed is not None:
        words = shlex.split(timed["rest"], comments=True)
        must = not (len(words) > 1 and words[0] == "not")
        if len(words) != (1 if must else 2):
            raise DemandError(f"expected one word after the times, found {len(words)}; put words with spaces in quotes")
        told["spans"].append(Span(words[-1], _read_number(timed["start"]), _read_number(timed["stop"]), must))
        return
    key, *words = shlex.split(bare, comments=True)
    if key not in _KEYS:
        raise DemandError(f"{key!r} is not known here; a line is `0 - 2 walk`, or begins with {', '.join(_KEYS)}")
    if key in ("seconds", "name", "start", "end", "path") and told.get(key) and key != "name":
        raise DemandError(f"{key!r} is said twice")
    _read_words(key, words, told)


def _read_words(key: str, words: Sequence[str], told: dict[str, Any]) -> None:
    if key == "seconds":
        (told[key],) = _read_numbers(words, 1, key)
    elif key == "name":
        told[key] = " ".join(words)
    elif key in ("start", "end"):
        faces = len(words) == 4 and words[2] in ("facing", "heading")
        x, z, *angle = _read_numbers([*words[:2], words[3]] if faces else words, 3 if faces else 2, f"{key}, as `{key} 0 2 facing 90`")
        told[key] = Place(x, z, (math.radians(angle[0]) if words[2] == "facing" else angle[0]) if angle else None)
    elif key == "path":
        points = [point.split() for point in " ".join(words).split(",")]
        told[key] = tuple((x, z) for x, z in (_read_numbers(point, 2, "path, as `path 0 1, 2 3`") for point in points))
    elif key == "wall":
        told["walls"].append(tuple(_read_numbers(words, 4, "wall")))
    else:
        mirrored = len(words) == 3 and words[2] == "mirrored"
        if len(words) != 2 + mirrored or "@" not in words[1]:
            raise DemandError("expected `pass SECONDS CLIP@SECOND`, with `mirrored` after it or not")
        clip, second = words[1].rsplit("@", 1)
        told["passes"].append(Pass(_read_number(words[0]), clip, _read_number(second), mirrored))


def _read_numbers(words: Sequence[str], count: int, key: str) -> list[float]:
    if len(words) != count:
        raise DemandError(f"{key}: expected {count} numbers, found {len(words)}")
    return [_read_number(word) for word in words]


def _read_number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise DemandError(f"expected a number, found {word[:40]!r}") from None


def _number(value: float) -> str:
    """As short as it can be said without being another number."""
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value))


def _facing(heading: float) -> str:
    """A heading in degrees, as short as can be; in radians where no number of degrees is quite the same."""
    exact = math.degrees(heading)
    said = next((f"{exact:.{digits}g}" for digits in (6, 9, 12, 15, 17) if math.radians(float(f"{exact:.{digits}g}")) == heading), None)
    return f"facing {said}" if said is not None else f"heading {heading!r}"
