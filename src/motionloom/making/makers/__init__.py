"""The makers: one file a kind of recipe. A new one is a file that ends in `register(Maker(...))` and a line in `_ROOMS`.

Makers of the rooms that make motion (transitions, behaviours, ...) live there and are listed here by name only.
"""

from motionloom.making.makers.registry import MAKERS, FrameMap, Made, Maker, finish, make, register, title_of

__all__ = ["MAKERS", "FrameMap", "Made", "Maker", "finish", "make", "register", "title_of"]
