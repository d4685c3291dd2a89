"""What a preset is: format, rate, unit, up-axis, root motion or in place, body or bare joints."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

from motionloom.core.errors import MotionloomError, list_names
from motionloom.core.motion import MAX_FPS, MIN_FPS
from motionloom.core.registry import Registry
from motionloom.formats.bone_names import check_convention
from motionloom.formats.registry import find_format
from motionloom.formats.units import parse_unit

_NAMES = ("plain", "blender", "unreal", "unity", "godot", "three", "vrm", "mixamo")
GROUP = "motionloom.presets"
Root = Literal["motion", "in_place"]
ROOTS: tuple[Root, ...] = ("motion", "in_place")


@dataclass(frozen=True)
class Preset:
    """What is done to a motion on its way to one program. A person may change any of it but the name.

    suffix: of the format; "" for the first of `suffixes` that can be written on this machine. fps: None for the clip's own.
    root: "motion" goes its way, "in_place" stays at the origin and faces +z. root_bone: the name of a bone at the ground that carries
    way and heading, "" for none. mesh: with a simple body, or bare joints. to_floor: its floor is put to height 0.
    bones: the convention that bones are named by (`formats.bone_names`), "" for the clip's own names. events: a JSON file beside, with
    loop, plants and annotations in seconds. close_loops: the first pose comes again at the end of a loop, where engines wrap.
    unit, up: of formats that can say them (USD; of BVH the unit), "" for the format's usual; glTF is in metres and y up by its standard.
    """

    name: str
    title: str
    says: str
    suffixes: tuple[str, ...] = (".glb",)
    suffix: str = ""
    fps: float | None = None
    root: Root = "motion"
    root_bone: str = ""
    mesh: bool = True
    to_floor: bool = True
    unit: str = ""
    up: Literal["", "y", "z"] = ""
    bones: str = ""
    events: bool = False
    close_loops: bool = True

    def to_json(self) -> dict[str, Any]:
        """Plain data that `change_preset` turns back: the name, and what a person may change."""
        return {name: value for name, value in asdict(self).items() if name not in ("title", "says", "suffixes")}


PRESETS: Registry[Preset] = Registry("export preset", GROUP, [f"motionloom.formats.presets.{name}" for name in _NAMES])
_FIXED = ("name", "title", "says", "suffixes")


def register(preset: Preset) -> Preset:
    """Make a preset known."""
    return PRESETS.add(preset.name, preset)


def change_preset(data: Mapping[str, Any]) -> Preset:
    """The preset that data names, with what else it says; every value is checked, for a person wrote them."""
    given = {name: value for name, value in data.items() if name != "name"}
    preset = PRESETS.find(str(data.get("name", "")))
    changeable = [field.name for field in fields(Preset) if field.name not in _FIXED]
    unknown = [name for name in given if name not in changeable]
    if unknown:
        raise MotionloomError(f"a preset has no setting {list_names(unknown)}; it has {list_names(changeable, 20)}")
    return _check(replace(preset, **given))


def _check(preset: Preset) -> Preset:
    if preset.fps is not None and not MIN_FPS <= float(preset.fps) <= MAX_FPS:
        raise MotionloomError(f"a preset's rate is {MIN_FPS:g} to {MAX_FPS:g} frames a second, found {preset.fps:g}")
    if preset.root not in ROOTS or preset.up not in ("", "y", "z"):
        raise MotionloomError(f"a preset's root is motion or in_place and its up-axis y or z, found {preset.root!r} and {preset.up!r}")
    check_convention(preset.bones)
    if preset.unit:
        parse_unit(preset.unit)
    if preset.suffix:
        find_format(Path(f"clip{preset.suffix}"), "write")
    return preset


def find_suffix(preset: Preset) -> str:
    """The suffix of the files that it writes on this machine."""
    if preset.suffix:
        return preset.suffix
    known = [suffix for suffix in preset.suffixes if find_format(Path(f"clip{suffix}"), "write").can_write()]
    return known[0] if known else preset.suffixes[-1]


def write_options(preset: Preset, suffix: str) -> dict[str, Any]:
    """What of a preset the writer of a suffix takes; what its format cannot say is left out."""
    write = find_format(Path(f"clip{suffix}"), "write").write
    assert write is not None
    takes = inspect.signature(write).parameters
    told = {"mesh": preset.mesh, "root_bone": preset.root_bone, "unit": preset.unit, "up": preset.up}
    fits = {name: value for name, value in told.items() if name in takes and value != ""}
    always = {"bones": preset.bones, "events": preset.events, "close_loops": preset.close_loops}
    return fits | {name: value for name, value in always.items() if value}
