"""Every file comes in and goes out here: found by suffix, converted to our convention, written whole or not at all."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import EndSite, Motion, Skeleton
from motionloom.core.body import ROLES, find_roles
from motionloom.core.errors import FileError, MotionloomError, list_names
from motionloom.core.files import whole_file
from motionloom.core.motion import MAX_FPS, MIN_FPS
from motionloom.core.standing import is_heap_of_bones, with_standing_rest
from motionloom.formats.bone_names import check_convention, rename_bones
from motionloom.formats.closed_loops import close_loop
from motionloom.formats.marks import Marks, add_beside, open_loop, read_marks, write_beside
from motionloom.formats.motion_roles import with_roles_of_motion
from motionloom.formats.registry import FORMATS, Format, Loaded, RawClip, ReadOptions, find_format
from motionloom.formats.rest_pose import count_rest_frames, stand_on_ground
from motionloom.formats.units import guess_unit, name_unit, parse_unit
from motionloom.formats.up_axis import put_upright

_ANY_FORMAT = ("bones", "events", "close_loops")  # options of `save` whatever the format


def read(path: str | PathLike[str], options: ReadOptions = ReadOptions()) -> Loaded:  # noqa: B008 (frozen)
    """The motion in a file, in our convention, and what was decided on the way. Errors name the file."""
    path = Path(path)
    known = find_format(path, "read")
    assert known.read is not None
    try:
        raw = known.read(path, options)
        return _convert(raw if _carries(known) else add_beside(raw, path), path, known.name, options)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    except FileError:
        raise
    except MotionloomError as error:
        raise FileError(f"{path}: {error}") from None


def list_clips(path: str | PathLike[str], options: ReadOptions = ReadOptions()) -> tuple[str, ...]:  # noqa: B008 (frozen)
    """The names of a file's clips where it holds several, the one that `read` takes by itself first; else none."""
    known = find_format(Path(path), "read")
    return known.clips(Path(path), options) if known.clips is not None and options.clip is None else ()


def load(path: str | PathLike[str], **options: Any) -> Motion:
    """The motion in a file: `load("walk.bvh", unit="cm", fps=60)`. Options are those of `ReadOptions`."""
    names = [field.name for field in fields(ReadOptions)]
    unknown = [name for name in options if name not in names]
    if unknown:
        raise MotionloomError(f"load has no option {list_names(unknown)}; it has {list_names(names)}")
    return read(path, ReadOptions(**options)).motion


def save(motion: Motion, path: str | PathLike[str], marks: Marks | None = None, **options: Any) -> None:
    """Write a motion to a file whose suffix names the format. The file appears whole, or not at all.

    marks: plants and spans that go along, in the file or beside it (`formats.marks`). Options of every format: `bones`, a convention of
    `formats.bone_names`; `events`, True for a JSON file beside with marks as events; `close_loops`, True for a first pose again at the end
    of a loop. Others are the format's own (`unit` for BVH, for one); see docs/formats.md.
    """
    save_clips([motion], path, [marks], **options)


def save_clips(motions: Sequence[Motion], path: str | PathLike[str], marks: Sequence[Marks | None] = (), **options: Any) -> None:
    """Write motions of one skeleton into one file, an animation each: glTF and USD. marks: of each motion. Otherwise as `save`."""
    path = Path(path)
    known = find_format(path, "write")
    takes = [name for name in _writer_takes(known)[2:] if name != "marks"]
    given = {name: value for name, value in options.items() if name not in _ANY_FORMAT}
    unknown = [name for name in given if name not in takes]
    if unknown:
        raise FileError(f"{path}: {known.name} has no option {list_names(unknown)}; it has {list_names([*takes, *_ANY_FORMAT])}")
    bones, events = str(options.get("bones", "")), bool(options.get("events", False))
    try:
        check_convention(bones)
        named = [rename_bones(motion, bones) for motion in _on_one_skeleton(motions, known)]
        told = list(marks) or [None] * len(motions)
        if options.get("close_loops"):
            pairs = [close_loop(motion, known) for motion, known in zip(named, told, strict=True)]
            named, told = [motion for motion, _ in pairs], [known for _, known in pairs]
        with whole_file(path) as partial:
            _write(known, named, partial, told, given)
            if events or not _carries(known):
                write_beside(named, told, partial, always=events)
    except FileError:
        raise
    except MotionloomError as error:
        raise FileError(f"{path}: {error}") from None


def _write(known: Format, motions: Sequence[Motion], path: Path, marks: Sequence[Marks | None], options: Mapping[str, Any]) -> None:
    if known.write_clips is not None and len(motions) > 1:
        known.write_clips(motions, path, marks, **options)
        return
    assert known.write is not None
    carried = {"marks": marks[0]} if _carries(known) else {}
    known.write(motions[0], path, **carried, **options)


def _on_one_skeleton(motions: Sequence[Motion], known: Format) -> list[Motion]:
    """The motions as one file holds them, all on the skeleton of the first; refused where they are of other bodies."""
    if not motions:
        raise MotionloomError("there is no motion to write")
    if len(motions) > 1 and known.write_clips is None:
        able = [suffix for suffix, each in FORMATS.all().items() if each.write_clips is not None]
        raise MotionloomError(f"{known.name} holds one motion, {len(motions)} are named; several go into {list_names(able)}")
    skeleton = motions[0].skeleton
    other = next((motion for motion in motions if not motion.skeleton.fits(skeleton)), None)
    if other is not None:
        cure = "put them on one body with `motionloom retarget`"
        raise MotionloomError(f"the clips of one file share one skeleton, {other.name!r} has another than {motions[0].name!r}; {cure}")
    return [motion if motion.skeleton is skeleton else replace(motion, skeleton=skeleton) for motion in motions]


def _carries(known: Format) -> bool:
    """Whether a format has a place for marks in its own files."""
    return "marks" in _writer_takes(known)


@lru_cache(maxsize=64)
def _writer_takes(known: Format) -> tuple[str, ...]:
    """The names of what a format's writer takes, looked up once: that takes a millisecond."""
    return () if known.write is None else tuple(inspect.signature(known.write).parameters)


def _convert(raw: RawClip, path: Path, format_name: str, options: ReadOptions) -> Loaded:
    """A reader's clip in our convention: y up, rest frame set apart, metres, true rate, roles."""
    raw = put_upright(with_roles_of_motion(open_loop(raw)), options.up)
    notes = list(raw.notes)
    fps = raw.fps if options.fps is None else float(options.fps)
    if not MIN_FPS <= fps <= MAX_FPS:
        raise FileError(f"{path}: expected {MIN_FPS:g} to {MAX_FPS:g} frames a second, found {fps:g} (--fps gives the rate)")
    whole = len(raw.rotations)
    raw, dropped = _set_rest_apart(raw, fps, options.keep_rest_frame, notes)
    first = whole - len(raw.rotations)
    skeleton = replace(raw.skeleton, given_roles=_roles(raw.skeleton, options.roles))
    unit, metres, guessed = _choose_unit(skeleton, raw, options, notes)
    if raw.stretched:
        joint, stray = max(raw.stretched.items(), key=lambda item: item[1])
        kept = f"their mean offsets are kept, at most {stray * metres * 1000:.3g} mm off ({joint})"
        notes.append(f"{len(raw.stretched)} joints move against their parents: {kept}")
    rotations, root_positions = raw.rotations.astype(np.float32, copy=False), (raw.root_positions * metres).astype(np.float32)
    motion = Motion(_scale(skeleton, metres), rotations, root_positions, fps, raw.name or path.stem, raw.recipe)
    if not (raw.has_rest_pose or dropped) and is_heap_of_bones(motion.skeleton):
        motion = with_standing_rest(motion)
        notes.append("rest pose: the zero pose does not stand; a T-pose was made from how the body stands in the motion")
    marks = read_marks(raw.marks, len(motion), first)
    return Loaded(motion, path, format_name, unit, metres, guessed, raw.fps, dropped, tuple(notes), marks or None)


def _set_rest_apart(raw: RawClip, fps: float, keep: bool, notes: list[str]) -> tuple[RawClip, bool]:
    """The clip with a rest pose: the file's own, or a T-pose at its start, or the zero pose; and whether frames were dropped."""
    if raw.has_rest_pose:
        return raw, False
    count = count_rest_frames(raw.skeleton, raw.rotations, fps)
    skeleton = replace(raw.skeleton, rest_rotations=raw.rotations[0]) if count else raw.skeleton
    raw = replace(raw, skeleton=stand_on_ground(skeleton))
    if not count:
        return raw, False
    which = "frame 0 is" if count == 1 else f"frames 0 to {count - 1} are"
    if keep:
        notes.append(f"{which} a T-pose: kept as the rest pose and, as asked, in the motion")
        return raw, False
    notes.append(f"{which} a T-pose: kept as the rest pose and left out of the motion (--keep-rest-frame keeps it)")
    return replace(raw, rotations=raw.rotations[count:], root_positions=raw.root_positions[count:]), True


def _choose_unit(skeleton: Skeleton, raw: RawClip, options: ReadOptions, notes: list[str]) -> tuple[str, float, bool]:
    if options.unit is not None:
        return (*parse_unit(options.unit), False)
    if raw.metres_per_unit is not None:
        return name_unit(raw.metres_per_unit), raw.metres_per_unit, False
    name, metres, why = guess_unit(skeleton)
    notes.append(why)
    return name, metres, True


def _scale(skeleton: Skeleton, metres: float) -> Skeleton:
    sites = tuple(EndSite(site.parent, _triple(np.array(site.offset) * metres)) for site in skeleton.end_sites)
    return replace(skeleton, offsets=skeleton.offsets * metres, end_sites=sites, rest_root=skeleton.rest_root * metres)


def _roles(skeleton: Skeleton, roles: Mapping[str, str] | None) -> Mapping[str, int] | None:
    if roles is None:
        return skeleton.given_roles
    unknown = [role for role in roles if role not in ROLES]
    if unknown:
        raise MotionloomError(f"no body role {list_names(unknown)}; the roles are {list_names(ROLES, 30)}")
    return {**find_roles(skeleton), **{role: skeleton.index(joint) for role, joint in roles.items()}}


def _triple(vector: NDArray[Any]) -> tuple[float, float, float]:
    return float(vector[0]), float(vector[1]), float(vector[2])
