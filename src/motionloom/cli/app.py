"""The command line's table of contents. A command is one file here and one line below."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

import typer

# command: its file, and there the function, or the group of commands
COMMANDS = {
    "info": ("info", "info"),
    "convert": ("convert", "convert"),
    "import": ("import_", "import_"),
    "library": ("library", "app"),
    "jobs": ("jobs", "app"),
    "machine": ("machine", "app"),
    "export": ("export", "export"),
    "render": ("render", "render"),
    "sample": ("sample", "sample"),
    "feet": ("feet", "app"),
    "score": ("score", "app"),
    "studio": ("studio", "studio"),
    "distance": ("alignment", "distance"),
    "align": ("alignment", "align"),
    "blend": ("alignment", "blend"),
    "loop": ("alignment", "loop"),
    "graph": ("alignment", "graph"),
    "transition": ("transitions", "app"),
    "bench": ("bench", "bench"),
}


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with these commands. Typer works out the options of every command it has, so a run gets only the one it asks for."""
    app = typer.Typer(
        name="motionloom",
        help="Weave captured motion and a few edits into new character animation.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_version)
    for name in names:
        file, attribute = COMMANDS[name]
        command = getattr(import_module(f"motionloom.cli.{file}"), attribute)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def _version(show: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    if show:
        from motionloom import __version__

        typer.echo(f"motionloom {__version__}")
        raise typer.Exit
