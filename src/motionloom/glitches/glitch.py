"""One thing that is wrong with a motion, where, how much, and what can be done about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from motionloom.core.errors import MotionError

# cut: the frames go; bridge: they are put between those around them; unflip: the joint is turned back;
# smooth: the tremble is taken out; rate: the frames stay and are played at another rate; "": nothing here can mend it.
Remedy = Literal["", "cut", "bridge", "unflip", "smooth", "rate"]


@dataclass(frozen=True)
class Glitch:
    """Frames start:stop in which something is wrong, with a joint, or with the whole body where that is "".

    size: how much, in the unit of its kind (metres, seconds, degrees, frames a second). words: all of it, for people.
    """

    kind: str
    start: int
    stop: int
    joint: str
    size: float
    words: str
    remedy: Remedy = ""

    @property
    def mendable(self) -> bool:
        """Whether `mend` can do something about it."""
        return bool(self.remedy)

    def overlaps(self, other: Glitch) -> bool:
        """Whether both are about some frame."""
        return self.start < other.stop and other.start < self.stop

    def describe(self, fps: float) -> str:
        """One line for people: when, and what."""
        return f"{self.start / fps:.2f} s: {self.words}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Glitch:
        """The glitch of plain data."""
        try:
            return Glitch(**data)
        except TypeError as error:
            raise MotionError(
                f"a glitch has kind, start, stop, joint, size, words and remedy ({error}); examine the motion again"
            ) from None


def count_kinds(glitches: Iterable[Glitch]) -> str:
    """ "2 pops, 1 freeze": how many of each kind, for people."""
    counts = Counter(glitch.kind for glitch in glitches)
    return ", ".join(f"{count} {PLURALS.get(kind, kind) if count > 1 else kind}" for kind, count in counts.items())


PLURALS = {"jump": "jumps", "pop": "pops", "freeze": "freezes", "flip": "flips"}
