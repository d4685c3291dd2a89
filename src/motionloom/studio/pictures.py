"""Thumbnails and filmstrips: made by a worker process of low priority, kept as files named by what they show."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Literal

Picture = Literal["thumbnail", "filmstrip"]
PICTURES: tuple[Picture, ...] = ("thumbnail", "filmstrip")
# Changes when pictures are drawn differently, so that old ones are drawn again.
STYLE = "1"


class PictureShelf:
    """The pictures on disk, by the content of the clip. Knows without asking the disk which are there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / f"pictures-{STYLE}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._ready = {path.stem.removesuffix(".filmstrip") for path in self.folder.glob("*/*.filmstrip.png")}

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
    """Draws what is asked for, what was asked last first, in a process of its own so that the server never stutters.

    The worker ends when its input does: a killed server leaves nothing running.
    """

    def __init__(self, library: Path, shelf: PictureShelf, ready: Callable[[list[str]], None]) -> None:
        self.shelf = shelf
        self._library = library
        self._ready = ready
        self._wanted: OrderedDict[str, str] = OrderedDict()
        self._failed: set[str] = set()
        self._change = threading.Condition()
        self._closed = False
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._work, name="studio-painter", daemon=True)
        self._thread.start()

    def want(self, clip: str, content: str, soon: bool = True) -> None:
        """Ask for a clip's pictures; `soon` puts them before all others."""
        with self._change:
            if self.shelf.has(content) or content in self._failed:
                return
            self._wanted[clip] = content
            if soon:
                self._wanted.move_to_end(clip, last=False)
            self._change.notify_all()

    def missing(self, contents: list[str]) -> int:
        """How many of the contents have neither pictures nor a reason why they cannot have any."""
        return sum(not self.shelf.has(content) and content not in self._failed for content in contents)

    def forget(self, contents: set[str]) -> None:
        """Do not draw these now; they can be asked for again."""
        with self._change:
            for clip in [clip for clip, content in self._wanted.items() if content in contents]:
                del self._wanted[clip]

    def close(self) -> None:
        """Stop drawing; what is half drawn is thrown away."""
        with self._change:
            self._closed = True
            self._change.notify_all()
            process = self._process
        if process is not None:
            process.kill()
        self._thread.join(timeout=5)

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._wanted and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                clip, content = self._wanted.popitem(last=False)
            if self._draw(clip, content):
                self.shelf.add(content)
                self._ready([clip])
            else:
                self._failed.add(content)

    def _draw(self, clip: str, content: str) -> bool:
        """Have the worker draw a clip; False where it cannot. A worker that died is started again for the next clip."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        paths = {picture: str(self.shelf.path(content, picture)) for picture in PICTURES}
        try:
            process.stdin.write(json.dumps({"clip": clip, **paths}) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            return False
        return answer.strip() == "drawn"

    def _running(self) -> subprocess.Popen[str]:
        with self._change:
            if self._process is None or self._process.poll() is not None:
                command = [sys.executable, "-m", "motionloom.studio.picture_worker", str(self._library)]
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
            return self._process


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that others see whole or not at all."""
    import secrets

    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
