"""The open library's transition tables, opened once, and transitions kept as clips: what the transition panels share."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from motionloom.studio.errors import NotThere
from motionloom.studio.session import OpenLibrary

if TYPE_CHECKING:
    from motionloom.transitions.synthesis import Transition
    from motionloom.transitions.table import TransitionTable

LEAD = 0.5  # seconds of captured motion on both sides of a transition that is kept


class OpenTables:
    """Tables that are open, with the score up to which they are natural. Edits of labels and annotations show at once."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], tuple[int, TransitionTable, float]] = {}
        self._lock = threading.Lock()

    def of(self, current: OpenLibrary, identity: str) -> tuple[TransitionTable, float]:
        """A table and its line, opened where it is not yet."""
        from motionloom.transitions import tables
        from motionloom.transitions.gathering import open_table

        library, key = current.library, (current.id, identity)
        with self._lock:
            seq, known = library.seq(), self._open.get(key)
            if known is None:
                path = tables.table_path(library, identity)
                if not path.is_file():
                    raise NotThere(f"there is no transition table {identity!r} any more; make it again")
                table = open_table(path, library)
                known = (seq, table, tables.natural_line(table))
            elif known[0] != seq:
                known = (seq, tables.rename_spans(known[1], library), known[2])
            self._open[key] = known
        return known[1], known[2]

    def forget(self, identity: str) -> None:
        """Open it anew next time: its file has been replaced."""
        with self._lock:
            self._open = {key: value for key, value in self._open.items() if key[1] != identity}


TABLES = OpenTables()


def add_transition(current: OpenLibrary, identity: str, table: TransitionTable, made: Transition, name: str) -> str:
    """A transition as a new clip, with some captured motion on both sides; its recipe tells its score and its table."""
    from motionloom.transitions.side_by_side import show_transition

    shown = show_transition(table, made, LEAD)
    score = {"score": round(made.score, 4), "plant": round(made.plant, 4), "balance": round(made.balance, 4)}
    source = current.library.clip(table.stock.clips[int(table.stock.clip_of[made.source])].id)
    # What the score was measured by, so that the compare panel measures the same span in the same way.
    floor = table.stock.clips[int(table.stock.clip_of[made.source])].floor
    measured = {"span": [shown.begin, shown.end + 1], "masses": list(table.masses.shares), "floor": floor}
    recipe = {**made.motion.recipe, **score, "table": identity, **measured}
    return current.library.add(
        shown.motion.with_arrays(shown.motion.rotations, shown.motion.root_positions, recipe=recipe),
        name,
        plants=shown.plants,
        plants_source="transition",
        subject=source.subject,
        annotations=[("transition", shown.begin, shown.end + 1), *shown.annotations],
        height=source.height,
    )
