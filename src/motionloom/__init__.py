"""Motionloom weaves captured motion and an artist's few edits into new character animation.

>>> import motionloom as ml
>>> m = ml.load("walk.bvh")
>>> m.positions().shape
>>> m.save("walk.glb")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# What `import motionloom as ml` offers, and the room it lives in; loaded on first use so that the command line starts at once.
_OFFERED = {
    "Motion": "motionloom.core",
    "Skeleton": "motionloom.core",
    "EndSite": "motionloom.core",
    "MotionloomError": "motionloom.core",
    "load": "motionloom.formats",
    "read": "motionloom.formats",
    "save": "motionloom.formats",
    "ReadOptions": "motionloom.formats",
    "Library": "motionloom.library",
    "body_of": "motionloom.core.body",
    "headings": "motionloom.core.heading",
    "ground_height": "motionloom.core.ground",
    "check_gravity": "motionloom.core.gravity",
    "centre_of_mass": "motionloom.core.mass",
    "trim": "motionloom.core.editing",
    "concatenate": "motionloom.core.editing",
    "resample": "motionloom.core.editing",
    "mirror": "motionloom.core.editing",
    "split_root": "motionloom.core.editing",
    "join_root": "motionloom.core.editing",
    "filmstrip": "motionloom.render",
    "save_filmstrip": "motionloom.render",
    "save_video": "motionloom.render",
}
__all__ = sorted(_OFFERED)

if TYPE_CHECKING:
    from motionloom.core import EndSite, Motion, MotionloomError, Skeleton
    from motionloom.core.body import body_of
    from motionloom.core.editing import concatenate, join_root, mirror, resample, split_root, trim
    from motionloom.core.gravity import check_gravity
    from motionloom.core.ground import ground_height
    from motionloom.core.heading import headings
    from motionloom.core.mass import centre_of_mass
    from motionloom.formats import ReadOptions, load, read, save
    from motionloom.library import Library
    from motionloom.render import filmstrip, save_filmstrip, save_video


def __getattr__(name: str) -> Any:
    if name not in _OFFERED:
        raise AttributeError(f"module 'motionloom' has no attribute {name!r}; it offers {', '.join(__all__)}")
    from importlib import import_module

    return getattr(import_module(_OFFERED[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
