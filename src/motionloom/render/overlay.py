"""Words on pictures: time stamps and labels, in the font that comes with Pillow."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from motionloom.core.errors import MotionloomError, list_names
from motionloom.render.scene import Label

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont, ImageFont

CORNERS = ("top left", "top right", "bottom left", "bottom right")


@cache
def _font(size: int) -> ImageFont | FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def letter_size(height: int) -> int:
    """Pixels of type that read well in a picture of this height."""
    return max(9, min(22, round(height * 0.05)))


def write(image: Image, text: str, corner: str, colour: str, size: int) -> None:
    """Put one line of text into a corner of an image, in place."""
    from PIL import ImageDraw

    if corner not in CORNERS:
        raise MotionloomError(f"no corner {corner!r}; there are {list_names(CORNERS)}")
    margin = round(0.7 * size)
    vertical, horizontal = corner.split()
    x = margin if horizontal == "left" else image.width - margin
    y = margin if vertical == "top" else image.height - margin
    anchor = ("l" if horizontal == "left" else "r") + ("a" if vertical == "top" else "d")
    ImageDraw.Draw(image).text((x, y), text, fill=colour, font=_font(size), anchor=anchor)


def write_labels(image: Image, labels: tuple[Label, ...], colour: str, time: float, fps: float, size: int) -> None:
    """Put those of a scene's labels that are there at a second into an image, in place."""
    for label in labels:
        if not label.start <= time < label.stop:
            continue
        text = label.text.replace("{time}", f"{time:.2f} s").replace("{frame}", str(round(time * fps)))
        write(image, text, label.corner, colour, size)
