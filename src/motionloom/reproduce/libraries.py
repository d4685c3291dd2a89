"""Libraries that several results share, made once a run in a folder that goes when the run ends."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from motionloom.library import Library
from motionloom.reproduce.result import Given

CMU, CATALOGUE = "data/cmu", "data/catalogue.csv"
DEVELOPED = ("002", "007", "009", "016", "035", "086")  # performers that methods were developed on
OTHER_RATE = ("075", "141")  # captured at 60 Hz, though their files say 120
SAMPLE, REPORTING = "the sample, synthetic stand-ins", "CMU performers that nothing was developed on"


def sample_library(given: Given) -> Library:
    """The sample's clips."""
    return given.once("sample library", lambda: _make_sample(given))


def reporting_library(given: Given) -> Library:
    """The clips of CMU performers that nothing was developed on, but two whose rate the files have wrong; else the sample's."""
    captures = given.find(CMU)
    if captures is None:
        return sample_library(given)
    folders = [each for each in sorted(captures.iterdir()) if each.is_dir() and each.name not in (*DEVELOPED, *OTHER_RATE)]
    return given.once("reporting library", lambda: import_captures(given, "reporting", folders))


def say_library(given: Given) -> str:
    """Which data `reporting_library` holds."""
    return SAMPLE if given.find(CMU) is None else REPORTING


def import_captures(given: Given, name: str, files: Sequence[Path]) -> Library:
    """A new library of these files, labelled by the catalogue."""
    from motionloom.compute import InProcess
    from motionloom.library import import_files

    library = Library.create(_folder(given) / name)
    import_files(library, list(files), given.find(CATALOGUE), executor=InProcess())
    return library


def _make_sample(given: Given) -> Library:
    from motionloom.compute import InProcess
    from motionloom.making.sample_library import create_sample_library

    return create_sample_library(_folder(given) / "sample", executor=InProcess())


def _folder(given: Given) -> Path:
    return Path(given.once("folder of libraries", lambda: tempfile.TemporaryDirectory(prefix="motionloom-papers-")).name)
