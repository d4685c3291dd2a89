"""The sketch of a walk, completed from captured walks, that results of paper 002 share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motionloom.core.motion import Motion
from motionloom.core.parts import UPPER_BODY, find_part
from motionloom.keyframes.completing import Completion
from motionloom.keyframes.figures.all import FIGURES
from motionloom.reproduce.result import Given

CMU_35, WALKS = "data/cmu/035", 9  # walks of one performer
STEPS = (0.55, 0.55, 0.5, 0.6, 0.55, 0.45, 0.35, 0.25)  # leg lengths: it slows down to a stop
FPS = 24.0


def find_walks(given: Given) -> list[Motion]:
    """Walks of CMU 35, or of the sample's ada."""
    from motionloom.formats import load
    from motionloom.sample import make

    folder = given.find(CMU_35)
    if folder is None:
        return [make("ada", "walk", seed).motion for seed in (0, 1)]
    return [load(path) for path in sorted(folder.glob("*.bvh"))[:WALKS]]


def complete_walk(given: Given) -> Completion:
    """Keys on feet and root only, everything else from the captures."""
    return given.once("completed walk", lambda: _complete(find_walks(given)))


def say_walks(given: Given) -> str:
    """Whose walks they are."""
    return "the sample's ada, a synthetic stand-in" if given.find(CMU_35) is None else f"CMU 35, {WALKS} walks"


def _complete(walks: Sequence[Motion]) -> Completion:
    from motionloom.keyframes.one_call import complete
    from motionloom.keyframes.walking_sketch import sketch_walk

    return complete(sketch_walk(walks[0].skeleton, STEPS, fps=FPS), list(walks))


def draw_figure(given: Given, completion: Completion, number: int) -> str:
    """One of the paper's figures, with this completion; the name of the file."""
    _, draw = FIGURES[number]
    path = given.picture(f"002-{number}.png")
    draw(completion, path)
    return path.name


def count_keys(completion: Completion) -> int:
    """Keys that an animator sets."""
    return sum(len(keys) for keys in completion.sketch.keys.values())


def upper_body_range(motion: Motion) -> float:
    """Degrees that joints of the upper body turn over the clip, from the first frame, at most, as a mean over joints."""
    from motionloom.core import quaternion

    joints = find_part(motion.skeleton, UPPER_BODY).indices
    turned = quaternion.angle_between(motion.rotations[:, joints], motion.rotations[:1, joints])
    return float(np.degrees(turned.max(axis=0).mean()))


def feet_off(completion: Completion) -> float:
    """Centimetres by which the places of the completed motion's feet are off the sketch's, at most."""
    from motionloom.core.body import SIDES
    from motionloom.keyframes.thinning import read_channels

    rough, made = (read_channels(motion) for motion in (completion.rough.motion, completion.motion()))
    places = [[np.stack([each[f"{side}_foot.{axis}"] for axis in "xyz"]) for side in SIDES] for each in (rough, made)]
    return 100 * float(np.linalg.norm(np.array(places[0]) - np.array(places[1]), axis=1).max())
