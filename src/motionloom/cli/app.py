"""The command line's table of contents. A command is one file here and one line below."""

from __future__ import annotations

import typer

from motionloom.cli import (
    alignment,
    bench,
    convert,
    export,
    feet,
    import_,
    info,
    library,
    machine,
    render,
    sample,
    score,
    studio,
    transitions,
)

app = typer.Typer(
    name="motionloom",
    help="Weave captured motion and a few edits into new character animation.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("info")(info.info)
app.command("convert")(convert.convert)
app.command("import")(import_.import_)
app.add_typer(library.app, name="library")
app.add_typer(machine.app, name="machine")
app.command("export")(export.export)
app.command("render")(render.render)
app.command("sample")(sample.sample)
app.add_typer(feet.app, name="feet")
app.add_typer(score.app, name="score")
app.command("studio")(studio.studio)
app.command("distance")(alignment.distance)
app.command("align")(alignment.align)
app.command("blend")(alignment.blend)
app.command("loop")(alignment.loop)
app.command("graph")(alignment.graph)
app.add_typer(transitions.app, name="transition")
app.command("bench")(bench.bench)


@app.callback(invoke_without_command=True)
def _version(show: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    if show:
        from motionloom import __version__

        typer.echo(f"motionloom {__version__}")
        raise typer.Exit


__all__ = ["app"]
