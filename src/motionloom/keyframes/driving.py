"""Which channels drive the matching, and when: proposed from what is keyed (paper 002 §4.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.core.masks import find_runs
from motionloom.core.roles import SIDES
from motionloom.keyframes.assembling import on_controls
from motionloom.keyframes.bands import band_of
from motionloom.keyframes.key_curves import SketchError
from motionloom.keyframes.options import DriverSpan
from motionloom.keyframes.rig import Floats, rig_of
from motionloom.keyframes.sketch import Sketch

ONE_LEG = 4.0  # times the energy of the other leg: then this leg alone drives
WINDOW = 0.5  # seconds over which energy is measured
SHORTEST = 0.8  # seconds for which drivers stay


def find_drivers(sketch: Sketch) -> tuple[str, ...]:
    """The channels that can drive: hips and knees that are keyed, or read back from keyed feet; else whatever joint is keyed."""
    rig = rig_of(sketch.skeleton)
    legs = []
    for part in ("hip", "knee"):
        for side in SIDES:
            label = f"{side}_{part}"
            if on_controls(sketch, side) or f"{label}.x" in sketch.keys:
                legs.append(f"{label}.x")
    if legs:
        return tuple(legs)
    others = tuple(name for name in sketch.keys if name == "root.y" or name.rpartition(".")[0] in rig.labels)
    moving = tuple(name for name in others if len(sketch.keys[name]) > 1)
    if not moving:
        raise SketchError("nothing that is keyed can drive the matching; key the feet, hips and knees, or another joint")
    return moving


def propose_drivers(sketch: Sketch, curves: dict[str, Floats], band: int) -> tuple[DriverSpan, ...]:
    """Spans and their drivers: all of `find_drivers`, but only one leg while it alone moves (a stomp)."""
    named = find_drivers(sketch)
    whole = (DriverSpan(0.0, max(sketch.frames / sketch.fps, 1e-6), named),)
    sides = {side: tuple(name for name in named if name.startswith(side)) for side in SIDES}
    if not all(len(channels) == 2 for channels in sides.values()):
        return whole
    energy = {side: _energy(sum_squares([band_of(curves[name], band) for name in sides[side]]), sketch.fps) for side in SIDES}
    floor = 0.05 * max(float(power.max()) for power in energy.values())
    alone = np.zeros(sketch.frames, np.intp)
    alone[energy["left"] > ONE_LEG * energy["right"] + floor] = 1
    alone[energy["right"] > ONE_LEG * energy["left"] + floor] = 2
    choices = (named, sides["left"], sides["right"])
    return tuple(
        DriverSpan(start / sketch.fps, stop / sketch.fps, choices[which]) for start, stop, which in _settle(alone, SHORTEST * sketch.fps)
    )


def sum_squares(curves: list[Floats]) -> Floats:
    """The sum of squares (F,) of curves (F,)."""
    return np.sum(np.square(curves), axis=0)


def _energy(power: Floats, fps: float) -> Floats:
    from scipy.ndimage import gaussian_filter1d

    return np.asarray(gaussian_filter1d(power, WINDOW * fps, mode="nearest"))


def _settle(states: NDArray[np.intp], shortest: float) -> list[tuple[int, int, int]]:
    """Runs (start, stop, state) of states (F,), those too short taken into the one before, or after."""
    runs = sorted((start, stop, state) for state in range(3) for start, stop in find_runs(states == state))
    kept: list[tuple[int, int, int]] = []
    for start, stop, state in runs:
        if kept and (stop - start < shortest or kept[-1][2] == state or kept[-1][1] - kept[-1][0] < shortest):
            first, _, before = kept.pop()
            kept.append((first, stop, before if stop - start < shortest else state))
        else:
            kept.append((start, stop, state))
    return kept


def cutting_driver(channels: tuple[str, ...], curves: dict[str, Floats], band: int, inside: slice) -> str:
    """The driver whose band moves most, by which everything is cut."""
    return max(channels, key=lambda name: float(np.var(band_of(curves[name], band)[inside])))
