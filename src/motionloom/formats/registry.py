"""Which format reads and writes which suffix. A new format is one file that calls `register`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.errors import FileError, list_names
from motionloom.core.registry import Registry

if TYPE_CHECKING:
    from motionloom.formats.marks import Marks

UpAxis = Literal["x", "y", "z"]


@dataclass(frozen=True)
class ReadOptions:
    """What a person may say about a file that the file does not say, or says wrongly."""

    unit: str | float | None = None  # a name of `formats.units.UNITS`, or metres in one unit; None: guess and say so
    fps: float | None = None  # frames a second where the header lies
    up: UpAxis | None = None
    skeleton: Path | None = None  # the .asf of an .amc, where it does not lie beside it
    clip: str | None = None  # which animation of a file that holds several (glTF, USD, FBX)
    drop_bad_frames: bool = False  # skip frames that are cut off or not finite instead of refusing the file
    keep_rest_frame: bool = False  # keep a T-pose in frame 0 as motion
    roles: Mapping[str, str] | None = None  # body role -> joint name


@dataclass(frozen=True)
class RawClip:
    """What a reader found, still in the file's own unit and axes; `formats.doors` turns it into a Motion.

    rotations (F, J, 4) xyzw joint to parent; root_positions (F, 3); skeleton offsets in the file's unit.
    """

    skeleton: Skeleton
    rotations: NDArray[np.floating]
    root_positions: NDArray[np.floating]
    fps: float
    metres_per_unit: float | None = None  # where the format states it
    up: UpAxis | None = None  # where the format states it
    has_rest_pose: bool = False  # the file states the pose the skeleton rests in (glTF, USD, FBX, ASF, NPZ)
    notes: tuple[str, ...] = ()
    name: str = ""
    recipe: Mapping[str, Any] = field(default_factory=dict)
    marks: Any = None  # plain data, not yet checked: see `formats.marks`
    # Joints whose own positions the file animates: name -> how far, in its unit, that strays from the offset that was kept.
    stretched: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Loaded:
    """A motion in our convention and what was decided on its way through the door."""

    motion: Motion
    path: Path
    format: str
    unit: str  # "cm", "CMU (5.64 cm)", ...
    metres_per_unit: float
    unit_guessed: bool
    header_fps: float
    rest_frame_dropped: bool
    notes: tuple[str, ...] = ()
    marks: Marks | None = None  # plants and spans that came with the file


class Reader(Protocol):
    def __call__(self, path: Path, options: ReadOptions) -> RawClip: ...


class Writer(Protocol):
    """May take `marks` too, and options of its own, by keyword."""

    def __call__(self, motion: Motion, path: Path) -> None: ...


class ClipsWriter(Protocol):
    """May take the options of the format's writer too, by keyword."""

    def __call__(self, motions: Sequence[Motion], path: Path, marks: Sequence[Marks | None]) -> None: ...


@dataclass(frozen=True)
class Format:
    """One file format: its name for people, its suffixes, and what can be done with it."""

    name: str
    suffixes: tuple[str, ...]
    read: Reader | None = None
    write: Writer | None = None
    # Other files that a reader opens beside the named one (an .asf for an .amc), for the library's records.
    companions: Callable[[Path, ReadOptions], tuple[Path, ...]] | None = None
    # Names of the clips of a file that holds several, the one that is read by itself first; none where it holds one at most.
    clips: Callable[[Path, ReadOptions], tuple[str, ...]] | None = None
    # Whether its writer can work on this machine: some need another program.
    can_write: Callable[[], bool] = lambda: True
    # Writes several motions of one skeleton into one file, an animation each; None where a file holds one.
    write_clips: ClipsWriter | None = None


# One name a format: its module registers itself by suffix when it is imported.
_MODULES = ("bvh", "asf_amc", "npz", "gltf", "vrm", "usd", "fbx", "c3d")
FORMATS: Registry[Format] = Registry("format", "motionloom.formats", [f"motionloom.formats.{name}" for name in _MODULES], FileError)


def register(new: Format) -> Format:
    """Make a format known by its suffixes; called once at the end of each format's file."""
    for suffix in new.suffixes:
        FORMATS.add(suffix, new)
    return new


def formats() -> list[Format]:
    """Every registered format, once."""
    return list(dict.fromkeys(FORMATS.all().values()))


def suffixes(able_to: Literal["read", "write"]) -> tuple[str, ...]:
    """The suffixes that can be read, or written."""
    return tuple(suffix for suffix, known in sorted(FORMATS.all().items()) if getattr(known, able_to) is not None)


def find_format(path: Path, able_to: Literal["read", "write"]) -> Format:
    """The format of a path's suffix, or an error that lists those that would do."""
    known = FORMATS.all().get(path.suffix.lower())
    if known is None:
        found = path.suffix or "a file without suffix"
        raise FileError(f"{path}: no format for {found!r}; Motionloom {able_to}s {list_names(suffixes(able_to), 20)}")
    if getattr(known, able_to) is None:
        other = "written" if able_to == "write" else "read"
        raise FileError(f"{path}: {known.name} cannot be {other}; use one of {list_names(suffixes(able_to), 20)}")
    return known
