"""The inverse of a steered state, learned (paper 001 section 6.3): from a turn within two seconds to the weights of its clips.

Random weights are played for two seconds each, and a network of radial basis functions learns which weights turn by how much.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import GRID, names
from motionloom.behaviours.states import RATE, State
from motionloom.behaviours.tables import Tables, make_tables
from motionloom.core.errors import MotionError

Floats = NDArray[np.float64]
SECONDS = 2.0  # of each example, as in the paper
TRAINED, HELD_OUT = 10_000, 1_000  # examples, as in the paper
CENTRES, RIDGE = 24, 1e-6


@dataclass(frozen=True, eq=False)
class SteeringNetwork:
    """Gaussians around centres (C,) radians, of a width, and what each adds to the weights: mix (C + 1, K), the last row always."""

    state: str
    centres: Floats
    width: float
    mix: Floats

    def weights(self, turns: Floats) -> Floats:
        """Weights (N, K) of a state's clips that turn by so many radians (N,) within two seconds."""
        raw = np.maximum(_spread(turns, self.centres, self.width) @ self.mix, 0.0)
        return np.asarray(raw / raw.sum(axis=1, keepdims=True))

    def apply(self, machine: Machine) -> Machine:
        """The machine with its state steered by this network in place of the calibrated table."""
        state = machine.state(self.state)
        if state.parameter is None:
            raise MotionError(f"state {self.state!r} is not steered")
        parameter = replace(state.parameter, weights=self.weights(SECONDS * state.parameter.values))
        states = tuple(replace(each, parameter=parameter) if each is state else each for each in machine.states)
        return Machine(states, machine.transitions, machine.graph)


@dataclass(frozen=True)
class Learned:
    """A network, how long it took to play the examples and to train it (processor seconds), and the mean error on those that were held
    out, of the network and of the calibrated table, as a share of the range of turns."""

    network: SteeringNetwork
    played_in: float
    trained_in: float
    error: float
    table_error: float
    examples: int
    held_out: int


def train_network(
    machine: Machine, state: str, examples: int = TRAINED, held_out: int = HELD_OUT, seed: int = 0, tables: Tables | None = None
) -> Learned:
    """The network of a state that is steered by turn, with its error on examples that it was not trained on."""
    found = machine.state(state)
    if found.parameter is None or found.parameter.name != "turn" or not found.cyclic:
        raise MotionError(f"a steering network needs a cycle that is steered by turn; {state!r} is not")
    tables = make_tables(machine) if tables is None else tables
    rng, began = np.random.default_rng(seed), time.process_time()
    weights = rng.dirichlet(np.ones(len(found.motions)), examples + held_out)
    turns = play_weights(machine, tables, found, weights)
    played = time.process_time()
    network = fit(state, turns[:examples], weights[:examples])
    trained = time.process_time()
    wanted, span = turns[examples:], float(np.ptp(turns))
    got = play_weights(machine, tables, found, network.weights(wanted))
    tabled = np.stack([np.interp(wanted / SECONDS, found.parameter.values, column) for column in found.parameter.weights.T], axis=1)
    by_table = play_weights(machine, tables, found, tabled)
    errors = [float(np.mean(np.abs(each - wanted)) / span) for each in (got, by_table)]
    return Learned(network, played - began, trained - played, errors[0], errors[1], examples, held_out)


def fit(state: str, turns: Floats, weights: Floats) -> SteeringNetwork:
    """The network that gives weights (N, K) for turns (N,), by least squares with a small ridge."""
    low, high = np.quantile(turns, [0.0005, 0.9995]).tolist()
    centres = np.linspace(low, high, CENTRES)
    width = float(centres[1] - centres[0]) * 1.5
    basis = _spread(turns, centres, width)
    mix: Floats = np.linalg.solve(basis.T @ basis + RIDGE * len(turns) * np.eye(CENTRES + 1), basis.T @ weights).astype(np.float64)
    return SteeringNetwork(state, centres, width, mix)


def _spread(turns: Floats, centres: Floats, width: float) -> Floats:
    """Each Gaussian (N, C) of turns (N,), and ones."""
    near = np.exp(-0.5 * ((np.clip(turns, centres[0], centres[-1])[:, None] - centres) / width) ** 2)
    return np.concatenate([near, np.ones((len(turns), 1))], axis=1)


def play_weights(machine: Machine, tables: Tables, state: State, weights: Floats) -> Floats:
    """Radians (N,) by which a state turns within two seconds from its beginning, played with fixed weights (N, K) of its clips."""
    number, turn = machine.graph.index(state.name), names().index("turn")
    out = np.empty(len(weights))
    for first in range(0, len(weights), GRID):
        chunk = weights[first : first + GRID]
        own = _table_of(tables, number, chunk)
        controller = Controller(machine, len(chunk), state.name, own)
        c = controller.characters
        c.asked[:, turn] = c.heard[:, turn] = np.arange(len(chunk))
        c.weights[:, : weights.shape[1]] = chunk
        begin = c.place[:, 2].copy()
        for _ in range(round(SECONDS * RATE)):
            controller.advance()
        out[first : first + GRID] = c.place[:, 2] - begin
    return out


def _table_of(tables: Tables, number: int, chunk: Floats) -> Tables:
    """Tables in which asking a state for the k-th value gives the k-th row of weights."""
    weights, values, areas = tables.weights.copy(), tables.values.copy(), tables.areas.copy()
    weights[number] = 0.0
    weights[number, :, : chunk.shape[1]] = chunk[np.minimum(np.arange(GRID), len(chunk) - 1)]
    values[number], areas[number] = (0.0, GRID - 1.0), 0.0
    return tables._replace(weights=weights, values=values, areas=areas)
