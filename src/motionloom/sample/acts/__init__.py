"""The behaviours themselves, one file a family; each registers its own."""

from motionloom.sample.acts import standing  # isort: skip  the order here is the order in which behaviours are listed
from motionloom.sample.acts import walking  # isort: skip
from motionloom.sample.acts import turning  # isort: skip
from motionloom.sample.acts import running  # isort: skip
from motionloom.sample.acts import jumping  # isort: skip
from motionloom.sample.acts import gestures  # isort: skip
from motionloom.sample.acts import fighting  # isort: skip
from motionloom.sample.acts import styles  # isort: skip
from motionloom.sample.acts import takes  # isort: skip
from motionloom.sample.acts import stepping  # isort: skip

__all__ = ["fighting", "gestures", "jumping", "running", "standing", "stepping", "styles", "takes", "turning", "walking"]
