"""A motion as it shows itself in a notebook: a strip of poses and the facts, as one small piece of HTML."""

from __future__ import annotations

import base64
import html
import io
from typing import TYPE_CHECKING

from motionloom.core.motion import Motion
from motionloom.render.strips import filmstrip

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 90_000  # of the picture, as text
CELL = (104, 132)
CELLS = 8


def to_html(motion: Motion) -> str:
    """HTML of a motion: its name, a filmstrip, frames, rate, duration and joints."""
    facts = f"{len(motion)} frames · {motion.fps:g} Hz · {motion.duration:.2f} s · {len(motion.skeleton)} joints"
    strip = filmstrip(motion, min(CELLS, len(motion)), size=CELL, samples=2)
    name = html.escape(motion.name or "motion")
    return (
        '<div style="font:13px/1.5 system-ui,sans-serif;display:inline-block">'
        f'<div style="margin-bottom:4px"><b>{name}</b> <span style="opacity:.65">{facts}</span></div>'
        f'<img alt="filmstrip of {name}" style="border-radius:6px;max-width:100%" src="data:image/png;base64,{_encoded(strip)}"></div>'
    )


def _encoded(image: Image) -> str:
    """The image as PNG of few colours, in base 64 and small enough."""
    from PIL import Image as images

    text = ""
    for colours in (192, 96, 48, 24, 8):
        memory = io.BytesIO()
        image.quantize(colours, dither=images.Dither.NONE).save(memory, "PNG", optimize=True)
        text = base64.b64encode(memory.getvalue()).decode()
        if len(text) <= MAX_BYTES:
            break
    return text
