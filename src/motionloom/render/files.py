"""Pictures written whole or not at all: into a file beside the target, then moved over it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.core.errors import FileError, list_names

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


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[Path]:
    """A path to write to, which becomes `path` only if nothing goes wrong."""
    target = Path(path)
    partial = target.with_name(f".{target.stem}.{os.getpid()}.partial{target.suffix}")
    if not target.parent.is_dir():
        raise FileError(f"{target}: the folder {target.parent} does not exist; make it first")
    try:
        yield partial
        os.replace(partial, target)
    except OSError as error:
        raise FileError(f"{target}: cannot be written ({error.strerror or error})") from None
    finally:
        partial.unlink(missing_ok=True)


def save_image(make: Callable[[], Image], path: str | PathLike[str]) -> None:
    """Write the picture that `make` draws; the path is checked before it is drawn."""
    form = IMAGES[checked_suffix(path, tuple(IMAGES), "a picture")]
    with whole_file(path) as partial:
        make().save(partial, form, **({"optimize": True} if form == "PNG" else {"quality": 92}))
