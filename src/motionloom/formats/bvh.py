"""BVH: Biovision's hierarchy and motion, read in every dialect we have met and written as Blender and engines expect it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton
from motionloom.core.errors import FileError
from motionloom.formats._bvh_channels import apply_channels
from motionloom.formats._bvh_hierarchy import Hierarchy, parse_hierarchy, shorten
from motionloom.formats.registry import Format, RawClip, ReadOptions, register

_MOTION = re.compile(rb"(?im)(?:^|(?<=[\s}]))MOTION[ \t\r]*$")
_FRAMES = re.compile(rb"(?i)\s*FRAMES[ \t]*:?[ \t]*([^\s]*)[ \t]*")
_FRAME_TIME = re.compile(rb"(?i)\s*FRAME[ \t_]*TIME[ \t]*:?[ \t]*([^\s]*)[ \t]*")
# Rates that files mean when they write a rounded frame time (0.033, 0.0083333, ...).
_USUAL_RATES = (24, 25, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144, 150, 180, 200, 240, 300, 360, 480, 24000 / 1001, 30000 / 1001, 60000 / 1001)
_SKIP = "(--drop-bad-frames skips it)"


@dataclass(frozen=True)
class _Section:
    """The head of the MOTION part: frames declared, rate (0 if none), and where the numbers begin."""

    frames: int
    fps: float
    start: int


def read(path: Path, options: ReadOptions) -> RawClip:
    """The clip in a BVH file, in the file's own unit and axes."""
    data = _as_plain_bytes(path, path.read_bytes())
    found = _MOTION.search(data)
    head = data[: found.start()] if found else data
    hierarchy = parse_hierarchy(path, head.decode("utf-8", "replace"), options.clip)
    if found is None:
        raise FileError(f"{path}: expected MOTION after the hierarchy, found the end of the file; it may be cut off")
    section = _read_section(path, data, found.end(), options)
    values, notes = _read_frames(path, data, section, hierarchy, options)
    channels = apply_channels(hierarchy, values)
    skeleton = Skeleton(hierarchy.names, hierarchy.parents, channels.offsets, hierarchy.end_sites)
    return RawClip(
        skeleton,
        channels.rotations,
        channels.root_positions,
        section.fps,
        notes=(*hierarchy.notes, *notes, *channels.notes),
        stretched=channels.stretched,
    )


def _as_plain_bytes(path: Path, data: bytes) -> bytes:
    """The file without byte order mark, with newlines of one kind and points for decimal commas."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeDecodeError:
            raise FileError(f"{path}: expected a text file, found broken UTF-16") from None
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        raise FileError(f"{path}: expected HIERARCHY, found an empty file")
    if b"\0" in data:
        raise FileError(f"{path}: expected a BVH text file, found binary data")
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    if b"," in data or b";" in data:
        data = _without_commas(data)
    return data


def _without_commas(data: bytes) -> bytes:
    """Commas that part numbers become spaces; decimal commas become points.

    A comma inside a number is decimal where no number of the file has a point and none two commas.
    """
    data = re.sub(rb"[,;](?=\s|$)", b" ", data)
    decimal = not re.search(rb"\d\.\d|\d,-?\d*,", data)
    return re.sub(rb"(?<=[\d\s+-]),(?=\d)", b"." if decimal else b" ", data).replace(b";", b" ")


def _line_at(data: bytes, place: int) -> int:
    return data.count(b"\n", 0, place) + 1


def _read_section(path: Path, data: bytes, start: int, options: ReadOptions) -> _Section:
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
        return _Section(int(count), options.fps or 0.0, frames.end())
    fps = frames_a_second(time[1].decode("ascii", "replace"))
    if fps is None and options.fps is None:
        line = _line_at(data, time.start(1))
        found = shorten(time[1].decode("ascii", "replace"))
        raise FileError(f"{path} line {line}: expected a Frame Time between 0.0001 and 1 second, found {found} (--fps gives the rate)")
    return _Section(int(count), fps or options.fps or 0.0, time.end())


def _unexpected(path: Path, data: bytes, start: int, expected: str, hint: str = "") -> FileError:
    place = start + len(data[start:]) - len(data[start:].lstrip())
    line = data[place : place + 200].split(b"\n", 1)[0].decode("ascii", "replace").strip()
    found = shorten(line) if line else "the end of the file; it may be cut off"
    return FileError(f"{path} line {_line_at(data, place)}: expected {expected}, found {found}{hint}")


def frames_a_second(frame_time: str) -> float | None:
    """The rate of a Frame Time as written, or None where it gives none.

    Files round: 0.0083333 means 120 Hz and 0.033 means 30. A usual rate within the last digit of the text wins.
    """
    try:
        seconds = float(frame_time)
    except ValueError:
        return None
    if not 1e-4 <= seconds <= 1.0:
        return None
    decimals = re.fullmatch(r"[+-]?\d*\.?(\d*)", frame_time)
    last_digit = 10.0 ** -len(decimals[1]) if decimals else 1e-7
    near = [rate for rate in _USUAL_RATES if abs(1 / rate - seconds) <= last_digit and abs(seconds * rate - 1) < 0.02]
    exact = 1 / seconds
    if abs(exact - round(exact)) < 1e-9 * exact or not near:
        return float(round(exact)) if abs(exact - round(exact)) < 1e-5 * exact else exact
    whole = [rate for rate in near if rate == int(rate)] or near
    return float(min(whole, key=lambda rate: abs(1 / rate - seconds)))


def _read_frames(
    path: Path, data: bytes, section: _Section, hierarchy: Hierarchy, options: ReadOptions
) -> tuple[NDArray[np.float64], list[str]]:
    """Values (F, C) of all frames; the memory taken is in proportion to the file, whatever it claims."""
    from motionloom.formats._bvh_numbers import parse_lines, split_lines

    if section.frames == 0 or hierarchy.width == 0:
        what = "frames" if section.frames == 0 else "channels"
        raise FileError(f"{path}: expected a motion, found a hierarchy with no {what}")
    buffer = np.frombuffer(data, dtype=np.uint8)[section.start :]
    starts, stops, counts = split_lines(buffer)
    used = np.flatnonzero(counts)
    first_line = _line_at(data, section.start)
    good = counts[used] == hierarchy.width
    total = int(counts.sum())
    if not good.all() and total == section.frames * hierarchy.width:
        values, bad = parse_lines(buffer, np.zeros(1, np.int64), np.array([len(buffer)]), total)
        if bad[0] < 0:
            return values.reshape(-1, hierarchy.width), ["frames do not lie one to a line; split by their number of values"]
    if not good.all() and not options.drop_bad_frames:
        raise _wrong_count(path, first_line, used, counts, good, hierarchy.width, section.frames)
    kept = used[good]
    values, bad = parse_lines(buffer, starts[kept], stops[kept], hierarchy.width)
    if np.any(bad >= 0) and not options.drop_bad_frames:
        frame = int(np.argmax(bad >= 0))
        word = data[section.start + starts[kept[frame]] : section.start + stops[kept[frame]]].split()[bad[frame]].decode("ascii", "replace")
        raise FileError(
            f"{path} line {first_line + kept[frame]}: frame {frame + 1} has {shorten(word)} for "
            f"{hierarchy.column_name(int(bad[frame]))}, expected a finite number {_SKIP}"
        )
    values = values[bad < 0] if np.any(bad >= 0) else values
    return _check_length(path, values, len(used), section.frames, options)


def _wrong_count(
    path: Path, first_line: int, used: NDArray[np.int64], counts: NDArray[np.int64], good: NDArray[np.bool_], width: int, claimed: int
) -> FileError:
    frame = int(np.argmin(good))
    found = int(counts[used[frame]])
    cut_off = "; the file may be cut off" if found < width and (frame == len(used) - 1 or claimed > len(used)) else ""
    return FileError(
        f"{path} line {first_line + used[frame]}: frame {frame + 1} has {found} values, the hierarchy declares {width}{cut_off} {_SKIP}"
    )


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


register(Format("BVH", (".bvh",), read=read))
