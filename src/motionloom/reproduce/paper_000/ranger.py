"""Paper 000, figure 6.6: a space ranger leans back while he walks, stands upright, and becomes a zombie."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core.motion import Motion
from motionloom.edits.propagation.example import Example, make_example
from motionloom.edits.propagation.known_edits import arms_up, lean_back
from motionloom.reproduce.result import Given, Number, Outcome, Result, register
from motionloom.reproduce.strips import stack_strips

CAPTURES, RATE = "data/cmu/016", 60.0
CLIPS = {"walk": ("16_15", 0.1, 3.3), "stand": ("16_33", 1.4, 2.3), "told": ("16_34", 0.0, np.inf)}
SAMPLE = {"walk": ("ada_walk_00", 0.0, 3.2), "stand": ("ada_stand_00", 0.0, 0.9), "told": ("ada_stop_00", 0.0, np.inf)}


def run(given: Given) -> Outcome:
    """Teach by a walk that leans, then by a second of standing, then by a walk of a zombie instead; spread to a walk that stops."""
    walk, stand, told, on = _open(given)
    leaning, zombie = (make_example(walk, each.apply(walk).edited) for each in (lean_back, arms_up))
    upright = make_example(stand, stand)
    chapters = [_tell(examples, told) for examples in ([leaning], [leaning, upright], [zombie, upright])]
    rows = {"walking": _moments(told, "walking"), "standing": _moments(told, "standing")}
    numbers = [
        Number("seconds of walking that teach", walk.duration, "9.2 s", "s", 0.1),
        Number("seconds of standing that teach", stand.duration, "1.2 s", "s", 0.1),
    ]
    for title, made in zip(("taught to lean", "and to stand upright", "a zombie instead"), chapters, strict=True):
        for moment, frames in rows.items():
            leans = float((lean(made) - lean(told))[frames].mean())
            numbers.append(Number(f"leans back while {moment}, {title}", leans, "", "degrees", 3.0))
    for moment, frames in rows.items():
        lifted = float((hands(told) - hands(chapters[2]))[frames].mean())
        numbers.append(Number(f"hands higher while {moment}, a zombie instead", 100 * lifted, "", "cm", 5.0))
    return Outcome(on, tuple(numbers), DIFFERS, (stack_strips(given, [told, *chapters], "000-6.6"),))


def lean(motion: Motion) -> NDArray[np.float64]:
    """Degrees (F,) by which the trunk leans back."""
    from motionloom.core.body import body_of
    from motionloom.core.heading import headings

    body, places, angles = body_of(motion.skeleton), motion.positions(), headings(motion)
    up = places[:, body.joint("neck")] - places[:, body.joint("hips")]
    return np.asarray(-np.degrees(np.arctan2(np.sin(angles) * up[:, 0] + np.cos(angles) * up[:, 2], up[:, 1])))


def hands(motion: Motion) -> NDArray[np.float64]:
    """How far (F,) the wrists hang below the shoulders, metres."""
    from motionloom.core.body import body_of
    from motionloom.core.roles import SIDES

    body, places = body_of(motion.skeleton), motion.positions()
    below = [places[:, body.joint(f"{side}_shoulder"), 1] - places[:, body.joint(f"{side}_wrist"), 1] for side in SIDES]
    return np.asarray(np.mean(below, axis=0), dtype=np.float64)


def _tell(examples: Sequence[Example], clip: Motion) -> Motion:
    from motionloom.edits.propagation.model import assemble, estimate, fit

    model = fit(examples)
    return assemble(model, estimate(model, clip), model.weights).motion


def _moments(motion: Motion, name: str) -> NDArray[np.intp]:
    from motionloom.edits.propagation.reports.moments import MOMENTS, find_moments

    return np.flatnonzero(find_moments(motion) == MOMENTS.index(name))


def _open(given: Given) -> tuple[Motion, Motion, Motion, str]:
    """The walk and the stand that teach, the clip that is told, and whose they are."""
    captures = given.find(CAPTURES)
    walk, stand, told = (_cut(captures, *clip) for clip in (SAMPLE if captures is None else CLIPS).values())
    return walk, stand, told, "the sample's ada, a synthetic stand-in" if captures is None else "CMU 16"


def _cut(captures: Path | None, name: str, start: float, stop: float) -> Motion:
    from motionloom.core.editing import resample
    from motionloom.formats import load
    from motionloom.reproduce.examples import open_sample

    motion = resample(open_sample(name)[0] if captures is None else load(captures / f"{name}.bvh"), RATE)
    return motion[round(start * RATE) : len(motion) if np.isinf(stop) else round(stop * RATE)]


DIFFERS = (
    "The lean and the zombie's arms are done by a rule instead of by an artist, on a performer instead of a modelled ranger, and fewer "
    "seconds teach; none of the frames that are measured taught. Strips, from above: the capture, and the three chapters."
)
register(
    Result(
        "000",
        "6.6",
        "The space ranger",
        "Taught by 9.2 s of walking he leans back; 1.2 s more take the lean from his standing; with the walk replaced he is a zombie.",
        run,
    )
)
