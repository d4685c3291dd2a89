"""Immutable files named by their content: written once, never changed, memory-mapped when read.

A clip's frames are one flat float32 array, rotations (F, J, 4) then root positions (F, 3), in a plain .npy file
whose name is the sha256 of its bytes. `sha256sum` can check it; NumPy can read it without us.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton
from motionloom.core.errors import LibraryError

ARRAY, BYTES = ".npy", ".bin"
_NAME = re.compile(r"[0-9a-f]{64}(\.npy|\.bin)")
TEMPORARY = ".part"


class Store:
    """The folder `arrays/`: ab/abcdef....npy for frames, .bin for the bytes of models."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, content: str, suffix: str = ARRAY) -> Path:
        """Where the file of a content hash lies, or would lie."""
        name = content + suffix
        if not _NAME.fullmatch(name):
            raise LibraryError(f"{name!r} is not the name of stored content; expected 64 hex digits")
        return self.folder / content[:2] / name

    def write_motion(self, motion: Motion) -> str:
        """Store a motion's frames; the content hash comes out. Storing the same frames again writes nothing."""
        flat = np.concatenate([motion.rotations.reshape(-1), motion.root_positions.reshape(-1)])
        buffer = io.BytesIO()
        np.save(buffer, flat.astype("<f4", copy=False), allow_pickle=False)
        return self.write(buffer.getbuffer(), ARRAY)

    def write(self, data: bytes | memoryview, suffix: str = BYTES) -> str:
        """Store bytes durably under their hash: on disk before this returns, whole or not at all.

        A file that is there already is kept, unless it is no longer what its name says: then it is healed.
        """
        content = hashlib.sha256(data).hexdigest()
        path = self.path(content, suffix)
        if self.is_intact(path):
            # Fresh again, so that a `library check --fix` running now leaves it to the row we are about to write.
            os.utime(path)
            return content
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{content[:16]}-{secrets.token_hex(6)}{TEMPORARY}")
        try:
            with open(temporary, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise LibraryError(f"{path}: could not be written ({error.strerror}); check that the disk has room") from error
        _sync_folder(path.parent)
        return content

    def read_motion(self, content: str, skeleton: Skeleton, frames: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rotations (F, J, 4) xyzw and root positions (F, 3) metres, read-only and memory-mapped: no frame is touched yet."""
        if not content:
            raise LibraryError(
                "the frames of this clip went when its library was tidied; `motionloom import --restore` reads its file anew"
            )
        path = self.path(content)
        try:
            flat = np.load(path, mmap_mode="r", allow_pickle=False)
        except FileNotFoundError:
            raise LibraryError(f"{path} is missing; import the clip's file again, or run `motionloom library check`") from None
        except (OSError, ValueError) as error:
            raise LibraryError(f"{path} cannot be read ({error}); run `motionloom library check`") from None
        split = frames * len(skeleton) * 4
        if flat.dtype != np.dtype("<f4") or flat.shape != (split + frames * 3,):
            raise LibraryError(
                f"{path} holds {flat.dtype} of shape {flat.shape}, expected {split + frames * 3} float32; run `motionloom library check`"
            )
        plain = np.asarray(flat)
        return plain[:split].reshape(frames, len(skeleton), 4), plain[split:].reshape(frames, 3)

    def read_bytes(self, content: str) -> bytes:
        """Bytes that `write` stored, checked against their name."""
        path = self.path(content, BYTES)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise LibraryError(f"{path} is missing; train or make what it held again") from None
        if hashlib.sha256(data).hexdigest() != content:
            raise LibraryError(f"{path} has been altered; train or make what it held again")
        return data

    def is_intact(self, path: Path) -> bool:
        """Whether a stored file is there and is what its name says. Reads all of it."""
        try:
            with open(path, "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == path.stem
        except OSError:
            return False

    def files(self) -> Iterator[Path]:
        """Every file in the store, leftovers of interrupted writes among them."""
        for folder in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            if folder.is_dir():
                yield from sorted(path for path in folder.iterdir() if path.is_file())


def is_stored_name(path: Path) -> bool:
    """Whether a file in the store is named as stored content is."""
    return _NAME.fullmatch(path.name) is not None and path.parent.name == path.name[:2]


def _sync_folder(folder: Path) -> None:
    # The rename itself must reach the disk before a row points at it. Windows cannot open folders, and need not.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
