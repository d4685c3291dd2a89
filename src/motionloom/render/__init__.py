"""Pictures of motion, drawn by the processor alone: filmstrips, videos, thumbnails.

from motionloom import render
render.filmstrip(motion).save("strip.png")
render.save_video(motion, "walk.mp4")
render.filmstrip(render.Scene((render.Figure(after), render.Figure(before, opacity=0.4))))
"""

from motionloom.render.framing import View
from motionloom.render.scene import Arrows, Figure, Label, Markers, Patches, Scene, Trail
from motionloom.render.strips import filmstrip, picture, save_filmstrip, walk_through
from motionloom.render.theme import DARK, LIGHT, Theme
from motionloom.render.thumbnails import thumbnail, thumbnail_strip
from motionloom.render.video import save_video

__all__ = [
    "DARK",
    "LIGHT",
    "Arrows",
    "Figure",
    "Label",
    "Markers",
    "Patches",
    "Scene",
    "Theme",
    "Trail",
    "View",
    "filmstrip",
    "picture",
    "save_filmstrip",
    "save_video",
    "thumbnail",
    "thumbnail_strip",
    "walk_through",
]
