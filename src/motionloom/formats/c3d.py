"""C3D: markers as optical captures have them, points with names and no skeleton. Read only; nothing is solved for a body.

See `core.markers` for how points become a motion. Analog channels and what models computed (angles, forces) are passed over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError, MotionloomError, list_names
from motionloom.core.markers import FOLD, MAX_MARKERS, REASON, ROOT, TURN, foot_markers, hang_markers, marker_skeleton, plain
from motionloom.core.quaternion import AXES
from motionloom.formats._c3d_parameters import Header, read_header, read_parameters
from motionloom.formats.registry import Format, RawClip, ReadOptions, UpAxis, register
from motionloom.formats.units import UNITS, USUAL_HEIGHT, parse_unit

LARGEST = 1e9  # of a coordinate, in the file's unit
_COMPUTED = ("ANGLES", "FORCES", "MOMENTS", "POWERS", "SCALARS")  # lists in POINT of what are no markers
_HEADS = ("LFHD", "RFHD", "LBHD", "RBHD", "HEAD", "ARIEL", "C7", "CLAV")
_ALONG = 0.8  # of the way from feet to head, along the axis it stands on


def read(path: Path, options: ReadOptions) -> RawClip:
    """The markers of a .c3d file."""
    data = path.read_bytes()
    header = read_header(path, data)
    said = read_parameters(path, data, header)
    notes: list[str] = []
    names, chosen = _choose(path, said, _points(header, said), notes)
    places, seen = _read_frames(path, data, header, said, options, notes)
    names, points = _fill(path, names, places[:, chosen], seen[:, chosen], notes)
    up = _up(names, points, said, options.up, notes)
    bone, rotations, root = hang_markers(points, AXES[up])
    skeleton = marker_skeleton(names, bone, AXES[up], rotations[0], root[0])
    rate = _number(said, "POINT:RATE") or header.rate
    if not math.isfinite(rate) or rate <= 0:
        if options.fps is None:
            raise FileError(f"{path}: expected a rate in POINT:RATE or the C3D header, found {rate:g} (--fps gives it)")
        rate = options.fps
    notes.insert(0, f"{REASON}: {len(names)} points with names; they are shown, and plants are found on heels and toes")
    metres = _metres(said, points, AXES[up], options, notes)
    return RawClip(skeleton, rotations, root, rate, metres, up, has_rest_pose=True, notes=tuple(notes))


def _points(header: Header, said: dict[str, Any]) -> int:
    """How many points a frame has."""
    used = _number(said, "POINT:USED")
    return header.points if used is None else int(used) & 0xFFFF


def _choose(path: Path, said: dict[str, Any], count: int, notes: list[str]) -> tuple[list[str], list[int]]:
    """Names of the markers and which points they are; what models computed is left out, names that repeat are numbered."""
    labels = [label for key in ("LABELS", *(f"LABELS{n}" for n in range(2, 10))) for label in _texts(said, f"POINT:{key}")][:count]
    computed = {label for key in _COMPUTED for label in _texts(said, f"POINT:{key}") if label}
    labels += [""] * (count - len(labels))
    chosen = [point for point, label in enumerate(labels) if label not in computed]
    if not chosen or len(chosen) > MAX_MARKERS:
        raise FileError(f"{path}: expected 1 to {MAX_MARKERS} markers, found {len(chosen)} among {count} points")
    if len(chosen) < count:
        notes.append(f"{count - len(chosen)} points are no markers but what a model computed: left out")
    owners = {labels[point].split(":", 1)[0] if ":" in labels[point] else "" for point in chosen}
    names, taken = list[str](), {ROOT}
    for point in chosen:
        label = labels[point].split(":", 1)[-1] if len(owners) == 1 else labels[point]
        label = "".join(letter if letter.isprintable() else "?" for letter in label) or f"point {point + 1}"
        name, number = label, 2
        while taken & {name, name + TURN, name + FOLD}:
            name, number = f"{label} ({number})", number + 1
        taken |= {name, name + TURN, name + FOLD}
        names.append(name)
    return names, chosen


def _read_frames(
    path: Path, data: bytes, header: Header, said: dict[str, Any], options: ReadOptions, notes: list[str]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Points (F, P, 3) in the file's unit, and where they were seen (F, P)."""
    points, scale = _points(header, said), _number(said, "POINT:SCALE")
    scale = header.scale if scale is None or scale == 0 else scale
    if not math.isfinite(scale) or scale == 0:
        raise FileError(f"{path}: expected a scale of coordinates in the C3D header, found {scale:g}")
    size = 4 if scale < 0 else 2
    values = 4 * points + header.analog
    start = _number(said, "POINT:DATA_START")
    at = header.data_at if header.data_at >= 512 or start is None else (int(start) - 1) * 512
    if not 512 <= at < len(data):
        raise FileError(f"{path}: expected C3D frames from byte {at} on, found a file of {len(data)} bytes")
    there = (len(data) - at) // (size * values)
    frames = _count_frames(path, header, said, there, options, notes)
    raw = data[at : at + frames * values * size]
    table = (header.numbers.floats(raw) if size == 4 else header.numbers.shorts(raw)).reshape(frames, values)
    found = table[:, : 4 * points].reshape(frames, points, 4)
    with np.errstate(over="ignore", invalid="ignore"):
        places = found[..., :3].astype(np.float32) * np.float32(1.0 if size == 4 else scale)
        seen = (found[..., 3] >= 0) & np.all(np.abs(places) < LARGEST, axis=-1)
    return places, seen


def _count_frames(path: Path, header: Header, said: dict[str, Any], there: int, options: ReadOptions, notes: list[str]) -> int:
    """How many frames the file has: 16 bits are too few for long takes, so several places say it; the largest that the file holds."""
    claims = {header.last - header.first + 1, int(_number(said, "POINT:FRAMES") or 0) & 0xFFFF}
    long = _number(said, "POINT:LONG_FRAMES")
    if long is not None:
        claims.add(int(long))
    start, stop = (said.get(f"TRIAL:ACTUAL_{end}_FIELD") for end in ("START", "END"))
    if all(isinstance(each, np.ndarray) and each.dtype.kind == "i" and len(each) == 2 for each in (start, stop)):
        first, last = (int(each[0]) & 0xFFFF | (int(each[1]) & 0xFFFF) << 16 for each in (start, stop))  # type: ignore[index]
        claims.add(last - first + 1)
    claims = {claim for claim in claims if claim > 0}
    if not claims:
        raise FileError(f"{path}: expected frames, found none: the C3D header says {header.first} to {header.last}")
    held = [claim for claim in claims if claim <= there]
    if held:
        return max(held)
    if not options.drop_bad_frames or there == 0:
        cure = "" if there == 0 else " (--drop-bad-frames reads those)"
        raise FileError(f"{path}: expected {min(claims)} frames, found the file cut off after {there}{cure}")
    notes.append(f"the file is cut off: {there} of {min(claims)} frames were read")
    return there


def _fill(
    path: Path, names: list[str], places: NDArray[np.float32], seen: NDArray[np.bool_], notes: list[str]
) -> tuple[list[str], NDArray[np.float32]]:
    """Markers that were seen at all, with their gaps bridged by straight lines and held at either end."""
    kept = np.flatnonzero(seen.any(axis=0))
    if not len(kept):
        raise FileError(f"{path}: expected markers that were seen, found {len(names)} that are marked invalid in all {len(seen)} frames")
    if len(kept) < len(names):
        notes.append(f"never seen and left out: {list_names([names[at] for at in sorted(set(range(len(names))) - set(kept.tolist()))], 6)}")
    points, known = places[:, kept].copy(), seen[:, kept]
    frames = np.arange(len(points))
    gaps = np.flatnonzero(~known.all(axis=0))
    for at in gaps:
        for axis in range(3):
            points[:, at, axis] = np.interp(frames, frames[known[:, at]], points[known[:, at], at, axis])
    if len(gaps):
        share, worst = float((~known).mean()), int(np.argmin(known.mean(axis=0)))
        lost = f"{names[kept[worst]]} in {1 - known[:, worst].mean():.0%} of the frames"
        notes.append(f"{len(gaps)} markers were lost at times ({share:.1%} in all, {lost}): straight lines bridge it")
    return [names[at] for at in kept], points


def _up(names: Sequence[str], points: NDArray[np.float32], said: dict[str, Any], told: UpAxis | None, notes: list[str]) -> UpAxis:
    """The way up: told, else POINT:Y_SCREEN, else from feet to head, else z, as most labs have it."""
    if told in AXES:
        return told
    screen = (_texts(said, "POINT:Y_SCREEN") or [""])[0].upper()
    stated: dict[str, UpAxis] = {"+X": "x", "+Y": "y", "+Z": "z", "X": "x", "Y": "y", "Z": "z"}
    if screen in stated:
        return stated[screen]
    heads, feet = [at for at, name in enumerate(names) if plain(name) in _HEADS], list(foot_markers(names).values())
    axes: tuple[UpAxis, ...] = ("x", "y", "z")
    if heads and feet:
        way = np.median(points[:, heads].mean(axis=1) - points[:, feet].mean(axis=1), axis=0)
        for up in axes:
            if way[AXES[up]] > _ALONG * np.linalg.norm(way):
                notes.append(f"up-axis: guessed {up} from feet to head (--up sets it)")
                return up
    notes.append("up-axis: taken as z, as most labs have it, for the file does not say (--up sets it)")
    return "z"


def _metres(said: dict[str, Any], points: NDArray[np.float32], axis: int, options: ReadOptions, notes: list[str]) -> float:
    """Metres in the file's unit: POINT:UNITS, else the one of mm, cm and m that brings the markers' height nearest to a person's."""
    stated = (_texts(said, "POINT:UNITS") or [""])[0]
    if stated.isalpha():
        try:
            return parse_unit(stated)[1]
        except MotionloomError:
            notes.append(f"unit: {stated[:16]!r} in POINT:UNITS is none that we know")
    tall = float(np.median(np.ptp(points[..., axis], axis=1)))
    unit = min(("mm", "cm", "m"), key=lambda name: abs(math.log(max(tall, 1e-9) * UNITS[name] / USUAL_HEIGHT)))
    if options.unit is None:
        notes.append(f"unit: guessed {unit} from markers over {tall * UNITS[unit]:.2f} m of height (--unit sets it)")
    return UNITS[unit]


def _texts(said: dict[str, Any], key: str) -> list[str]:
    found = said.get(key)
    return found if isinstance(found, list) else []


def _number(said: dict[str, Any], key: str) -> float | None:
    found = said.get(key)
    return float(found[0]) if isinstance(found, np.ndarray) and len(found) and math.isfinite(found[0]) else None


register(Format("C3D", (".c3d",), read=read))
