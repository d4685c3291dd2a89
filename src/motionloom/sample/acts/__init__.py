"""The behaviours themselves, one file a family; each registers its own."""

from motionloom.sample.acts import running, standing, walking

__all__ = ["running", "standing", "walking"]
