"""How files are to be read, on every command that reads some: errors and notes name these options."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from motionloom.cli import options

if TYPE_CHECKING:
    from motionloom.formats import ReadOptions

    Reading = ReadOptions
else:
    Reading = object  # what commands say of their argument `reading`; formats are imported when one runs

# As `options.read_options` takes them: kind and default.
_OPTIONS = {
    "unit": (options.Unit, None),
    "fps": (options.Fps, None),
    "up": (options.Up, None),
    "asf": (options.Asf, None),
    "clip": (options.Clip, None),
    "roles": (options.Roles, None),
    "drop_bad_frames": (options.DropBadFrames, False),
    "keep_rest_frame": (options.KeepRestFrame, False),
}


def reads_files(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each thing a person may say about a file; it is given them all as its argument `reading`."""
    signature = inspect.signature(command, eval_str=True)
    own = [parameter for name, parameter in signature.parameters.items() if name != "reading"]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in _OPTIONS.items()
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        said = {name: given.pop(name) for name in _OPTIONS}
        command(**given, reading=options.read_options(**said))

    run.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]  # where Typer looks
    return run
