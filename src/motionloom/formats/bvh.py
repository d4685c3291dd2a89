"""BVH: Biovision's hierarchy and motion, read in every dialect we have met and written as Blender and engines expect it.

The work is shared out: `_bvh_hierarchy` reads and writes the joints, `_bvh_motion` the frames' lines, `_bvh_channels` turns
columns into rotations and back, `_bvh_numbers` is compiled.
"""

from __future__ import annotations

import re
from pathlib import Path

from motionloom.core import Motion, Skeleton
from motionloom.core.errors import FileError
from motionloom.formats._bvh_channels import from_columns, stand_in_zero_pose, to_columns
from motionloom.formats._bvh_hierarchy import format_hierarchy, parse_hierarchy
from motionloom.formats._bvh_motion import format_section, read_frames, read_section
from motionloom.formats.registry import Format, RawClip, ReadOptions, register
from motionloom.formats.units import parse_unit

_MOTION = re.compile(rb"(?im)(?:^|(?<=[\s}]))MOTION[ \t\r]*$")
_ANGLE_DECIMALS, _LENGTH_DECIMALS = 5, 6  # 2e-7 radians; a micrometre or less


def read(path: Path, options: ReadOptions) -> RawClip:
    """The clip in a BVH file, in the file's own unit and axes; its zero pose is the rest pose until the door knows better."""
    data = _as_plain_bytes(path, path.read_bytes())
    found = _MOTION.search(data)
    head = data[: found.start()] if found else data
    hierarchy = parse_hierarchy(path, head.decode("utf-8", "replace"), options.clip)
    if found is None:
        raise FileError(f"{path}: expected MOTION after the hierarchy, found the end of the file; it may be cut off")
    section = read_section(path, data, found.end(), options)
    values, notes = read_frames(path, data, section, hierarchy, options)
    channels = from_columns(hierarchy, values, options.up or "y")
    return RawClip(
        Skeleton(hierarchy.names, hierarchy.parents, channels.offsets, hierarchy.end_sites),
        channels.rotations,
        channels.root_positions,
        section.fps,
        notes=(*hierarchy.notes, *notes, *channels.notes),
        stretched=channels.stretched,
    )


def write(motion: Motion, path: Path, unit: str | float = "cm") -> None:
    """Write a motion in centimetres, or another unit.

    BVH has no rest pose but that of its OFFSETs with all rotations zero, and programs show and skin that one. So the joints' frames
    are turned to lie along the world's axes in the motion's rest pose: every position stays what it was, and the zero pose of the
    file is the rest pose. The root's OFFSET is zero, for programs disagree whether positions replace it or add to it.
    """
    from motionloom.formats._bvh_numbers import format_rows

    name, metres = parse_unit(unit)
    still = stand_in_zero_pose(motion)
    text, order = format_hierarchy(still.skeleton, 1 / metres, _LENGTH_DECIMALS)
    columns = to_columns(still, order, 1 / metres)
    decimals = [_LENGTH_DECIMALS] * 3 + [_ANGLE_DECIMALS] * (columns.shape[1] - 3)
    rows = format_rows(columns, decimals)
    if rows is None:
        raise FileError(f"{path}: positions are too large to write in {name}")
    path.write_bytes((text + format_section(len(motion), motion.fps)).encode() + rows)


def _as_plain_bytes(path: Path, data: bytes) -> bytes:
    """The file without byte order mark, with newlines of one kind, points for decimal commas, and a newline at its end."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeDecodeError:
            raise FileError(f"{path}: expected a text file, found broken UTF-16") from None
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data or data.isspace():
        raise FileError(f"{path}: expected HIERARCHY, found an empty file")
    if b"\0" in data:
        raise FileError(f"{path}: expected a BVH text file, found binary data")
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    if b"," in data or b";" in data:
        data = _without_commas(data)
    return data if data.endswith(b"\n") else data + b"\n"


def _without_commas(data: bytes) -> bytes:
    """Commas that part numbers become spaces; decimal commas become points.

    A comma inside a number is decimal where no number of the file has a point and none two commas.
    """
    data = re.sub(rb"[,;](?=\s|$)", b" ", data)
    decimal = not re.search(rb"\d\.\d|\d,-?\d*,", data)
    return re.sub(rb"(?<=[\d\s+-]),(?=\d)", b"." if decimal else b" ", data).replace(b",", b" ").replace(b";", b" ")


register(Format("BVH", (".bvh",), read=read, write=write))
