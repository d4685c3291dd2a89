"""The command line's table of contents. A command is one file here and one line below.

A package of somebody else adds a command as an entry point of the group `motionloom.commands`: its name, and the function or group.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer

from motionloom.cli.known import asks_for_help, say_known

# command: its file, and there the function, or the group of commands
COMMANDS = {
    "info": ("info", "info"),
    "convert": ("convert", "convert"),
    "import": ("import_", "import_"),
    "library": ("library", "app"),
    "jobs": ("jobs", "app"),
    "machine": ("machine", "app"),
    "plan": ("plan", "plan"),
    "steer": ("crowd", "steer"),
    "crowd": ("crowd", "crowd"),
    "steering": ("steering", "app"),
    "export": ("export", "export"),
    "render": ("render", "render"),
    "share": ("share", "share"),
    "sample": ("sample", "sample"),
    "compile": ("compile_", "compile_"),
    "feet": ("feet", "app"),
    "shelf": ("shelf", "app"),
    "score": ("score", "app"),
    "judge": ("judge", "judge"),
    "propose": ("propose", "app"),
    "review": ("review", "app"),
    "studio": ("studio", "studio"),
    "distance": ("alignment", "distance"),
    "align": ("alignment", "align"),
    "blend": ("alignment", "blend"),
    "loop": ("alignment", "loop"),
    "edit": ("edit", "app"),
    "enrich": ("enrich", "app"),
    "sketch": ("sketch", "app"),
    "demand": ("demand", "app"),
    "trim": ("edits", "trim"),
    "cut": ("edits", "cut"),
    "mend": ("mend", "mend"),
    "mirror": ("edits", "mirror"),
    "resample": ("edits", "resample"),
    "in-place": ("edits", "in_place"),
    "move": ("edits", "move"),
    "join": ("edits", "join"),
    "remake": ("remake", "remake"),
    "retarget": ("retarget", "retarget"),
    "character": ("character", "app"),
    "graph": ("graph", "app"),
    "annotate": ("annotate", "app"),
    "transition": ("transition_reports", "app"),
    "bench": ("bench", "bench"),
    "trial": ("trial", "app"),
    "reproduce": ("reproduce", "reproduce"),
}


GROUP = "motionloom.commands"


def find_added() -> dict[str, EntryPoint]:
    """Commands of other packages, by name; they cannot replace ours."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in COMMANDS}


def choose_commands(word: str) -> tuple[str, ...]:
    """The one command that is asked for, or all there are where it is none of them."""
    if word in COMMANDS:
        return (word,)
    added = find_added()
    return (word,) if word in added else (*COMMANDS, *added)


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with these commands. Typer works out the options of every command it has, so a run gets only the one it asks for."""
    app = typer.Typer(
        name="motionloom",
        help="Weave captured motion and a few edits into new character animation.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_version)
    chosen = tuple(names)
    helps = len(chosen) == 1 and asks_for_help()  # of one command; of all there would be too much to say
    for name in chosen:
        command, more = _load(name), say_known(name) if helps else None
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, epilog=more)
        else:
            app.command(name, epilog=more)(command)
    return app


def _load(name: str) -> Any:
    if name not in COMMANDS:
        return find_added()[name].load()
    file, attribute = COMMANDS[name]
    return getattr(import_module(f"motionloom.cli.{file}"), attribute)


def _version(show: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    if show:
        from motionloom import __version__

        typer.echo(f"motionloom {__version__}")
        raise typer.Exit
