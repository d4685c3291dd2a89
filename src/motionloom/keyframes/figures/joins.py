"""Figures 6 to 9 of paper 002: matches in a row, the path, how fragments meet and are smoothed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from motionloom.keyframes.bands import band_of, noise_level, smooth
from motionloom.keyframes.completing import Completion
from motionloom.keyframes.figures.curves import CAPTURE, CHOSEN, SHOWN, SKETCH, main_driver, new_figure, save
from motionloom.keyframes.joining import blend_weight, chain_pieces, fit_quadratic, join, meet
from motionloom.keyframes.matching import read_at, resample_places
from motionloom.keyframes.paths import join_costs
from motionloom.keyframes.rig import Floats
from motionloom.keyframes.synthesis import read_pieces


def filled_channel(completion: Completion) -> str:
    """A channel that is synthesised: the lowest of the spine."""
    labels = completion.style.rig.labels
    return f"{next(label for label in ('spine', 'chest', 'neck', 'head') if label in labels)}.x"


def captured(completion: Completion) -> Floats:
    """That channel in the captures, without noise, clip by clip."""
    style, level = completion.style, noise_level(completion.style.fps)
    column = style.column(filled_channel(completion))
    return np.concatenate([smooth(column[a:b], level) for a, b in zip(style.bounds, style.bounds[1:], strict=False)])


def draw_path(completion: Completion, path: Path) -> None:
    """Figure 6: the nearest matches of all fragments, the same moments of a channel that is filled in, and a path through them."""
    name, style = main_driver(completion), completion.style
    figure = new_figure(9, 6.5)
    driver, filled, chosen = figure.subplots(3, 1, sharex=True)
    driver.plot(band_of(completion.curves[name], completion.band), color=SKETCH, lw=2.4)
    spine = captured(completion)
    for n in range(len(completion.fragments)):
        first, last = int(completion.fragments.start[n]), int(completion.fragments.stop[n])
        for match in completion.matches.fragment[n][:SHOWN]:
            if match < 0:
                continue
            table = completion.tables[n]
            places = resample_places(table.start[match : match + 1], table.stop[match : match + 1], last - first + 1)[0]
            frames = np.arange(first, last + 1)
            driver.plot(frames, read_at(style.band(name, completion.band), places), color=CAPTURE, lw=0.6)
            for axes in (filled, chosen):
                axes.plot(frames, read_at(spine, places), color=CAPTURE, lw=0.6)
    for n, piece in enumerate(read_pieces(spine[:, None], completion.pieces())):
        start = int(completion.fragments.start[n])
        chosen.plot(np.arange(start, start + len(piece)), piece[:, 0], color=CHOSEN, lw=2)
    driver.set_title(f"(a) {name}, the sketch and its nearest matches")
    filled.set_title(f"(b) {filled_channel(completion)} at the same moments")
    chosen.set_title("(c) a path through them")
    chosen.set_xlabel("frames")
    save(figure, path)


def draw_costs(completion: Completion, path: Path) -> None:
    """Figure 7: the first fragments' matches, and which of them were consecutive in the capture."""
    count = min(6, len(completion.fragments))
    shown = completion.matches.fragment[:count, :SHOWN]
    figure = new_figure(1.3 * count + 1, 3.6)
    axes = figure.subplots()
    for n in range(count):
        for k, match in enumerate(shown[n]):
            on_path = completion.paths[0][n] == k
            axes.text(
                n, -k, str(match), ha="center", va="center", color=CHOSEN if on_path else "black", weight="bold" if on_path else "normal"
            )
    for n in range(count - 1):
        costs = join_costs(shown[n], shown[n + 1], completion.tables[n], completion.tables[n + 1])
        for a, b in np.argwhere(costs == 0):
            axes.plot([n + 0.15, n + 0.85], [-a, -b], color=SKETCH)
    axes.set(xlim=(-0.5, count - 0.5), ylim=(-SHOWN + 0.5, 0.6), yticks=[], xticks=range(count), xlabel="fragment of the sketch")
    axes.set_title("captured fragments, the nearest on top; lines: consecutive; red: the path")
    save(figure, path)


def draw_meeting(completion: Completion, path: Path) -> None:
    """Figure 8: fragments as they were chosen, their old and new ends, and moved to meet."""
    pieces = read_pieces(captured(completion)[:, None], completion.pieces())[:4]
    met, starts = meet(pieces), completion.fragments.start[:4]
    figure = new_figure(9, 4.5)
    (before, ends), (lines, after) = figure.subplots(2, 2)
    for n, (piece, moved) in enumerate(zip(pieces, met, strict=True)):
        frames = np.arange(starts[n], starts[n] + len(piece))
        for axes in (before, ends, lines):
            axes.plot(frames, piece[:, 0], color=CHOSEN)
        ends.plot(frames[[0, -1]], piece[[0, -1], 0], "o", color="black")
        ends.plot(frames[[0, -1]], moved[[0, -1], 0], "*", color=SKETCH)
        lines.plot(frames[[0, -1]], piece[[0, -1], 0], "--", color="black")
        lines.plot(frames[[0, -1]], moved[[0, -1], 0], color=SKETCH)
        after.plot(frames, moved[:, 0], color=CHOSEN)
    for axes, title in ((before, "(a) chosen"), (ends, "(b) old and new ends"), (lines, "(c) lines between them"), (after, "(d) joined")):
        axes.set_title(title)
    save(figure, path)


def draw_smoothing(completion: Completion, path: Path) -> None:
    """Figure 9: a join, the quadratic that fits it, and both blended; the weight of the blend beside it."""
    pieces = read_pieces(captured(completion)[:, None], completion.pieces())
    breaks = np.flatnonzero(~completion.pieces().consecutive)
    which = int(breaks[0]) if len(breaks) else 0
    pair = pieces[which : which + 2]
    if len(pair) < 2:
        return
    bare, at = chain_pieces(meet(pair)), len(pair[0]) - 1
    reach = max(3, min(round(completion.sketch.options.join * completion.style.fps), at, len(bare) - 1 - at))
    figure = new_figure(9, 3)
    fitted, blended, weight = figure.subplots(1, 3)
    frames = np.arange(len(bare)) - at
    near = np.arange(-reach, reach + 1)
    for axes in (fitted, blended):
        axes.plot(frames, bare[:, 0], color=CHOSEN)
    fitted.plot(near, fit_quadratic(bare, at, reach)[:, 0], "--", color="black")
    blended.plot(frames, join(pair, reach)[:, 0], "--", color=SKETCH)
    weight.plot(near, blend_weight(near.astype(np.float64), float(reach)), color=SKETCH)
    for axes, title in ((fitted, "(a) quadratic"), (blended, "(b) blended"), (weight, "its weight")):
        axes.set_title(title)
    save(figure, path)
