"""The table of transitions that results of chapter 5 share: of CMU 16 where captures are given, else of the sample's ada."""

from __future__ import annotations

from motionloom.library import Document, Library
from motionloom.making.choice import Choice
from motionloom.reproduce.libraries import import_captures, sample_library
from motionloom.reproduce.result import Given
from motionloom.transitions.table import TransitionTable

CMU_16 = "data/cmu/016"
REPRESENTATIVES = 20, 5  # full, quick; the paper has 50, which take minutes
CLIPS = ("ada_walk_00", "ada_walk_01", "ada_run_00", "ada_jog_00", "ada_stand_00", "ada_start_00", "ada_stop_00")


def find_table(given: Given) -> tuple[Library, Document, TransitionTable]:
    """A library, the table's entry on its shelf, and the table, for transitions of a second."""
    return given.once("transition table", lambda: _build(given))


def say_table(given: Given) -> str:
    """Whose motion it holds."""
    return "the sample's ada, a synthetic stand-in" if given.find(CMU_16) is None else "CMU 16"


def _build(given: Given) -> tuple[Library, Document, TransitionTable]:
    from motionloom.making.work import run_here
    from motionloom.transitions.jobs import table_arguments
    from motionloom.transitions.shelf import TABLE, use_table

    folder = given.find(CMU_16)
    library = sample_library(given) if folder is None else import_captures(given, "sixteen", [folder])
    choice = Choice(clips=CLIPS) if folder is None else Choice(labels=("walk", "run"))
    count = REPRESENTATIVES[given.quick]
    work = run_here(
        library, TABLE, table_arguments(choice, representatives=count, name="of the papers"), workers=1, progress=given.progress
    )
    document = library.document(work.entries[0])
    return library, document, use_table(library, document)[0]
