"""Figures 1 to 5 of paper 002: curves, a correlation, bands, fragments, matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from motionloom.keyframes.bands import band_of, split_bands
from motionloom.keyframes.completing import Completion
from motionloom.keyframes.driving import cutting_driver
from motionloom.keyframes.matching import read_at, resample_places

SKETCH, CAPTURE, CHOSEN = "#1c6ed0", "#555555", "#d03030"
BANDS = 7
SHOWN = 5  # matches that are drawn


def new_figure(width: float, height: float) -> Any:
    """A matplotlib figure without a display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=90, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def save(figure: Any, path: Path) -> None:
    """Write a figure as a PNG."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def main_driver(completion: Completion) -> str:
    """The driver that the first span is cut by."""
    span = completion.spans[0]
    return cutting_driver(span.channels, completion.curves, completion.band, slice(0, completion.sketch.frames))


def draw_keys(completion: Completion, path: Path) -> None:
    """Figure 1: a keyed curve beside a captured one of the same channel: the root's height."""
    sketch, style = completion.sketch, completion.style
    figure = new_figure(7, 3.4)
    above, below = figure.subplots(2, 1)
    keyed = completion.rough.motion.root_positions[:, 1]
    above.plot(sketch.times, keyed, color=SKETCH)
    frames = sketch.key_frames("root.y")
    above.plot(sketch.times[frames], keyed[frames], "o", color=CHOSEN, markersize=4)
    above.set_title("(a) keyed")
    captured = style.extras[: int(style.bounds[1]), 0]
    below.plot(np.arange(len(captured)) / style.fps, captured, color=CAPTURE)
    below.set_title("(b) captured")
    for axes in (above, below):
        axes.set_ylabel("root, metres")
    below.set_xlabel("seconds")
    save(figure, path)


def draw_correlation(completion: Completion, path: Path) -> None:
    """Figure 2: a captured ankle over the hip of the same leg."""
    style = completion.style
    figure = new_figure(4, 4)
    axes = figure.subplots()
    for start, stop in zip(style.bounds, style.bounds[1:], strict=False):
        axes.plot(style.from_rest("left_hip.x")[start:stop], style.from_rest("left_ankle.x")[start:stop], ".", color=CAPTURE, markersize=2)
    axes.set(xlabel="left hip, radians", ylabel="left ankle, radians")
    save(figure, path)


def draw_bands(completion: Completion, path: Path, channel: str = "") -> None:
    """Figure 3: the bands of a channel in the sketch and in the captures; the one that is matched in is red."""
    name = channel or main_driver(completion)
    drawn = completion.curves.get(name, completion.curves[main_driver(completion)])
    stop = int(min(completion.style.bounds[1], 3 * len(drawn)))
    both = [split_bands(each, BANDS) for each in (drawn, completion.style.column(name)[:stop])]
    figure = new_figure(8, 8)
    rows = figure.subplots(BANDS, 2, sharex="col")
    for n in range(BANDS):
        for axes, bands in zip(rows[n], both, strict=True):
            chosen = n + 1 == completion.band
            axes.plot(
                np.arange(len(bands[n])) / completion.style.fps, bands[n], color=CHOSEN if chosen else CAPTURE, ls="--" if chosen else "-"
            )
        rows[n, 0].set_ylabel(f"band {n + 1}")
    rows[0, 0].set_title(f"sketch, {name}")
    rows[0, 1].set_title("capture")
    save(figure, path)


def draw_fragments(completion: Completion, path: Path) -> None:
    """Figure 4: both bands, and cut where their slope changes its sign."""
    name, style = main_driver(completion), completion.style
    figure = new_figure(9, 4.5)
    rows = figure.subplots(2, 2)
    ours = band_of(completion.curves[name], completion.band)
    last = int(style.bounds[1])
    theirs = style.band(name, completion.band)[:last]
    tables = (completion.fragments, completion.tables[0])
    for row, (curve, table) in enumerate(zip((ours, theirs), tables, strict=True)):
        rows[row, 0].plot(np.arange(len(curve)) / style.fps, curve, "--", color=CHOSEN)
        for n, (start, stop) in enumerate(zip(table.start, table.stop, strict=True)):
            if stop < len(curve):
                rows[row, 1].plot(
                    np.arange(start, stop + 1) / style.fps + 0.08 * n, curve[start : stop + 1], color=SKETCH if row == 0 else CAPTURE
                )
    rows[0, 0].set_title("sketch")
    rows[1, 0].set_title("capture")
    save(figure, path)


def draw_matches(completion: Completion, path: Path) -> None:
    """Figure 5: a fragment of the sketch, all captured ones, the same stretched to its length, and the nearest."""
    name, style = main_driver(completion), completion.style
    which = min(3, len(completion.fragments) - 1)
    start, stop = int(completion.fragments.start[which]), int(completion.fragments.stop[which])
    wanted = band_of(completion.curves[name], completion.band)[start : stop + 1]
    table, band = completion.tables[which], style.band(name, completion.band)
    figure = new_figure(9, 5)
    (alone, every), (stretched, nearest) = figure.subplots(2, 2)
    for a, b in zip(table.start[:60], table.stop[:60], strict=True):
        every.plot(band[a : b + 1], color=CAPTURE, lw=0.6)
    places = resample_places(table.start, table.stop, len(wanted))
    read = read_at(band, places)
    for curve in read[:60]:
        stretched.plot(curve, color=CAPTURE, lw=0.6)
    for match in completion.matches.fragment[which][:SHOWN]:
        if match >= 0:
            nearest.plot(read[match], color=CAPTURE, lw=0.8)
    for axes, title in ((alone, "(a) sketch"), (every, "(b) and captures"), (stretched, "(c) to its length"), (nearest, "(d) the nearest")):
        axes.plot(wanted, color=SKETCH, lw=2.4)
        axes.set_title(title)
    save(figure, path)
