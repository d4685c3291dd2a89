"""Are captures in balance by our own measure? The share of supported frames whose zero moment point is over the feet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.compute.seeds import make_rng
from motionloom.core.heading import headings
from motionloom.score.balance import CARRY, MARGIN, Balance, carrying, measure_balance
from motionloom.score.captures import Capture, by_subject
from motionloom.score.fitting import fit_masses
from motionloom.score.objective_set import split_subjects
from motionloom.score.segments import MassModel
from motionloom.score.support import sole_corners, standing_corners

WALKS = ("walk", "walk_slow", "walk_fast", "style:walk")
WANTED = 0.92
CLIPS_TO_FIT = 4  # of each performer: nobody's body should decide the masses
SHARE_OF_SOLES = 8  # frames between soles drawn, so that they can be told apart


@dataclass(frozen=True)
class SubjectBalance:
    """One performer's walks: clips, supported frames judged, and the share of these within 5 cm of the support.

    share: with masses fitted on other performers; share_by_table: with Winter's. ahead, left: metres by which the point
    lies outside the support on average, in the body's own directions: a constant lean is a bias of capture or rest pose.
    """

    subject: str
    clips: int
    frames: int
    share: float
    share_by_table: float
    ahead: float
    left: float


@dataclass(frozen=True, eq=False)
class WalkTrace:
    """A walk to draw: points (F, 2) metres of the zero moment point, errors (F,), soles as corner rings (N, 2)."""

    name: str
    points: NDArray[np.float64]
    errors: NDArray[np.float64]
    soles: list[NDArray[np.float64]]
    share: float


def report_balance(
    captures: Sequence[Capture], seed: int = 0, carry: float = CARRY, progress: Progress | None = None
) -> list[SubjectBalance]:
    """A row for each performer, masses fitted on the half of the performers that does not hold this one."""
    halves = split_subjects(captures)
    rows = []
    progress = progress or Progress()
    progress.begin("Measuring balance", len(halves) + len(by_subject(captures)))
    for n, half in enumerate(halves):
        others = [capture for group in by_subject(halves[1 - n]).values() for capture in group[:CLIPS_TO_FIT]]
        masses = fit_masses([c.motion for c in others], [c.plants for c in others], make_rng(seed, "masses", n)) if others else None
        progress.advance(note=f"masses fitted on {len(others)} captures of other performers")
        for subject, group in by_subject(half).items():
            rows.append(_measure_subject(subject, group, masses, carry))
            progress.advance(note=subject)
    return sorted(rows, key=lambda row: -row.share)


def trace_walk(capture: Capture, masses: MassModel | None = None) -> WalkTrace:
    """What is drawn of one walk seen from above."""
    balance = measure_balance(capture.motion, capture.plants, masses)
    counted = balance.judged & balance.supported
    corners, standing = sole_corners(capture.motion), standing_corners(capture.plants)
    rings = []
    for frame in np.flatnonzero(counted)[::SHARE_OF_SOLES]:
        for foot in (slice(0, 6), slice(6, 12)):
            # Corners come in pairs, left and right of heel, ball and tip: once up one side and down the other.
            ring = np.array([0, 2, 4, 5, 3, 1])
            there = ring[standing[frame, foot][ring]]
            if len(there) > 2:
                rings.append(corners[frame, foot][there])
    return WalkTrace(capture.motion.name, balance.dynamics.points[counted], balance.error[counted], rings, balance.share_inside)


def _measure_subject(subject: str, group: Sequence[Capture], masses: MassModel | None, carry: float) -> SubjectBalance:
    inside: dict[bool, list[NDArray[np.bool_]]] = {True: [], False: []}
    outside = []
    for capture in group:
        for fitted in (True, False):
            balance = measure_balance(capture.motion, capture.plants, masses if fitted else None, carry=carry)
            counted = balance.judged & balance.supported
            inside[fitted].append(balance.error[counted] < MARGIN)
        outside.append(_offsets(capture, balance)[counted])
    shares = {fitted: np.concatenate(found) for fitted, found in inside.items()}
    ahead, left = np.concatenate(outside).mean(axis=0) if sum(map(len, outside)) else (0.0, 0.0)
    count = len(shares[True])
    share, by_table = (float(shares[fitted].mean()) if count else 1.0 for fitted in (True, False))
    return SubjectBalance(subject, len(group), count, share, by_table, float(ahead), float(left))


def _offsets(capture: Capture, balance: Balance) -> NDArray[np.float64]:
    """How far (F, 2) metres ahead and to the left of the middle of its support the point lies, by as much as it is outside."""
    corners, standing = sole_corners(capture.motion), standing_corners(carrying(capture.plants, capture.motion.fps))
    weights = standing / np.maximum(standing.sum(axis=1, keepdims=True), 1)
    away = balance.dynamics.points - np.einsum("fn,fnc->fc", weights, corners)
    away *= (balance.error / np.maximum(np.linalg.norm(away, axis=1), 1e-9))[:, None]
    angle = headings(capture.motion)
    sine, cosine = np.sin(angle), np.cos(angle)
    return np.stack([sine * away[:, 0] + cosine * away[:, 1], cosine * away[:, 0] - sine * away[:, 1]], axis=1)
