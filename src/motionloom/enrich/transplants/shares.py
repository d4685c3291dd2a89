"""How often each rule is applied: uniformly, as in the paper, or more often the more of its results are accepted (a bandit)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

Sharing = Literal["uniform", "adaptive"]
LEAST = 0.05  # share of applications that every rule keeps: what is accepted may change


def draw_rule(rules: Sequence[str], rewards: Mapping[str, Sequence[float]], rng: np.random.Generator, sharing: Sharing) -> str:
    """A rule by chance. rewards: of each rule, for every application so far the share of its frames that was accepted, 0 for none.

    adaptive: Thompson sampling of a Beta distribution whose trials are applications; each rule keeps a share of one in twenty.
    """
    if sharing == "uniform" or rng.random() < LEAST * len(rules):
        return rules[int(rng.integers(len(rules)))]
    won = np.array([sum(rewards.get(rule, ())) for rule in rules])
    tried = np.array([len(rewards.get(rule, ())) for rule in rules])
    return rules[int(np.argmax(rng.beta(1 + won, 1 + tried - won)))]
