"""Options that several commands share, and how they become `ReadOptions`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.core.errors import FileError
from motionloom.core.files import check_place, read_json

if TYPE_CHECKING:
    from motionloom.formats import ReadOptions
    from motionloom.formats.presets import Preset as ExportPreset

Unit = Annotated[
    str | None, typer.Option(help="Unit of the file: m, cm, mm, in, cmu, or metres in one unit. Guessed from body height otherwise.")
]
Fps = Annotated[float | None, typer.Option(help="Frames a second, where the header lies.")]
Up = Annotated[str | None, typer.Option(help="Axis that points up in the file: x, y or z.")]
Asf = Annotated[Path | None, typer.Option(help="The .asf skeleton of an .amc, where it does not lie beside it.")]
Clip = Annotated[str | None, typer.Option(help="Which animation of a file that holds several.")]
Roles = Annotated[
    Path | None, typer.Option(help="JSON of body role to joint name, for skeletons we do not recognise (`info --save-roles` writes one).")
]
DropBadFrames = Annotated[
    bool, typer.Option("--drop-bad-frames", help="Skip frames that are cut off or not finite instead of refusing the file.")
]
KeepRestFrame = Annotated[bool, typer.Option("--keep-rest-frame", help="Keep a T-pose in frame 0 as motion.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Processes to use; all cores if not given.")]
Cluster = Annotated[str | None, typer.Option(help="A Dask scheduler's address, such as tcp://10.0.0.5:8786, to run on instead.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there already.")]
Labels = Annotated[list[str] | None, typer.Option("--label", help="Only clips with this label (several: any of them).")]
Preset = Annotated[
    str,
    typer.Option(
        "--preset",
        autocompletion=lambda: _presets(),
        help="As a program wants it: blender, unreal, unity, godot, three, vrm, mixamo, plain (docs/formats.md says what they do).",
    ),
]
RootBone = Annotated[
    str | None,
    typer.Option("--root-bone", help='A bone of this name at the ground that carries the root motion; "" for none. The preset\'s.'),
]
Bones = Annotated[
    str | None,
    typer.Option(
        "--bones",
        autocompletion=lambda: _conventions(),
        help='Bones named as in unreal, unity, godot, vrm or mixamo; "" for their own names. The preset\'s.',
    ),
]
Events = Annotated[
    bool | None, typer.Option("--events/--no-events", help="A JSON file beside with loop, plants and annotations in seconds. The preset's.")
]
OneBody = Annotated[
    bool, typer.Option("--one-body", help="Put other bodies on the skeleton of the first clip, by roles where joints differ.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def _presets() -> list[str]:
    from motionloom.formats.presets import PRESETS

    return list(PRESETS.all())


def _conventions() -> list[str]:
    from motionloom.formats.bone_names import CONVENTIONS

    return list(CONVENTIONS)


def choose_preset(name: str, root_bone: str | None, bones: str | None, events: bool | None) -> ExportPreset | None:
    """The preset of a name with what a person changes of it; None where nothing is asked for."""
    from motionloom.formats.presets import change_preset

    said = {"root_bone": root_bone, "bones": bones, "events": events}
    changes = {setting: value for setting, value in said.items() if value is not None}
    return change_preset({"name": name or "plain", **changes}) if name or changes else None


def read_options(
    unit: str | None = None,
    fps: float | None = None,
    up: str | None = None,
    asf: Path | None = None,
    clip: str | None = None,
    roles: Path | None = None,
    drop_bad_frames: bool = False,
    keep_rest_frame: bool = False,
) -> ReadOptions:
    """The options as the formats room takes them."""
    from motionloom.formats import ReadOptions

    return ReadOptions(
        unit=unit,
        fps=fps,
        up=up,  # type: ignore[arg-type]  # checked at the door
        skeleton=asf,
        clip=clip,
        drop_bad_frames=drop_bad_frames,
        keep_rest_frame=keep_rest_frame,
        roles=None if roles is None else read_roles(roles),
    )


def read_roles(path: Path) -> dict[str, str]:
    """A saved mapping of body role to joint name."""
    data = read_json(path, "JSON of body role to joint name")
    if not isinstance(data, dict) or not all(isinstance(x, str) for pair in data.items() for x in pair):
        raise FileError(f'{path}: expected JSON of body role to joint name, such as {{"hips": "Pelvis"}}')
    return data


def check_target(path: Path, force: bool) -> None:
    """Refuse, before any work is done, a file that cannot be written, or one that is there unless a person insists.

    So it is for motions, which may be somebody's only copy; pictures, tables and machines are made anew where they lie.
    """
    check_place(path)
    if path.exists() and not force:
        raise FileError(f"{path}: there already; --force overwrites it")


def print_json(data: Any) -> None:
    """Data for programs, on stdout."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
