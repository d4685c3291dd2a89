"""The MOTION part of a BVH file: the number of frames, the rate, and one line of values a frame."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError
from motionloom.formats._bvh_hierarchy import Hierarchy, shorten, to_number
from motionloom.formats.registry import ReadOptions

_FRAMES = re.compile(rb"(?i)\s*FRAMES[ \t]*:?[ \t]*([^\s]*)[ \t]*")
_FRAME_TIME = re.compile(rb"(?i)\s*FRAME[ \t_]*TIME[ \t]*:?[ \t]*([^\s]*)[ \t]*")
# Rates that files mean when they write a rounded frame time (0.033, 0.0083333, ...).
_USUAL_RATES = (24, 25, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144, 150, 180, 200, 240, 300, 360, 480)
_TELEVISION_RATES = (24000 / 1001, 30000 / 1001, 60000 / 1001)
_SKIP = "(--drop-bad-frames skips it)"


@dataclass(frozen=True)
class Section:
    """The head of the MOTION part: frames declared, rate (0 if none), and where the numbers begin."""

    frames: int
    fps: float
    start: int


def _line_at(data: bytes, place: int) -> int:
    return data.count(b"\n", 0, place) + 1


def read_section(path: Path, data: bytes, start: int, options: ReadOptions) -> Section:
    frames = _FRAMES.match(data, start)
    if frames is None:
        raise _unexpected(path, data, start, "'Frames: N' after MOTION")
    count = frames[1].decode("ascii", "replace")
    if not count.isdecimal() or len(count) > 18:
        raise FileError(f"{path} line {_line_at(data, frames.start(1))}: expected a number of frames, found {shorten(count)}")
    time = _FRAME_TIME.match(data, frames.end())
    if time is None and options.fps is None:
        raise _unexpected(path, data, frames.end(), "'Frame Time: SECONDS' after Frames", "; --fps gives the rate")
    if time is None:
        return Section(int(count), options.fps or 0.0, frames.end())
    fps = frames_a_second(time[1].decode("ascii", "replace"))
    if fps is None and options.fps is None:
        line = _line_at(data, time.start(1))
        found = shorten(time[1].decode("ascii", "replace"))
        raise FileError(f"{path} line {line}: expected a Frame Time between 0.0001 and 1 second, found {found} (--fps gives the rate)")
    return Section(int(count), fps or options.fps or 0.0, time.end())


def _unexpected(path: Path, data: bytes, start: int, expected: str, hint: str = "") -> FileError:
    place = start + len(data[start:]) - len(data[start:].lstrip())
    line = data[place : place + 200].split(b"\n", 1)[0].decode("ascii", "replace").strip()
    found = shorten(line) if line else "the end of the file; it may be cut off"
    return FileError(f"{path} line {_line_at(data, place)}: expected {expected}, found {found}{hint}")


def frames_a_second(frame_time: str) -> float | None:
    """The rate of a Frame Time as written, or None where it gives none.

    Files round: 0.0083333 means 120 Hz and 0.033 means 30. A usual rate within the last digit of the text wins, then the
    roundest rate that the text's precision allows.
    """
    seconds = to_number(frame_time)
    if seconds is None or not 1e-4 <= seconds <= 1.0:
        return None
    decimals = re.fullmatch(r"\+?\d*\.?(\d*)", frame_time)
    last_digit = 10.0 ** -len(decimals[1]) if decimals else 1e-7
    exact = 1 / seconds
    if abs(exact - round(exact)) < 1e-9 * exact:
        return float(round(exact))
    for rates in (_USUAL_RATES, _TELEVISION_RATES):
        near = min(rates, key=lambda rate: abs(1 / rate - seconds))
        if abs(1 / near - seconds) <= last_digit and abs(seconds * near - 1) < 0.02:
            return float(near)
    rounded = [round(exact, places) for places in range(4)]
    fitting = [rate for rate in rounded if rate > 0 and abs(1 / rate - seconds) <= last_digit < 1e-4 / exact]
    return fitting[0] if fitting else exact


def read_frames(
    path: Path, data: bytes, section: Section, hierarchy: Hierarchy, options: ReadOptions
) -> tuple[NDArray[np.float64], list[str]]:
    """Values (F, C) of all frames; the memory taken is in proportion to the file, whatever it claims."""
    from motionloom.formats._bvh_numbers import parse_lines

    width = hierarchy.width
    if section.frames == 0 or width == 0:
        raise FileError(f"{path}: expected a motion, found a hierarchy with no {'channels' if width == 0 else 'frames'}")
    found = parse_lines(data, section.start, width)
    used = np.flatnonzero(found.counts)
    full = found.counts[used] == width
    if not full.all() and int(found.counts.sum()) == section.frames * width:
        stream = parse_lines(data[section.start :].replace(b"\n", b" ") + b"\n", 0, section.frames * width)
        if stream.bad[0] < 0:
            return stream.values.reshape(-1, width), ["frames do not lie one to a line: split by their number of values"]
    good = full & (found.bad[used] < 0)
    if not good.all() and not options.drop_bad_frames:
        raise _bad_frame(path, data, section, hierarchy, found.counts, found.bad)
    values = found.values if good.all() else found.values[found.bad[used][full] < 0]
    return _check_length(path, values, len(used), section.frames, options)


def _bad_frame(
    path: Path, data: bytes, section: Section, hierarchy: Hierarchy, counts: NDArray[np.int32], bad: NDArray[np.int32]
) -> FileError:
    """What is wrong with the first frame that is."""
    used = np.flatnonzero(counts)
    frame = int(np.argmax((counts[used] != hierarchy.width) | (bad[used] >= 0)))
    line, count, column = int(used[frame]), int(counts[used[frame]]), int(bad[used[frame]])
    where = f"{path} line {_line_at(data, section.start) + line}: frame {frame + 1} has"
    if column >= 0 and (count == hierarchy.width or column == 0):
        text = data[section.start :].split(b"\n", line + 1)[line]
        word = shorten(text.split()[column].decode("ascii", "replace"))
        return FileError(f"{where} {word} for {hierarchy.column_name(column)}, expected a finite number {_SKIP}")
    cut_off = "; the file may be cut off" if count < hierarchy.width and frame == len(used) - 1 else ""
    return FileError(f"{where} {count} values, the hierarchy declares {hierarchy.width}{cut_off} {_SKIP}")


def _check_length(
    path: Path, values: NDArray[np.float64], found: int, claimed: int, options: ReadOptions
) -> tuple[NDArray[np.float64], list[str]]:
    """Hold the frames read against the number the header claims."""
    notes = []
    if found < claimed and not options.drop_bad_frames:
        raise FileError(
            f"{path}: the header says {claimed} frames, the file holds {found}; it may be cut off (--drop-bad-frames reads what is there)"
        )
    if len(values) == 0:
        raise FileError(f"{path}: expected {claimed} frames, found none that is whole")
    if found > claimed:
        notes.append(f"the header says {claimed} frames, the file holds {found}: all were read")
    if len(values) < max(found, claimed) and options.drop_bad_frames:
        notes.append(f"{max(found, claimed) - len(values)} of {max(found, claimed)} frames were bad or missing and left out")
    return values, notes


def format_section(frames: int, fps: float) -> str:
    """The head of the MOTION part."""
    return f"MOTION\nFrames: {frames}\nFrame Time: {1 / fps:.10f}\n"
