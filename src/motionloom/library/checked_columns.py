"""Values of the database, read as what they should be: SQLite keeps whatever somebody wrote there.

What only describes (a confidence, how a file was read) is left out where it is of another type, so that one row never hides a library;
what a motion depends on is an error of one line.
"""

from __future__ import annotations

import json
from typing import Any

from motionloom.core.errors import LibraryError


def as_number(value: Any) -> float | None:
    """A number, or None where it is none."""
    return float(value) if isinstance(value, int | float) else None


def as_object(text: Any) -> dict[str, Any]:
    """Names and values of a JSON text; nothing where it is something else."""
    found = _parse(text)
    return found if isinstance(found, dict) else {}


def require_object(text: Any, what: str) -> dict[str, Any]:
    """Names and values of a JSON text; an error where it is something else."""
    found = _parse(text)
    if not isinstance(found, dict):
        raise LibraryError(f"{what} is damaged in the library's database; restore it from a backup")
    return found


def require_rate(value: Any, clip: str) -> float:
    """Frames a second; an error where it is no number."""
    if not isinstance(value, int | float) or not 0 < value < 1e6:
        raise LibraryError(f"the frame rate of clip {clip} is damaged in the library's database; restore it from a backup")
    return float(value)


def _parse(text: Any) -> Any:
    try:
        return json.loads(text) if isinstance(text, str | bytes) else None
    except (ValueError, RecursionError):
        return None
