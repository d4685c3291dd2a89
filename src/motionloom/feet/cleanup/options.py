"""What a person may say about clean-up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from motionloom.core.errors import MotionError
from motionloom.feet.cleanup.runs import Bounds

BORDER = 3  # frames on either side of a plant's border that tell how fast its foot is


@dataclass(frozen=True)
class Windows:
    """How many frames corrections take to come and go, and to either side of a frame count for it.

    fade, ease: see `CleanUpOptions`; shake: what is quicker is a shake; along: of a heel that goes along with its toe, and a toe with its
    heel; lift: of feet out of the floor; bend: of what a knee is to bend more or less; drop: of the root, for legs too short still.
    """

    fade: int
    ease: int
    shake: int
    along: int
    lift: int
    bend: int
    drop: int


@dataclass(frozen=True)
class CleanUpOptions:
    """Seconds and metres.

    fade: how long before and after a plant its correction comes and goes; ease: how long a foot takes to give up, or take on, the
    speed it had at the border of its plant; limit: a plant that would move farther, and a free foot deeper in the floor, is left as it is
    and reported; rise: leg lengths, so is a plant farther above or below the floor, or a third as far if it is over in less than
    shortest; pause: a foot that is lifted for less comes down in the same place; ground: the height of a level floor, or None to find the
    clip's own; horizon: how much of a plant is looked at to place it, None for all of it; root_window: how long a change of the root
    takes; root_limit: how far the root may move; reach: share of the leg's length it may be straightened to; sink: how far an unplanted
    foot may dip below the floor; calm: let what would give a leg a new peak of acceleration go as it was captured, rather than hold it.
    """

    fade: float = 0.25
    ease: float = 0.1
    limit: float = 0.3
    rise: float = 0.1
    shortest: float = 0.034
    pause: float = 0.1
    ground: float | None = None
    horizon: float | None = None
    root_window: float = 0.1
    root_limit: float = 0.2
    reach: float = 0.998
    sink: float = 0.001
    calm: bool = False

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not math.isfinite(value):
                raise MotionError(f"clean-up needs a finite {name}, found {value!r}")
        for name in ("fade", "ease", "limit", "rise", "root_window"):
            if not getattr(self, name) > 0:
                raise MotionError(f"clean-up needs a positive {name}, found {getattr(self, name)!r}")
        for name in ("shortest", "pause", "root_limit", "sink"):
            if getattr(self, name) < 0:
                raise MotionError(f"clean-up needs {name} of 0 or more, found {getattr(self, name)!r}")
        if not 0.5 < self.reach <= 1:
            raise MotionError(f"clean-up takes reach in 0.5 to 1, found {self.reach:g}")
        if self.horizon is not None and not self.horizon > 0:
            raise MotionError(f"clean-up needs a positive horizon, or None for whole plants; found {self.horizon!r}")

    def windows(self, fps: float) -> Windows:
        """The same in frames at a rate."""

        def frames(seconds: float) -> int:
            return max(1, round(seconds * fps))

        lift = max(2, frames(self.root_window / 2))
        shake, drop = max(1, lift // 2), max(1, lift // 4)
        # Knees get what the others leave of three root windows.
        return Windows(frames(self.fade), frames(self.ease), shake, shake, lift, 4 * lift - 2 * shake - 2 * drop, drop)

    def bounds(self, fps: float, leg_length: float) -> Bounds:
        """The same for plants at a rate, of legs of a length in metres."""
        horizon = None if self.horizon is None else max(1, round(self.horizon * fps))
        # Rounded before it is rounded up: 0.1 s at 30 Hz are three frames, not four.
        shortest, pause = (math.ceil(round(seconds * fps, 6)) for seconds in (self.shortest, self.pause))
        return Bounds(self.limit, self.rise * leg_length, shortest, pause, horizon)
