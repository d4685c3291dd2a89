"""Writes the client's types, `studio/src/protocol/types.ts`, from the package `protocol` and the panels' own messages.

Run `python -m motionloom.studio.typescript` after changing a message; a test fails when the file is stale.
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from motionloom.studio import protocol
from motionloom.studio.protocol import base, clips, commands, jobs, live

TARGET = Path(__file__).parents[3] / "studio" / "src" / "protocol" / "types.ts"
HEADER = """\
// Generated from src/motionloom/studio/protocol by `python -m motionloom.studio.typescript`. Do not edit.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "Json"}
# Unions of the protocol that deserve a name of their own in TypeScript.
ALIASES = (
    *("Foot", "Author", "Vector", "Quaternion", "Paint", "Span", "JobState"),
    *("Simple", "Command", "JobStart", "ClientMessage", "ServerMessage"),
)
CONSTANTS = ("PROTOCOL_VERSION", "MAX_CLIPS_A_CHANGE", "FEET")


def write_types(target: Path = TARGET) -> None:
    """Write the file, making its folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(to_typescript(), encoding="utf-8", newline="\n")


def to_typescript() -> str:
    """The whole of types.ts."""
    parts = [HEADER]
    parts += [f"export const {name} = {_constant(getattr(protocol, name))} as const;" for name in CONSTANTS]
    parts += [f"export type {name} = {to_type(getattr(protocol, name), alias=False)};" for name in ALIASES]
    parts += [_interface(model) for model in _models()]
    return "\n".join(parts) + "\n"


def to_type(annotation: Any, alias: bool = True) -> str:
    """The TypeScript type of a Python annotation; `alias` False spells out what has a name."""
    named = _alias_of(annotation) if alias else None
    if named is not None:
        return named
    if annotation in PLAIN:
        return PLAIN[annotation]
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        return annotation.__name__
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return to_type(arguments[0], alias=alias)
    if origin is Literal:
        return " | ".join(_constant(value) for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(to_type(argument) for argument in arguments)
    if origin is list:
        inner = to_type(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(to_type(argument) for argument in arguments)}]"
    if origin is dict:
        return f"{{ [key: string]: {to_type(arguments[1])} }}"
    raise TypeError(f"no TypeScript for {annotation!r}; teach motionloom.studio.typescript.to_type")


def _alias_of(annotation: Any) -> str | None:
    for name in ALIASES:
        if getattr(protocol, name) == annotation:
            return name
    return None


def _constant(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(_constant(item) for item in value)}]"
    return str(value)


def _interface(model: type[BaseModel]) -> str:
    hints = typing.get_type_hints(model, include_extras=True)
    asked = issubclass(model, protocol.Request)
    lines = [_comment(model), f"export interface {model.__name__} {{"]
    for name, info in model.model_fields.items():
        mark = "?" if asked and not info.is_required() else ""
        lines.append(f"  {name}{mark}: {to_type(hints[name])};")
    return "\n" + "\n".join([*[line for line in lines if line], "}"])


def _comment(model: type[BaseModel]) -> str:
    text = inspect.cleandoc(model.__dict__.get("__doc__") or "")
    return "/** " + text.replace("\n\n", "\n").replace("\n", "\n * ") + " */" if text else ""


def _models() -> Iterator[type[BaseModel]]:
    from motionloom.studio.panels import PANELS

    for module in (base, clips, commands, jobs, live):
        for member in vars(module).values():
            message = inspect.isclass(member) and issubclass(member, (base.Answer, base.Request))
            if message and member.__module__ == module.__name__ and member not in (base.Answer, base.Request):
                yield member
    for panel in PANELS:
        yield from panel.messages


if __name__ == "__main__":
    write_types()
    sys.stdout.write(f"wrote {TARGET}\n")
