"""How long is one unit of a file? Named, stated, or guessed from the size of the body and said."""

from __future__ import annotations

import math

import numpy as np

from motionloom.core import Skeleton
from motionloom.core.body import body_of
from motionloom.core.errors import MotionloomError, SkeletonError

# Metres in one unit. CMU's captures are in inches scaled by the 0.45 of their ASF files: 5.64 cm.
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048, "cmu": 0.0254 / 0.45}
_OTHER_NAMES = {
    "m": ("metre", "metres", "meter", "meters"),
    "cm": ("centimetre", "centimetres", "centimeter", "centimeters"),
    "mm": ("millimetre", "millimetres", "millimeter", "millimeters"),
    "in": ("inch", "inches"),
    "ft": ("foot", "feet"),
    "cmu": ("cmu (5.64 cm)",),
}
_SHOWN = {"cmu": "CMU (5.64 cm)"}
# Feet are too rare to be worth taking a three-metre creature in metres for a child in feet.
_GUESSED = ("m", "cm", "mm", "in", "cmu")
USUAL_HEIGHT = 1.7
PLAUSIBLE_HEIGHTS = (1.0, 2.5)
# From a fingertip along the bones to a toe, over standing height: what is left to go by without a known body.
_LONGEST_PATH = 1.35


def parse_unit(unit: str | float) -> tuple[str, float]:
    """Name for people and metres of a unit given as a name or as a number of metres."""
    if isinstance(unit, str):
        key = unit.strip().lower()
        for name, others in _OTHER_NAMES.items():
            if key == name or key in others:
                return show_unit(name), UNITS[name]
    try:
        metres = float(unit)
    except ValueError:
        raise MotionloomError(f"no unit {unit!r}; use one of {', '.join(UNITS)} or the metres in one unit, such as 0.01") from None
    if not 1e-9 < metres < 1e9:
        raise MotionloomError(f"a unit must be a positive number of metres, found {unit}")
    return name_unit(metres), metres


def show_unit(name: str) -> str:
    """A unit's name as people read it."""
    return _SHOWN.get(name, name)


def name_unit(metres: float) -> str:
    """The name of a unit of so many metres, or the number."""
    known = [name for name, length in UNITS.items() if math.isclose(length, metres, rel_tol=1e-4)]
    return show_unit(known[0]) if known else f"{metres:g} m"


def guess_unit(skeleton: Skeleton) -> tuple[str, float, str]:
    """Name, metres, and a line that says why: the unit that brings the body nearest to a usual height."""
    height, how = measure_height(skeleton)
    if height <= 0:
        return "m", 1.0, "unit: taken as metres, for the skeleton has no size (--unit sets it)"
    name = min(_GUESSED, key=lambda unit: abs(math.log(height * UNITS[unit] / USUAL_HEIGHT)))
    tall = height * UNITS[name]
    doubt = "" if PLAUSIBLE_HEIGHTS[0] <= tall <= PLAUSIBLE_HEIGHTS[1] else "; no unit we know gives a human height"
    return show_unit(name), UNITS[name], f"unit: guessed {show_unit(name)} from {how} of {tall:.2f} m{doubt} (--unit sets it)"


def measure_height(skeleton: Skeleton) -> tuple[float, str]:
    """Standing height in the skeleton's unit, and what it was measured on."""
    try:
        return body_of(skeleton).height, "a body height"
    except SkeletonError:
        return _longest_path(skeleton) / _LONGEST_PATH, "the bones' length (no human body recognised), a height"


def _longest_path(skeleton: Skeleton) -> float:
    """The longest way along the bones between two ends: unlike an extent, it does not depend on a pose."""
    reach = np.zeros(len(skeleton))  # from each joint down
    for site in skeleton.end_sites:
        reach[site.parent] = max(reach[site.parent], float(np.linalg.norm(site.offset)))
    longest = 0.0
    for joint in range(len(skeleton) - 1, 0, -1):
        parent = int(skeleton.parents[joint])
        below = float(reach[joint] + np.linalg.norm(skeleton.offsets[joint]))
        longest = max(longest, below + float(reach[parent]))
        reach[parent] = max(reach[parent], below)
    return max(longest, float(reach.max(initial=0.0)))
