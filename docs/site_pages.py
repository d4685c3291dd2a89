"""Pages of the docs' site that are written from the code when it is built: the commands and the Python API. MkDocs calls these functions.

`python3 dev.py docs` builds the site; `tests/test_docs.py` builds it too, and fails where a link leads nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# What each room offers in `import motionloom as ml`, under a heading a person would look for.
ROOMS = {
    "core": "Motions, skeletons, bodies",
    "formats": "Files",
    "library": "Libraries",
    "one_call": "Feet, alignment, blends, transitions, naturalness",
    "edits": "Posing, layers, edits that spread, retargeting",
    "keyframes": "Keyframe sketches",
    "demands": "Motion to order",
    "behaviours": "Behaviour machines",
    "render": "Pictures and films",
    "player": "In a notebook",
}


def on_files(files: Any, config: Any) -> Any:
    """Add the written pages to those on disk."""
    from mkdocs.structure.files import File

    for name, text in (("commands.md", write_commands()), ("api.md", write_api())):
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to files outside of docs/ become their names: the site does not carry them."""
    return re.sub(r"\[([^\]]*)\]\(\.\./([^)]*)\)", r"\1 (`\2`)", markdown)


def write_commands() -> str:
    """Every command with its help, its example, its arguments and options."""
    import typer.main

    from motionloom.cli.app import make_app

    lines = ["# Commands", "", "Every command, as `--help` says it. Each example runs as it stands; a test sees to it.", ""]
    for path, command in _walk(typer.main.get_command(make_app()), ()):
        lines += _write_command(path, command)
    return "\n".join(lines)


def _walk(group: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        yield (*path, name), command
        if hasattr(command, "commands"):
            yield from _walk(command, (*path, name))


def _write_command(path: tuple[str, ...], command: Any) -> list[str]:
    lines = [f"{'#' * (1 + len(path))} motionloom {' '.join(path)}", ""]
    for paragraph in re.split(r"\n\s*\n", command.help or ""):
        text = " ".join(paragraph.split())
        if text.startswith("Example: "):
            text = f"    {text.removeprefix('Example: ')}"
        lines += [text, ""]
    if hasattr(command, "commands"):
        return lines
    given = sorted(command.params, key=lambda parameter: parameter.param_type_name == "option")  # arguments first
    rows = [_write_parameter(parameter) for parameter in given if parameter.name != "help"]
    return [*lines, "| argument or option | |", "|---|---|", *rows, ""] if rows else lines


def _write_parameter(parameter: Any) -> str:
    named = ", ".join(parameter.opts) if parameter.param_type_name == "option" else parameter.metavar or parameter.name
    said = " ".join((parameter.help or "").split()).replace("|", "\\|")
    return f"| `{named}` | {said} |"


def write_api() -> str:
    """All that `import motionloom as ml` offers, by room, with signatures and docstrings."""
    import motionloom
    from motionloom.core.lazy import read_imports

    source = Path(str(motionloom.__file__)).read_text(encoding="utf-8")
    rooms: dict[str, list[str]] = {}
    for module, names in read_imports(source):
        rooms.setdefault(module.split(".")[1], []).extend(names)
    lines = ["# Python", "", "`import motionloom as ml` offers all of this; what is used is loaded on first use.", ""]
    for room in sorted(rooms, key=list(ROOMS).index):
        lines += [f"## {ROOMS[room]}", ""]
        for name in sorted(rooms[room]):
            lines += [f"::: motionloom.{name}", "    options:", "      heading_level: 3", ""]
    return "\n".join(lines)
