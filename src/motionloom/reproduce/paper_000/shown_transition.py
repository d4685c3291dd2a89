"""Paper 000, figure 5.3 and the run times of section 5.8: a transition of a second, and how long it takes to make one."""

from __future__ import annotations

import time

import numpy as np

from motionloom.reproduce.paper_000.tables import find_table, say_table
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.reproduce.strips import pack

DEMAND, LEAD = "walk:run", 0.6  # seconds of captures before and after
PAIRS = 200, 30  # full, quick


def run(given: Given) -> Outcome:
    """The best of transitions from random frames of a walk into a run, and random pairs timed."""
    from motionloom.render.strips import save_filmstrip
    from motionloom.transitions.comparison import choose_pairs
    from motionloom.transitions.joining import join
    from motionloom.transitions.showcase import make_showcase
    from motionloom.transitions.synthesis import make_transition

    library, document, table = find_table(given)
    shown = make_showcase(table, DEMAND, 6 if given.quick else 20)
    pairs = choose_pairs(table, PAIRS[given.quick])
    began = time.process_time()
    for source, target in pairs:
        make_transition(table, int(source), int(target))
    spent = (time.process_time() - began) / len(pairs)
    numbers = (
        Number("frames of a transition, at 60 Hz", table.frames, "60", "", 0.0),
        Number("score of the best walk to run", float(np.min(shown.scores)), "", "m", 0.1),
        Number("made in, mean", spent, "0.012 s", "s"),
        Number("representatives", len(table.representatives), "50", "", 0.0),
        Number("size of the table", len(library.document_bytes(document.id)) / 1e6, "under 5 MB, and 200 bytes a frame", "MB", 0.3),
    )
    path = given.picture("000-5.3.png")
    frames = round(60 * LEAD)
    save_filmstrip(join(table, shown.best, frames, frames), path, 8, walk=True, fade=True)
    pack(path)
    return Outcome(say_table(given), numbers, DIFFERS, (path.name,))


DIFFERS = (
    "Nobody skips in these captures, so the transition shown is from a walk into a run; the table has fewer representatives than the "
    "paper's, so that it is built in seconds, and times are of machines nearly twenty years apart."
)
register(
    Result(
        "000",
        "5.3",
        "A transition of a second (figure 5.3, times of section 5.8)",
        "A walk changes into a skip within a second, seamlessly; making and cleaning a transition takes 0.012 s, the table less than 5 MB.",
        run,
        also=("000-5.8",),
    )
)
