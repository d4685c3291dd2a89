"""`motionloom sketch report`: what is measured of completed sketches and in-betweens."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from motionloom.cli import options
from motionloom.core.errors import MotionloomError

KINDS = ("upper-body", "in-betweens", "styles", "growth")


def report(
    kind: Annotated[str, typer.Argument(help="upper-body, in-betweens, styles or growth.")],
    data: Annotated[list[Path], typer.Argument(help="The folder of captures with a catalogue.csv; for styles, folders of Bandai's.")],
    label: Annotated[str, typer.Option(help="upper-body: clips of this label are held out.")] = "walk",
    performer: Annotated[
        list[str] | None, typer.Option(help="Whose clips are held out (several: all); a whole group if not given.")
    ] = None,
    group: Annotated[str, typer.Option(help="develop or report: which performers are held out.")] = "report",
    as_json: options.AsJson = False,
) -> None:
    """Hold completions against captures that were held out, in-betweens against interpolation, and time them.

    Example: motionloom sketch report upper-body ../shared/data --label walk
    """
    from motionloom.compute import terminal_progress

    if kind not in KINDS or group not in ("develop", "report"):
        raise MotionloomError(f"a report is {', '.join(KINDS)}, of the group develop or report; found {kind!r} and {group!r}")
    with terminal_progress() as progress:
        found = _measure(kind, data, label, performer, group, progress)
    if as_json:
        options.print_json(found.to_json())
    else:
        typer.echo(found.to_text())


def _measure(kind: str, data: list[Path], label: str, performer: list[str] | None, group: str, progress: Any) -> Any:
    from motionloom.keyframes.reports.captures import open_captures
    from motionloom.keyframes.reports.growth import FPS, measure_growth
    from motionloom.keyframes.reports.held_out import measure_held_out
    from motionloom.keyframes.reports.in_betweening import FPS as LAFAN_FPS, measure_in_betweening
    from motionloom.keyframes.reports.styles import measure_styles

    if kind == "styles":
        return measure_styles(data, progress)
    folder = data[0]
    progress.begin("Reading captures")
    if kind == "growth":
        found = open_captures(folder, FPS, performers=performer or ["16", "35"], labels=[label])
        return measure_growth([each.motion for each in found], progress)
    if kind == "upper-body":
        return measure_held_out(folder, _performers(folder, performer, group, label), label, progress)
    every = open_captures(folder, LAFAN_FPS, group=None)
    held = performer or list(dict.fromkeys(each.performer for each in every if _in(each.performer, group)))
    return measure_in_betweening(every, held, progress)


def _in(performer: str, group: str) -> bool:
    from motionloom.judge.performers import group_of

    return group_of(performer) == group


def _performers(folder: Path, performer: list[str] | None, group: str, label: str) -> list[str]:
    """The performers that were named, or those of a group with two clips of the label or more."""
    from motionloom.judge.captures import CATALOGUE
    from motionloom.judge.performers import performer_name
    from motionloom.library.label_table import read_label_table

    if performer:
        return performer
    rows = read_label_table(folder / CATALOGUE).rows.values()
    names = [performer_name(row.subject, row.source) for row in rows if label in row.labels]
    return [name for name in dict.fromkeys(names) if _in(name, group) and names.count(name) > 1]
