"""How the oracle sees a frame: one kind of description a file, found by name."""

from motionloom.feet.features.base import Features
from motionloom.feet.features.legs import Legs
from motionloom.feet.features.registry import from_json, register
from motionloom.feet.features.soles import Soles
from motionloom.feet.features.steps import Steps

__all__ = ["Features", "Legs", "Soles", "Steps", "from_json", "register"]
