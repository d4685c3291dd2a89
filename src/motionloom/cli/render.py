"""`motionloom render`: pictures and films of a motion, without a GPU or a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.core import Motion


def render(
    source: Annotated[str, typer.Argument(help="A motion file, or LIBRARY:CLIP (a clip's name or id).")],
    target: Annotated[Path, typer.Argument(help="What to write: .png for a filmstrip, .mp4 or .gif for a film.")],
) -> None:
    """Draw a motion: a filmstrip (PNG) or a film (MP4, GIF).

    Example: motionloom render walk.bvh walk.mp4
    """
    raise MotionloomError(f"{source} {target}")
