"""Feet that stand: which feet of a machine's clips are planted is carried through every blend, and legs are settled on it.

A blend of clips whose feet stand has feet that slide a little. Whether a foot stands is known for each clip (a machine keeps the plants
that its clips had when it was built, a person's corrections among them); the clips vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.requests import Request, Wish
from motionloom.behaviours.states import RATE, State
from motionloom.core import Motion
from motionloom.core.body import body_of
from motionloom.core.ground import foot_points
from motionloom.feet.cleanup import CleanUp, CleanUpOptions, Stream, clean
from motionloom.feet.cleanup.ground import Ground, find_ground
from motionloom.feet.plants import Bits, Plants, drop_short

SHORTEST = 0.05  # seconds: shorter plants and gaps are noise of the vote
PLANTS = "the machine's clips"
HORIZON = 0.2  # seconds of a plant that a stream looks at to place it


@dataclass(frozen=True, eq=False)
class Footing:
    """What a machine's clips say about feet: touching (F, 4), which points are planted in every frame of every clip, in the tables'
    order; ground: the floor they all stand on, level because characters walk over it in any direction."""

    touching: NDArray[np.bool_]
    ground: Ground

    def beliefs(self, controller: Controller) -> NDArray[np.float64]:
        """How likely (N, 4), 0 to 1, each point of each character is planted now, by the weights of the clips it is blended of."""
        from motionloom.behaviours._control_kernels import touch

        out = np.empty((len(controller), 4))
        touch(controller.tables, controller.characters, self.touching, 0, len(controller), out)
        return out


def find_footing(machine: Machine) -> Footing:
    """The footing of a machine, by the plants it keeps."""
    touching = np.concatenate([bits for state in machine.states for bits in find_plants(state)])
    # without places no slope can be told
    points = [foot_points(motion) * [0.0, 1.0, 0.0] for state in machine.states for motion in state.motions]
    return Footing(touching, find_ground(np.concatenate(points), touching, body_of(machine.skeleton).leg_length))


def find_plants(state: State) -> tuple[Bits, ...]:
    """The plants (F, 4) of a state's clips: those it keeps, or what Motionloom's own oracle says where a machine was built without."""
    if state.plants is not None:
        return state.plants
    from motionloom.feet.oracle import default_oracle

    return tuple(default_oracle().label(motion).bits for motion in state.motions)


def perform(
    controller: Controller,
    seconds: float,
    requests: Sequence[Request | tuple[float, Wish]] = (),
    name: str = "machine",
    footing: Footing | None = None,
    options: CleanUpOptions | None = None,
) -> tuple[Motion, CleanUp, Plants]:
    """`play` with planted feet: the bare performance, the cleaned one with what was done to it, and the plants it was held by."""
    footing = find_footing(controller.machine) if footing is None else footing
    beliefs: list[NDArray[np.float64]] = []
    motion = play(controller, seconds, requests, name, lambda controller: beliefs.append(footing.beliefs(controller)[0]))
    plants = to_plants(np.array(beliefs))
    return motion, clean(motion, plants, options, footing.ground), plants


def to_plants(beliefs: NDArray[np.float64]) -> Plants:
    """Plants where beliefs (F, 4) are above a half, without flicker."""
    bits = np.stack([drop_short(column > 0.5, SHORTEST * RATE) for column in beliefs.T], axis=1)
    return Plants(bits, RATE, source=PLANTS)


@dataclass
class PlantedCharacter:
    """One character of a controller with its feet held, for whoever draws it live: call `follow` after every step of the machine's rate.

    What comes out is `look_ahead` seconds old: a foot must be on its way to a place before it arrives there.
    """

    controller: Controller
    footing: Footing
    character: int = 0
    options: CleanUpOptions = field(default_factory=lambda: CleanUpOptions(horizon=HORIZON))

    def __post_init__(self) -> None:
        self._stream = Stream(self.controller.machine.skeleton, RATE, self.options, self.footing.ground)

    @property
    def look_ahead(self) -> float:
        """Seconds by which a frame comes out later than it went in."""
        return self._stream.look_ahead

    def follow(self) -> Motion | None:
        """Take the character as it is now; the frame that is ready comes out, none while the first are on their way."""
        n = self.character
        bits = self.footing.beliefs(self.controller)[n] > 0.5
        return self._stream.push(self.controller.rotations[n].copy(), self.controller.roots[n].copy(), bits)

    def finish(self) -> Motion | None:
        """The frames still inside, once no more will come."""
        return self._stream.finish()
