"""Offset keys in layers: y(t) = d(t) + x(t + k(t)), pose offsets d and time offsets k (paper 000, section 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.edits.layers.applying import Applied as Applied, apply_layers as apply_layers
    from motionloom.edits.layers.layer import (
        EditError as EditError,
        Layer as Layer,
        LayerStack as LayerStack,
        PoseKey as PoseKey,
        TimeKey as TimeKey,
        stack_from_json as stack_from_json,
    )

# On first use, see `feet.cleanup`.
__all__, __getattr__ = load_later(__name__, __file__)
