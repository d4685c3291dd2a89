"""Pictures written as files: which kinds there are, each whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import FileError, list_names
from motionloom.core.files import whole_file

if TYPE_CHECKING:
    from PIL.Image import Image

IMAGES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}


def checked_suffix(path: str | PathLike[str], allowed: tuple[str, ...], what: str) -> str:
    """The path's suffix in lower case, if it is one of those allowed."""
    suffix = Path(path).suffix.lower()
    if suffix not in allowed:
        found = repr(suffix) if suffix else "no suffix"
        raise FileError(f"{os.fspath(path)}: {what} is written as {list_names(allowed)}; found {found}")
    return suffix


def save_image(make: Callable[[], Image], path: str | PathLike[str]) -> None:
    """Write the picture that `make` draws; the path is checked before it is drawn."""
    form = IMAGES[checked_suffix(path, tuple(IMAGES), "a picture")]
    with whole_file(path) as partial:
        make().save(partial, form, **({"optimize": True} if form == "PNG" else {"quality": 92}))
