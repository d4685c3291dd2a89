"""Behaviour machines: mined from labelled clips, edited by example (paper 001)."""

from motionloom.behaviours.clips import LabelledClip, clips_of
from motionloom.behaviours.inverse_paths import Edited, make_shortest
from motionloom.behaviours.mining import Mined, mine
from motionloom.behaviours.missing import Missing
from motionloom.behaviours.state_graph import StateGraph, compare, hand_made, read_graph, write_graph

__all__ = [
    "Edited",
    "LabelledClip",
    "Mined",
    "Missing",
    "StateGraph",
    "clips_of",
    "compare",
    "hand_made",
    "make_shortest",
    "mine",
    "read_graph",
    "write_graph",
]
