"""Paper 003, figures 2 to 4: the cluster graph, a node of it, and where to change within the node."""

from __future__ import annotations

import numpy as np

from motionloom.enrich.cluster.graph import ClusterGraph
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_003.clips import find_graph, find_motions, say_motions
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

CLIPS, NODES = 10, 12  # drawn
RATE = 30.0  # Hz of the graph


def run(given: Given) -> Outcome:
    """Draw it, and hold its promise: no two frames of a node are farther apart than the threshold."""
    from motionloom.enrich.cluster.clustering import squared_distances

    graph = find_graph(given)
    node = most_shared(graph)
    inside = [np.flatnonzero(graph.nodes == each) for each in range(len(graph.members))]
    spread = max(float(np.sqrt(max(squared_distances(graph.points[each], graph.points[each]).max(), 0.0))) for each in inside)
    members = graph.members[node]
    ways = [graph.best_change(int(one), int(other))[2] for one in members[:8] for other in members[:8] if one != other]
    numbers = (
        Number("farthest two frames of any node over the threshold", spread / graph.threshold, "below 1", "", 0.02),
        Number("clips in the node drawn", len(set(graph.sequence_clips[members].tolist())), "", "", 1.0),
        Number("sequences in the node drawn", len(members), "", "", 3.0),
        Number("frames at a change over the threshold, mean", float(np.mean(ways)) / graph.threshold, "", "", 0.1),
    )
    return Outcome(say_motions(given), numbers, DIFFERS, (_draw(given, graph, node),))


def most_shared(graph: ClusterGraph) -> int:
    """The node that most clips come through."""
    return int(np.argmax([len(set(graph.sequence_clips[each].tolist())) for each in graph.members]))


def _draw(given: Given, graph: ClusterGraph, node: int) -> str:
    from matplotlib import colormaps

    shared = np.argsort([-len(set(graph.sequence_clips[each].tolist())) for each in graph.members], kind="stable")[:NODES]
    colours = {int(each): colormaps["tab20"](n % 20) for n, each in enumerate(shared)}
    names = [motion.name for motion in find_motions(given)]
    figure = new_figure(9, 6)
    whole, one = figure.subplots(2, 1)
    for sequence, first in enumerate(graph.firsts):
        clip = int(graph.sequence_clips[sequence])
        if clip < CLIPS:
            begin, last = ((frame - graph.starts[clip]) / RATE for frame in (first, graph.lasts[sequence]))
            whole.barh(
                clip, last - begin, 0.7, begin, color=colours.get(int(graph.sequence_nodes[sequence]), "#e4e6ea"), edgecolor="w", lw=0.3
            )
    count = min(CLIPS, len(names))
    whole.set(yticks=range(count), yticklabels=names[:count], title="clips cut into sequences; a colour is a node (figure 2)")
    members = graph.members[node][:CLIPS]
    for row, sequence in enumerate(members):
        clip = int(graph.sequence_clips[sequence])
        begin, last, align = (
            (f - graph.starts[clip]) / RATE for f in (graph.firsts[sequence], graph.lasts[sequence], graph.align[sequence])
        )
        one.barh(row, last - begin, 0.7, begin, color=colours[node], label="a clip-frame sequence" if row == 0 else None)
        one.plot([align + 0.5 / RATE], [row], "k|", markersize=12, label="its alignment frame" if row == 0 else None)
    one.set(yticks=range(len(members)), yticklabels=[names[int(graph.sequence_clips[each])] for each in members])
    one.set(xlabel="seconds of the clip", title="one node: its sequences and their alignment frames (figures 3 and 4)")
    one.legend(fontsize=8)
    for axes in (whole, one):
        axes.tick_params(labelsize=7)
    path = given.picture("003-2-4.png")
    figure.savefig(path, dpi=90)
    return path.name


DIFFERS = (
    "The paper draws the structure as a diagram, here it is drawn as it came out; frames are compared by places and speeds of joints in "
    "leg lengths, at 30 Hz, so that performers of any size share nodes."
)
register(
    Result(
        "003",
        "2-4",
        "The cluster graph, a node and its alignment frames",
        "Similar frames of any clips are one node, their runs in a clip are sequences with one transition each, and each has a frame that "
        "is best to change at.",
        run,
        also=("003-2", "003-3", "003-4"),
    )
)
