"""Transition tables and comparisons on the shelf of a library: put there, opened, and what is to be said of them."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError, count_of
from motionloom.library import Clip, Document, Library
from motionloom.library.store import BYTES
from motionloom.making import shelf
from motionloom.making.plants import find_plants, library_oracle
from motionloom.making.shelf import NewEntry, ShelfKind
from motionloom.transitions.comparison import Comparison, natural_limit, read_comparison
from motionloom.transitions.gathering import describe_clip, open_table
from motionloom.transitions.stock import plants_at_rate
from motionloom.transitions.table import TransitionTable, captured_plants, read_table

TABLE = "transition_table"
COMPARISON = "comparison"


class OpenTable:
    """A table that is open, with the score in metres up to which its transitions are natural. Its clips' names, labels and annotations
    are those that the library has now."""

    def __init__(self, table: TransitionTable, natural: float) -> None:
        self.natural = natural
        self._table = table
        self._seq = -1
        self._lock = threading.Lock()

    def named_now(self, library: Library) -> TransitionTable:
        """The table; an error where the frames of its clips have changed since it was built."""
        with self._lock:
            seq = library.seq()
            if seq != self._seq:
                self._table, self._seq = _rename(self._table, library), seq
            return self._table


def _rename(table: TransitionTable, library: Library) -> TransitionTable:
    clips = []
    for known in table.stock.clips:
        clip = library.clip(known.id)
        if clip.fingerprint != known.content:
            raise FileError(f"{clip.name!r} has other frames, another rate or skeleton than when the table was built; build it again")
        now = describe_clip(library, clip, known.plants_source)
        clips.append(replace(now, mirrored=known.mirrored, floor=known.floor))
    return table.with_clips(clips)


def describe_table(table: TransitionTable) -> NewEntry:
    """A table as an entry of the shelf."""
    about = table.about
    data = {
        "seconds": about.get("seconds", 1.0),  # as `table_checks` takes a table that does not say it
        "representatives": len(table.representatives),
        "mirrored": about["mirrored"],
        "natural": natural_limit(table),
        "skeleton": table.stock.skeleton.hash,
        "digest": table.digest,
        "plants": {
            clip: [source, _digest(bits)]
            for (clip, bits), source in zip(captured_plants(table.stock).items(), about["plants_sources"], strict=True)
        },
    }
    return NewEntry(table.to_bytes(), data, tuple(about["clip_ids"]))


def put_table(library: Library, table: TransitionTable, name: str, *, window: str = "") -> str:
    """Put a table on the shelf under a free name; its id comes out. The very same table is not put there twice."""
    return put_once(library, TABLE, name, describe_table(table), window=window)


def put_once(library: Library, kind: str, name: str, entry: NewEntry, *, window: str = "") -> str:
    """Put an entry on the shelf unless one of the same kind has the same bytes; its id comes out."""
    content = library.store.write(entry.content, BYTES)
    same = [each.id for each in shelf.entries(library, kind) if each.content == content]
    return same[0] if same else shelf.put(library, kind, name, entry, window=window)


def find_table(library: Library, word: str, *, window: str = "") -> Document:
    """The table that a person means by a name or an id on the shelf, or by a file, which is put on the shelf first."""
    list_tables(library)
    path = Path(word)
    known = [each for each in shelf.entries(library, TABLE) if word in (each.id, each.name)]
    if not known and path.is_file():
        entry = TABLES.read_file(library, path)
        return library.document(put_once(library, TABLE, path.stem, entry, window=window))
    return shelf.find_entry(library, word, TABLE)


def list_tables(library: Library) -> list[Document]:
    """The tables on the shelf. Those that an earlier Motionloom left in the library's folder are put there first."""
    from motionloom.transitions.earlier_tables import take_over

    take_over(library)
    return shelf.entries(library, TABLE)


def use_table(library: Library, document: Document) -> tuple[TransitionTable, float]:
    """A table of the shelf, opened once, and the score in metres up to which its transitions are natural."""
    opened: OpenTable = shelf.open_entry(library, document)
    return opened.named_now(library), opened.natural


def find_comparison(library: Library, table: Document) -> Document | None:
    """The latest comparison that was made with a table."""
    list_tables(library)
    digest = table.data["digest"]
    made = [each for each in shelf.entries(library, COMPARISON) if each.data["table"] == digest]
    return max(made, key=lambda each: each.added, default=None)


def describe_comparison(found: Comparison, table: Document) -> NewEntry:
    """A comparison as an entry of the shelf; it rests on the clips of its table."""
    counts = found.counts()
    data = {"table": found.table, "pairs": len(found.pairs), "natural": found.natural, "seconds": found.seconds, "counts": vars(counts)}
    return NewEntry(found.to_bytes(), data, table.clips)


def changed_plants(library: Library, table: Document) -> list[str]:
    """The names of clips whose plants are others now than when a table was built."""
    known: Mapping[str, tuple[str, str]] = table.data.get("plants", {})
    clips = [library.clip(identity) for identity in table.clips]
    return [clip.name for clip in clips if clip.id in known and not _same_plants(library, clip, *known[clip.id])]


def _same_plants(library: Library, clip: Clip, source: str, digest: str) -> bool:
    """Whether a clip's plants are still these; what an oracle would guess is not guessed to see that, which would take seconds."""
    stored = library.plants(clip.id)
    if stored is None or (stored.source.startswith("oracle ") and not stored.by_person.any()):
        return source == f"oracle {library_oracle(library).version}"
    return _digest(plants_at_rate(find_plants(library, clip).bits, clip.fps)) == digest


def describe_changes(library: Library, table: Document) -> str:
    """What is to be said where a table is shown; nothing where all is as it was built."""
    changed = len(changed_plants(library, table))
    if not changed:
        return ""
    return f"Built before the foot plants of {count_of(changed, 'clip')} were corrected; build it again to use them."


def _digest(bits: NDArray[np.bool_]) -> str:
    return hashlib.sha256(np.packbits(bits, axis=1).tobytes()).hexdigest()[:16]


def _open_table(library: Library, document: Document, content: bytes) -> OpenTable:
    where = f"transition table {document.name!r}"
    table = open_table(library, read_table(content, where), where)
    natural = document.data.get("natural")
    return OpenTable(table, natural_limit(table) if natural is None else float(natural))


def _read_table(library: Library, path: Path) -> NewEntry:
    return describe_table(open_table(library, read_table(_read(path), str(path)), str(path)))


def _open_comparison(library: Library, document: Document, content: bytes) -> Comparison:
    return read_comparison(content, f"comparison {document.name!r}")


def _read_comparison(library: Library, path: Path) -> NewEntry:
    found = read_comparison(_read(path), str(path))
    table = next((each for each in shelf.entries(library, TABLE) if each.data["digest"] == found.table), None)
    if table is None:
        raise FileError(f"{path}: the table that it was made with is not on the shelf; put that there first (`motionloom shelf import`)")
    return describe_comparison(found, table)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None


TABLES = shelf.register(ShelfKind(TABLE, "Transition table", ".npz", _open_table, _read_table))
COMPARISONS = shelf.register(ShelfKind(COMPARISON, "Comparison with a motion graph", ".npz", _open_comparison, _read_comparison))
