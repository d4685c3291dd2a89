"""The clips that the results of paper 003 look at: CMU 69's walks where captures are given, else ada's of the sample."""

from __future__ import annotations

from motionloom.core.motion import Motion
from motionloom.enrich.cluster.graph import ClusterGraph
from motionloom.reproduce.result import Given

CMU_69 = "data/cmu/069"
BEHAVIOURS = ("walk", "walk_fast", "start", "stop", "turn_left_45", "turn_right_45", "jog", "run", "march", "sneak")


def find_motions(given: Given) -> list[Motion]:
    """Motions of one performer."""
    return given.once("motions of 003", lambda: _read(given))


def say_motions(given: Given) -> str:
    """Whose they are."""
    return "the sample's ada, a synthetic stand-in" if given.find(CMU_69) is None else "CMU 69"


def find_graph(given: Given) -> ClusterGraph:
    """Their cluster graph, by the whole body."""
    from motionloom.enrich.cluster.graph import build_cluster_graph

    return given.once("cluster graph of 003", lambda: build_cluster_graph(find_motions(given)))


def _read(given: Given) -> list[Motion]:
    from motionloom.formats import load
    from motionloom.sample import make

    folder = given.find(CMU_69)
    if folder is None:
        return [make("ada", behaviour).motion for behaviour in BEHAVIOURS]
    return [load(path) for path in sorted(folder.glob("*.bvh"))]
