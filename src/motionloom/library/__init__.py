"""The folder on disk: SQLite for what people say, immutable arrays for motion, undo for everything."""

from motionloom.library.additions import NewAnnotation, NewClip, Reading, store_clip
from motionloom.library.commands import Command, kinds, parse
from motionloom.library.library import Library, is_library
from motionloom.library.plants import FEET, ClipPlants, Foot
from motionloom.library.queries import Filter
from motionloom.library.records import Annotation, Author, Change, Clip, Document, Judgement, Label, Summary, check_id, make_id

__all__ = [
    "FEET",
    "Annotation",
    "Author",
    "Change",
    "Clip",
    "ClipPlants",
    "Command",
    "Document",
    "Filter",
    "Foot",
    "Judgement",
    "Label",
    "Library",
    "NewAnnotation",
    "NewClip",
    "Reading",
    "Summary",
    "check_id",
    "is_library",
    "kinds",
    "make_id",
    "parse",
    "store_clip",
]
