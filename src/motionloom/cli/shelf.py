"""`motionloom shelf`: what a library has built and opens again: machines, tables, scorers, oracles, comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.long_work import WINDOW
from motionloom.core.errors import LibraryError, count_of, list_names

if TYPE_CHECKING:
    from motionloom.library import Document, Library

app = typer.Typer(help="List, show, rename, export, import and delete what a library keeps on its shelf.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(help="The library's folder.")]
Entry = Annotated[str, typer.Argument(help="The entry, by name or id.")]
Kind = Annotated[str | None, typer.Option(help="Only of this kind; `shelf list --json` shows which there are.")]


@app.command("list")
def list_entries(library: Folder, kind: Kind = None, as_json: options.AsJson = False) -> None:
    """List what is on the shelf of a library.

    Example: motionloom shelf list my-library
    """
    from motionloom.library import Library
    from motionloom.making import shelf

    with Library.open(library) as opened:
        _check_kind(kind)
        found = shelf.entries(opened, kind)
        reports = _describe(opened, found)
    if as_json:
        options.print_json(reports)
        return
    if not found:
        typer.echo(f"{library}: the shelf is empty")
    for report in reports:
        rests = count_of(len(report["clips"]), "clip")
        gone = f", {len(report['missing'])} of them deleted or gone" if report["missing"] else ""
        typer.echo(f"{report['id']}  {report['title']:<20} {report['name']:<28} version {report['version']}, rests on {rests}{gone}")


@app.command()
def show(library: Folder, entry: Entry, kind: Kind = None, as_json: options.AsJson = False) -> None:
    """Show what is known of an entry: its data and the clips it rests on.

    Example: motionloom shelf show my-library "Foot plants"
    """
    from motionloom.library import Library
    from motionloom.making import shelf

    with Library.open(library) as opened:
        document = shelf.find_entry(opened, entry, _check_kind(kind))
        (report,) = _describe(opened, [document])
        report["data"] = dict(document.data)
        names = [_name(opened, clip) for clip in document.clips]
    if as_json:
        options.print_json(report)
        return
    typer.echo(f"{report['title']} {report['name']!r} ({report['id']}), version {report['version']}, {report['bytes'] / 1e3:.1f} kB")
    for name, value in report["data"].items():
        text = str(value)
        typer.echo(f"  {name.replace('_', ' ')}: {text if len(text) <= 100 else text[:97] + '...'}")
    typer.echo(f"  rests on {count_of(len(names), 'clip')}" + (f": {list_names(names)}" if names else ""))
    if report["missing"]:
        typer.echo(f"  {count_of(len(report['missing']), 'clip')} of them deleted or gone; `library check` says which")


@app.command()
def export(library: Folder, entry: Entry, out: Annotated[Path, typer.Argument(help="The file to write.")], kind: Kind = None) -> None:
    """Write an entry to a file, to take it to another library or program.

    Example: motionloom shelf export my-library "Foot plants" plants.npz
    """
    from motionloom.library import Library
    from motionloom.making import shelf

    with Library.open(library) as opened:
        document = shelf.find_entry(opened, entry, _check_kind(kind))
        shelf.export_entry(opened, document, out)
    typer.echo(f"{out}: {shelf.KINDS.find(document.kind).title.lower()} {document.name!r}")


@app.command("import")
def import_(
    library: Folder,
    file: Annotated[Path, typer.Argument(help="A file that `shelf export`, or the command that builds such things, wrote.")],
    kind: Annotated[str, typer.Option(help="What it is, as `shelf list --json` names it.")],
    name: Annotated[str, typer.Option(help="Its name on the shelf; the file's if not given.")] = "",
) -> None:
    """Put a file on the shelf of a library; `library undo` takes it back.

    Example: motionloom shelf import my-library plants.npz --kind foot_plant_oracle --name "Other plants"
    """
    from motionloom.library import Library
    from motionloom.making import shelf

    with Library.open(library) as opened:
        _check_kind(kind)
        added = shelf.import_entry(opened, file, kind, name, window=WINDOW)
        document = opened.document(added)
    typer.echo(f"{library}: {shelf.KINDS.find(kind).title.lower()} {document.name!r} ({document.id})")


@app.command()
def rename(library: Folder, entry: Entry, name: Annotated[str, typer.Argument(help="Its new name.")], kind: Kind = None) -> None:
    """Give an entry another name; `library undo` takes it back.

    Example: motionloom shelf rename my-library "Other plants" "Old plants"
    """
    from motionloom.library import Library
    from motionloom.making import shelf

    with Library.open(library) as opened:
        document = shelf.find_entry(opened, entry, _check_kind(kind))
        shelf.rename(opened, document, name, window=WINDOW)
    typer.echo(f"{document.name!r} is now {name!r}")


@app.command()
def delete(library: Folder, entry: Entry, kind: Kind = None) -> None:
    """Take an entry off the shelf; `library undo` brings it back until `library tidy --free`.

    Example: motionloom shelf delete my-library "Old plants"
    """
    from motionloom.library import Library
    from motionloom.making import shelf

    with Library.open(library) as opened:
        document = shelf.find_entry(opened, entry, _check_kind(kind))
        shelf.delete(opened, document, window=WINDOW)
    typer.echo(f"deleted: {document.name}")


def _check_kind(kind: str | None) -> str | None:
    from motionloom.making import shelf

    return None if kind is None else shelf.KINDS.find(kind).kind


def _describe(library: Library, documents: Sequence[Document]) -> list[dict[str, Any]]:
    """Entries as plain data, without what they hold."""
    from motionloom.library.store import BYTES
    from motionloom.making import shelf

    missing, kinds = shelf.missing_clips(library, documents), shelf.KINDS.all()
    return [
        {
            "id": document.id,
            "kind": document.kind,
            "title": kinds[document.kind].title,
            "name": document.name,
            "version": document.version,
            "bytes": library.store.path(document.content, BYTES).stat().st_size if document.content else 0,
            "clips": list(document.clips),
            "missing": missing.get(document.id, []),
        }
        for document in documents
    ]


def _name(library: Library, clip: str) -> str:
    try:
        return library.clip(clip).name
    except LibraryError:
        return clip
