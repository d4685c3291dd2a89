"""Scorers behind one interface. A new one is a file that registers it and a line in `registry._ROOMS`; nothing else names it."""

from motionloom.score.scorers.base import Score, Scorer, Trial
from motionloom.score.scorers.registry import SCORERS, default, find, from_bytes, load, names, register, save, to_bytes

__all__ = ["SCORERS", "Score", "Scorer", "Trial", "default", "find", "from_bytes", "load", "names", "register", "save", "to_bytes"]
