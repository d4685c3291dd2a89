"""The folder on disk: SQLite for what people say, immutable arrays for motion, undo for everything."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motionloom.library.additions import NewAnnotation, NewClip, Reading, store_clip
    from motionloom.library.commands import Command, kinds, parse
    from motionloom.library.database import is_library
    from motionloom.library.exporting import Exported, export_clips
    from motionloom.library.import_report import ImportReport
    from motionloom.library.importing import import_files
    from motionloom.library.library import Library
    from motionloom.library.maintenance.check import CheckReport, LibraryProblem, check_library
    from motionloom.library.plants import FEET, ClipPlants, Foot
    from motionloom.library.queries import Filter
    from motionloom.library.records import Annotation, Author, Change, Clip, Document, Judgement, Label, Summary, check_id, make_id

__all__ = [
    "FEET",
    "Annotation",
    "Author",
    "Change",
    "CheckReport",
    "Clip",
    "ClipPlants",
    "Command",
    "Document",
    "Exported",
    "Filter",
    "Foot",
    "ImportReport",
    "Judgement",
    "Label",
    "Library",
    "LibraryProblem",
    "NewAnnotation",
    "NewClip",
    "Reading",
    "Summary",
    "check_id",
    "check_library",
    "export_clips",
    "import_files",
    "is_library",
    "kinds",
    "make_id",
    "parse",
    "store_clip",
]

# Each from its own file, on first use: whether a folder is a library is asked before NumPy is there, and opening one waits for no formats.
_PLACES = {
    "additions": ("NewAnnotation", "NewClip", "Reading", "store_clip"),
    "maintenance.check": ("CheckReport", "LibraryProblem", "check_library"),
    "commands": ("Command", "kinds", "parse"),
    "database": ("is_library",),
    "exporting": ("Exported", "export_clips"),
    "import_report": ("ImportReport",),
    "importing": ("import_files",),
    "library": ("Library",),
    "plants": ("FEET", "ClipPlants", "Foot"),
    "queries": ("Filter",),
    "records": ("Annotation", "Author", "Change", "Clip", "Document", "Judgement", "Label", "Summary", "check_id", "make_id"),
}
_LATER = {name: place for place, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
