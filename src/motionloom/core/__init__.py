"""Skeletons, motions and the maths on them. Metres, seconds, radians, y up, right-handed, quaternions xyzw."""

from motionloom.core.errors import FileError, LibraryError, MotionError, MotionloomError, SkeletonError
from motionloom.core.motion import Motion
from motionloom.core.skeleton import EndSite, Skeleton

__all__ = ["EndSite", "FileError", "LibraryError", "Motion", "MotionError", "MotionloomError", "Skeleton", "SkeletonError"]
