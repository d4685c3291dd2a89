"""Pictures of motion, drawn by the processor alone: filmstrips, videos, thumbnails.

from motionloom import render
render.filmstrip(motion).save("strip.png")
render.save_video(motion, "walk.mp4")
render.filmstrip(render.Scene((render.Figure(after), render.Figure(before, opacity=0.4))))
"""

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.render.framing import View as View
    from motionloom.render.scene import (
        Arrows as Arrows,
        Figure as Figure,
        Label as Label,
        Markers as Markers,
        Patches as Patches,
        Scene as Scene,
        Trail as Trail,
    )
    from motionloom.render.strips import (
        filmstrip as filmstrip,
        picture as picture,
        save_filmstrip as save_filmstrip,
        walk_through as walk_through,
    )
    from motionloom.render.theme import DARK as DARK, LIGHT as LIGHT, Theme as Theme
    from motionloom.render.thumbnails import thumbnail as thumbnail, thumbnail_strip as thumbnail_strip
    from motionloom.render.video import save_video as save_video

# Each from its own file, on first use: the studio wants a body's parts and draws them itself.
__all__, __getattr__ = load_later(__name__, __file__)
