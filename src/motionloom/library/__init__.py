"""The folder on disk: SQLite for what people say, immutable arrays for motion, undo for everything."""

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.library.additions import (
        NewAnnotation as NewAnnotation,
        NewClip as NewClip,
        Reading as Reading,
        store_clip as store_clip,
    )
    from motionloom.library.commands import Command as Command, kinds as kinds, parse as parse
    from motionloom.library.database import is_library as is_library
    from motionloom.library.exporting import Exported as Exported, export_clips as export_clips
    from motionloom.library.import_report import ImportReport as ImportReport
    from motionloom.library.importing import import_files as import_files
    from motionloom.library.library import Library as Library
    from motionloom.library.maintenance.check import (
        CheckReport as CheckReport,
        LibraryProblem as LibraryProblem,
        check_library as check_library,
    )
    from motionloom.library.plants import FEET as FEET, ClipPlants as ClipPlants, Foot as Foot
    from motionloom.library.queries import Filter as Filter
    from motionloom.library.records import (
        Annotation as Annotation,
        Author as Author,
        Change as Change,
        Clip as Clip,
        Document as Document,
        Judgement as Judgement,
        Label as Label,
        Summary as Summary,
        check_id as check_id,
        make_id as make_id,
    )

# Each from its own file, on first use: whether a folder is a library is asked before NumPy is there, and opening one waits for no formats.
__all__, __getattr__ = load_later(__name__, __file__)
