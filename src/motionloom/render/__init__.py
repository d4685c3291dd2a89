"""Pictures of motion, drawn by the processor alone: filmstrips, videos, thumbnails.

from motionloom import render
render.filmstrip(motion).save("strip.png")
render.save_video(motion, "walk.mp4")
render.filmstrip(render.Scene((render.Figure(after), render.Figure(before, opacity=0.4))))
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# Each from its own file, on first use: the studio wants a body's parts and draws them itself.
_PLACES = {
    "framing": ("View",),
    "scene": ("Arrows", "Figure", "Label", "Markers", "Patches", "Scene", "Trail"),
    "strips": ("filmstrip", "picture", "save_filmstrip", "walk_through"),
    "theme": ("DARK", "LIGHT", "Theme"),
    "thumbnails": ("thumbnail", "thumbnail_strip"),
    "video": ("save_video",),
}
_LATER = {name: place for place, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
