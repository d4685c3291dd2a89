"""Rule 1 of paper 004: any two motions from their first frames, as long as the shorter; the upper bodies change places."""

from __future__ import annotations

import numpy as np

from motionloom.core.parts import UPPER_BODY
from motionloom.enrich.transplants.pairing import both_ways
from motionloom.enrich.transplants.rule import Candidate, Rule, Settings, register, shared_span
from motionloom.making.recipe import Recipe

NAME = "any_pair"


def apply(one: Candidate, two: Candidate, rng: np.random.Generator, settings: Settings) -> list[Recipe]:
    """Two results, none where the shorter is too short to be judged."""
    spans = shared_span(one.motion, two.motion)
    if spans is None or (spans[0][1] - spans[0][0]) / one.motion.fps < settings.shortest:
        return []
    return both_ways(one, two, *spans, (UPPER_BODY,), NAME, settings)


ANY_PAIR = register(Rule(NAME, 1, "any two motions", 2, apply))
