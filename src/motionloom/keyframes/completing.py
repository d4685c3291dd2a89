"""A sketch completed from captures: every step of paper 002 in order, and what each gave, to be looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.keyframes.assembling import Assembled, assemble
from motionloom.keyframes.bands import CENTRE, band_of, choose_band, noise_level
from motionloom.keyframes.driving import cutting_driver, find_drivers, propose_drivers
from motionloom.keyframes.fragments import Fragments, chain, cut
from motionloom.keyframes.key_curves import SketchError
from motionloom.keyframes.matching import Matches, describe_drivers, find_matches
from motionloom.keyframes.options import DriverSpan
from motionloom.keyframes.paths import different_paths, join_costs
from motionloom.keyframes.pose_curves import to_curves
from motionloom.keyframes.rig import Floats, rig_of
from motionloom.keyframes.sketch import Sketch
from motionloom.keyframes.style import EXTRAS, Style, pick
from motionloom.keyframes.synthesis import Pieces, synthesise
from motionloom.keyframes.texturing import texture_channels

SHARED = 0.5  # of the captures' liveliest band: a band in which they move less is not what they are about


@dataclass(frozen=True, eq=False)
class Completion:
    """What each step gave.

    rough: the bare sketch; curves: its drivers (F,) by channel; spans: drivers along the timeline; band: matched in; fragments (S): of the
    sketch; tables: of each of them, the captured fragments that it is matched with; matches; paths (P, S): which match; costs (P,).
    """

    sketch: Sketch
    style: Style
    rough: Assembled
    curves: dict[str, Floats]
    spans: tuple[DriverSpan, ...]
    band: int
    fragments: Fragments
    tables: tuple[Fragments, ...]
    matches: Matches
    paths: NDArray[np.intp]
    costs: Floats

    def pieces(self, path: int = 0) -> Pieces:
        """The captured fragments of a path, in order."""
        chosen = self.paths[path]
        rows = np.arange(len(chosen))
        which = self.matches.fragment[rows, chosen]
        start = np.array([table.start[n] for table, n in zip(self.tables, which, strict=True)])
        stop = np.array([table.stop[n] for table, n in zip(self.tables, which, strict=True)])
        clip = np.array([table.clip[n] for table, n in zip(self.tables, which, strict=True)])
        scale = self.matches.scale[rows, chosen] if self.sketch.options.scale else np.ones(len(rows))
        return Pieces(self.fragments, start, stop, clip, scale)

    def make(self, path: int = 0) -> Assembled:
        """The completed motion of a path."""
        if not 0 <= path < len(self.paths):
            raise SketchError(f"this completion has the paths 1 to {len(self.paths)}, found {path + 1}")
        pieces = self.pieces(path)
        fill = synthesise(self.sketch, self.style, pieces, self.rough.stands)
        textured = texture_channels(self.sketch, self.style, pieces, self.rough)
        return assemble(self.sketch, fill, textured)

    def motion(self, path: int = 0) -> Motion:
        """The completed motion of a path."""
        return self.make(path).motion


def complete_with(sketch: Sketch, style: Style) -> Completion:
    """Match a sketch with a style and find paths; `Completion.make` makes the motion of any of them."""
    rig, options = rig_of(sketch.skeleton), sketch.options
    if len(style) == 0 or style.fps != sketch.fps:
        raise SketchError(f"the style has {style.fps:g} Hz, the sketch {sketch.fps:g}; build it at the sketch's rate")
    rough = assemble(sketch)
    posed = to_curves(rig, rough.motion, style.reference, rough.turn)
    extras = np.zeros((sketch.frames, len(EXTRAS)))
    extras[:, 0] = posed.root[:, 1]
    named = {name for span in options.drivers for name in span.channels} or set(find_drivers(sketch))
    curves = {name: pick(rig, posed.joints, extras, name) for name in sorted(named)}
    band = options.band or _choose_band(curves, style)
    spans = _cover(options.drivers, sketch) if options.drivers else propose_drivers(sketch, curves, band)
    fragments, tables, matches = _match(sketch, style, curves, spans, band)
    costs = [join_costs(matches.fragment[n], matches.fragment[n + 1], tables[n], tables[n + 1]) for n in range(len(fragments) - 1)]
    paths, totals = different_paths(matches.error, costs, options.paths)
    return Completion(sketch, style, rough, curves, spans, band, fragments, tuple(tables), matches, paths, totals)


def _choose_band(curves: dict[str, Floats], style: Style) -> int:
    """By the driver that moves most; where captures hardly move in that band (walks, for a sketch that crouches), by what both share."""
    liveliest = max(curves.values(), key=lambda curve: float(np.var(curve)))
    band = choose_band(liveliest, style.fps)
    choices = range(noise_level(style.fps) + 2, band + 1)
    captured = {each: sum(float(np.var(style.band(name, each))) for name in curves) for each in choices}
    if captured[band] >= SHARED * max(captured.values()):
        return band
    sketched = {each: sum(float(np.var(band_of(curve, each))) for curve in curves.values()) for each in choices}
    return max(choices, key=lambda each: captured[each] * sketched[each])


def _cover(spans: tuple[DriverSpan, ...], sketch: Sketch) -> tuple[DriverSpan, ...]:
    """A person's spans, in order, without gaps: each goes on until the next one begins."""
    ordered = sorted(spans, key=lambda span: span.start)
    stops = [*(span.start for span in ordered[1:]), max(sketch.frames / sketch.fps, ordered[-1].start + 1e-6)]
    starts = [0.0, *(span.start for span in ordered[1:])]
    return tuple(replace(span, start=start, stop=stop) for span, start, stop in zip(ordered, starts, stops, strict=True) if stop > start)


def _match(
    sketch: Sketch, style: Style, curves: dict[str, Floats], spans: tuple[DriverSpan, ...], band: int
) -> tuple[Fragments, list[Fragments], Matches]:
    """The sketch's fragments, for each the captured ones it was compared with, and its matches."""
    parts, tables, found = list[Fragments](), list[Fragments](), list[Matches]()
    last = sketch.frames - 1
    period = CENTRE * 2.0**band
    for span in spans:
        inside = (min(round(span.start * sketch.fps), last), min(round(span.stop * sketch.fps), last))
        if inside[1] <= inside[0]:
            continue
        cutting = cutting_driver(span.channels, curves, band, slice(inside[0], inside[1] + 1))
        part, table = cut(band_of(curves[cutting], band), inside=inside), style.fragments(cutting, band)
        drawn = describe_drivers(np.stack([band_of(curves[name], band) for name in span.channels], axis=1), period)
        captured = describe_drivers(np.stack([style.band(name, band) for name in span.channels], axis=1), period)
        found.append(find_matches(drawn, part, captured, table, sketch.options.matches, sketch.options.scale))
        parts.append(part)
        tables += [table] * len(part)
    if not parts:
        raise SketchError(f"a sketch of {sketch.frames} frames is too short to be completed")
    widest = max(each.fragment.shape[1] for each in found)
    return chain(parts), tables, _stack(found, widest)


def _stack(found: list[Matches], width: int) -> Matches:
    def widen(rows: NDArray[np.generic], empty: float) -> NDArray[np.generic]:
        return np.pad(rows, [(0, 0), (0, width - rows.shape[1])], constant_values=empty)

    names = (("fragment", -1), ("error", np.inf), ("scale", 1.0))
    return Matches(*(np.concatenate([widen(getattr(each, name), empty) for each in found]) for name, empty in names))
