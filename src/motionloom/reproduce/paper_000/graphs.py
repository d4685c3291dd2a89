"""Paper 000, figure 5.4: pairs of frames, our transition of a second beside the way through a motion graph."""

from __future__ import annotations

from motionloom.reproduce.paper_000.tables import find_table, say_table
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

PAIRS = 500, 60  # full, quick
PAPER = {"both": "58.1 %", "only_ours": "30.2 %", "only_graph": "6.0 %", "neither": "5.7 %"}
WORDS = {
    "both": "natural, and the graph is as quick",
    "only_ours": "natural, and the graph takes longer",
    "only_graph": "not natural, but the graph is as quick",
    "neither": "neither",
}


def run(given: Given) -> Outcome:
    """Random pairs in four quadrants: natural or not, the graph within a second or not."""
    from motionloom.transitions.comparison import choose_pairs, compare_with_graph, draw_scatter

    _, _, table = find_table(given)
    found = compare_with_graph(table, choose_pairs(table, PAIRS[given.quick]))
    counts, total = found.counts(), len(found.pairs)
    numbers = (
        Number("pairs", total, "1,000", "", 0.0),
        *(Number(WORDS[name], 100 * getattr(counts, name) / total, paper, "%", 6.0) for name, paper in PAPER.items()),
    )
    path = given.picture("000-5.4.png")
    draw_scatter(found, path)
    return Outcome(say_table(given), numbers, DIFFERS, (path.name,))


DIFFERS = (
    "Natural here is a score that nine of ten captured seconds keep, for no person drew the line; the graph of these clips is less often "
    "as quick as a second than the paper's, which had a larger collection."
)
register(
    Result(
        "000",
        "5.4",
        "Transitions beside a motion graph",
        "Of 1,000 pairs both serve 581, only the synthesizer 302, only the motion graph 60, neither 57.",
        run,
    )
)
