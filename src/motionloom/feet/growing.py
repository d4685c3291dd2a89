"""Oracles of trees, grown on labelled captures as they are and with noise put in: a border is the same border when markers shake."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.feet.features import Features, Steps
from motionloom.feet.forest import grow_forest
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import Oracle, OracleOptions, from_pool, pool_frames
from motionloom.feet.plants import Bits
from motionloom.sample.capture import add_noise

REACH = 3.0  # usual distances of an example to its k-th neighbour: how far what a correction says is believed
LOW, HIGH = 0.45, 0.55  # between which a frame keeps what the one before it was: trees are surer than ten neighbours
TAUGHT_NOISE = (1.0,)  # a fair optical capture's, on top of what the capture has; more costs borders (docs/feet.md)
SPARSENESS = 3  # of the frames with noise, every third is taught


def rows_of(example: Example, features: Features) -> tuple[NDArray[np.float32], Bits]:
    """Descriptions (P, D) of each foot in the frames that a person set, as captured and with noise, and bits (P, 2)."""
    frames = pool_frames(example)
    described = [features.describe(example.motion)[frames]]
    for level in TAUGHT_NOISE:
        noisy = add_noise(example.motion, np.random.default_rng([20123, int(10 * level)]), level)
        described.append(features.describe(noisy)[frames[::SPARSENESS]])
    bits = [example.plants.bits[frames], *[example.plants.bits[frames[::SPARSENESS]]] * len(TAUGHT_NOISE)]
    return np.concatenate(described).reshape(-1, features.width), np.concatenate(bits).reshape(-1, 2)


def train_forest(examples: Sequence[Example], about: str = "") -> Oracle:
    """An oracle of trees, grown on the frames that a person set in the examples, with nothing to correct yet."""
    return grow_oracle([rows_of(example, Steps()) for example in examples], about)


def grow_oracle(rows: Sequence[tuple[NDArray[np.float32], Bits]], about: str = "") -> Oracle:
    """An oracle of trees, grown on what `rows_of` made of each example."""
    described, bits = np.concatenate([row for row, _ in rows]), np.concatenate([bits for _, bits in rows])
    beside = from_pool(described, bits, Steps(), OracleOptions(low=LOW, high=HIGH))
    forest = grow_forest(described, bits, REACH * beside.spacing)
    return Oracle(beside.features, beside.options, beside.projection, beside.pool[:0], bits[:0], about, forest)
