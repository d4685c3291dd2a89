"""What a person may say about clean-up."""

from __future__ import annotations

from dataclasses import dataclass

from motionloom.core.errors import MotionError


@dataclass(frozen=True)
class CleanUpOptions:
    """Seconds and metres.

    fade: how long before and after a plant its correction comes and goes; ease: how long a foot takes to give up, or take on, the
    speed it had at the border of its plant; limit: a plant that would move farther is left as it is and reported; ground: the height of
    a level floor, or None to find the clip's own; horizon: how much of a plant is looked at to place it, None for all of it;
    root_window: how long a change of the root takes; root_limit: how far the root may move; reach: share of the leg's length it may be
    straightened to; stretch: share by which a leg may be lengthened where nothing else helps (0 forbids it); sink: how far an unplanted
    foot may dip below the floor.
    """

    fade: float = 0.25
    ease: float = 0.1
    limit: float = 0.3
    ground: float | None = None
    horizon: float | None = None
    root_window: float = 0.1
    root_limit: float = 0.2
    reach: float = 0.998
    stretch: float = 0.0
    sink: float = 0.001

    def __post_init__(self) -> None:
        for name in ("fade", "ease", "limit", "root_window"):
            if not getattr(self, name) > 0:
                raise MotionError(f"clean-up needs a positive {name}, found {getattr(self, name)!r}")
        if not 0.5 < self.reach <= 1 or not 0 <= self.stretch <= 0.2:
            raise MotionError(f"clean-up takes reach in 0.5 to 1 and stretch in 0 to 0.2, found {self.reach:g} and {self.stretch:g}")
        if self.horizon is not None and not self.horizon > 0:
            raise MotionError(f"clean-up needs a positive horizon, or None for whole plants; found {self.horizon!r}")

    @property
    def look_ahead(self) -> float | None:
        """Seconds of the future, but for three frames, that one frame's result depends on; None where that is as long as its plants."""
        if self.horizon is None:
            return None
        # Targets come a fade before their plant and need its horizon; dips and the root are smoothed over windows of their own.
        return self.fade + self.horizon + 3 * self.root_window
