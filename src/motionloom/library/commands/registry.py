"""What a command is, which kinds there are, and how plain data from a stranger becomes one."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from functools import cache
from typing import Any, ClassVar, Literal, Protocol, TypeVar, Union, get_args, get_origin, runtime_checkable

from motionloom.core.errors import LibraryError, list_names
from motionloom.library.edit import Edit

MAX_TEXT = 20_000
MAX_ITEMS = 100_000


@runtime_checkable
class Command(Protocol):
    """A frozen dataclass of plain fields. `describe` is read by people in the undo menu, before `apply` runs."""

    kind: ClassVar[str]

    def describe(self, edit: Edit) -> str:
        """What it does, in a few words."""
        ...

    def apply(self, edit: Edit) -> None:
        """Change rows through `edit`, or raise a LibraryError: then nothing has happened."""
        ...


_KINDS: dict[str, type[Any]] = {}
C = TypeVar("C", bound=type[Any])


def register(command: C) -> C:
    """Make a command known by its kind; used as a decorator."""
    _KINDS[command.kind] = command
    return command


def kinds() -> dict[str, type[Any]]:
    """Every registered command by its kind."""
    return dict(_KINDS)


def to_data(command: Command) -> dict[str, Any]:
    """The command as plain JSON data that `parse` turns back."""
    return {"kind": command.kind, **asdict(typing.cast(Any, command))}


def parse(data: Mapping[str, Any] | Command) -> Command:
    """The command that plain data describes; every field is checked, unknown ones are refused."""
    if not isinstance(data, Mapping):
        if isinstance(data, Command):
            return data
        raise LibraryError(f"a command is an object with a kind, found {type(data).__name__}")
    kind = data.get("kind")
    known = _KINDS.get(kind) if isinstance(kind, str) else None
    if known is None:
        raise LibraryError(f"no command of kind {str(kind)[:80]!r}; there are {list_names(sorted(_KINDS), 40)}")
    given = {str(name): value for name, value in data.items() if name != "kind"}
    hints = _hints(known.kind)
    unknown = sorted(set(given) - set(hints))
    if unknown:
        raise LibraryError(f"command {kind} has no field {list_names(unknown)}; it takes {list_names(sorted(hints))}")
    missing = [field.name for field in fields(known) if field.name not in given and field.default is MISSING]
    if missing:
        raise LibraryError(f"command {kind} needs {list_names(missing)} too")
    values = {name: _check(value, hints[name], f"{kind}.{name}") for name, value in given.items()}
    return typing.cast(Command, known(**values))


@cache
def _hints(kind: str) -> dict[str, Any]:
    command = _KINDS[kind]
    hints = typing.get_type_hints(command)
    return {field.name: hints[field.name] for field in fields(command)}


def _check(value: Any, hint: Any, where: str) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _check_union(value, arguments, where)
    if origin is Literal:
        if value not in arguments or isinstance(value, bool):
            raise LibraryError(f"{where} must be one of {list_names([str(a) for a in arguments])}; found {str(value)[:80]!r}")
        return value
    if origin is tuple:
        return _check_items(value, arguments[0], where)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise _wrong(where, "an object", value)
        return dict(value)
    return _check_plain(value, hint, where)


def _check_union(value: Any, arguments: tuple[Any, ...], where: str) -> Any:
    if value is None and type(None) in arguments:
        return None
    others = [argument for argument in arguments if argument is not type(None)]
    return _check(value, others[0], where)


def _check_items(value: Any, item: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise _wrong(where, "a list", value)
    if len(value) > MAX_ITEMS:
        raise LibraryError(f"{where} has {len(value)} items; at most {MAX_ITEMS} at once")
    if item is Any:
        return tuple(value)
    return tuple(_check(part, item, f"{where}[{index}]") for index, part in enumerate(value))


def _check_plain(value: Any, hint: Any, where: str) -> Any:
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise _wrong(where, {str: "text", int: "a whole number", float: "a number", bool: "true or false"}.get(hint, hint.__name__), value)
    if isinstance(value, float) and not -1e12 < value < 1e12:
        raise _wrong(where, "a finite number", value)
    return value


def _wrong(where: str, expected: str, value: Any) -> LibraryError:
    return LibraryError(f"{where} must be {expected}, found {str(value)[:80]!r}")


def check_text(text: str, where: str, longest: int = 200) -> str:
    """A name or label that people can read: not empty, one line, not endless."""
    clean = " ".join(text.split())
    if not clean or len(clean) > longest or any(ord(letter) < 32 or 0xD800 <= ord(letter) < 0xE000 for letter in clean):
        raise LibraryError(f"{where} must have 1 to {longest} letters, found {text[:40]!r}")
    return clean
