"""Paper 000, figure 5.6: plants and balance tell natural from unnatural motion better than hidden Markov models."""

from __future__ import annotations

from motionloom.reproduce.libraries import reporting_library, say_library
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.reproduce.strips import pack

SHOWN = {"sum": "the paper's sum of plant error and ZMP", "hmm": "hidden Markov models", "physics": "ours"}
SIZE = 16, 4  # damaged examples of each kind: full, quick; three times as many natural


def run(given: Given) -> Outcome:
    """All three taught on half of the performers and held against the other half, both ways."""
    from motionloom.making.choice import Choice
    from motionloom.making.verdicts import library_captures
    from motionloom.score.evaluation import Sizes, contestants, evaluate
    from motionloom.score.plots import plot_roc

    captures = library_captures(reporting_library(given), Choice(body=True))
    size = SIZE[given.quick]
    competing = [each for each in contestants() if each.label in SHOWN]
    found = evaluate(captures, Sizes(3 * size, size, 3 * size, size), competing=competing, progress=given.progress)
    kinds = tuple(next(iter(found.curves.values())))
    numbers = list[Number]()
    for name, words in SHOWN.items():
        curve = found.curve(name, kinds)
        numbers.append(Number(f"area under the curve, {words}", curve.area, "larger than of the models" if name == "sum" else "", "", 0.05))
        numbers.append(Number(f"found at one false alarm in ten, {words}", 100 * curve.share_found(0.1), "", "%", 12.0))
    path = given.picture("000-5.6.png")
    plot_roc(found, path)
    pack(path)
    return Outcome(say_library(given), tuple(numbers), DIFFERS, (path.name,))


DIFFERS = (
    "The paper's 200 transitions were judged by a person, 118 natural and 82 not; nobody has judged ours, so captures damaged on purpose, "
    "a synthetic stand-in, are to be told from captures, and it gives no area, only that its curve lies above that of the models."
)
register(
    Result(
        "000",
        "5.6",
        "Which score tells natural motion",
        "On 200 multi-way transitions judged by a person, plant error and ZMP outperform an ensemble of hidden Markov models.",
        run,
    )
)
