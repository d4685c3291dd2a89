"""What most scripts want, one call each, on motions in memory: plants, clean-up, alignment, blends, naturalness.

The makers of `making` do the same to clips of a library, with recipes.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core import Motion, MotionError

if TYPE_CHECKING:
    from motionloom.library import Library
    from motionloom.render.shown import Shown
    from motionloom.score.rarity import Rarity


def detect_plants(motion: Motion) -> NDArray[np.bool_]:
    """Which of the four points of the feet stand (F, 4): left heel, left toe, right heel, right toe; by the oracle that we ship."""
    from motionloom.feet.oracle import default_oracle

    return default_oracle().label(motion).bits


def clean(motion: Motion, plants: ArrayLike | None = None, *, calm: bool = False) -> Motion:
    """The motion with its planted feet held still. plants (F, 4), detected where none are given; calm: as captures are cleaned."""
    from motionloom.feet.cleanup import CleanUpOptions, clean as hold_feet
    from motionloom.feet.plants import Plants

    return hold_feet(motion, Plants(_plants_of(motion, plants), motion.fps), CleanUpOptions(calm=calm)).motion


def transplant(host: Motion, donor: Motion, cut: str = "upper_body", *, upright: bool = False) -> Motion:
    """The host with a part that moves as the donor's, both from their beginnings, as long as the shorter; cut: see `core.parts.CUTS`.

    upright: a torso that is cut stands in the world as the donor's did, instead of keeping its angles.
    """
    from motionloom.align.attach import attach
    from motionloom.core.parts import find_part

    frames = min(len(host), int(np.floor((len(donor) - 1) / donor.fps * host.fps + 1e-6)) + 1)
    return attach(host[:frames], donor, find_part(host.skeleton, cut), chest="upright" if upright else "local")


def looks_human(motion: Motion, plants: ArrayLike | None = None) -> NDArray[np.float64]:
    """The chance (F,) that each frame looks human, by the second about it; NaN within half a second of either end.

    By the judge that we ship, which rests on a synthetic stand-in for people's judgements (docs/enrich.md).
    """
    from motionloom.enrich.looks_human.shelf import shipped_judge

    verdict = shipped_judge().judge(motion, _plants_of(motion, plants))
    return np.where(verdict.judged, verdict.chances, np.nan)


def align_to(clock: Motion, motion: Motion, *, pace: int = 2) -> Motion:
    """The second motion on the first one's clock: like moments at the same time; at most `pace` times faster or slower."""
    from motionloom.align import warp_between
    from motionloom.core.editing import sample_at

    warp = warp_between(clock, motion, max_slope=pace)
    return sample_at(motion, warp(clock.times) * motion.fps, clock.fps)


def blend(
    first: Motion, second: Motion, share: float = 0.5, *, plants: tuple[ArrayLike, ArrayLike] | None = None, feet: bool = True
) -> Motion:
    """A blend of two motions in step, on the first one's body and clock; `share` (0 to 1) of the second. feet: hold its planted feet.

    plants: of both (F, 4); detected where they are not given.
    """
    from motionloom.align import blend as blend_frames, register
    from motionloom.align.put_on import put_on
    from motionloom.core.heading import with_heading_in_root
    from motionloom.score.blend_plants import choose_plants

    if not 0.0 <= share <= 1.0:
        raise MotionError(f"the share of the second motion is 0 to 1, found {share}")
    bodies = [with_heading_in_root(put_on(motion, first.skeleton)) for motion in (first, second)]
    warps = register(bodies, reference=0).warps
    frames = np.stack([warp(first.times) * motion.fps for warp, motion in zip(warps, bodies, strict=True)])
    made = blend_frames(bodies, frames, np.tile([[1 - share], [share]], len(first)))
    if not feet:
        return made
    bits = [_plants_of(motion, None if plants is None else plants[n]) for n, motion in enumerate((first, second))]
    return clean(made, choose_plants(made, bodies, bits, frames).bits)


def transition(library: Library, source: str, target: str, *, table: str = "", lead: float = 0.5, after: float | None = None) -> Motion:
    """The transition from a moment of a clip ("16_15@1.2") to another, or to an activity ("run"), with captured motion on both sides.

    table: of transitions, by its name on the library's shelf; the only one there if not given (`motionloom transition build` makes one).
    lead, after: seconds before and after; an activity goes on to its end. The motion carries its recipe.
    """
    from motionloom.core.errors import LibraryError, list_names
    from motionloom.making.makers import make
    from motionloom.making.sources import Sources
    from motionloom.transitions.maker import transition_recipe
    from motionloom.transitions.shelf import find_table, list_tables, use_table
    from motionloom.transitions.stock import find_moment
    from motionloom.transitions.synthesis import choose_target

    known = list_tables(library)
    if not table and len(known) != 1:
        have = (
            f"it has {list_names([each.name for each in known])}; name one with table="
            if known
            else "make one: motionloom transition build"
        )
        raise LibraryError(f"{library.folder}: a transition needs a table; {have}")
    document = find_table(library, table) if table else known[0]
    ready, _ = use_table(library, document)
    start, activity = find_moment(ready.stock, source), "" if "@" in target else target
    end = choose_target(ready, start, activity) if activity else find_moment(ready.stock, target)
    return make(Sources(library), transition_recipe(library, document, start, end, lead=lead, after=after, activity=activity)).motion


def naturalness(motion: Motion, plants: ArrayLike | None = None) -> Rarity:
    """How rare the motion is among captures: `.total` up to 1 is natural, `.describe()` says what is rarest and where."""
    from motionloom.score.rarity import measure_rarity

    return measure_rarity(motion, _plants_of(motion, plants))


def share(
    motion: Motion | Sequence[Motion],
    path: str | PathLike[str],
    *,
    plants: ArrayLike | Sequence[ArrayLike] | None = None,
    annotations: Sequence[tuple[str, int, int]] = (),
    title: str = "",
) -> Path:
    """Write one HTML page that plays a motion, or several together, without a network; at most 1.5 MB. Its path comes out.

    plants (F, 4): of the motion, or a list of them; detected where none are given. annotations: of the first motion, (name, first frame,
    frame after the last).
    """
    from motionloom.render.sharing import save_page

    return save_page(to_shown(motion, plants, annotations), path, title)


def to_shown(
    motion: Motion | Sequence[Motion],
    plants: ArrayLike | Sequence[ArrayLike] | None = None,
    annotations: Sequence[tuple[str, int, int]] = (),
) -> list[Shown]:
    """Motions as the player of pages and notebooks takes them: see `share`."""
    from motionloom.core.body import is_body
    from motionloom.render.shown import Shown

    several = [motion] if isinstance(motion, Motion) else list(motion)
    given: Sequence[ArrayLike | None] = [None] * len(several)
    if plants is not None:
        given = [plants] if isinstance(motion, Motion) else list(plants)  # type: ignore[arg-type, list-item]
    if len(given) != len(several):
        raise MotionError(f"plants are one array a motion: expected {len(several)}, found {len(given)}")
    bits = [_plants_of(each, known) if is_body(each.skeleton) else None for each, known in zip(several, given, strict=True)]
    spans = [tuple(annotations), *[()] * (len(several) - 1)]
    return [Shown(each, known, said) for each, known, said in zip(several, bits, spans, strict=True)]


def _plants_of(motion: Motion, given: ArrayLike | None) -> NDArray[np.bool_]:
    if given is None:
        return detect_plants(motion)
    bits = np.asarray(given, bool)
    if bits.shape != (len(motion), 4):
        raise MotionError(
            f"plants are (frames, 4), left heel, left toe, right heel, right toe: expected {(len(motion), 4)}, found {bits.shape}"
        )
    return bits
