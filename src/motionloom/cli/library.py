"""`motionloom library`: make, list, check a library, and label what is in it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from motionloom.cli import options

app = typer.Typer(help="Make, look into and check a library.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(help="The library's folder.")]


@app.command()
def create(library: Folder) -> None:
    """Make a new, empty library.

    Example: motionloom library create my-library
    """
    from motionloom.library import Library

    Library.create(library).close()
    typer.echo(f"{library}: an empty library; fill it with `motionloom import {library} FILES`")


@app.command()
def info(library: Folder, as_json: options.AsJson = False) -> None:
    """Say how much is in a library, and under which labels.

    Example: motionloom library info my-library
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        summary = opened.summary()
    if as_json:
        options.print_json(asdict(summary))
        return
    typer.echo(f"{library}: {summary.clips} clips, {summary.frames} frames, {summary.seconds / 60:.1f} minutes")
    for what, counts in (("labels", summary.labels), ("annotations", summary.annotations), ("sources", summary.sources)):
        if counts:
            shown = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            typer.echo(f"  {what}: " + ", ".join(f"{name or '(none)'} {count}" for name, count in shown))


@app.command("list")
def list_clips(
    library: Folder,
    search: Annotated[str, typer.Option(help="Words that must occur in name, description, label, ...")] = "",
    label: options.Labels = None,
    as_json: options.AsJson = False,
) -> None:
    """List the clips of a library.

    Example: motionloom library list my-library --label walk
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        clips = opened.clips(search, labels=label or ())
    if as_json:
        options.print_json([asdict(clip) for clip in clips])
        return
    for clip in clips:
        typer.echo(f"{clip.id}  {clip.name:<36} {clip.frames:>6} frames {clip.fps:>6g} Hz  {', '.join(clip.labels)}")


@app.command()
def show(library: Folder, clip: Annotated[str, typer.Argument(help="A clip, by name or id.")], as_json: options.AsJson = False) -> None:
    """Say what is known of a clip: where it comes from, or how it was made and of what, and what was made of it.

    Example: motionloom library show my-library 16_15
    """
    from motionloom.library import Library
    from motionloom.making.lineage import describe_clip, find_made_from

    with Library.open(library) as opened:
        found = opened.clip(opened.find(clip))
        told = describe_clip(opened, found.id)
        children = find_made_from(opened, found.id)
        recipe, outcome = opened.recipe(found.id), opened.outcome(found.id)
    if as_json:
        made = {"recipe": recipe, "outcome": outcome, "made_from_it": [child.id for child in children]}
        options.print_json(asdict(found) | made)
        return
    typer.echo(f"{found.name} ({found.id}): {found.frames} frames at {found.fps:g} Hz, {found.duration:.2f} s")
    facts = {"labels": ", ".join(found.labels), "subject": found.subject, "source": found.source, "licence": found.licence}
    for what, words in {**facts, "description": found.description, "note": found.note, "file": found.file}.items():
        if words:
            typer.echo(f"  {what}: {words}")
    for glitch in found.glitches or ():
        typer.echo(f"  problem: {glitch.describe(found.fps)}")
    if told is not None:
        typer.echo("\n".join(["  how it was made:", *(f"    {line}" for line in told.lines())]))
    if children:
        typer.echo("  made from it: " + ", ".join(child.name for child in children))


@app.command()
def label(
    library: Folder,
    label: Annotated[str, typer.Argument(help="The label.")],
    clips: Annotated[list[str], typer.Argument(help="Clips, by name or id.")],
    remove: Annotated[bool, typer.Option("--remove", help="Take the label off.")] = False,
) -> None:
    """Put a label on clips, or take it off; `undo` takes it back.

    Example: motionloom library label my-library walk 16_15 16_16
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        ids = [opened.find(clip) for clip in clips]
        change = opened.apply({"kind": "remove_label" if remove else "add_label", "clips": ids, "label": label}, window="cli")
    typer.echo(change.title)


@app.command()
def subject(
    library: Folder,
    subject: Annotated[str, typer.Argument(help='Who performed the clips; "" takes it away.')],
    clips: Annotated[list[str], typer.Argument(help="Clips, by name or id.")],
) -> None:
    """Say who performed clips; `undo` takes it back.

    Example: motionloom library subject my-library 16 16_15 16_16
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        change = opened.apply({"kind": "set_subject", "clips": [opened.find(clip) for clip in clips], "subject": subject}, window="cli")
    typer.echo(change.title)


@app.command()
def undo(library: Folder) -> None:
    """Take back the last change that was made from the command line.

    Example: motionloom library undo my-library
    """
    from motionloom.library import Library

    with Library.open(library) as opened:
        change = opened.undo("cli")
    typer.echo("nothing to undo" if change is None else f"undone: {change.title}")


@app.command()
def check(
    library: Folder,
    fix: Annotated[bool, typer.Option("--fix", help="Remove leftovers, set altered arrays apart, mend spans.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Verify a library: missing, altered or orphaned arrays, damaged rows; says what to do. Exit code 1 if something is wrong.

    Glitches of captures (pops, freezes, flips...) are named too; they are no fault of the library's.

    Example: motionloom library check my-library
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.library.maintenance.check import check_library

    with Library.open(library) as opened, terminal_progress() as progress:
        report = check_library(opened, fix=fix, progress=progress)
    if as_json:
        options.print_json(asdict(report) | {"sound": report.sound})
    else:
        typer.echo("\n".join(report.describe()))
    if not report.sound:
        raise typer.Exit(1)


@app.command()
def tidy(
    library: Folder,
    free: Annotated[bool, typer.Option("--free", help="Free it; without this nothing is removed.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Say how much deleted clips and machines, and versions that no undo reaches, take up; with --free give it back to the disk.

    A deleted clip keeps its labels and stays deleted; `import --restore` reads its file anew.

    Example: motionloom library tidy my-library
    """
    from motionloom.compute import terminal_progress
    from motionloom.library import Library
    from motionloom.library.maintenance.tidy import tidy_library

    with Library.open(library) as opened, terminal_progress() as progress:
        report = tidy_library(opened, free=free, progress=progress)
    if as_json:
        options.print_json(asdict(report))
    else:
        typer.echo("\n".join(report.describe()))
