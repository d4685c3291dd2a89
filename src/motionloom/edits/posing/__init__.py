"""Posing by direct manipulation: joints nearest to where they are dragged, bone lengths and pins kept."""

from motionloom.edits.posing.brush import brush_weights
from motionloom.edits.posing.posing import PULL, Posed, pose, pose_frame, pose_frames

__all__ = ["PULL", "Posed", "brush_weights", "pose", "pose_frame", "pose_frames"]
