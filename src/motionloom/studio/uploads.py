"""Files on their way in: multipart bodies straight to disk, under names that cannot leave the folder."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from motionloom.studio.errors import StudioError

MAX_FILES = 5000
MAX_NAME = 120
MAX_DEPTH = 6
# Names that Windows keeps for devices, whatever their suffix.
RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)


class UploadError(StudioError):
    """A request that does not carry files as it should."""


class NoRoom(StudioError):
    """A disk that takes no more."""

    status = 507


def clean_name(name: str) -> Path:
    """A relative path made of the safe parts of a file's name: no '..', no drive, no separators but its folders'.

    Folders are kept because an AMC finds its ASF beside it.
    """
    parts = []
    for part in re.split(r"[\\/]+", name):
        safe = re.sub(r"[^\w .()+-]", "_", part, flags=re.UNICODE).strip(" .")
        if not safe:
            continue
        stem, dot, suffix = safe.rpartition(".")
        safe = f"{stem[: MAX_NAME - len(suffix) - 1]}{dot}{suffix[:16]}" if len(safe) > MAX_NAME else safe
        parts.append(f"_{safe}" if RESERVED.match(safe) else safe)
    return Path(*parts[-MAX_DEPTH:]) if parts else Path("unnamed")


async def receive_files(headers: Mapping[str, str], body: AsyncIterator[bytes], folder: Path) -> list[Path]:
    """Write the parts named "files" of a multipart body into folder; their paths. Nothing is left of a body that breaks off."""
    import anyio.to_thread
    from python_multipart.exceptions import FormParserError
    from python_multipart.multipart import MultipartParser, parse_options_header

    kind, options = parse_options_header(headers.get("content-type", ""))
    if kind != b"multipart/form-data" or not options.get(b"boundary"):
        raise UploadError("expected multipart/form-data with the files in parts named 'files'")
    parts = _Parts(folder)
    try:
        parser = MultipartParser(options[b"boundary"], parts.callbacks())
        async for chunk in body:
            # Parsing writes to disk: off the event loop, or a large file would stall every other window.
            await anyio.to_thread.run_sync(parser.write, chunk)
        parser.finalize()
        parts.finish()
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise NoRoom(f"the upload could not be written ({error.strerror}); make room on the library's disk and send it again") from error
    except FormParserError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise UploadError(f"the upload is not well-formed multipart data: {error}") from error
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    finally:
        parts.close()
    return parts.written


class _Parts:
    """What python-multipart calls while it reads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: list[Path] = []
        self._file: BinaryIO | None = None
        self._header, self._value, self._disposition = b"", b"", b""
        self._open_part = False

    def callbacks(self) -> Any:
        names = ("part_begin", "header_field", "header_value", "header_end", "headers_finished", "part_data", "part_end")
        return {f"on_{name}": getattr(self, name) for name in names}

    def part_begin(self) -> None:
        self._header, self._value, self._disposition, self._open_part = b"", b"", b"", True

    def header_field(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def header_end(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._value
        self._header, self._value = b"", b""

    def headers_finished(self) -> None:
        from python_multipart.multipart import parse_options_header

        _, options = parse_options_header(self._disposition)
        if options.get(b"name") != b"files" or b"filename" not in options:
            return
        if len(self.written) >= MAX_FILES:
            raise UploadError(f"more than {MAX_FILES} files in one upload; send fewer at a time or use motionloom import")
        path = self._free(self.folder / clean_name(options[b"filename"].decode("utf-8", "replace")))
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("xb")
        self.written.append(path)

    def part_data(self, data: bytes, start: int, end: int) -> None:
        if self._file is not None:
            self._file.write(data[start:end])

    def part_end(self) -> None:
        self._open_part = False
        self.close()

    def finish(self) -> None:
        if self._open_part:
            raise UploadError("the upload broke off before its end; send it again")
        if not self.written:
            raise UploadError("the upload holds no files; put them in parts named 'files'")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _free(self, path: Path) -> Path:
        """The path, or with a number where a file, or a folder that is a file, is in the way."""
        if any(parent.is_file() for parent in path.parents):
            path = self.folder / path.name
        taken = {str(other).lower() for other in self.written}
        free, number = path, 2
        while str(free).lower() in taken or free.exists():
            free = path.with_name(f"{path.stem} {number}{path.suffix}")
            number += 1
        return free
