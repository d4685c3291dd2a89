"""Paper 001, figures 3.3 and 3.4: a machine's graph that was mined, beside one drawn by hand for the same clips."""

from __future__ import annotations

from motionloom.behaviours.state_graph import StateGraph, compare, hand_made
from motionloom.library import Library
from motionloom.reproduce.libraries import CMU, import_captures, sample_library
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

PERFORMERS = ("016", "035")


def find_clips(given: Given) -> tuple[Library, StateGraph, tuple[str, ...], str]:
    """A library, the graph that was drawn for it, whose clips are mined, and whose they are in words."""
    captures = given.find(CMU)
    if captures is None:
        return sample_library(given), hand_made("sample"), ("ada",), "the sample's ada, a synthetic stand-in"
    folders = [captures / performer for performer in PERFORMERS]
    library = given.once("library of figure 3.3", lambda: import_captures(given, "figure-3-3", folders))
    return library, hand_made("cmu_16_35"), tuple(name.lstrip("0") for name in PERFORMERS), "CMU 16 and 35"


def run(given: Given) -> Outcome:
    """Mine the graph by the labels that the drawn one has, with our floor and with the paper's, and count edges."""
    from motionloom.behaviours.graph_picture import draw_graph
    from motionloom.behaviours.jobs import mine_library
    from motionloom.making.choice import Choice

    library, drawn, performers, on = find_clips(given)
    choice = Choice(subjects=performers, labels=drawn.names)
    mined = mine_library(library, choice, progress=given.progress)
    printed = mine_library(library, choice, progress=given.progress, absolute=True)
    (chi, rho), (chi_printed, rho_printed) = compare(mined.graph, drawn), compare(printed.graph, drawn)
    numbers = (
        Number("states", len(mined.graph.names), "10", "", 0.0),
        Number("connectivity chi", chi, "2.16", "", 0.1),
        Number("reproducibility rho", rho, "1.0", "", 0.05),
        Number("chi with the floor as printed", chi_printed, "", "", 0.1),
        Number("rho with the floor as printed", rho_printed, "", "", 0.05),
    )
    picture = given.picture("001-3.3.png")
    draw_graph(mined.graph, picture, drawn, on)
    return Outcome(on, numbers, DIFFERS, (picture.name,))


DIFFERS = (
    "Other clips than the paper's ten, and more of them to a label; edges below 0.01 of a row's likeliest are dropped, where the paper's "
    "0.01 of all pairs of frames, which depends on how many frames a library has, is given beside it."
)
register(
    Result(
        "001",
        "3.3",
        "A graph that is mined, beside one drawn by hand",
        "Mining finds every edge that a designer drew for the same clips (rho 1.0), and more than twice as many (chi 2.16).",
        run,
        also=("001-3.4",),
    )
)
