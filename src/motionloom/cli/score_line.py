"""`motionloom score calibrate`, `evaluate`, `transitions`: what captures show of naturalness, and whether the line drawn by it holds."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.core.errors import FileError
from motionloom.core.files import check_place, write_file

if TYPE_CHECKING:
    from motionloom.compute import Progress
    from motionloom.score.captures import Capture
    from motionloom.score.line_report import DamageRow, PerformerRow

Data = Annotated[Path, typer.Argument(help="A folder of captures with a catalogue.csv (path, subject, label), or of motion files.")]
Develop = Annotated[bool, typer.Option("--develop", help="Only the performers that may be looked at while developing.")]
Report = Annotated[bool, typer.Option("--report", help="Only the performers that are kept for reporting.")]


def calibrate(data: Data, out: Annotated[Path, typer.Option(help="The JSON file to write.")], develop: Develop = False) -> None:
    """Learn what captures show of every term of naturalness, and draw the line, all performers counting alike, into a file.

    With --develop terms are learned from the performers for developing alone; by all the others only the line is drawn.

    Example: motionloom score calibrate ../shared/data --develop --out captured.json
    """
    from motionloom.compute import terminal_progress
    from motionloom.score.line_report import learn_crosswise, learn_reference, measure_line, read_all_terms

    check_place(out)
    with terminal_progress() as progress:
        everybody = read_all_terms(_read(data, None, progress), progress)
    teachers = developing(everybody) if develop else None
    reference = learn_reference(everybody, teachers)
    write_file(out, json.dumps(reference.to_json(), indent=1) + "\n")
    typer.echo(f"{out}: {reference.windows} windows of {len(reference.performers)} performers")
    if len(reference.performers) > 1:
        typer.echo("each performer by what others show:")
        _show_line(measure_line(everybody, learn_crosswise(everybody, teachers)))


def evaluate(
    data: Data,
    develop: Develop = False,
    report: Report = False,
    crosswise: Annotated[
        bool, typer.Option("--crosswise", help="Each performer by what others in the folder show, not by the bundled table.")
    ] = False,
    examples: Annotated[int, typer.Option(min=0, help="Damaged examples of each kind, three times as many natural; 0: none.")] = 40,
    seed: Annotated[int, typer.Option(help="The same seed makes the same examples.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Say how well the score tells every kind of damage from captures, and how each performer's captures lie to its line.

    Example: motionloom score evaluate ../shared/data --report --crosswise
    """
    from motionloom.compute import terminal_progress
    from motionloom.score.line_report import learn_crosswise, measure_coverage, measure_damage, measure_line, read_all_terms

    if develop and report:
        raise FileError("--develop and --report exclude each other; name one, or neither for all performers")
    with terminal_progress() as progress:
        group = "develop" if develop else "report" if report else None
        captures = _read(data, group, progress)
        terms = read_all_terms(captures, progress)
        others = read_all_terms(_read(data, "report" if develop else "develop", progress), progress) if crosswise and group else {}
        references = learn_crosswise(others | terms, developing(others | terms)) if crosswise else None
        damage = measure_damage(captures, examples, seed, references, progress) if examples else []
        line = measure_line(terms, references)
    if as_json:
        shares = {"windows": [row.windows_under for row in line], "clips": [row.clips_under for row in line]}
        under = {name: asdict(measure_coverage(own)) for name, own in shares.items()}
        options.print_json(
            {"damage": [asdict(row) for row in damage], "performers": [asdict(row) for row in line], "under_the_line": under}
        )
        return
    _show_damage(damage)
    _show_line(line)


def transitions(
    library: Annotated[Path, typer.Argument(help="A library with a table of transitions on its shelf.")],
    table: Annotated[str, typer.Option(help="The table's name.")],
    pairs: Annotated[int, typer.Option(min=2, help="Random pairs of frames.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed chooses the same pairs.")] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Score captured windows, our transitions and plain cross-fades of the same pairs of frames by the one line.

    Example: motionloom score transitions my-library --table walks
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.transitions.naturalness import measure_naturalness
    from motionloom.transitions.shelf import find_table, use_table

    with Library.open(library) as opened, terminal_progress() as progress:
        found = measure_naturalness(use_table(opened, find_table(opened, table))[0], pairs, seed, progress)
    told, faded = found.areas()
    shares = dict(zip(("captured", "ours", "cross-fades"), found.under(), strict=True))
    if as_json:
        options.print_json({"ours_against_captures": told, "crossfades_against_ours": faded, "under_the_line": shares})
        return
    typer.echo(f"AUC of ours against captures {told:.3f}, of cross-fades against ours {faded:.3f} ({pairs} pairs)")
    typer.echo("under the line: " + ", ".join(f"{name} {share:.2f}" for name, share in shares.items()))


def developing(performers: Iterable[str]) -> list[str] | None:
    """Those of some performers that terms may be learned from, by the protocol; nobody in particular where none of them is."""
    from motionloom.judge.performers import group_of

    return [who for who in performers if group_of(who) == "develop"] or None


def _show_damage(rows: list[DamageRow]) -> None:
    if rows:
        typer.echo(f"{'damage (a synthetic stand-in)':<32}{'AUC':>7}{'plants detected':>17}{'over the line':>15}{'n':>5}")
    for row in rows:
        typer.echo(f"{row.kind:<32}{row.area:>7.3f}{row.area_detected:>17.3f}{row.over:>15.2f}{row.count:>5}")


def _show_line(rows: list[PerformerRow]) -> None:
    from motionloom.score.line_report import measure_coverage

    typer.echo(f"{'performer':<24}{'clips':>6}{'windows':>9}{'windows under the line':>24}{'clips under':>13}  rarest of those over")
    for row in rows:
        typer.echo(f"{row.performer:<24}{row.clips:>6}{row.windows:>9}{row.windows_under:>24.3f}{row.clips_under:>13.3f}  {row.rarest}")
    for words, shares in (("windows", [row.windows_under for row in rows]), ("clips", [row.clips_under for row in rows])):
        found = measure_coverage(shares)
        sure = f" (95 % interval {found.low:.3f} to {found.high:.3f})" if len(rows) > 1 else ""
        typer.echo(f"{words} under the line, mean of {len(rows)} performers: {found.mean:.3f}{sure}")


def _read(data: Path, group: str | None, progress: Progress) -> list[Capture]:
    """The captures of a folder, of one group of performers where that is named; rates put right, plants as `make_ready` finds them."""
    from motionloom.judge.performers import group_of, performer_name
    from motionloom.score.captures import CATALOGUE, make_ready, read_captures

    if not (data / CATALOGUE).is_file():
        return make_ready(_read_files(data, progress), data)
    found = read_captures(data, progress=progress, performers=lambda subject: group is None or group_of(performer_name(subject)) == group)
    return [replace(each, subject=performer_name(each.subject)) for each in found]


def _read_files(data: Path, progress: Progress) -> list[Capture]:
    """Every motion file under a folder without a catalogue, as captures of a performer named by the folder a file lies in."""
    from motionloom import formats
    from motionloom.score.captures import Capture

    paths = sorted(path for path in data.rglob("*.bvh") if path.is_file())
    if not paths:
        raise FileError(f"{data}: neither a catalogue.csv nor BVH files here; name a folder of captures")
    return [Capture(formats.load(path), path.parent.name) for path in progress.each("Reading captures", paths, lambda path: path.name)]


def add_to(app: typer.Typer) -> None:
    """Put the commands beside the others of `motionloom score`."""
    app.command()(calibrate)
    app.command()(evaluate)
    app.command()(transitions)


__all__: list[Any] = ["add_to"]
