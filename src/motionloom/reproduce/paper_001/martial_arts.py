"""Paper 001, figure 7.4 and section 7.1.2: a machine of martial arts, six states, completely connected."""

from __future__ import annotations

import tempfile
from pathlib import Path

from motionloom.reproduce.result import Given, Number, Outcome, Result, register

CAPTURES = "more/martial-arts"
SUBJECT = "135"


def run(given: Given) -> Outcome:
    """The machine that is proposed from CMU 135's clips: its ways, delays and joins, and a film of all states."""
    from motionloom.behaviours import hand_made
    from motionloom.behaviours.graph_picture import draw_graph
    from motionloom.behaviours.machine_file import to_bytes
    from motionloom.behaviours.measures import report
    from motionloom.behaviours.stay_pictures import film
    from motionloom.behaviours.surveying import compare_built, survey
    from motionloom.compute import InProcess
    from motionloom.library import Library, import_files
    from motionloom.making.choice import Choice
    from motionloom.making.work import run_here

    captures = given.find(CAPTURES)
    assert captures is not None
    with tempfile.TemporaryDirectory() as place, Library.create(Path(place) / "library") as library:
        import_files(library, [captures], captures / "labels.csv", executor=InProcess())
        machine = run_here(library, "machine", {"choice": Choice(subjects=(SUBJECT,)).to_json()}).result.machine
    found, drawn = report(machine), hand_made("cmu_135")
    chi, rho, _ = compare_built(machine.graph, drawn)
    numbers = (
        Number("techniques that are states", sum(name in machine.graph.names for name in drawn.names), "6", "", 0.0),
        Number("reproducibility rho beside the complete graph", rho, "1", "", 0.05),
        Number("connectivity chi", chi, "1", "", 0.1),
        Number("delay from a request to the start of a transition, mean", found["mean_delay_from_cycles"], "0.44 s (locomotion)", "s", 0.1),
        Number("joins above the clips' 99.9th percentile", 100 * found["joins"]["over"], "", "%", 0.1),
        Number("size", len(to_bytes(machine)) / 1e6, "3.1 MB (locomotion)", "MB", 0.3),
    )
    picture, movie = given.picture("001-7.4.png"), given.picture("001-7.4.mp4")
    draw_graph(machine.graph, picture, drawn, f"CMU {SUBJECT}, karate")
    tour = survey(machine)
    film(tour.motion, tour.stays, tour.tour.requests, movie)
    return Outcome(f"CMU {SUBJECT}", numbers, DIFFERS, (picture.name, movie.name))


DIFFERS = (
    "Other performers and other techniques than the paper's, whose clips are not public; stance, stand and two turns are states besides "
    "the six, and nearly all ways between techniques are forced, since nobody captured them."
)
register(
    Result(
        "001",
        "7.4",
        "A machine of martial arts",
        "Six techniques, completely connected: every one can follow every other.",
        run,
        sample=False,
        needs=CAPTURES,
    )
)
