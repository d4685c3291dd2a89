"""A machine without single steps stops as near to a goal as its stops lie apart, and does not go round it."""

from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.navigation.arriving import stop_apart
from motionloom.navigation.repertoire import make_repertoire
from motionloom.navigation.scene import Goal, Scene
from motionloom.navigation.steering import Steering


def test_a_goal_between_two_stops_is_arrived_at_by_the_nearer_one(sample_machine: Any) -> None:
    repertoire = make_repertoire(sample_machine)
    apart = stop_apart(repertoire.moves)
    assert 0.1 < apart < 0.2 + repertoire.moves.speed * repertoire.moves.lap_length / 60 / 2
    assert stop_apart(repertoire.moves._replace(stepping=np.zeros((1, 2, 3, 3)))) == 0.0
    ahead = np.arange(8.0, 9.2, 0.3)  # somewhere among them no stop ends within 0.1 m
    starts = np.stack([10 * np.arange(len(ahead)), 0 * ahead, 0 * ahead], axis=1)
    steering = Steering(repertoire, Scene(), starts, np.full(len(ahead), 0.3))
    for n, z in enumerate(ahead.tolist()):
        steering.send(n, Goal((10.0 * n, z), 0.1))
    for _ in range(900):
        steering.step()
    off = np.hypot(*(steering.controller.characters.place[:, :2] - np.stack([starts[:, 0], ahead], axis=1)).T)
    assert steering.arrived().all()
    assert off.max() <= apart
    assert off.max() > 0.1
