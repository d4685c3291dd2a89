"""What a machine plays as pictures: a row for every state, and a film that says which state is played and what is asked."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from motionloom.behaviours.requests import Request
from motionloom.behaviours.states import RATE
from motionloom.behaviours.surveying import Stay
from motionloom.core import Motion
from motionloom.render import Figure, Label, Scene, filmstrip, save_video
from motionloom.render.files import save_image
from motionloom.render.overlay import write
from motionloom.render.theme import theme_named

if TYPE_CHECKING:
    from PIL.Image import Image

CELL, CELLS, ACROSS = (80, 108), 5, 2  # pixels of a cell, cells of a state, states side by side
GAP, LETTERS, COLOURS = 6, 11, 96
BEFORE, AFTER = 0.3, 0.5  # seconds of what comes before and after an act that are shown with it
LONGEST = 1.3  # seconds of what goes on that are shown
SHOWN = 1.2  # seconds for which a film says what was asked


def draw_stays(motion: Motion, stays: Sequence[Stay], cyclic: frozenset[str], path: Path) -> None:
    """Five moments of the longest stay in every state, in the order in which they were first reached, into one PNG."""
    longest: dict[str, Stay] = {}
    for stay in stays:
        if stay.state not in longest or stay.stop - stay.start > longest[stay.state].stop - longest[stay.state].start:
            longest[stay.state] = stay

    def sheet() -> Image:
        from PIL import Image as images

        theme, width, height = theme_named("light"), CELLS * (CELL[0] + 2), CELL[1]
        rows = -(-len(longest) // ACROSS)
        page = images.new("RGB", (ACROSS * width + (ACROSS - 1) * GAP, rows * (height + GAP) - GAP), theme.sky)
        for number, (name, stay) in enumerate(longest.items()):
            strip = filmstrip(_cut(motion, stay, name in cyclic), CELLS, size=CELL, stamps=False)
            write(strip, name, "top left", theme.text, LETTERS)
            page.paste(strip, ((number % ACROSS) * (width + GAP), (number // ACROSS) * (height + GAP)))
        return page.quantize(COLOURS)

    save_image(sheet, path)


def _cut(motion: Motion, stay: Stay, goes_on: bool) -> Motion:
    """The part of a run that shows a stay."""
    if goes_on:
        return motion[stay.start : min(stay.stop, stay.start + round(LONGEST * RATE))]
    return motion[max(stay.start - round(BEFORE * RATE), 0) : min(stay.stop + round(AFTER * RATE), len(motion))]


def film(
    motion: Motion,
    stays: Sequence[Stay],
    requests: Sequence[Request],
    path: Path,
    size: tuple[int, int] = (240, 200),
    fps: float = 12.0,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """A run as a film: at the top left the state that is played, at the top right what was just asked, as keys would ask it."""
    leaves = [min(stay.stop, later) / RATE for stay, later in zip(stays, [*(stay.start for stay in stays[1:]), len(motion)], strict=True)]
    states = [Label(stay.state, "top left", stay.start / RATE, leave) for stay, leave in zip(stays, leaves, strict=True)]
    begins = [request.step / RATE for request in requests]
    ends = [min(begin + SHOWN, later) for begin, later in zip(begins, [*begins[1:], math.inf], strict=True)]
    asked = [Label(f"> {each.words}", "top right", begin, end) for each, begin, end in zip(requests, begins, ends, strict=True)]
    scene = Scene((Figure(motion),), labels=(*states, *asked, Label("{time}", "bottom left")))
    save_video(scene, path, fps=fps, size=size, progress=progress)
