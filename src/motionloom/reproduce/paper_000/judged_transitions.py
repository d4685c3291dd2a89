"""Paper 000, figure 5.6 on its own ground: random multi-way transitions, told apart by plants and balance, by models, and by our line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motionloom.library import Library
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_000.tables import find_table, say_table
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.score.roc import GRID, Roc
from motionloom.transitions.synthesis import Transition
from motionloom.transitions.table import TransitionTable

COUNT = 400, 60  # transitions: full, quick; the paper has 200 that were judged by a person
LEAD = 20  # frames of captures on either side that the judge sees
NATURALS = 60, 20  # captured stretches that the models learn
SCORES = {"sum": "the paper's sum of plant error and ZMP", "hmm": "hidden Markov models", "rarity": "ours, the line of naturalness"}


@dataclass(frozen=True, eq=False)
class Judged:
    """Transitions, and which (N,) of them the judge finds unusual among captures: a synthetic stand-in for a person."""

    transitions: list[Transition]
    unnatural: np.ndarray[tuple[int], np.dtype[np.bool_]]


def run(given: Given) -> Outcome:
    """Random pairs of frames, the transition of each, and how well each score tells those that the judge finds unusual."""
    from motionloom.score.roc import measure_roc

    library, _, table = find_table(given)
    judged = judge_transitions(library, table, COUNT[given.quick])
    curves = {
        name: measure_roc(values[~judged.unnatural], values[judged.unnatural])
        for name, values in score_all(library, judged, NATURALS[given.quick]).items()
    }
    numbers = [
        Number("transitions", len(judged.transitions), "200", "", 0.0),
        Number("of these unnatural", 100 * float(judged.unnatural.mean()), "41 %, by a person", "%", 8.0),
        *(
            Number(f"area under the curve, {words}", curves[name].area, "larger than of the models" if name == "sum" else "", "", 0.08)
            for name, words in SCORES.items()
        ),
    ]
    return Outcome(say_table(given), tuple(numbers), DIFFERS, (_draw(given, curves),))


def judge_transitions(library: Library, table: TransitionTable, count: int) -> Judged:
    """The transitions of random pairs, and which of them hold anything that hardly any capture of the library has."""
    from motionloom.judge.judging import judge_motion, learn_reference
    from motionloom.transitions.comparison import choose_pairs
    from motionloom.transitions.joining import join
    from motionloom.transitions.synthesis import make_transition

    reference = learn_reference((library.motion(clip.id), clip.subject) for clip in library.clips())
    made = [make_transition(table, int(source), int(target)) for source, target in choose_pairs(table, count)]
    verdicts = [judge_motion(join(table, each, LEAD, LEAD), reference) for each in made]
    return Judged(made, np.array([any(row.unusual for row in verdict.rows) for verdict in verdicts]))


def score_all(library: Library, judged: Judged, naturals: int) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Scores (N,) of all transitions by each of SCORES; the higher, the less natural."""
    from motionloom.making.choice import Choice
    from motionloom.making.verdicts import library_captures
    from motionloom.score import scorers
    from motionloom.score.objective_set import make_naturals

    captures, rng = library_captures(library, Choice(body=True)), np.random.default_rng(0)
    models = scorers.find("hmm").fit(make_naturals(captures, naturals, rng), rng)
    return {
        "sum": np.array([each.plant + each.balance for each in judged.transitions]),
        "hmm": np.array([models.score(each.motion, each.plants).total for each in judged.transitions]),
        "rarity": np.array([each.rarity for each in judged.transitions]),
    }


def _draw(given: Given, curves: dict[str, Roc]) -> str:
    figure = new_figure(4.6, 4.2)
    axes = figure.subplots()
    for name, words in SCORES.items():
        axes.plot(GRID, curves[name].found, label=f"{words}: {curves[name].area:.2f}")
    axes.plot([0, 1], [0, 1], color="0.8")
    axes.set(xlabel="natural ones rejected", ylabel="unnatural ones found")
    axes.legend(fontsize=8)
    path = given.picture("000-5.6-transitions.png")
    figure.savefig(path, dpi=100)
    return path.name


DIFFERS = (
    "No person has judged these transitions: `motionloom judge`, which shares no code with the scores, says which hold anything that "
    "hardly any capture has, a synthetic stand-in; by it the paper's order is found on the sample, and not on captures, where the models "
    "do a little better than the sum. `motionloom transition sample` puts such transitions before people, and `motionloom score judged` "
    "holds scores against what they say."
)
register(
    Result(
        "000",
        "5.6-transitions",
        "Which score tells natural transitions",
        "On 200 multi-way transitions judged by a person, plant error and ZMP outperform an ensemble of hidden Markov models.",
        run,
    )
)
