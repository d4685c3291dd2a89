"""Skeletons, motions and the maths on them. Metres, seconds, radians, y up, right-handed, quaternions xyzw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.core.errors import (
        FileError as FileError,
        LibraryError as LibraryError,
        MotionError as MotionError,
        MotionloomError as MotionloomError,
        SkeletonError as SkeletonError,
    )
    from motionloom.core.motion import Motion as Motion
    from motionloom.core.skeleton import EndSite as EndSite, Skeleton as Skeleton

# Loaded on first use: the command line needs only the errors, and NumPy takes a tenth of a second to load.
__all__, __getattr__ = load_later(__name__, __file__)
