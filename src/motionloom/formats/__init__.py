"""Files in and out: `load` and `save` by suffix, everything converted at the door."""

from motionloom.formats.doors import list_clips, load, read, save, save_clips
from motionloom.formats.registry import Format, Loaded, RawClip, ReadOptions, register, suffixes

__all__ = ["Format", "Loaded", "RawClip", "ReadOptions", "list_clips", "load", "read", "register", "save", "save_clips", "suffixes"]
