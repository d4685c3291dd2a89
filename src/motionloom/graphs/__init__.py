"""Graphs whose nodes are captured frames: where one can go from where."""

from motionloom.graphs.motion_graph import MotionGraph, build_graph

__all__ = ["MotionGraph", "build_graph"]
