"""Offset keys in layers: y(t) = d(t) + x(t + k(t)), pose offsets d and time offsets k (paper 000, section 6.2)."""

from motionloom.edits.layers.applying import Applied, apply_layers
from motionloom.edits.layers.layer import EditError, Layer, LayerStack, PoseKey, TimeKey, stack_from_json

__all__ = ["Applied", "EditError", "Layer", "LayerStack", "PoseKey", "TimeKey", "apply_layers", "stack_from_json"]
