"""Options of a recipe as a frozen dataclass of plain fields, checked: a recipe may come from a stranger's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from motionloom.core.errors import list_names
from motionloom.making.recipe import RecipeError

Options = TypeVar("Options")


def read_options(kind_of: type[Options], given: Mapping[str, Any], recipe: str) -> Options:
    """The options that plain data describes; unknown names and wrong types are an error."""
    known = [field.name for field in fields(kind_of)]  # type: ignore[arg-type]
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise RecipeError(f"recipe {recipe!r} has no option {unknown[0]!r}; there are {list_names(known)}")
    try:
        return kind_of(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})
    except TypeError as error:
        raise RecipeError(f"recipe {recipe!r}: {error}") from None
