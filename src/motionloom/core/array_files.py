"""Archives of plain arrays (.npz), read so that a stranger's file can neither run code nor fill the memory."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection, Iterable
from os import PathLike
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")  # a zip archive, and an empty one
# A compressed array may be small for what it holds, but not this much: that is a file made to fill the memory.
_LARGEST_RATIO, _ALWAYS_ALLOWED = 200, 64 << 20
_PLAIN = "biufU"  # truth values, numbers and text; never objects
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, MemoryError),  # of the archive
    OSError,  # which is how a directory that points outside of the file shows
    *(ValueError, KeyError, SyntaxError, TypeError, OverflowError, RecursionError, TokenError),  # of the headers
)


class _Fault(Exception):
    """What was found instead of the arrays."""


def read_arrays(
    source: bytes | PathLike[str], expected: str, where: str = "", needed: Iterable[str] = (), among: Collection[str] | None = None
) -> dict[str, NDArray[Any]]:
    """The arrays of a file, or of a file's bytes, by name.

    Errors are one line: where it lies, what was `expected`, what was found. needed: arrays that must be there. among: nothing else is read,
    for other programs put into their files what we do not read.
    """
    where = where or (str(Path(source)) if isinstance(source, PathLike) else "an archive of arrays")
    try:
        with io.BytesIO(source) if isinstance(source, bytes) else Path(source).open("rb") as stream:
            return _read_archive(stream, tuple(needed), among)
    except _Fault as fault:
        raise FileError(f"{where}: expected {expected}, found {fault}") from None
    except OSError as error:
        raise FileError(f"{where}: {error.strerror or error}") from None


def _read_archive(stream: IO[bytes], needed: tuple[str, ...], among: Collection[str] | None) -> dict[str, NDArray[Any]]:
    start = stream.read(4)
    if start not in _MAGIC:
        raise _Fault("a file of another kind" if start else "an empty file")
    try:
        with zipfile.ZipFile(stream) as archive:
            members = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
            missing = [name for name in needed if name not in members]
            if missing:
                raise _Fault(f"no {', '.join(missing)} in it")
            return {name: _read_array(archive, info) for name, info in members.items() if among is None or name in among}
    except _BROKEN:  # the library's own words are no help to a person: some advise to read the file unsafely
        raise _Fault("it broken; it may be cut off or altered") from None


def _read_array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray[Any]:
    """An array of the archive; its size is held against its header before any memory is taken for it."""
    with archive.open(info) as stream:
        shape, by_column, dtype = _read_header(stream)
        room = info.file_size - stream.tell()
        size = int(np.prod([int(n) for n in shape], dtype=object)) * dtype.itemsize
        if info.file_size > max(_ALWAYS_ALLOWED, _LARGEST_RATIO * info.compress_size):
            raise _Fault(f"that {info.filename} expands to more than {_LARGEST_RATIO} times its size, which would fill the memory")
        if dtype.hasobject or dtype.kind not in _PLAIN:
            raise _Fault(f"{info.filename} of {dtype}, not plain numbers")
        if size != room or min(shape, default=0) < 0:
            raise _Fault(f"{info.filename} of shape {shape}, which takes {size} bytes, with {room}")
        data = bytearray(stream.read(size))
    if len(data) != size:
        raise _Fault(f"{len(data)} of {size} bytes in {info.filename}; the file may be cut off")
    array = np.frombuffer(data, dtype=dtype)
    return array.reshape(shape[::-1]).T if by_column else array.reshape(shape)


def _read_header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    version = np.lib.format.read_magic(stream)
    read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, by_column, dtype = read_header(stream)
    return tuple(shape), by_column, dtype
