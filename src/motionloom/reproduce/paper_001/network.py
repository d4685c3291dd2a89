"""Paper 001, figure 6.3 and section 7.3: random weights are played for two seconds, and a network learns which of them turn by how much."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.tables import make_tables
from motionloom.navigation.steering_network import SECONDS, Learned, play_weights, train_network
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_001.two_states import find_machine
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

TRAINED, HELD_OUT = 10_000, 1_000
PAPER = {"left_walk": "4.1 %", "right_walk": "4.3 %"}


def run(given: Given) -> Outcome:
    """Train a network for each of the two states and measure it on what was held out."""
    machine, on = find_machine(given)
    tables, examples = make_tables(machine), TRAINED // 10 if given.quick else TRAINED
    numbers, curves = list[Number](), list[tuple[str, Learned]]()
    for state, paper in PAPER.items():
        learned = train_network(machine, state, examples, HELD_OUT, tables=tables)
        curves.append((state, learned))
        numbers += [
            Number(f"error on {HELD_OUT:,} held out, {state}", 100 * learned.error, paper, "%", 1.0),
            Number(f"the same of the calibrated table, {state}", 100 * learned.table_error, "", "%", 2.0),
            Number(f"trained on {examples:,} in, {state}", learned.trained_in, "30 minutes for both" if examples == TRAINED else "", "s"),
            Number(f"played them in, {state}", learned.played_in, "", "s"),
        ]
    rng = np.random.default_rng(1)
    picture = given.picture("001-6.3.png")
    figure = new_figure(7, 4)
    axes = figure.add_subplot()
    for colour, (state, learned) in zip(("#2f6f9f", "#c2571a"), curves, strict=True):
        found = machine.state(state)
        weights = rng.dirichlet(np.ones(len(found.motions)), 300)
        axes.plot(np.degrees(play_weights(machine, tables, found, weights)), weights[:, -1], ".", color=colour, alpha=0.35, markersize=4)
        centres = learned.network.centres
        turns = np.linspace(centres[0], centres[-1], 200)
        axes.plot(np.degrees(turns), learned.network.weights(turns)[:, -1], color=colour, label=f"{state}: the network")
    axes.set(xlabel=f"turn within {SECONDS:g} s, degrees", ylabel="weight of the sharpest clip")
    axes.legend(fontsize=8)
    figure.savefig(picture, dpi=110)
    return Outcome(on, tuple(numbers), DIFFERS, (picture.name,))


DIFFERS = (
    "The network is radial basis functions fitted by least squares, which takes well under a second; the error is the mean miss of the "
    "turn that its weights play, as a share of the range of turns (the paper does not say of what its percentages are)."
)
register(
    Result(
        "001",
        "6.3",
        "Turns within two seconds, and the network that inverts them",
        "Random weights of a state are played for two seconds; a radial basis network learns weights from turns: 10,000 examples, about "
        "30 minutes, error 4.1 % (left) and 4.3 % (right) on 1,000 held out.",
        run,
    )
)
