"""Logs of positions as demands: where players were every 0.2 s says what they did (paper 004, section 4).

A log is a CSV with a header: player, time (s), x, z (m), and where known vx, vz (m/s), heading (rad about +y, 0 along +z) and state
("run" or "fall"). Ticks that do not fall are standing, walking or running by their speed.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError
from motionloom.core.files import write_file
from motionloom.core.masks import find_runs
from motionloom.demands.demand import Demand, Place, Span
from motionloom.demands.measured_words import RUN_FROM, WALK_FROM

TICK = 0.2
SECONDS = 4.8  # of a demand: slightly less than 300 frames, as in the paper
LEAST = 0.4  # seconds: a shorter spell belongs to what is around it
LARGEST = 100_000_000  # bytes
COLUMNS = ("player", "time", "x", "z", "vx", "vz", "heading", "state")
FALLS = frozenset({"fall", "falling", "jump"})


@dataclass(frozen=True, eq=False)
class Track:
    """A player's ticks: times (n,) s, places (n, 2) m, velocities (n, 2) m/s, headings (n,) radians, falls (n,)."""

    player: str
    times: NDArray[np.float64]
    places: NDArray[np.float64]
    velocities: NDArray[np.float64]
    headings: NDArray[np.float64]
    falls: NDArray[np.bool_]


def read_log(path: Path) -> list[Track]:
    """The players of a CSV log."""
    try:
        if path.stat().st_size > LARGEST:
            raise FileError(f"{path}: larger than {LARGEST // 1_000_000} MB; cut it into several logs")
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    rows = csv.DictReader(io.StringIO(text))
    missing = [name for name in ("player", "time", "x", "z") if name not in (rows.fieldnames or ())]
    if missing:
        raise FileError(f"{path} line 1: a log needs columns player, time, x and z; there is no {missing[0]!r}")
    ticks: dict[str, list[list[float]]] = {}
    for row in rows:
        ticks.setdefault(str(row["player"]), []).append(_read_tick(row, f"{path} line {rows.line_num}"))
    return [_track(player, np.array(sorted(each)), str(path)) for player, each in ticks.items()]


def write_log(tracks: Sequence[Track], path: Path) -> None:
    """Write a log that `read_log` reads."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for track in tracks:
        for n in range(len(track.times)):
            numbers = (track.times[n], *track.places[n], *track.velocities[n], track.headings[n])
            writer.writerow([track.player, *(f"{number:.3f}" for number in numbers), "fall" if track.falls[n] else "run"])
    write_file(path, out.getvalue())


def demands_of_log(tracks: Sequence[Track], seconds: float = SECONDS, words: Sequence[str] = ()) -> list[Demand]:
    """Demands of so many seconds each, one after the other along every track; words: those that may be asked for, all if not given."""
    found = list[Demand]()
    for track in tracks:
        count = round(seconds / TICK)
        for first in range(0, len(track.times) - count, count):
            found.append(_demand(track, first, first + count, words))
    return found


def _demand(track: Track, first: int, last: int, words: Sequence[str]) -> Demand:
    """The demand of the ticks first to last."""
    rows = slice(first, last + 1)
    speed, falls = np.linalg.norm(track.velocities[rows], axis=1), track.falls[rows]
    states = np.where(falls, "jump", np.where(speed < WALK_FROM, "stand", np.where(speed < RUN_FROM, "walk", "run")))
    states = _steady(states[:-1])
    spans = [
        Span(str(word), round(start * TICK, 3), round(stop * TICK, 3))
        for word in ("stand", "walk", "run", "jump")
        for start, stop in find_runs(states == word)
        if not words or word in words
    ]
    places, name = np.round(track.places[rows], 3), f"{track.player} {track.times[first]:.1f} s"
    begin, end = (Place(float(places[n, 0]), float(places[n, 1]), _wrapped(track.headings[rows][n])) for n in (0, -1))
    middle = tuple((float(x), float(z)) for x, z in places[5:-3:5])
    apart = [point for point in middle if math.dist(point, (begin.x, begin.z)) > 0.3 and math.dist(point, (end.x, end.z)) > 0.3]
    return Demand(round((last - first) * TICK, 3), tuple(sorted(spans, key=lambda s: s.start)), begin, end, tuple(apart), name=name)


def _wrapped(heading: float) -> float:
    """The same way to face, in whole tenths of a degree from -180 to 180."""
    degrees = round(math.degrees(float(heading)), 1)
    return math.radians((degrees + 180.0) % 360.0 - 180.0)


def _steady(states: NDArray[np.str_]) -> NDArray[np.str_]:
    """States (n,) of ticks without spells that are over at once, but for falls."""
    out, least = states.copy(), round(LEAST / TICK)
    changes = np.flatnonzero(out[1:] != out[:-1]) + 1
    for start, stop in zip([0, *changes], [*changes, len(out)], strict=True):
        if stop - start < least and out[start] != "jump":
            out[start:stop] = out[start - 1] if start > 0 else out[min(stop, len(out) - 1)]
    return out


def _read_tick(row: dict[str, str | None], where: str) -> list[float]:
    """time, x, z, vx, vz, heading, falls; nan where it is not said."""
    numbers = []
    for name in COLUMNS[1:-1]:
        said = (row.get(name) or "").strip()
        try:
            number = float(said) if said else math.nan
        except ValueError:
            raise FileError(f"{where}: {name} is a number, found {said[:40]!r}") from None
        if name in ("time", "x", "z") and not math.isfinite(number):
            raise FileError(f"{where}: {name} is missing or not finite")
        numbers.append(number)
    return [*numbers, float((row.get("state") or "").strip().lower() in FALLS)]


def _track(player: str, ticks: NDArray[np.float64], where: str) -> Track:
    """A track at 0.2 s whatever the log's own ticks are; what is not said is worked out of the places."""
    times = ticks[:, 0]
    if len(times) < 2 or np.any(np.diff(times) <= 0):
        raise FileError(f"{where}: player {player!r} needs two ticks or more, at different times")
    at = np.arange(times[0], times[-1] + 1e-6, TICK)
    places = np.stack([np.interp(at, times, ticks[:, axis]) for axis in (1, 2)], axis=1)
    said = np.isfinite(ticks[:, 3:5]).all()
    velocities = np.stack([np.interp(at, times, ticks[:, axis]) for axis in (3, 4)], axis=1) if said else np.gradient(places, TICK, axis=0)
    headings = np.interp(at, times, np.unwrap(ticks[:, 5])) if np.isfinite(ticks[:, 5]).all() else _face_along(velocities)
    falls = np.interp(at, times, ticks[:, 6]) > 0.5
    return Track(player, at, places, velocities, headings, falls)


def _face_along(velocities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Headings (n,) along the velocities; who stands keeps facing as before."""
    headings = np.arctan2(velocities[:, 0], velocities[:, 1])
    moving = np.linalg.norm(velocities, axis=1) > WALK_FROM
    if not moving.any():
        return np.zeros(len(headings))
    last = np.maximum.accumulate(np.where(moving, np.arange(len(moving)), -1))
    return np.unwrap(headings[np.where(last < 0, int(np.argmax(moving)), last)])
