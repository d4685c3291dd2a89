"""ASF/AMC: Acclaim's skeleton and motion, the form in which CMU keeps its captures. Read only."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core import EndSite, Skeleton, quaternion
from motionloom.core.errors import FileError, list_names
from motionloom.formats._asf_skeleton import ROOT, Asf, Bone, find_asf, read_asf, read_text
from motionloom.formats._bvh_hierarchy import shorten
from motionloom.formats.registry import Format, RawClip, ReadOptions, register
from motionloom.formats.rest_pose import stand_on_ground
from motionloom.formats.units import UNITS

CMU_FPS = 120.0  # an .amc has no rate; this is CMU's
_CMU_LENGTH = 0.45  # and this the scale their .asf files state, on inches
_SKIP = "(--drop-bad-frames skips it)"


@dataclass
class _Frame:
    """A frame's values by bone, as text, and what is wrong with it."""

    number: int
    values: dict[str, str] = field(default_factory=dict)
    fault: str = ""


def read(path: Path, options: ReadOptions) -> RawClip:
    """The clip in an .amc file on the skeleton of the .asf beside it, in their own unit."""
    text = read_text(path, "AMC")
    asf = read_asf(find_asf(path, options.skeleton))
    frames, degrees = _read_frames(path, text, asf)
    moving, notes = _check_frames(path, frames, asf, options)
    good = [frame for frame in frames if not frame.fault]
    values, columns = _parse_values(path, good, moving, options.drop_bad_frames)
    rotations = _rotations(asf, values, columns, np.pi / 180 if degrees else 1.0)
    root = np.tile(np.asarray(asf.root_position), (len(values), 1))
    for axis, move in enumerate(("tx", "ty", "tz")):
        if (ROOT, move) in columns:
            root[:, axis] += values[:, columns[ROOT, move]]
    if options.fps is None:
        notes.append(f"rate: AMC files have none; taken as CMU's {CMU_FPS:g} Hz (--fps sets it)")
    return RawClip(
        stand_on_ground(_skeleton(asf)),
        rotations,
        root,
        CMU_FPS,
        metres_per_unit=UNITS["cmu"] if asf.length_scale is not None and abs(asf.length_scale - _CMU_LENGTH) < 1e-6 else None,
        has_rest_pose=True,
        notes=(f"skeleton: {asf.path.name}", *asf.notes, *notes),
    )


def _read_frames(path: Path, text: str, asf: Asf) -> tuple[list[_Frame], bool]:
    """Every frame of the file, and whether angles are degrees. Faults are kept with the frame: a person may choose to skip it."""
    bones = {bone.name: len(bone.dof) for bone in asf.bones}
    degrees = asf.degrees
    frames: list[_Frame] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, rest = (*line.split(None, 1), "", "")[:2]
        if not word or word[0] == "#":
            continue
        if word[0] == ":" and not frames:
            degrees = {":degrees": True, ":radians": False}.get(word.lower(), degrees)
        elif word.isdecimal() and not rest.strip():
            frames.append(_Frame(number))
        elif not frames:
            raise FileError(f"{path} line {number}: expected a frame number, found {shorten(line.strip())}")
        elif word not in bones:
            frames[-1].fault = (
                frames[-1].fault or f"line {number}: expected a frame number or a bone of {asf.path.name}, found {shorten(word)}"
            )
        elif word in frames[-1].values or len(rest.split()) != bones[word]:
            found = "a second line" if word in frames[-1].values else f"{len(rest.split())} values"
            frames[-1].fault = frames[-1].fault or (
                f"line {number}: frame {len(frames)} has {found} for {word}, {asf.path.name} declares {bones[word]} values"
            )
        else:
            frames[-1].values[word] = rest
    if not frames:
        raise FileError(f"{path}: expected frames, found none; the file may be cut off")
    return frames, degrees


def _check_frames(path: Path, frames: list[_Frame], asf: Asf, options: ReadOptions) -> tuple[list[Bone], list[str]]:
    """The bones that move, in order; frames that lack one are faulty. Raises at the first fault unless faults are to be skipped."""
    moving = [bone for bone in asf.bones if any(bone.name in frame.values for frame in frames[:2])]
    still = [bone.name for bone in asf.bones if bone.dof and bone not in moving]
    for index, frame in enumerate(frames):
        lacks = [bone.name for bone in moving if bone.name not in frame.values]
        if lacks and not frame.fault:
            cut_off = "; the file may be cut off" if index == len(frames) - 1 else ""
            frame.fault = f"line {frame.number}: frame {index + 1} lacks {list_names(lacks, 4)}{cut_off}"
        if frame.fault and not options.drop_bad_frames:
            raise FileError(f"{path} {frame.fault} {_SKIP}")
    bad = sum(bool(frame.fault) for frame in frames)
    if bad == len(frames) or not moving:
        raise FileError(f"{path}: expected frames, found none that is whole")
    notes = [f"{bad} of {len(frames)} frames were bad and left out"] if bad else []
    if still:
        notes.append(f"no values for {list_names(still, 6)}: kept at rest")
    return moving, notes


def _parse_values(
    path: Path, frames: list[_Frame], moving: list[Bone], drop: bool
) -> tuple[NDArray[np.float64], dict[tuple[str, str], int]]:
    """Values (F, C) of all frames, and the column of each (bone, degree of freedom)."""
    from motionloom.formats._bvh_numbers import parse_lines

    names = [bone.name for bone in moving]
    columns = {key: column for column, key in enumerate((bone.name, move) for bone in moving for move in bone.dof)}
    if not columns:
        raise FileError(f"{path}: expected bones that move, found none with degrees of freedom")
    text = "\n".join(" ".join([frame.values[name] for name in names]) for frame in frames) + "\n"
    found = parse_lines(text.encode(), 0, len(columns))
    full = found.counts == len(columns)  # a control character is a value to `str.split`, and none to the parser
    good = full & (found.bad < 0)
    if not (good.any() if drop else good.all()):
        first = int(np.argmin(good))
        if not full[first]:
            count = f"{found.counts[first]} values, expected {len(columns)}"
            raise FileError(f"{path} line {frames[first].number}: frame {first + 1} has {count} {_SKIP}")
        name, move = list(columns)[found.bad[first]]
        text = shorten(frames[first].values[name])
        raise FileError(
            f"{path} line {frames[first].number}: frame {first + 1} has {text} for {name}, expected a finite number for {move} {_SKIP}"
        )
    return found.values[good[full]], columns


def _rotations(asf: Asf, values: NDArray[np.float64], columns: dict[tuple[str, str], int], radians: float) -> NDArray[np.float64]:
    """Rotations (F, J, 4): a bone turns about axes that are themselves turned, so each is taken there and back."""
    rotations = np.tile(quaternion.IDENTITY, (len(values), len(asf.bones), 1))
    for joint, bone in enumerate(asf.bones):
        order = bone.axis_order[::-1]  # the first turns first, which quaternions write last
        angles = np.zeros((len(values), 3))
        for place, letter in enumerate(order):
            if (bone.name, f"r{letter}") in columns:
                angles[:, place] = values[:, columns[bone.name, f"r{letter}"]] * radians
        turned = quaternion.from_euler(angles, order)
        axis = dict(zip("xyz", np.asarray(bone.axis) * (np.pi / 180 if asf.degrees else 1.0), strict=True))
        frame = quaternion.from_euler(np.array([axis[letter] for letter in order]), order)
        rotations[:, joint] = quaternion.multiply(quaternion.multiply(frame, turned), quaternion.conjugate(frame))
    return rotations


def _skeleton(asf: Asf) -> Skeleton:
    """A joint at the start of each bone; the bone itself is the offset of what hangs on it, or an end site."""
    ends = np.array([np.asarray(bone.direction) * bone.length for bone in asf.bones])
    parents = np.array(asf.parents)
    offsets = np.where(parents[:, None] >= 0, ends[np.maximum(parents, 0)], 0.0)
    leaves = [joint for joint in range(len(parents)) if joint not in asf.parents]
    sites = tuple(EndSite(joint, (float(ends[joint, 0]), float(ends[joint, 1]), float(ends[joint, 2]))) for joint in leaves)
    return Skeleton(tuple(bone.name for bone in asf.bones), parents, offsets, sites)


def _companions(path: Path, options: ReadOptions) -> tuple[Path, ...]:
    return (find_asf(path, options.skeleton),)


register(Format("ASF/AMC", (".amc",), read=read, companions=_companions))
