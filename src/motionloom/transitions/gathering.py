"""From clips of a library to a stock, and from a table's bytes back to the stock it was built of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.compute import Progress
from motionloom.core import Motion, Skeleton
from motionloom.core.body import body_of, is_body
from motionloom.core.editing import resampled_length
from motionloom.core.errors import FileError, LibraryError, MotionError, MotionloomError, list_names
from motionloom.core.heading import with_heading_in_root
from motionloom.core.rest_poses import has_same_bones
from motionloom.library import Clip, Library
from motionloom.making.plants import find_plants
from motionloom.score.segments import MassModel
from motionloom.transitions.stock import RATE, Stock, StockClip, make_stock
from motionloom.transitions.table import TableFile, TransitionTable


@dataclass(frozen=True, eq=False)
class Gathered:
    """A stock, and the clips that could not be part of it: name and why."""

    stock: Stock
    left_out: tuple[tuple[str, str], ...] = ()


def gather_stock(library: Library, clips: Sequence[Clip], mirrored: bool = False, one_body: bool = False) -> Gathered:
    """The stock of these clips, with the plants of `find_plants`; see `put_on_one_body`."""
    placed, left_out = put_on_one_body(library, clips, one_body)
    described, motions, plants = list[StockClip](), list[Motion](), list[NDArray[np.bool_]]()
    for clip, motion in placed:
        found = find_plants(library, clip)
        described.append(describe_clip(library, clip, found.source))
        motions.append(with_heading_in_root(motion))
        plants.append(found.bits)
    return Gathered(make_stock(motions, plants, described, mirrored), tuple(left_out))


def put_on_one_body(
    library: Library, clips: Sequence[Clip], one_body: bool = False, progress: Progress | None = None
) -> tuple[list[tuple[Clip, Motion]], list[tuple[str, str]]]:
    """Clips with their motions on one skeleton, and the names of those that cannot be put on it, with the reason.

    An error unless all are of one body; one_body: others are put on the skeleton of the first (see `put_on`).
    """
    if not one_body:
        _require_one_body(library, clips)
    base = _common_skeleton(library, clips)
    placed, left_out = list[tuple[Clip, Motion]](), list[tuple[str, str]]()
    for clip in (progress or Progress()).each("Opening clips", clips, lambda clip: clip.name):
        try:
            motion = library.motion(clip.id)
            if len(motion) < 2:
                raise MotionError(f"{clip.name!r} has one frame only, which is no motion")
            body_of(motion.skeleton)
            placed.append((clip, put_on(motion, base)))
        except MotionloomError as error:
            left_out.append((clip.name, str(error)))
    if not placed:
        raise MotionError(left_out[0][1])
    return placed, left_out


def describe_clip(library: Library, clip: Clip, plants_source: str = "") -> StockClip:
    """A clip as a stock knows it, with the labels and annotations that it has now."""
    scale = RATE / clip.fps
    spans = tuple((span.name, round(span.start * scale), round(span.stop * scale)) for span in library.annotations(clip.id))
    return StockClip(clip.id, clip.name, False, 0.0, tuple(clip.labels), spans, plants_source, clip.fingerprint, clip.subject)


def open_table(library: Library, file: TableFile, where: str) -> TransitionTable:
    """A table with the frames of its clips and the plants it was built by; an error where frames have changed since."""
    clips = [_find_clip(library, identity, where) for identity in file.clips]
    contents = file.about.get("contents", [clip.fingerprint for clip in clips])
    for clip, content in zip(clips, contents, strict=True):
        if clip.fingerprint != content:
            raise FileError(f"{where}: {clip.name!r} has other frames, another rate or skeleton now; build the table again")
    sources = file.about.get("plants_sources", [""] * len(clips))
    described = [describe_clip(library, clip, str(source)) for clip, source in zip(clips, sources, strict=True)]
    base = _common_skeleton(library, clips)
    placed = [put_on(library.motion(clip.id), base) for clip in clips]
    mirrored = bool(file.about["mirrored"])
    if file.keeps_plants:
        plants = file.plants([resampled_length(clip.frames, clip.fps, RATE) for clip in clips])
        facing = [with_heading_in_root(motion) for motion in placed]
        return file.join(make_stock(facing, plants, described, mirrored, at_rate=True), where)
    stock = make_stock(placed, [_earlier_plants(library, clip) for clip in clips], described, mirrored)
    if stock.fingerprint != file.about.get("fingerprint"):
        raise FileError(f"{where}: made from other clips or plants than the library holds now; build the table again")
    return _keep_contents(file.join(stock, where))


def fit_stock_masses(stock: Stock, seed: int = 0) -> MassModel:
    """Shares of body mass fitted on the stock's captured clips, a mirror teaches nothing new."""
    from motionloom.score.fitting import fit_masses

    spans = [(int(stock.starts[n]), int(stock.starts[n + 1])) for n, clip in enumerate(stock.clips) if not clip.mirrored]
    motions, plants = [stock.motion(a, b) for a, b in spans], [stock.plants[a:b] for a, b in spans]
    return fit_masses(motions, plants, np.random.default_rng(seed))


def _require_one_body(library: Library, clips: Sequence[Clip]) -> None:
    first = library.skeleton(clips[0].skeleton)
    foreign = {key for key in {clip.skeleton for clip in clips} if not has_same_bones(library.skeleton(key), first)}
    if foreign:
        others, who = sorted({clip.subject or clip.name for clip in clips if clip.skeleton in foreign}), clips[0].subject or clips[0].name
        raise MotionError(
            f"clips of one body are needed, and those of {list_names(others, 4)} differ from those of {who}: "
            "choose with --subject, or allow --one-body"
        )


def _common_skeleton(library: Library, clips: Sequence[Clip]) -> Skeleton:
    """The skeleton of the first clip of the kind of body that most have: others, though they come first, are put on it or left out."""
    counts = Counter(clip.skeleton for clip in clips)
    bodies = [key for key in counts if is_body(library.skeleton(key))] or list(counts)
    kinds = Counter[tuple[str, ...]]()
    for key in bodies:
        kinds[library.skeleton(key).names] += counts[key]
    most = kinds.most_common(1)[0][0]
    return next(skeleton for key in bodies if (skeleton := library.skeleton(key)).names == most)


def _find_clip(library: Library, identity: str, where: str) -> Clip:
    try:
        clip = library.clip(identity)
    except LibraryError:
        raise FileError(
            f"{where}: made of clip {identity}, which is not in this library; open it with the library it was built for"
        ) from None
    if not clip.content:
        raise FileError(f"{where}: the frames of {clip.name!r} went when the library was tidied; build the table again")
    return clip


def _earlier_plants(library: Library, clip: Clip) -> NDArray[np.bool_]:
    """The plants that tables which did not keep them were built by: the library's, else by the detector of the time."""
    from motionloom.feet.detectors.kinetic import Kinetic
    from motionloom.feet.signals import measure

    found = library.plants(clip.id)
    return Kinetic().detect(measure(library.motion(clip.id))) if found is None else found.bits


def _keep_contents(table: TransitionTable) -> TransitionTable:
    """A table of the first version as one of today: what it was built of is written down."""
    captured = [clip for clip in table.stock.clips if not clip.mirrored]
    table.about.pop("fingerprint", None)
    table.about.pop("tried", None)
    table.about["contents"] = [clip.content for clip in captured]
    table.about["plants_sources"] = [clip.plants_source for clip in captured]
    return table
