"""Steps of Lau and Kuffner's planner (paper 001 algorithm 6.1): every behaviour is a clip that is put at the end of the one before.

No transition is played, so a plan made of them ends elsewhere when a machine performs it. It is here to show by how much.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.characters import Characters
from motionloom.behaviours.control import Controller
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.tables import Tables
from motionloom.navigation.rollout import Rollout, roll_out
from motionloom.navigation.samples import Samples

Floats = NDArray[np.float64]


class ClipSteps:
    """Samples of a machine as clips: where each leads from the origin, when it is over (equation 6.2: x, y, theta and t of an action)."""

    def __init__(self, machine: Machine, tables: Tables, samples: Samples, holds: Sequence[float]) -> None:
        controller = Controller(machine, len(samples.states), tables=tables)
        for k, (state, turn) in enumerate(zip(samples.states, samples.turns, strict=True)):
            asked = {} if np.isnan(turn) else {"turn": float(turn)}
            controller.place(machine.graph.names[state], characters=k, asked=asked, at=(0.0, 0.0, 0.0))
        self.clips = roll_out(controller, controller.characters.copy(), samples.states, samples.turns, holds)

    def play(self, characters: Characters, kinds: NDArray[np.int64]) -> Rollout:
        """Samples (M,) put where characters (M) stand."""
        clips, heading = self.clips, characters.place[:, 2]
        places = _put(clips.places[:, kinds], characters.place[None], heading[None])
        rows, steps, picked = list[int](), list[int](), list[int]()
        for number, (kind, step) in enumerate(clips.ends.tolist()):
            for row in np.flatnonzero(kinds == kind).tolist():
                rows.append(row)
                steps.append(step)
                picked.append(number)
        after = clips.after.pick(picked)
        after.place[:] = _put(after.place, characters.place[rows], heading[rows])
        ends = np.stack([np.array(rows, dtype=np.int64), np.array(steps, dtype=np.int64)], axis=1)
        return Rollout(places, clips.states[:, kinds], ends, after, clips.asked[:, kinds])


def _put(relative: Floats, at: Floats, heading: Floats) -> Floats:
    """Places (..., 3) x, z and heading that were played from the origin, played from elsewhere."""
    x, z = relative[..., 0], relative[..., 1]
    turned = [x * np.cos(heading) + z * np.sin(heading), z * np.cos(heading) - x * np.sin(heading)]
    return np.stack([at[..., 0] + turned[0], at[..., 1] + turned[1], at[..., 2] + relative[..., 2]], axis=-1)
