"""Behaviour machines: mined from labelled clips, edited by example (paper 001)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.behaviours.clips import LabelledClip as LabelledClip, clips_of as clips_of
    from motionloom.behaviours.inverse_paths import Edited as Edited, make_shortest as make_shortest
    from motionloom.behaviours.mining import Mined as Mined, mine as mine
    from motionloom.behaviours.missing import Missing as Missing
    from motionloom.behaviours.state_graph import (
        StateGraph as StateGraph,
        compare as compare,
        hand_made as hand_made,
        read_graph as read_graph,
        write_graph as write_graph,
    )

# On first use: two threads that import a package and a module of it at once would wait for each other, and one would get half of it.
__all__, __getattr__ = load_later(__name__, __file__)
