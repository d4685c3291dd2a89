"""Options that several commands share, gathered into one argument of each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

Command = Callable[..., None]


def gathers(argument: str, shared: Mapping[str, tuple[Any, Any]], make: Callable[..., Any]) -> Callable[[Command], Command]:
    """A decorator for commands: they get each of the shared options (name: kind and default), and `make` of them as one argument.

    An option that a command has itself already is left to it.
    """

    def decorate(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        own = [parameter for name, parameter in signature.parameters.items() if name != argument]
        added = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for name, (kind, default) in shared.items()
            if name not in signature.parameters
        ]

        @wraps(command)
        def run(**given: Any) -> None:
            said = {parameter.name: given.pop(parameter.name) for parameter in added}
            command(**given, **{argument: make(**said)})

        run.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]  # where Typer looks
        return run

    return decorate
