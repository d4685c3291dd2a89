"""What a clip is (stand, walk, run, jump or other), by matching the string of its foot plants (paper 003, section 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import find_runs
from motionloom.feet.plants import Plants, drop_short

CLASSES = ("stand", "walk", "run", "jump", "other")
SHORTEST = 0.04  # seconds: shorter plants and gaps are the detector's
RUNNING = 0.07  # seconds: a shorter moment without a plant, from foot to foot, is a quick step, not a flight
STILL = 0.4  # seconds for which both feet must stay planted to count as standing
ENOUGH = 0.6  # share of a clip's frames that a pattern must explain
FLIGHT = 0.15  # seconds: a shorter flight between plants of both feet is no jump

# Symbols: B both feet are planted, L, R one of them, N none. Walking passes through both planted, running through none.
PATTERNS = {
    "walk": r"B?(?:LBRB?|RBLB?)(?:[LR]B?)*",
    "run": r"[BN]?(?:LNRN?|RNLN?)(?:[LRB]N)*[LRB]?",
    "jump": r"B[LR]?J[LR]?B?(?:[LR]?J[LR]?B)*",
    "stand": r"S",
}


@dataclass(frozen=True)
class Classified:
    """The class of a clip, and the share of its frames that each pattern explains."""

    name: str
    shares: dict[str, float]


def plant_symbols(plants: Plants) -> NDArray[np.str_]:
    """A symbol (F,) a frame: B, L, R or N."""
    short = SHORTEST * plants.fps
    left, right = (drop_short(plants.bits[:, side] | plants.bits[:, side + 1], short) for side in (0, 2))
    symbols = np.array(["N", "R", "L", "B"])[2 * left + right]
    for start, stop in find_runs(symbols == "N"):
        if start > 0 and stop < len(symbols) and stop - start < RUNNING * plants.fps:
            symbols[start:stop] = "B"
    return symbols


def plant_string(plants: Plants) -> tuple[str, NDArray[np.intp]]:
    """The symbols of a clip, each run once, and how many frames (n,) each lasts."""
    symbols = plant_symbols(plants)
    first = np.flatnonzero(np.concatenate([[True], symbols[1:] != symbols[:-1]]))
    return "".join(symbols[first]), np.diff(np.append(first, len(symbols)))


def classify(plants: Plants) -> Classified:
    """What a clip is: the pattern that explains most of its frames, or "other" where none explains enough."""
    string, lengths = plant_string(plants)
    shares = {name: _explained(name, string, lengths, plants.fps) for name in PATTERNS}
    if shares["jump"] >= ENOUGH and max(shares["walk"], shares["run"]) < ENOUGH:
        return Classified("jump", shares)
    best = max(("walk", "run", "stand"), key=lambda name: shares[name])
    return Classified(best if shares[best] >= ENOUGH else "other", shares)


def _explained(name: str, string: str, lengths: NDArray[np.intp], fps: float) -> float:
    """The share of frames that lie in matches of a class's pattern."""
    if name == "stand":
        string = "".join("S" if symbol == "B" and length >= STILL * fps else "o" for symbol, length in zip(string, lengths, strict=True))
    if name == "jump":
        flights = (lengths >= FLIGHT * fps) & (np.array(list(string)) == "N")
        string = "".join("J" if flight else symbol for symbol, flight in zip(string, flights, strict=True))
    covered = sum(int(lengths[found.start() : found.end()].sum()) for found in re.finditer(PATTERNS[name], string))
    return covered / max(int(lengths.sum()), 1)


def left_swings(plants: Plants) -> list[tuple[float, float]]:
    """From when to when (seconds) the left foot swings, each swing that ends in a plant; one that the clip begins in starts with it."""
    left = drop_short(plants.bits[:, 0] | plants.bits[:, 1], SHORTEST * plants.fps)
    return [(start / plants.fps, stop / plants.fps) for start, stop in find_runs(~left) if stop < len(left)]
