"""Posing by direct manipulation: joints nearest to where they are dragged, bone lengths and pins kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.edits.posing.brush import brush_weights as brush_weights
    from motionloom.edits.posing.posing import (
        PULL as PULL,
        Posed as Posed,
        pose as pose,
        pose_frame as pose_frame,
        pose_frames as pose_frames,
    )

# On first use, see `feet.cleanup`.
__all__, __getattr__ = load_later(__name__, __file__)
