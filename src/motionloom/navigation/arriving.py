"""How near to a goal a machine can stop: a walk without single steps stops only at certain frames of its lap."""

from __future__ import annotations

import numpy as np

from motionloom.behaviours.states import RATE
from motionloom.navigation.repertoire import Moves

ASIDE = 0.1  # metres to the side that a stop ends beside a straight way


def stop_apart(moves: Moves) -> float:
    """Metres from a goal on a straight way within which some stop ends, whatever the phase; 0 where single steps lead on.

    Asked for less, whoever has passed its goal would go round it for ever.
    """
    if moves.stepping.shape[1] > 0:
        return 0.0
    straight = moves.walking[:, np.abs(moves.heards).argmin(), np.abs(moves.turns).argmin(), -1, :2]
    lap = moves.speed * moves.lap_length / RATE
    ends = np.sort((moves.speed * moves.frames / RATE + np.hypot(straight[:, 0], straight[:, 1])) % lap)
    return float(np.diff(ends, append=ends[0] + lap).max() / 2) + ASIDE
