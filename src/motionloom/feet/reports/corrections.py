"""How many corrections a new performer needs: a simulated teacher, who answers from the hand labels, puts right what the oracle asks about.

Every labelled clip is cut into sequences. Every second one is for testing and never taught; of the others the oracle asks for those it
is most in doubt about. It was grown on all performers but this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.feet.active import Piece, doubt
from motionloom.feet.growing import grow_oracle
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import Oracle
from motionloom.feet.reports.across import Seen, leave_out
from motionloom.feet.reports.learning_curves import cut_labelled

COUNTS = (0, 1, 2, 4, 8)  # sequences of a clip that are put right


@dataclass(frozen=True)
class Corrected:
    """Wrong bits and all bits of the test sequences of all clips, after each count of corrected sequences ."""

    counts: tuple[int, ...]
    wrong: tuple[int, ...]
    bits: int
    clips: int

    def to_json(self) -> dict[str, Any]:
        return {"counts": self.counts, "errors": [wrong / self.bits for wrong in self.wrong], "clips": self.clips}


def correct(examples: Sequence[Example], progress: Progress | None = None) -> Corrected:
    """Errors on performers never seen, before and after a simulated teacher has put a few sequences of their clip right."""
    progress = progress or Progress()
    seen = [Seen.of(example) for example in progress.each("Describing labelled captures", examples, lambda example: example.name)]
    wrong, bits, clips = np.zeros(len(COUNTS), int), 0, 0
    folds = leave_out(examples)
    progress.begin("Correcting new performers", len(folds))
    for tested in folds:
        oracle = grow_oracle([one.taught for index, one in enumerate(seen) if index not in set(tested.tolist())])
        for index in tested:
            pieces = cut_labelled([examples[index]])[examples[index].name]
            if len(pieces) >= 2 * COUNTS[-1]:
                off, size = _correct_clip(oracle, seen[index], pieces)
                wrong, bits, clips = wrong + off, bits + size, clips + 1
        progress.advance()
    return Corrected(COUNTS, tuple(wrong.tolist()), bits, clips)


def _correct_clip(oracle: Oracle, seen: Seen, pieces: Sequence[Piece]) -> tuple[NDArray[np.int64], int]:
    """Wrong bits (counts,) of a clip's test sequences after so many of the others were corrected, and how many bits those have."""
    truth = seen.example.plants
    tested = np.concatenate([np.arange(piece.start, piece.stop) for piece in pieces[1::2]])
    waiting, wrong = list(pieces[::2]), []
    for count in range(COUNTS[-1] + 1):
        votes, distances = oracle.vote(oracle.project(seen.steps))
        if count in COUNTS:
            wrong.append(int(np.sum(oracle.decide(votes, truth.fps).bits[tested] != truth.bits[tested])))
        if not waiting:
            break
        doubts = doubt(votes, distances)
        asked = max(waiting, key=lambda piece: float(doubts[piece.start : piece.stop].sum()))
        waiting.remove(asked)
        oracle = oracle.with_described(*_rows(seen, asked))
    return np.array(wrong), 4 * len(tested)


def _rows(seen: Seen, piece: Piece) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Every second frame of a sequence, as a pool takes it."""
    frames = slice(piece.start, piece.stop, max(1, round(seen.signals.fps / 60)))
    return seen.steps[frames].reshape(-1, seen.steps.shape[2]), seen.example.plants.bits[frames].reshape(-1, 2)


def to_text(found: Corrected) -> str:
    """The table for people."""
    lines = [f"errors in % of {found.bits} bits of {found.clips} clips of performers never seen, after a simulated teacher's corrections"]
    lines.append(f"{'sequences of 0.25 s put right in a clip':<40} " + " ".join(f"{count:>6}" for count in found.counts))
    lines.append(f"{'errors in its other sequences':<40} " + " ".join(f"{100 * wrong / found.bits:>6.2f}" for wrong in found.wrong))
    return "\n".join(lines)
