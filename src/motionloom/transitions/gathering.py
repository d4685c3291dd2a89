"""From a library to a stock, and from a table's file back to the same stock."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from motionloom.align.put_on import put_on
from motionloom.core.errors import MotionError, list_names
from motionloom.library import Library
from motionloom.library.sample_library import is_performed
from motionloom.score.segments import MassModel
from motionloom.transitions.stock import RATE, Stock, StockClip, make_stock
from motionloom.transitions.table import TransitionTable, read_about


def choose_clips(
    library: Library, search: str = "", labels: Sequence[str] = (), subjects: Sequence[str] = (), one_body: bool = False
) -> list[str]:
    """The ids of the performed clips that pass, performer by performer; an error unless all are of one skeleton.

    one_body: other performers are welcome; `gather_stock` puts them on the skeleton of the first.
    """
    chosen: list[str | None] = [*subjects] or [None]
    clips = [clip for subject in chosen for clip in library.clips(search, labels=labels, subject=subject) if is_performed(clip)]
    if not clips:
        raise MotionError("no clip of the library passes; `motionloom library list` shows what there is")
    bodies = sorted({clip.subject or clip.name for clip in clips if clip.skeleton != clips[0].skeleton})
    if bodies and not one_body:
        who = clips[0].subject or clips[0].name
        raise MotionError(
            f"clips of one body are needed, and those of {list_names(bodies, 4)} differ from those of {who}: "
            "choose with --subject, or allow --one-body"
        )
    return [clip.id for clip in clips]


def gather_stock(library: Library, clips: Sequence[str], mirrored: bool = False) -> Stock:
    """The stock of these clips, with the library's plants where it has any and detected ones where not.

    All are put on the first one's skeleton: see `put_on`.
    """
    described, plants = [], []
    for identity in clips:
        clip, found = library.clip(identity), library.plants(identity)
        scale = RATE / clip.fps
        spans = tuple((span.name, round(span.start * scale), round(span.stop * scale)) for span in library.annotations(identity))
        described.append(StockClip(clip.id, clip.name, False, 0.0, tuple(clip.labels), spans))
        plants.append(None if found is None else found.bits)
    motions = [library.motion(identity) for identity in clips]
    return make_stock([put_on(motion, motions[0].skeleton) for motion in motions], plants, described, mirrored)


def open_table(path: Path, library: Library) -> TransitionTable:
    """A table with the stock it was made from; an error where the library has changed since."""
    about = read_about(path)
    return TransitionTable.load(path, gather_stock(library, about["clip_ids"], about["mirrored"]))


def fit_stock_masses(stock: Stock, seed: int = 0) -> MassModel:
    """Shares of body mass fitted on the stock's captured clips, a mirror teaches nothing new."""
    from motionloom.score.fitting import fit_masses

    spans = [(int(stock.starts[n]), int(stock.starts[n + 1])) for n, clip in enumerate(stock.clips) if not clip.mirrored]
    motions, plants = [stock.motion(a, b) for a, b in spans], [stock.plants[a:b] for a, b in spans]
    return fit_masses(motions, plants, np.random.default_rng(seed))
