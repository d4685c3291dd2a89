"""Texturing: keyed channels keep their low bands and get the middle ones of captured fragments (paper 002 §3, §4.1)."""

from __future__ import annotations

import numpy as np

from motionloom.core.roles import SIDES
from motionloom.keyframes.assembling import Assembled, soften
from motionloom.keyframes.bands import band_of, smooth, texture_bands
from motionloom.keyframes.joining import join
from motionloom.keyframes.rig import LEG_PARTS, Floats
from motionloom.keyframes.sketch import Sketch
from motionloom.keyframes.style import Style
from motionloom.keyframes.synthesis import Pieces, read_pieces

SIFTED = 3  # times: then a hundredth of the change at most is left in the bands below


def texture(curve: Floats, captured: Floats, fps: float) -> Floats:
    """A keyed curve (F,) whose middle bands are the captured one's (F,); what is below and above them stays.

    Bands of a pyramid overlap: what of the change would show in the bands below is taken out of it again.
    """
    first, last = texture_bands(fps)
    added = band_of(captured, first, last) - band_of(curve, first, last)
    for _ in range(SIFTED):
        added = added - smooth(added, last)
    return np.asarray(curve + added)


def texture_channels(sketch: Sketch, style: Style, pieces: Pieces, rough: Assembled) -> dict[str, Floats]:
    """The textured curves (F,) by channel. A leg that is keyed joint by joint is textured only while its foot is in the air."""
    found = {}
    reach = max(round(sketch.options.join * sketch.fps), 3)
    scale = pieces.scale_over(sketch.frames)
    for channel in sketch.options.textured:
        if channel not in sketch.keys:
            continue
        captured = join(read_pieces(style.from_rest(channel)[:, None], pieces), reach)[:, 0]
        curve = sketch.curve(channel)
        added = texture(curve, captured * scale, sketch.fps) - curve
        found[channel] = curve + added * (1 - _standing(channel, rough, sketch.fps))
    return found


def _standing(channel: str, rough: Assembled, fps: float) -> Floats:
    """How much (F,) the foot of a leg's channel stands; nothing for other channels."""
    for n, side in enumerate(SIDES):
        if channel.rpartition(".")[0] in {f"{side}_{part}" for part in LEG_PARTS}:
            return soften(rough.stands[:, n], fps)
    return np.zeros(len(rough.motion))
