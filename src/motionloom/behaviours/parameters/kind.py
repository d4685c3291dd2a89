"""What a parameter is: how blends of a state's clips are measured by it, and how fast what is asked is followed.

Each is one file in this folder that ends in `register(ParameterKind(...))`, and one name in `_MODULES`; packages of others add theirs by
entry points of the group `motionloom.parameters`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.errors import MotionError, list_names
from motionloom.core.registry import Registry

GROUP = "motionloom.parameters"
_MODULES = ("turn", "speed", "style", "reach", "step")  # in the order of their numbers at run time
BOTH = ("turn", "speed")  # what a state can be steered by at once
EASE = 0.08  # seconds in which what is heard follows what is asked, and weights follow that
NOT_ASKED = 1e30  # nobody has steered by this parameter yet: the reference clip as it is

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Clips:
    """The clips of a state: motions, frames (R, K) of each at every reference frame, the reference frames of one lap (of all, where
    it is played once), and a word for each clip; order: all words of a machine, in the order of their numbers."""

    motions: Sequence[Motion]
    frames: Floats
    lap: tuple[float, float]
    words: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class ParameterKind:
    """A name, its unit for people, what counts while nobody asks, and the function that measures blends of clips.

    measure: value (N,) of the parameter for each row of weights (N, K). table: values (GRID,) and weights (GRID, K) where they are known
    and need not be found by trying. played: playing the machine measures it too, so that its table is corrected. ease: seconds in which
    weights follow; at_once: what is asked is heard at once, without passing through the values between.
    """

    name: str
    unit: str
    measure: Callable[[Clips, Floats], Floats]
    unasked: float = NOT_ASKED
    table: Callable[[Clips, int], tuple[Floats, Floats]] | None = None
    played: bool = False
    ease: float = EASE
    at_once: bool = False


_KINDS: Registry[ParameterKind] = Registry("parameter", GROUP, [f"motionloom.behaviours.parameters.{name}" for name in _MODULES])


def register(kind: ParameterKind) -> ParameterKind:
    """Make a parameter known."""
    return _KINDS.add(kind.name, kind)


def kinds() -> tuple[ParameterKind, ...]:
    """All parameters, in the order of their numbers: ours first."""
    known = _KINDS.all()
    return tuple(known[name] for name in (*_MODULES, *sorted(set(known) - set(_MODULES))))


def names() -> tuple[str, ...]:
    """The names of all parameters, in the order of their numbers."""
    return tuple(kind.name for kind in kinds())


def find_kind(name: str) -> ParameterKind:
    """The parameter of a name, or an error that says which there are."""
    known = {kind.name: kind for kind in kinds()}
    if name not in known:
        raise MotionError(f"no parameter {name!r}; there are {list_names(list(known))}")
    return known[name]


def of_motion(value: Callable[[Motion], float]) -> Callable[[Clips, Floats], Floats]:
    """The measure of a parameter that is a function of a motion: every blend of one lap is made, and the function asked of it."""

    def measure(clips: Clips, weights: Floats) -> Floats:
        from motionloom.align.blend import GroundPlace, blend

        at = np.arange(clips.lap[0], clips.lap[1])
        frames = np.stack([np.interp(at, np.arange(len(clips.frames)), column) for column in clips.frames.T])
        found = []
        for row in weights:
            used = np.flatnonzero(row > 0).tolist()
            shares = np.tile(row[used][:, None], len(at))
            found.append(value(blend([clips.motions[k] for k in used], frames[used], shares, start=GroundPlace())))
        return np.array(found)

    return measure


def mean_rate(clips: Clips, moved: Callable[[Motion, Floats, Floats], Floats], weights: Floats) -> Floats:
    """Mean of what changes a second (N,) over one lap for each row of weights (N, K): rates are blended as the machine blends them.

    moved: of a motion, by how much it changes from its fractional frames (F,) to those (F,) of the next reference frame.
    """
    motions, frames = clips.motions, clips.frames
    at = np.arange(clips.lap[0], clips.lap[1])
    change, lasted = np.zeros((len(at), len(motions))), np.zeros((len(at), len(motions)))
    for k, motion in enumerate(motions):
        own = np.interp(at, np.arange(len(frames)), frames[:, k])
        after = np.interp(at + 1, np.arange(len(frames)), frames[:, k])
        lasted[:, k] = np.maximum(after - own, 1e-6)
        change[:, k] = moved(motion, own, after)
    # A step of the reference takes 1 / (vote for its pace) frames of time.
    time = 1 / ((1 / lasted) @ weights.T)
    return np.asarray((change @ weights.T).sum(axis=0) / (time.sum(axis=0) / motions[0].fps))
