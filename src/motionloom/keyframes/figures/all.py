"""All figures of paper 002 that can be drawn with a sketch and captures; the otter (11) is a character that we do not have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.keyframes.completing import Completion
from motionloom.keyframes.figures.curves import draw_bands, draw_correlation, draw_fragments, draw_keys, draw_matches
from motionloom.keyframes.figures.joins import draw_costs, draw_meeting, draw_path, draw_smoothing

STRIP = (150, 220)
PICTURES = 8


def draw_strips(completion: Completion, path: Path) -> None:
    """Figure 10: frames of the sketch above, the same frames completed below."""
    from PIL import Image

    from motionloom.render import filmstrip

    rows = [filmstrip(each, PICTURES, size=STRIP) for each in (completion.rough.motion, completion.motion())]
    whole = Image.new("RGB", (rows[0].width, sum(row.height for row in rows)))
    for n, row in enumerate(rows):
        whole.paste(row, (0, n * row.height))
    whole.save(path)


def draw_side_by_side(completion: Completion, path: Path) -> None:
    """Figure 12: the sketch and the completed motion beside each other in one picture."""
    import numpy as np

    from motionloom.core.heading import turn_and_move
    from motionloom.render import filmstrip

    beside = turn_and_move(completion.motion(), 0.0, np.array([-1.1, 0.0, 0.0]))
    filmstrip([completion.rough.motion, beside], PICTURES, size=(200, 200)).save(path)


FIGURES: dict[int, tuple[str, Callable[[Completion, Path], None]]] = {
    1: ("keys", draw_keys),
    2: ("correlation", draw_correlation),
    3: ("bands", draw_bands),
    4: ("fragments", draw_fragments),
    5: ("matches", draw_matches),
    6: ("path", draw_path),
    7: ("costs", draw_costs),
    8: ("meeting", draw_meeting),
    9: ("smoothing", draw_smoothing),
    10: ("walking", draw_strips),
    12: ("side-by-side", draw_side_by_side),
}


def draw_figures(
    completion: Completion, captures: Sequence[Motion], folder: Path, only: Sequence[int] | None, progress: Progress
) -> list[Path]:
    """Write the figures, or some of them, to a folder; their files come out."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number in progress.each("Drawing figures", [each for each in FIGURES if not only or each in only], str):
        name, draw = FIGURES[number]
        written.append(folder / f"figure-{number:02}-{name}.png")
        draw(completion, written[-1])
    return written
