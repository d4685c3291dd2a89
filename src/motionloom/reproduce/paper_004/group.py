"""Paper 004, figure 5 and section 5: actors who do the same at the same time, and share no frame."""

from __future__ import annotations

from motionloom.demands.demand import Demand, Place, Span
from motionloom.reproduce.libraries import reporting_library, say_library
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

ACTORS = 4, 2  # full, quick
ITERATIONS = 60, 15
APART = 2.5  # metres between places
# Run from the start, come to a place, crouch there: the paper's demand.
RUN_AND_CROUCH = Demand(
    5.5, (Span("run", 0.0, 2.0), Span("crouch", 4.2, 5.5)), Place(0.0, 0.0, 0.0), Place(0.0, 8.0, 0.0), name="run and crouch"
)


def run(given: Given) -> Outcome:
    """One demand for all, the library split among them; how many frames any two share, and how near they come."""
    from motionloom.demands.apart import check_apart
    from motionloom.demands.grouping import make_group, share_demand
    from motionloom.render.strips import save_filmstrip

    library, actors = reporting_library(given), ACTORS[given.quick]
    demands = share_demand(RUN_AND_CROUCH, actors, APART)
    made = make_group(demands, library, iterations=ITERATIONS[given.quick], stay=False, progress=given.progress)
    motions = [answer.motion for answer in made.answers]
    held = [answer.made.outcome["satisfied"] for answer in made.answers]
    numbers = (
        Number("actors", len(motions), "4", "", 0.0),
        Number("frames that two of them share", made.shared_frames, "0", "", 0.0),
        Number("asked frames that have their words, of the worst actor", 100 * min(held), "", "%", 25.0),
        Number("least distance between two bodies", 100 * check_apart(motions), "", "cm", 60.0),
    )
    path = given.picture("004-5.png")
    size, count = ((240, 180), 4) if given.quick else ((300, 200), 6)
    save_filmstrip(motions, path, count, columns=count // 2, size=size, camera="hold", samples=1 if given.quick else 2)
    return Outcome(say_library(given), numbers, DIFFERS, (path.name,))


DIFFERS = (
    "The captures alone are enough to split here, so no transplants are needed for it; an actor may step aside where another stands, and "
    "the mirror image of a frame counts as the frame."
)
register(
    Result(
        "004",
        "5",
        "Actors who do the same and share no frame",
        "Four actors run from a start, reach their places and crouch, together in time, from parts of the collection that share no frame.",
        run,
        also=("000-4.5",),
    )
)
