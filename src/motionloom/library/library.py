"""One folder of motion: `library.db` for what people and machines say, `arrays/` for the frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from os.path import abspath
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from motionloom.core import Motion, Skeleton
from motionloom.core.errors import LibraryError
from motionloom.library import additions, history, plants, queries
from motionloom.library.additions import NewClip
from motionloom.library.commands import Command
from motionloom.library.commands.documents import SetDocument
from motionloom.library.commands.plants import plants_command
from motionloom.library.database import DATABASE, Database, create_database, is_library, open_database
from motionloom.library.edit import Edit
from motionloom.library.queries import Filter, Sort
from motionloom.library.records import NOTES, Annotation, Author, Change, Clip, Document, Judgement, Label, Summary, check_id, make_id
from motionloom.library.store import BYTES, Store

if TYPE_CHECKING:
    from motionloom.compute import JobStore

ARRAYS = "arrays"


class Library:
    """Clips and everything said about them. Safe to use from several threads, and from several processes at once.

    Every edit goes through `apply` as a command, is saved before it returns, and can be undone by the window that
    asked for it. Use it in a `with` block, or call `close`; a process that dies instead loses nothing.
    """

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder = folder
        self.store = Store(folder / ARRAYS)
        self.database = database
        self._skeletons: dict[str, Skeleton] = {}

    @staticmethod
    def create(path: str | PathLike[str]) -> Library:
        """A new, empty library in a folder that is new or empty."""
        folder = Path(abspath(path))
        if is_library(folder):
            raise LibraryError(f"{folder} is a library already; open it, or name another folder")
        try:
            foreign = [entry.name for entry in folder.iterdir() if not _is_ours(entry)] if folder.exists() else []
            if foreign:
                raise LibraryError(f"{folder} holds other things ({foreign[0]}, ...); a library wants a folder of its own")
            (folder / ARRAYS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LibraryError(f"{folder}: a library cannot be made here ({error.strerror}); name another folder") from None
        return Library(folder, create_database(folder / DATABASE))

    @staticmethod
    def open(path: str | PathLike[str], *, create: bool = False) -> Library:
        """The library in a folder; no array is touched. With `create` a missing one is made."""
        folder = Path(abspath(path))
        if not is_library(folder):
            if create:
                return Library._create_or_open(folder)
            raise LibraryError(f"{folder} is not a library; make one with `motionloom library create {path}`")
        return Library(folder, open_database(folder / DATABASE))

    @staticmethod
    def _create_or_open(folder: Path) -> Library:
        try:
            return Library.create(folder)
        except LibraryError:
            if not is_library(folder):
                raise
            return Library(folder, open_database(folder / DATABASE))  # another process was faster

    def close(self) -> None:
        """Let go of the files."""
        self.database.close()
        if "jobs" in vars(self):
            self.jobs.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Library({str(self.folder)!r})"

    @property
    def id(self) -> str:
        """A random id that stays with the library wherever its folder goes."""
        return str(self.database.read("SELECT value FROM about WHERE key = 'id'")[0][0])

    @cached_property
    def jobs(self) -> JobStore:
        """Long work on this library by any process, and its finished pieces: running it again goes on where it was."""
        from motionloom.compute import JobStore

        return JobStore(self.folder / "jobs", earlier=self.folder)

    # ---- clips in ----

    def add(self, motion: Motion, name: str | None = None, *, window: str = "", annotations: Sequence[Any] = (), **details: Any) -> str:
        """Add a motion; its new clip id comes out.

        annotations: `NewAnnotation`s or (name, start, stop). details: any field of `NewClip`: labels, plants (F, 4),
        source, subject, description, licence, note, reading, height, gravity, made, plants_source...
        A motion whose recipe starts from others counts as made, one without as captured.
        """
        spans = additions.to_annotations(annotations)
        details["labels"] = tuple(details.get("labels", ()))
        clip = additions.store_clip(self.store, motion, name, annotations=spans, **details)
        added = self.add_stored([clip], window=window)[0]
        if added is None:
            raise LibraryError(f"{clip.reading.file} is in this library already")
        return added

    def add_stored(
        self, clips: Sequence[NewClip], *, window: str = "", title: str | None = None, command_id: str | None = None
    ) -> list[str | None]:
        """Add clips whose frames are stored, in one transaction; ids come out, None for a file that is here already.

        command_id: of the undo step, by which `find_change` knows later that it was done.
        """
        with self.database.transaction() as connection:
            edit = Edit(connection)
            ids = additions.insert_clips(edit, clips)
            if edit.touched:
                words = title or (f"Add {clips[0].name}" if len(clips) == 1 else f"Add {len(edit.touched)} clips")
                history.record(connection, edit, identity=command_id or make_id(), window=window, kind="add_clips", title=words)
        return ids

    # ---- clips out ----

    def clips(
        self,
        search: str = "",
        *,
        labels: Sequence[str] = (),
        annotations: Sequence[str] = (),
        source: str | None = None,
        subject: str | None = None,
        skeleton: str | None = None,
        made: bool | None = None,
        planted: bool | None = None,
        deleted: bool = False,
        sort: Sort = "name",
        descending: bool = False,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[Clip]:
        """Clips that pass every condition, in order; see `Filter`."""
        which = Filter(search, tuple(labels), tuple(annotations), source, subject, skeleton, made, planted, deleted)
        return queries.find_clips(self.database, which, sort, descending, limit, offset)

    def count(self, which: Filter | None = None) -> int:
        """How many clips pass a filter, or how many there are."""
        return queries.count_clips(self.database, which or Filter())

    def clip(self, clip: str) -> Clip:
        """One clip by id, deleted or not."""
        return queries.find_clip(self.database, clip)

    def find(self, word: str) -> str:
        """The id of the clip that a person means by an id, a name, or the start of an id."""
        return queries.find_clip_id(self.database, word)

    def motion(self, clip: str) -> Motion:
        """The motion of a clip, by id or by name. Its frames are memory-mapped: a long clip opens at once, frames are read when used."""
        found = self._clip_of(clip)
        skeleton = self.skeleton(found.skeleton)
        rotations, roots = self.store.read_motion(found.content, skeleton, found.frames)
        return _trusted_motion(skeleton, rotations, roots, found.fps, found.name, queries.read_recipe(self.database, found.id))

    def _clip_of(self, word: str) -> Clip:
        try:
            return self.clip(word)
        except LibraryError:
            return self.clip(self.find(word))

    def skeleton(self, skeleton: str) -> Skeleton:
        """A skeleton by its hash; clips of one body share one object."""
        if skeleton not in self._skeletons:
            self._skeletons[skeleton] = Skeleton.from_json(queries.read_skeleton(self.database, skeleton))
        return self._skeletons[skeleton]

    def recipe(self, clip: str) -> dict[str, Any]:
        """How a clip was made; empty for a capture."""
        return queries.read_recipe(self.database, check_id(clip, "clip"))

    def outcome(self, clip: str) -> dict[str, Any]:
        """What came out when a clip was made: a score, notes; empty for a capture."""
        return queries.read_outcome(self.database, check_id(clip, "clip"))

    def labels(self, clip: str) -> list[Label]:
        """What was said about a whole clip and by whom, denied labels among it."""
        return queries.find_labels(self.database, clip)

    def annotations(self, clip: str | None = None, *, track: str | None = None, name: str | None = None) -> list[Annotation]:
        """Named spans of frames of one clip, or of all; notes only where their track is named."""
        return queries.find_annotations(self.database, clip, track, name)

    def notes(self, clip: str | None = None) -> list[Annotation]:
        """Remarks at a moment of one clip, or of all; `annotations` leaves them out."""
        return self.annotations(clip, track=NOTES)

    def plants(self, clip: str) -> plants.ClipPlants | None:
        """A clip's foot plants; None where nobody and nothing has labelled it."""
        return queries.find_plants(self.database, check_id(clip, "clip"))

    def judgements(self, clip: str | None = None, *, question: str | None = None) -> list[Judgement]:
        """People's judgements of one clip, or of all."""
        return queries.find_judgements(self.database, clip, question)

    def summary(self) -> Summary:
        """The whole library in figures."""
        return queries.summarise(self.database)

    # ---- documents ----

    def documents(self, kind: str | None = None) -> list[Document]:
        """Models, behaviour machines and the like, of one kind or all."""
        return queries.find_documents(self.database, kind)

    def document(self, document: str) -> Document:
        """One document by id."""
        return queries.find_document(self.database, document)

    def document_bytes(self, document: str) -> bytes:
        """The bytes that were saved with a document. They are data: never unpickle them."""
        return self.store.read_bytes(self.document(document).content)

    def save_document(
        self,
        kind: str,
        name: str,
        data: Mapping[str, Any],
        *,
        content: bytes | None = None,
        clips: Sequence[str] = (),
        document: str | None = None,
        window: str = "",
        title: str = "",
        work: str = "",
    ) -> str:
        """Save a new document, or a new version of one; its id comes out. clips: those it rests on. title: for the undo menu; work: as in
        `apply`."""
        identity = document or make_id()
        stored = "" if content is None else self.store.write(content, BYTES)
        self.apply(SetDocument(identity, kind, name, data, stored, tuple(clips), title), window=window, work=work)
        return identity

    # ---- edits ----

    def apply(self, command: Mapping[str, Any] | Command, *, window: str = "", command_id: str | None = None, work: str = "") -> Change:
        """Apply a command; saved when this returns. The same command_id again changes nothing (`Change.applied` False).

        work: commands of one work (an id of the caller's) are one step of undo, whatever else is done between them.
        """
        return history.apply(self.database, command, window, command_id, work)

    def undo(self, window: str = "", *, command_id: str | None = None) -> Change | None:
        """Take back the window's own last edit; None where there is none. What others changed since stays (`Change.kept`)."""
        return history.undo(self.database, window, command_id)

    def redo(self, window: str = "", *, command_id: str | None = None) -> Change | None:
        """Do again what the window undid last; None where there is nothing."""
        return history.redo(self.database, window, command_id)

    def next_steps(self, window: str = "") -> tuple[str | None, str | None]:
        """What undo and redo would do in this window, for menus."""
        return history.next_steps(self.database, window)

    def seq(self) -> int:
        """The number of the last change."""
        return history.latest_seq(self.database)

    def find_change(self, command_id: str) -> Change | None:
        """The change that was asked for under this id; None where none was."""
        with self.database.snapshot() as connection:
            row = history.find_change(connection, command_id)
            return None if row is None else history.to_change(row, applied=False)

    def changes_since(self, seq: int, limit: int | None = None) -> list[Change]:
        """Changes after that number, in order, by whomever: windows, imports, other processes."""
        return history.changes_since(self.database, seq, limit)

    def write_plants(
        self,
        clip: str,
        bits: ArrayLike,
        *,
        start: int = 0,
        by: Author = "machine",
        source: str = "",
        confidence: ArrayLike | None = None,
        replace: bool = False,
        window: str = "",
        command_id: str | None = None,
    ) -> Change:
        """Write plants (N, 4) bool from frame `start`; a machine's leave every bit that a person set.

        Over plants that came with the clip's file a machine writes only with `replace`.
        """
        command = plants_command(clip, bits, start=start, by=by, source=source, confidence=confidence, replace=replace)
        return self.apply(command, window=window, command_id=command_id)


def _is_ours(entry: Path) -> bool:
    return entry.name == ARRAYS or entry.name.startswith((DATABASE, "."))


def _trusted_motion(skeleton: Skeleton, rotations: Any, roots: Any, fps: float, name: str, recipe: Mapping[str, Any]) -> Motion:
    # Checking would read every frame of the memory map. These were checked when they were stored and cannot change.
    motion = object.__new__(Motion)
    fields = {"skeleton": skeleton, "rotations": rotations, "root_positions": roots, "fps": fps, "name": name, "recipe": recipe}
    for field, value in fields.items():
        object.__setattr__(motion, field, value)
    return motion
