"""A walk sketched with feet and root only: what an animator blocks in a minute, from a few numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from motionloom.core import Skeleton
from motionloom.core.roles import SIDES
from motionloom.keyframes.key_curves import Key
from motionloom.keyframes.legs import leg_length
from motionloom.keyframes.options import CompletionOptions
from motionloom.keyframes.rig import rig_of
from motionloom.keyframes.sketch import Sketch

STANCE = 0.56  # of a step's time a foot stands before and after the root passes over it
LIFT = 0.12  # leg lengths that a foot is lifted
BOB = 0.03  # leg lengths that the root goes up and down
BENT = 0.97  # of a straight leg's height: where the root is highest
EARLY = 0.2  # of a step that the root is ahead when the first one begins, and behind when the last one ends
APART = 0.5  # of the distance between the hips: how far feet stand from the middle


def sketch_walk(
    skeleton: Skeleton,
    steps: Sequence[float] = (0.55,) * 8,
    seconds: float = 0.55,
    fps: float = 24.0,
    name: str = "walk",
    options: CompletionOptions | None = None,
) -> Sketch:
    """A walk straight on, towards +z: steps of these lengths (in leg lengths, 0 stands), one in `seconds`, left foot first.

    Keys: three a swing on each foot (off, highest, down), one a step on the root's way, two on its height. Nothing else.
    """
    rig = rig_of(skeleton)
    leg = leg_length(rig, rig.feet[0])
    hips = skeleton.rest_positions[[foot.joints[0] for foot in rig.feet]]
    top = BENT * leg + rig.feet[0].ankle[1] + float(skeleton.rest_positions[0, 1] - hips[0, 1])
    falls = [0.0, 0.0]  # where the feet stand, footfall by footfall: right, left, right, ...
    for length in steps:
        falls.append(falls[-1] + leg * length)
    falls.append(falls[-1])  # the other foot comes beside it
    count = len(falls)
    frames = round((count - 1) * seconds * fps) + 1

    def at(moment: float) -> float:
        return min(max(round(moment * fps), 0), frames - 1) / fps

    keys: dict[str, list[Key]] = {"root.x": [Key(0.0, 0.0)], "root.turn": [Key(0.0, 0.0)]}
    way = [*falls]
    way[1], way[-2] = way[1] + EARLY * (falls[2] - falls[1]), way[-2] - EARLY * (falls[-2] - falls[-3])  # it leans into the first step
    keys["root.z"] = [Key(at(n * seconds), way[n]) for n in range(count)]
    heights = dict[float, float]()
    for n in range(count):
        long = steps[min(max(n - 1, 0), len(steps) - 1)] if 0 < n < count - 1 else 0.0
        heights[at(n * seconds)] = top
        heights[at((n + 0.5) * seconds)] = top - leg * BOB * 2 * long
    keys["root.y"] = [Key(moment, value) for moment, value in sorted(heights.items())]
    for n, side in enumerate(SIDES):
        out = float(APART * abs(hips[0, 0] - hips[1, 0])) * (1 if n == 0 else -1)
        keys |= _foot_keys(f"{side}_foot", falls[1 - n :: 2], (1 - n), out, seconds, leg, at)
    return Sketch(skeleton, frames, fps, {channel: tuple(rows) for channel, rows in keys.items()}, name, {}, options or CompletionOptions())


def slow_down(steps: Sequence[float], last: int) -> tuple[float, ...]:
    """Steps whose last ones get shorter and shorter, evenly."""
    kept = max(len(steps) - last, 0)
    return tuple(length * min(1.0, (len(steps) - n) / (len(steps) - kept + 1)) for n, length in enumerate(steps))


def _foot_keys(
    foot: str, falls: Sequence[float], first: int, out: float, seconds: float, leg: float, at: Callable[[float], float]
) -> dict[str, list[Key]]:
    """The keys of one foot that falls at these places, every second step."""
    high, along = {0.0: 0.0}, {0.0: falls[0]}
    for k in range(1, len(falls)):
        middle, far = (first + 2 * k) * seconds, abs(falls[k] - falls[k - 1])
        off, down = at(middle - 2 * seconds + STANCE * seconds), at(middle - STANCE * seconds)
        if far < 1e-9:
            continue
        along |= {off: falls[k - 1], down: falls[k]}
        high |= {off: 0.0, at((off + down) / 2): leg * LIFT * min(1.0, far / leg + 0.3), down: 0.0}
    return {
        f"{foot}.x": [Key(0.0, out)],
        f"{foot}.y": [Key(*key) for key in sorted(high.items())],
        f"{foot}.z": [Key(*key) for key in sorted(along.items())],
    }
