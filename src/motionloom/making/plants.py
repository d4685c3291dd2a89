"""Whose plants: the one answer for all who need the foot plants of a clip or a motion."""

from __future__ import annotations

from motionloom.core import Motion
from motionloom.feet.oracle import Oracle, default_oracle
from motionloom.feet.plants import Plants
from motionloom.feet.teaching import KIND, is_whole, read_plants
from motionloom.library import Clip, Library
from motionloom.making import shelf
from motionloom.making.sources import OpenSource


def find_plants(library: Library, clip: Clip, motion: Motion | None = None) -> Plants:
    """The plants of a clip: a person's bits first, then what came with its file or its recipe, then the library's oracle.

    The library's oracle is the one that was taught there, the one that comes with Motionloom where none was. What an earlier oracle
    guessed is guessed again; nothing is written. motion: the clip's, where it is at hand.
    """
    stored, known = library.plants(clip.id), read_plants(library, clip)
    oracle = library_oracle(library)
    guessed = stored is not None and stored.by == "machine" and stored.source.startswith("oracle ")
    if stored is not None and known is not None and is_whole(stored) and (not guessed or stored.source == f"oracle {oracle.version}"):
        return known
    found = oracle.label(library.motion(clip.id) if motion is None else motion)
    return found if known is None else known.under(found)


def plants_of_source(library: Library | None, opened: OpenSource) -> Plants:
    """The plants of an open source: of its clip by `find_plants`, of a file those that it brings, else by an oracle."""
    if library is not None and opened.clip is not None:
        whole = find_plants(library, opened.clip)
        bits = whole.bits[opened.source.start : opened.source.stop]
        return Plants(bits, opened.motion.fps, source=whole.source)
    if opened.plants is not None:
        return Plants(opened.plants, opened.motion.fps, source=opened.plants_source)
    return (default_oracle() if library is None else library_oracle(library)).label(opened.motion)


def library_oracle(library: Library) -> Oracle:
    """The oracle that was taught last on a library, or the one that comes with Motionloom."""
    saved = library.documents(KIND)
    if not saved:
        return default_oracle()
    opened: Oracle = shelf.open_entry(library, saved[0])
    return opened
