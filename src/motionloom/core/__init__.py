"""Skeletons, motions and the maths on them. Metres, seconds, radians, y up, right-handed, quaternions xyzw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motionloom.core.errors import FileError, LibraryError, MotionError, MotionloomError, SkeletonError

if TYPE_CHECKING:
    from motionloom.core.motion import Motion
    from motionloom.core.skeleton import EndSite, Skeleton

# Loaded on first use: the command line needs only the errors, and NumPy takes a tenth of a second to load.
_LATER = {"Motion": "motion", "EndSite": "skeleton", "Skeleton": "skeleton"}

__all__ = ["EndSite", "FileError", "LibraryError", "Motion", "MotionError", "MotionloomError", "Skeleton", "SkeletonError"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _LATER:
        return getattr(import_module(f"motionloom.core.{_LATER[name]}"), name)
    raise AttributeError(f"module 'motionloom.core' has no attribute {name!r}")
