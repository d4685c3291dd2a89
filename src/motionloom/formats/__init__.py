"""Files in and out: `load` and `save` by suffix, everything converted at the door."""

from motionloom.formats.doors import load, read, save
from motionloom.formats.registry import Format, Loaded, RawClip, ReadOptions, register, suffixes

__all__ = ["Format", "Loaded", "RawClip", "ReadOptions", "load", "read", "register", "save", "suffixes"]
