"""Paper 001, figures 4.1 and 7.1 with section 7.1: the locomotion machine of fourteen behaviours, how soon it answers, how large it is."""

from __future__ import annotations

from motionloom.behaviours.machine import Machine
from motionloom.reproduce.paper_001.course import build
from motionloom.reproduce.result import Given, Number, Outcome, Result, register


def find_fourteen(given: Given) -> Machine:
    """The machine of the obstacle course, built once a run."""
    return given.once("course", build)


def run(given: Given) -> Outcome:
    """Measure it."""
    from motionloom.behaviours.graph_picture import draw_graph
    from motionloom.behaviours.machine_file import to_bytes
    from motionloom.behaviours.measures import report

    machine = find_fourteen(given)
    found = report(machine, progress=given.progress)
    numbers = (
        Number("behaviours", len(machine.states), "14", "", 0.0),
        Number("edges", len(machine.graph.edges), "", "", 2.0),
        Number("delay from a request to the start of a transition, mean", found["mean_delay_from_cycles"], "0.44 s", "s", 0.1),
        Number("the same, at worst", found["worst_delay_from_cycles"], "", "s", 0.4),
        Number("joins above the clips' 99.9th percentile", 100 * found["joins"]["over"], "", "%", 0.1),
        Number("size", len(to_bytes(machine)) / 1e6, "3.1 MB", "MB", 0.5),
    )
    picture = given.picture("001-7.1.png")
    draw_graph(machine.graph, picture, None, "fourteen behaviours")
    return Outcome("the sample's ada, a synthetic stand-in", numbers, DIFFERS, (picture.name,))


DIFFERS = (
    "The sample's clips are procedural, made for such a machine; the paper's are captures that are not public. Its delay is a mean "
    "over requests of its demonstration, ours over random requests from every cyclic state."
)
register(
    Result(
        "001",
        "7.1",
        "The locomotion machine of fourteen behaviours",
        "A machine of fourteen behaviours answers after 0.44 s in the mean and takes 3.1 MB.",
        run,
    )
)
