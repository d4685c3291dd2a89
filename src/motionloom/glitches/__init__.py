"""What goes wrong in captures, found and mended: pops, jumps, freezes, flips, trembling, a wrong rate, feet through the floor."""

from motionloom.glitches.check import CHECKS, KINDS, Check, find_glitches
from motionloom.glitches.glitch import Glitch, count_kinds
from motionloom.glitches.mending import Mended, mend
from motionloom.glitches.tracks import Tracks

__all__ = ["CHECKS", "KINDS", "Check", "Glitch", "Mended", "Tracks", "count_kinds", "find_glitches", "mend"]
