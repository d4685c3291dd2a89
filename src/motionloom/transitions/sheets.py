"""Contact sheets: many transitions on one picture, a filmstrip each, so that sixty can be looked at in twelve pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from motionloom.transitions.demands import Demand
from motionloom.transitions.maker import describe_frame
from motionloom.transitions.side_by_side import Shown, show_transition
from motionloom.transitions.stock import RATE, Stock
from motionloom.transitions.table import TransitionTable

if TYPE_CHECKING:
    from PIL.Image import Image

CELLS, SIZE, GAP = 14, (110, 150), 2  # pictures of a strip, and pixels
CAPTION, BAR, LETTERS = 20, 4, 12  # pixels of the words above a strip, of the bar under what was made, and of letters
LEAD = 0.33  # seconds of captured motion before and after
MADE = "#d9822b"


def draw_sheet(table: TransitionTable, demands: Sequence[Demand], lead: float = LEAD) -> Image:
    """A strip of each demand: captured frames, the transition (a bar runs under its pictures), captured frames; marks where feet stand."""
    from PIL import Image as images

    rows = [draw_strip(table, demand, number, lead) for number, demand in enumerate(demands, 1)]
    sheet = images.new("RGB", (rows[0].width, sum(row.height for row in rows)), "#ffffff")
    for number, row in enumerate(rows):
        sheet.paste(row, (0, sum(each.height for each in rows[:number])))
    return sheet


def draw_strip(table: TransitionTable, demand: Demand, number: int, lead: float = LEAD) -> Image:
    """One demand as a row of a sheet, with words above it."""
    from PIL import Image as images, ImageDraw

    from motionloom.render import LIGHT, Figure, Scene, filmstrip
    from motionloom.render.overlay import write

    frames = round(lead * RATE)
    shown = show_transition(table, demand.made, frames, frames)
    scene = Scene((Figure(shown.motion, plants=shown.plants),))
    cells = filmstrip(scene, CELLS, size=SIZE, gap=GAP, stamps=False, view="three-quarter")
    row = images.new("RGB", (cells.width, CAPTION + cells.height + 2 * BAR), LIGHT.sky)
    row.paste(cells, (0, CAPTION))
    write(row, f"{number}  {_describe(table.stock, demand)}", "top left", LIGHT.text, LETTERS)
    first, last = _bar(shown)
    ImageDraw.Draw(row).rectangle((first, CAPTION + cells.height, last, CAPTION + cells.height + BAR - 1), fill=MADE)
    return row


def _bar(shown: Shown) -> tuple[float, float]:
    """Where the bar begins and ends, pixels: cell n is n parts of 13 through the whole motion."""
    pitch = (SIZE[0] + GAP) * (CELLS - 1) / max(len(shown.motion) - 1, 1)
    return SIZE[0] / 2 + pitch * shown.begin, SIZE[0] / 2 + pitch * shown.end


def _describe(stock: Stock, demand: Demand) -> str:
    ends = [describe_frame(stock, frame) for frame in (demand.made.source, demand.made.target)]
    places = " to ".join(f"{end['name']} at {end['second']:.2f} s" for end in ends)
    worst = ", ".join(f"{name} {times:.1f}" for name, times in demand.worst)
    return f"{demand.kind}: {places}; score {demand.made.score:.2f} m, rarity {demand.made.rarity:.2f}; times captures' p99.9: {worst}"
