"""Thumbnails and filmstrips: drawn by a process of low priority, kept as files named by what they show."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from motionloom.compute.workers import Workers

if TYPE_CHECKING:
    from PIL.Image import Image

Picture = Literal["thumbnail", "filmstrip"]
# Changes when pictures are drawn differently, so that old ones are drawn again; the client's addresses carry it too.
STYLE = "2"
POSES, CELL = 8, (144, 96)  # of a filmstrip; a thumbnail has twice the size of a pose
NICENESS = 10
# How long the picture under way may take when the studio ends: on a busy machine a process of low priority hardly gets on.
CLOSING_SECONDS = 0.5

log = logging.getLogger(__name__)


class PictureShelf:
    """The pictures on disk, by the content of the clip. Knows without asking the disk which are there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / f"pictures-{STYLE}"
        with contextlib.suppress(OSError):  # a disk that is full or read-only: the library opens, without pictures
            self.folder.mkdir(parents=True, exist_ok=True)
        for outdated in folder.glob("pictures-*"):
            if outdated != self.folder:
                shutil.rmtree(outdated, ignore_errors=True)
        # The filmstrip is written last: where it is, the thumbnail is too.
        self._ready = {path.name.partition(".")[0] for path in self.folder.glob("*/*.filmstrip.png")}

    def path(self, content: str, picture: Picture) -> Path:
        """Where a picture lies, or will."""
        return self.folder / content[:2] / f"{content}.{picture}.png"

    def has(self, content: str) -> bool:
        """Whether thumbnail and filmstrip are there."""
        return content in self._ready

    def add(self, content: str) -> None:
        """Both pictures of a content have been written."""
        self._ready.add(content)


class Painter:
    """Draws what is asked for, what was asked last first, in a process of its own so that the server never stutters."""

    def __init__(self, library: Path, shelf: PictureShelf, ready: Callable[[list[str]], None]) -> None:
        self.shelf = shelf
        self._library = library
        self._ready = ready
        self._wanted: OrderedDict[str, set[str]] = OrderedDict()  # content -> the clips that show it
        self._failed: set[str] = set()
        self._change = threading.Condition()
        self._closed = False
        self._pool: Workers | None = None
        self._thread = threading.Thread(target=self._work, name="studio-painter", daemon=True)
        self._thread.start()

    def want(self, clip: str, content: str, soon: bool = True) -> None:
        """Ask for a clip's pictures; `soon` puts them before all others."""
        with self._change:
            if self.shelf.has(content) or content in self._failed:
                return
            self._wanted.setdefault(content, set()).add(clip)
            if soon:
                self._wanted.move_to_end(content, last=False)
            self._change.notify_all()

    def missing(self, contents: Iterable[str]) -> int:
        """How many of the contents have neither pictures nor a reason why they cannot have any."""
        return sum(not self.shelf.has(content) and content not in self._failed for content in contents)

    def forget(self, contents: set[str]) -> None:
        """Do not draw these now; they can be asked for again."""
        with self._change:
            for content in contents & self._wanted.keys():
                del self._wanted[content]

    def close(self) -> None:
        """Stop drawing; what is half drawn is thrown away."""
        with self._change:
            self._closed = True
            self._wanted.clear()
            self._change.notify_all()
        self._thread.join(CLOSING_SECONDS)
        while self._thread.is_alive():
            pool = self._pool
            if pool is not None:
                pool.kill()
            self._thread.join(CLOSING_SECONDS)
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._wanted and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                content, clips = self._wanted.popitem(last=False)
            if self._draw(min(clips), content):
                self.shelf.add(content)
                self._ready(sorted(clips))
            else:
                self._failed.add(content)

    def _draw(self, clip: str, content: str) -> bool:
        """Whether a clip could be drawn. A process that died is replaced for the next one."""
        if self._pool is None:
            self._pool = Workers(1)
        try:
            paths = self.shelf.path(content, "thumbnail"), self.shelf.path(content, "filmstrip")
            self._pool.submit(draw_pictures, self._library, clip, *paths).result()
        except (BrokenExecutor, CancelledError) as error:
            log.info("the process that draws thumbnails ended at clip %s: %s", clip, error)
            self._pool = None
        except Exception as error:
            # Whatever one clip does to the renderer, the others want their pictures.
            log.info("clip %s cannot be drawn: %s", clip, error)
        else:
            return True
        return False


def draw_pictures(library: Path, clip: str, thumbnail: Path, filmstrip: Path) -> None:
    """Draw both pictures of a clip; runs in the painter's process."""
    from motionloom import render
    from motionloom.library import Library
    from motionloom.render.theme import CLEAR

    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS - os.nice(0))
    with Library.open(library) as opened:
        motion = opened.motion(clip)
    width, height = CELL
    # Clear, so that they lie on the page in either of its themes.
    _write_whole(thumbnail, render.thumbnail(motion, (2 * width, 2 * height), theme=CLEAR))
    _write_whole(filmstrip, render.thumbnail_strip(motion, POSES, (POSES * width, height), theme=CLEAR))


def _write_whole(path: Path, image: Image) -> None:
    """Write a file that others see whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        image.save(temporary, format="PNG")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
