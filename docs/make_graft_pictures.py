"""The clock of grafted arms: `python docs/make_graft_pictures.py LIBRARY` prints phases and draws paper 003's figures 7 and 8.

The library holds the CMU clips that are named below. A phase is that of the left hand against the left foot, both ahead of the hips, at
the stride's frequency: of captures that walk, of grafts by time, and of the same grafts on the strides of the legs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from motionloom.core import Motion
from motionloom.core.editing import trim
from motionloom.enrich.annotation.body_signals import RATE, ROLES, read_signals
from motionloom.enrich.grafts.candidates import Body, make_clock, read_body
from motionloom.enrich.grafts.maker import graft_recipe
from motionloom.library import Library
from motionloom.making.makers import make
from motionloom.making.plants import find_plants
from motionloom.making.sources import Sources, clip_source
from motionloom.render import filmstrip

CAPTURES = ("06_01", "07_01", "07_12", "12_01", "16_15", "16_16", "16_22", "35_01", "35_02", "35_03")
# Base and donor. Figure 7: a dribble on a walk; figure 8: marching arms on a walk; then walks on walks.
GRAFTS = (("06_01", "06_02"), ("16_15", "138_05"), ("07_01", "138_06"), ("16_22", "35_01"), ("07_12", "12_01"))
DRAWN = GRAFTS[:2]
MOMENTS, SIZE, TITLE = 10, (92, 100), 14
PICTURE = Path(__file__).parent / "pictures" / "graft-clock.jpg"


def measure_phase(motion: Motion, strides: NDArray[np.float64], start: float, stop: float) -> float:
    """Degrees between hand and foot from `start` for as many whole strides as end before `stop`; NaN where none does.

    strides: seconds at which the left foot of the motion's legs is foremost; a stride before and after them lasts as their mean.
    """
    length = float(np.mean(np.diff(strides)))
    count = int((stop - start) / length + 0.05)
    if count < 1:
        return float("nan")
    signals = read_signals(motion)
    first, last = round(start * RATE), min(round((start + count * length) * RATE), len(signals))
    seen = signals.seen_from_body()[first:last, :, 2]
    turning = np.exp(-2j * np.pi * count * np.arange(len(seen)) / len(seen))
    hand, foot = (
        np.sum((seen[:, ROLES.index(role)] - seen[:, ROLES.index(role)].mean()) * turning) for role in ("left_wrist", "left_ankle")
    )
    return float(np.degrees(np.angle(hand / foot)) % 360)


def graft(library: Library, base: Body, donor: Body, *, warp: bool) -> tuple[Motion, float, float] | None:
    """The donor's upper body on the base for all of their clock, and when that begins and ends; None where they share no clock."""
    clock = make_clock(base, donor, warp)
    if clock is None:
        return None
    start, stop = max(0.0, float(clock[0][0])), min(base.seconds, float(clock[0][-1]))
    legs, arms = (clip_source(library.clip(clip)) for clip in (base.clip, donor.clip))
    recipe = graft_recipe(legs, arms, [row.tolist() for row in clock], start, stop, warped=warp)
    return make(Sources(library), recipe).motion, start, stop


def draw(rows: list[tuple[str, Motion]]) -> None:
    """The rows as filmstrips, one below the other, with their names."""
    strips = []
    for name, motion in rows:
        strip = filmstrip(motion, MOMENTS, size=SIZE, samples=2, stamps=False, gap=1, view="side").convert("RGB")
        titled = Image.new("RGB", (strip.width, strip.height + TITLE), "white")
        titled.paste(strip, (0, TITLE))
        ImageDraw.Draw(titled).text((3, 1), name, fill=(60, 60, 60))
        strips.append(titled)
    sheet = Image.new("RGB", (strips[0].width, sum(strip.height for strip in strips)), "white")
    for n, strip in enumerate(strips):
        sheet.paste(strip, (0, n * strip.height))
    sheet.save(PICTURE, quality=80)


def main(library: Library) -> None:
    """Phases of captures and grafts, and the picture."""
    bodies: dict[str, Body] = {}
    motions: dict[str, Motion] = {}
    for name in sorted({*CAPTURES, *(each for pair in GRAFTS for each in pair)}):
        clip = library.clip(library.find(name))
        motions[name] = library.motion(clip.id)
        bodies[name] = read_body(clip.id, motions[name], find_plants(library, clip, motions[name]))
    for name, body in bodies.items():
        print(f"capture {name}: {measure_phase(motions[name], body.strides, 0, body.seconds):.0f} degrees, {len(body.strides)} strides")
    rows: list[tuple[str, Motion]] = []
    for base, donor in GRAFTS:
        if (base, donor) in DRAWN:
            degrees = measure_phase(motions[base], bodies[base].strides, 0, bodies[base].seconds)
            rows.append((f"{base}, captured: {degrees:.0f} degrees", motions[base]))
        for warp in (False, True):
            title = f"{base} with {donor}'s upper body, {'on the strides of the legs' if warp else 'by time'}"
            made = graft(library, bodies[base], bodies[donor], warp=warp)
            if made is None:
                print(f"{title}: no clock")
                continue
            motion, enter, leave = made
            degrees = measure_phase(motion, bodies[base].strides, enter, leave)
            print(f"{title}: {enter:.2f} to {leave:.2f} s, {degrees:.0f} degrees")
            if (base, donor) in DRAWN:
                rows.append((f"{title}: {degrees:.0f} degrees", trim(motion, enter, leave)))
    draw(rows)


if __name__ == "__main__":
    with Library.open(sys.argv[1]) as opened:
        main(opened)
