"""The server's state: the open library or none, its jobs and pictures, and the windows that listen."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from starlette.requests import HTTPConnection

from motionloom.core.errors import LibraryError
from motionloom.core.kinematics import forward_kinematics, plain_forward_kinematics
from motionloom.studio import protocol
from motionloom.studio.errors import NoLibrary, NotThere
from motionloom.studio.feed import Feed
from motionloom.studio.hub import Hub
from motionloom.studio.jobs import JobRunner
from motionloom.studio.pictures import Painter, PictureShelf
from motionloom.studio.safety import Policy

if TYPE_CHECKING:
    from motionloom.core import Motion
    from motionloom.library import Clip, Library
    from motionloom.studio.panel import Panel

# Motions kept open with their world positions, the clips a person goes back and forth between: joints times frames, 28 bytes each.
MOTIONS_KEPT = 8_000_000
# Longer motions take NumPy longer than loading the compiled loops.
FRAMES_SHOWN_AT_ONCE = 20_000


@dataclass
class OpenLibrary:
    """A library and what the studio keeps beside it, in its folder "studio"."""

    id: str
    library: Library
    runner: JobRunner
    shelf: PictureShelf
    painter: Painter
    loops_loaded: threading.Event
    _motions: OrderedDict[tuple[str, str, float, str], Motion] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def clip(self, clip: str) -> Clip:
        """A clip that is there and not deleted, or 404."""
        try:
            record = self.library.clip(clip)
        except LibraryError as error:
            raise NotThere(str(error)) from None
        if record.deleted is not None:
            raise NotThere(f"clip {record.name!r} has been deleted; undo brings it back")
        return record

    def kept(self, clip: str) -> Clip:
        """A clip to look at, or 404: one that has just been deleted is still there, as long as its frames are.

        A page asks for pictures and frames while the person deletes their clip in it or in another window; that is no error.
        """
        try:
            record = self.library.clip(clip)
        except LibraryError as error:
            raise NotThere(str(error)) from None
        return record if record.deleted is not None and self.library.store.path(record.content).is_file() else self.clip(clip)

    def motion(self, clip: str) -> Motion:
        """A clip's motion; the last few are kept, so that its frames, body and curves are computed once."""
        record = self.kept(clip)
        key = (clip, record.content, record.fps, record.name)
        with self._lock:
            found = self._motions.get(key)
            if found is not None:
                self._motions.move_to_end(key)
                return found
        motion = self.library.motion(clip)
        with self._lock:
            self._motions[key] = motion
            while len(self._motions) > 1 and sum(other.rotations.size // 4 for other in self._motions.values()) > MOTIONS_KEPT:
                self._motions.popitem(last=False)
        return motion

    def shown(self, clip: str) -> Motion:
        """A clip's motion to look at. The first clip of a session does not wait for the compiled loops to load; nothing is made from it."""
        if self.loops_loaded.is_set():
            return self.motion(clip)
        motion = self.library.motion(self.kept(clip).id)
        if len(motion) > FRAMES_SHOWN_AT_ONCE:
            return self.motion(clip)
        skeleton = motion.skeleton
        world = plain_forward_kinematics(motion.rotations, motion.root_positions, skeleton.offsets, skeleton.parents)
        return motion.with_world(*world)

    def close(self) -> None:
        """Stop its jobs and let go of its files."""
        self.painter.close()
        self.runner.close()
        self.library.close()


class Studio:
    """One running studio on a folder of `find_folder`. `new_folder` is where a library is made when there is none."""

    def __init__(self, folder: Path, policy: Policy, panels: tuple[Panel, ...] | None = None) -> None:
        from motionloom.library import is_library

        self.policy = policy
        self.hub = Hub()
        self.feed = Feed(self)
        self._given_panels = panels
        self.new_folder = folder
        self.current: OpenLibrary | None = None
        self.loops_loaded = threading.Event()  # the compiled loops; see `load_loops`
        self._lock = threading.Lock()
        self._drawing = threading.Lock()
        if is_library(self.new_folder):
            self.open()

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The panels with a server side: those that were given, or all there are, loaded on first use."""
        from motionloom.studio.panels import find_panels

        return find_panels() if self._given_panels is None else self._given_panels

    @property
    def max_upload_bytes(self) -> int:
        """The most that one import may bring."""
        return self.policy.max_upload_bytes

    def require(self) -> OpenLibrary:
        """The open library, or an error that says to bring something in first."""
        if self.current is None:
            raise NoLibrary
        return self.current

    def open(self) -> OpenLibrary:
        """Open the library, making it where there is none."""
        from motionloom.library import Library, is_library

        with self._lock:
            if self.current is not None:
                return self.current
            made = not is_library(self.new_folder)
            self.current = current = self._equip(Library.open(self.new_folder, create=True))
        if made:
            from motionloom.studio import views

            self.hub.publish(protocol.LibraryChanged(type="library", library=views.library_info(self)))
        return current

    def _equip(self, library: Library) -> OpenLibrary:
        from motionloom.studio.jobs.kinds import find_kind

        own = library.folder / "studio"
        runner = JobRunner(library, partial(find_kind, self), self.hub.publish)
        shelf = PictureShelf(own / "cache")
        return OpenLibrary(library.id, library, runner, shelf, Painter(library.folder, shelf, self._pictures_ready), self.loops_loaded)

    def _pictures_ready(self, clips: list[str]) -> None:
        self.hub.publish(protocol.ThumbnailsReady(type="thumbnails", clips=clips))

    def load_loops(self) -> None:
        """Load the compiled loops by a motion of one joint and one frame; from then on clips are shown by them."""
        forward_kinematics(np.array([[[0, 0, 0, 1]]], np.float32), np.zeros((1, 3)), np.zeros((1, 3)), np.array([-1]))
        self.loops_loaded.set()

    def load_panels(self, closing: threading.Event) -> None:
        """Have the panels load what a person would wait for, until the studio closes."""
        for panel in self.panels if self.current is not None else ():
            if panel.load is not None and self.current is not None and not closing.is_set():
                panel.load(self.current)

    def draw_missing(self) -> None:
        """Start the job that draws missing thumbnails, unless it runs."""
        current = self.current
        if current is None:
            return
        with self._drawing:
            earlier = [job for job in current.runner.all() if job.kind == "thumbnails"]
            if any(job.state in ("waiting", "running") for job in earlier):
                return
            for job in earlier:
                current.runner.remove(job.id)
            if current.painter.missing(clip.content for clip in current.library.clips()):
                current.runner.start("thumbnails", {})

    def close(self) -> None:
        """Stop everything."""
        self.hub.stop()
        current, self.current = self.current, None
        if current is not None:
            current.close()


def get_studio(connection: HTTPConnection) -> Studio:
    """FastAPI dependency: the studio."""
    studio: Studio = connection.app.state.studio
    return studio


def get_library(connection: HTTPConnection) -> OpenLibrary:
    """FastAPI dependency: the open library, or 409."""
    return get_studio(connection).require()
