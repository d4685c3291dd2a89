"""`motionloom info`: what is in a file, and does it agree with physics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.read_options import Reading, reads_files
from motionloom.core.errors import SkeletonError
from motionloom.core.files import write_file

if TYPE_CHECKING:
    from motionloom.formats import Loaded


@reads_files
def info(
    sources: Annotated[list[str], typer.Argument(help="Motion files, or clips of a library as my-library:clip.")],
    reading: Reading,
    save_roles: Annotated[
        Path | None, typer.Option(help="Write the body roles found to this JSON, to correct and give back with --roles.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Say what files hold: skeleton, roles, unit, rate, whether the fall agrees with gravity, and glitches.

    Example: motionloom info walk.bvh jump.glb
    """
    from motionloom.cli.sources import read_source
    from motionloom.compute import terminal_progress

    reports = []
    with terminal_progress() as progress:
        for source in progress.each("Reading", sources, str):
            loaded = read_source(source, reading)
            reports.append(describe(loaded))
            if save_roles is not None:
                _save_roles(loaded, save_roles)
    if as_json:
        options.print_json(reports)
        return
    for report in reports:
        _print(report)


def describe(loaded: Loaded) -> dict[str, Any]:
    """Everything `info` says, as plain data."""
    from motionloom.core.body import body_of
    from motionloom.core.gravity import check_gravity
    from motionloom.core.markers import is_markers, marker_joints
    from motionloom.core.roles import ROLES, find_roles
    from motionloom.core.steadiness import check_steadiness, choose_verdict
    from motionloom.glitches import find_glitches
    from motionloom.making.lineage import describe_data

    motion, skeleton = loaded.motion, loaded.motion.skeleton
    found = find_roles(skeleton)
    report: dict[str, Any] = {
        "file": str(loaded.path),
        "made": [] if (told := describe_data(motion.recipe)) is None else [str(line) for line in told.lines()],
        "format": loaded.format,
        "frames": len(motion),
        "fps": motion.fps,
        "header_fps": loaded.header_fps,
        "seconds": round(motion.duration, 4),
        "joints": len(skeleton),
        "markers": [skeleton.names[joint] for joint in marker_joints(skeleton)] if is_markers(skeleton) else [],
        "end_sites": len(skeleton.end_sites),
        "unit": loaded.unit,
        "metres_per_unit": loaded.metres_per_unit,
        "unit_guessed": loaded.unit_guessed,
        "rest_frame_dropped": loaded.rest_frame_dropped,
        "roles": {role: skeleton.names[joint] for role, joint in found.items()},
        "roles_missing": [role for role in ROLES if role not in found],
        "notes": list(loaded.notes),
        "glitches": [glitch.to_json() for glitch in find_glitches(motion)],
    }
    if report["markers"]:
        return report | {"height": None, "gravity": None}
    try:
        report["height"] = round(body_of(skeleton).height, 3)
        gravity = check_gravity(motion)
    except SkeletonError as error:
        return report | {"height": None, "gravity": None, "notes": [*report["notes"], str(error)]}
    verdict = choose_verdict(gravity, check_steadiness(motion))
    said = {"fall": gravity.fall, "flights": len(gravity.flights), "implied_fps": verdict.implied_fps}
    return report | {"gravity": said | {"suspicious": verdict.suspicious, "says": verdict.describe()}}


def _print(report: dict[str, Any]) -> None:
    rate = f"{report['fps']:g} Hz" + ("" if report["fps"] == report["header_fps"] else f" (header: {report['header_fps']:g})")
    tall = "" if report["height"] is None else f", {report['height']:.2f} m tall"
    missing = report["roles_missing"]
    lines = [
        f"{report['file']}: {report['format']}",
        f"  motion    {report['frames']} frames at {rate}, {report['seconds']:.2f} s",
        f"  skeleton  {report['joints']} joints, {report['end_sites']} end sites{tall}",
        f"  unit      {report['unit']} ({report['metres_per_unit']:g} m){', guessed' if report['unit_guessed'] else ''}",
        f"  roles     {len(report['roles'])} found" + (f", missing: {', '.join(missing)}" if missing else ", all of them"),
    ]
    if report["markers"]:
        lines[2], lines[4] = f"  markers   {len(report['markers'])}, no skeleton", f"  names     {', '.join(report['markers'])}"
    if report["gravity"] is not None:
        lines.append(f"  gravity   {report['gravity']['says']}")
    lines += [f"  problem   {_say_glitch(glitch, report['fps'])}" for glitch in report["glitches"] if glitch["kind"] != "rate"]
    lines += [f"  made      {line}" for line in report["made"]]
    lines += [f"  note      {note}" for note in report["notes"]]
    typer.echo("\n".join(lines))


def _say_glitch(glitch: dict[str, Any], fps: float) -> str:
    from motionloom.glitches import Glitch

    found = Glitch.from_json(glitch)
    return found.describe(fps) + (" (`motionloom mend` can mend it)" if found.mendable else "")


def _save_roles(loaded: Loaded, path: Path) -> None:
    from motionloom.core.roles import find_roles

    names = {role: loaded.motion.skeleton.names[joint] for role, joint in find_roles(loaded.motion.skeleton).items()}
    write_file(path, json.dumps(names, indent=2) + "\n")
