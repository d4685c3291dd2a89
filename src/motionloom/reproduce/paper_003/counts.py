"""Paper 003, section 6: the cluster graph in numbers, beside a motion graph of the same clips."""

from __future__ import annotations

import math

from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_003.clips import find_graph, find_motions, say_motions
from motionloom.reproduce.result import Given, Number, Outcome, Result, register


def run(given: Given) -> Outcome:
    """Nodes, sequences, places to change and walks of two seconds, beside the motion graph's."""
    from motionloom.enrich.cluster.comparison import compare_graphs, describe_graph

    graph = find_graph(given)
    facts, beside = describe_graph(graph), compare_graphs(graph, find_motions(given))
    changes, walks, free = (beside[name] for name in ("changes", "walks_staying", "walks"))
    numbers = (
        Number("clips", len(find_motions(given)), "over 100", "", 0.0),
        Number("frames, at 30 Hz", facts["frames"], "", "", 0.0),
        Number("nodes", facts["nodes"], "", "", 0.03 * facts["nodes"]),
        Number("clip-frame sequences", facts["sequences"], "", "", 0.03 * facts["sequences"]),
        Number("frames in a sequence, mean", facts["frames_in_a_sequence"], "as few as 6", "", 0.2),
        Number("nodes with several clips", facts["nodes_of_several_clips"], "", "", 0.03 * facts["nodes"]),
        Number("places to change", facts["changes"], "", "", 0.05 * facts["changes"]),
        Number("the same of the motion graph", changes["motion_graph"], "", "", 0.05 * changes["motion_graph"] + 1),
        Number("walks of 2 s, 0.3 s after each change, power of ten", _power(walks["cluster"]), "1 or 2 more than a motion graph", "", 0.5),
        Number("the same of the motion graph, power of ten", _power(walks["motion_graph"]), "", "", 0.5),
        Number("walks of 2 s that may change at every frame, power of ten", _power(free["cluster"]), "", "", 0.5),
        Number("those of the motion graph, power of ten", _power(free["motion_graph"]), "", "", 0.5),
    )
    return Outcome(say_motions(given), numbers, DIFFERS, (_draw(given, changes, walks),))


def _power(count: float) -> float:
    return math.log10(max(count, 1.0))


def _draw(given: Given, changes: dict[str, float], walks: dict[str, float]) -> str:
    figure = new_figure(6, 2.8)
    shown = ((changes, "places to change", False), (walks, "walks of 2 s, power of ten", True))
    for axes, (both, title, power) in zip(figure.subplots(1, 2), shown, strict=True):
        values = [_power(both[name]) if power else both[name] for name in ("cluster", "motion_graph")]
        axes.bar(["cluster graph", "motion graph"], values, color=["#3b6fb5", "#b9bec7"])
        axes.set_title(title, fontsize=10)
    path = given.picture("003-sec-6.png")
    figure.savefig(path, dpi=100)
    return path.name


DIFFERS = (
    "The paper gives no counts, only that paths grow by an order or two; so do walks here that stay 0.3 s on a clip after each change, "
    "as long as a change is eased. Of walks that may change at every frame the motion graph has more: its places lie in bunches."
)
register(
    Result(
        "003",
        "sec-6",
        "The cluster graph in numbers",
        "More than 100 CMU clips are chopped into sequences as small as half a dozen frames, which gives one or two orders of magnitude "
        "more paths than other graphs.",
        run,
    )
)
