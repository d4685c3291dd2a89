"""Paper 000, figure 3.5 and section 3.4: which sequences a person is asked to label, and how many it takes."""

from __future__ import annotations

import numpy as np

from motionloom.feet.active import SEQUENCE
from motionloom.feet.reports.learning_curves import TOLERANCE, Curve
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_000.labelled import find_examples, say_examples
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

PRINTED = 200 / 60  # seconds of a sequence, as printed: 200 frames
WAYS = {  # name: seconds of a sequence, how they are chosen, how often it is tried in the full form
    "as printed: 200 frames, the farthest": (PRINTED, "farthest", 3),
    "200 frames at random": (PRINTED, "random", 9),
    "ours: a quarter of a second, by doubt": (SEQUENCE, "doubt", 1),
    "a quarter of a second at random": (SEQUENCE, "random", 3),
}


def run(given: Given) -> Outcome:
    """Teach by each way, from the labels that people gave; how much must be labelled to know what all labels teach."""
    from motionloom.feet.reports.learning_curves import learn

    teach, test = find_examples(given)
    curves = {name: learn(teach, test, seconds, {way: 1 if given.quick else tries})[0] for name, (seconds, way, tries) in WAYS.items()}
    numbers = []
    for name, curve in curves.items():
        needed = curve.needed(curve.means[-1] - TOLERANCE)
        share = np.nan if needed is None else 100 * needed / curve.counts[-1]
        numbers.append(Number(f"of the labels are needed, {name}", float(share), "", "%", 30.0))
    return Outcome(say_examples(given), tuple(numbers), DIFFERS, (_draw(given, curves),))


def _draw(given: Given, curves: dict[str, Curve]) -> str:
    figure = new_figure(7.0, 3.6)
    axes = figure.subplots()
    for name, curve in curves.items():
        axes.plot(100 * np.array(curve.counts) / curve.counts[-1], 100 * np.array(curve.means), "o-", markersize=3, label=name)
    axes.set(xlabel="labelled, % of what people labelled", ylabel="labels right, %")
    axes.legend(fontsize=8)
    path = given.picture("000-3.5.png")
    figure.savefig(path, dpi=100)
    return path.name


DIFFERS = (
    "The paper gives no number for it; here labels that people gave stand in for the person, a share is what it takes to come, and stay, "
    "within 0.3 % of what all of them teach, and both ways use our features, so that only the choice differs."
)
register(
    Result(
        "000",
        "3.5",
        "Which sequences are asked for",
        "A database is cut into sequences of 200 frames; the one that holds the frame farthest from all labelled ones is asked for next.",
        run,
        also=("000-3.4",),
    )
)
