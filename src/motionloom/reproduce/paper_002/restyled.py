"""Paper 002, section 4.2: a detailed run, textured above the hips from a walk of another style (the paper's otter)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motionloom.core.motion import Motion
from motionloom.keyframes.sketch import Sketch
from motionloom.reproduce.paper_002.meeting import find_styled
from motionloom.reproduce.paper_002.sketched import FPS
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

RUN = "data/cmu/035/35_17.bvh"
PICTURES = 7


def run(given: Given) -> Outcome:
    """Thin a run to keys on every joint, and texture what is above the hips."""
    from motionloom.keyframes.bands import band_of, smooth, texture_bands
    from motionloom.keyframes.one_call import complete
    from motionloom.keyframes.thinning import read_channels, sketch_clip

    motion, on = _read(given)
    sketch = sketch_clip(motion)
    textured = upper_channels(sketch)
    drivers = replace(sketch.options, textured=textured, synthesised=())
    completion = complete(replace(sketch, options=drivers), find_styled(given))
    made = completion.motion()
    first, last = texture_bands(FPS)
    before, after = (read_channels(each) for each in (completion.rough.motion, made))
    low = max(float(np.abs(smooth(after[name], last) - smooth(before[name], last)).max()) for name in textured)
    energy = [np.mean([np.var(band_of(each[name], first, last)) for name in textured]) for each in (before, after)]
    legs = [name for name in sketch.keys if name not in textured]
    numbers = (
        Number("keys set", sum(len(keys) for keys in sketch.keys.values()), "a finished animation", "", 20.0),
        Number("channels textured", len(textured), "upper body", "", 0.0),
        Number("frames", len(made), "", "", 0.0),
        Number("middle bands of the upper body, energy of before", float(energy[1] / energy[0]), "", "", 0.3),
        Number("low bands of the upper body move, at most", float(np.degrees(low)), "they stay", "degrees", 0.5),
        Number("legs and root move, at most", max(float(np.abs(after[name] - before[name]).max()) for name in legs), "they stay", "", 1e-4),
    )
    path = given.picture("002-4.2.png")
    draw(completion.rough.motion, made, str(path))
    return Outcome(on, numbers, DIFFERS, (path.name,))


def upper_channels(sketch: Sketch) -> tuple[str, ...]:
    """The keyed channels of joints above the hips that can be textured."""
    from motionloom.core.parts import UPPER_BODY, find_part
    from motionloom.keyframes.one_call import texturable
    from motionloom.keyframes.rig import rig_of

    labels = rig_of(sketch.skeleton).labels
    upper = {labels[joint] for joint in find_part(sketch.skeleton, UPPER_BODY).indices}
    return tuple(name for name in texturable(sketch) if name.rpartition(".")[0] in upper)


def draw(before: Motion, after: Motion, path: str) -> None:
    """The run above, restyled below."""
    from PIL import Image

    from motionloom.render import filmstrip

    rows = [filmstrip(each, PICTURES, size=(130, 190)) for each in (before, after)]
    whole = Image.new("RGB", (rows[0].width, sum(row.height for row in rows)))
    for n, row in enumerate(rows):
        whole.paste(row, (0, n * row.height))
    whole.save(path)


def _read(given: Given) -> tuple[Motion, str]:
    from motionloom.core.editing import resample
    from motionloom.formats import load
    from motionloom.sample import make

    path = given.find(RUN)
    if path is None:
        return resample(make("ada", "run").motion, FPS), "the sample's run, textured from its march: synthetic stand-ins"
    return resample(load(path), FPS), "CMU 35_17, a run, thinned to keys; textured from Bandai's proud walk"


DIFFERS = (
    "A captured run thinned to keys on every joint stands for the otter, which is Electronic Arts' own; the style is a proud walk. The "
    "paper gives no number; here legs, root and low bands stay, and the middle bands of the upper body are those of the walk."
)
register(
    Result(
        "002",
        "4.2",
        "A run in another style",
        "A keyframed otter runs; texturing its upper body from a captured walk, driven by hips and knees, gives it head bobs and arms of "
        "that walk.",
        run,
        also=("002-11",),
    )
)
