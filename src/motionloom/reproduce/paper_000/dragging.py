"""Paper 000, figure 6.2 and section 6.5: an arm is dragged; joints go where bone lengths allow, then bones turn by the least."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from motionloom.core.body import body_of
from motionloom.core.heading import headings
from motionloom.core.motion import Motion
from motionloom.edits.posing.posing import Posed, pose_frame
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

CAPTURE, FRAME = "data/cmu/016/16_15.bvh", 60
ARM = ("left_shoulder", "left_elbow", "left_wrist")
TO = np.array([0.12, 0.35, 0.3])  # metres that the hand is dragged by
FEET = ("left_ankle", "left_toe", "right_ankle", "right_toe")
STEPS = 40  # moves of the pointer that are timed


def run(given: Given) -> Outcome:
    """Drag a hand with the feet pinned: how well lengths and pins are kept, how far the hand is off, how long a move takes."""
    motion, on = _open(given)
    before = motion[FRAME : FRAME + 1]
    places, hand = before.positions()[0].astype(np.float64), body_of(motion.skeleton).joint("left_wrist")
    posed, spent = _drag(before, places[hand])
    pins = [body_of(motion.skeleton).joint(role) for role in FEET]
    numbers = (
        Number("bones longer or shorter by, at most", 1000 * _stretch(motion, posed), "0", "mm", 0.01),
        Number("pinned feet moved by, at most", 1000 * _away(posed.positions[pins], places[pins]), "0", "mm", 0.05),
        Number("the hand is off the pointer by", 1000 * _away(posed.positions[hand], places[hand] + TO), "", "mm", 1.0),
        Number("a move of the pointer, median", 1000 * spent, "interactive", "ms"),
    )
    return Outcome(on, numbers, DIFFERS, (_draw(given, before, places, posed),))


def _open(given: Given) -> tuple[Motion, str]:
    from motionloom.formats import load
    from motionloom.reproduce.examples import open_sample

    file = given.find(CAPTURE)
    return (open_sample("ada_walk_00")[0], "the sample's ada, a synthetic stand-in") if file is None else (load(file), "CMU 16_15")


def _drag(before: Motion, hand: NDArray[np.float64]) -> tuple[Posed, float]:
    """The pose at the end of a drag in steps, and the median processor seconds of one."""
    skeleton, rotations, root = before.skeleton, before.rotations[0], before.root_positions[0]
    posed, spent = None, []
    for step in range(1, STEPS + 1):
        began = time.process_time()
        posed = pose_frame(skeleton, rotations, root, {"left_wrist": (hand + TO * step / STEPS).tolist()}, FEET, warm=posed)
        spent.append(time.process_time() - began)
    assert posed is not None
    return posed, float(np.median(spent))


def _stretch(motion: Motion, posed: Posed) -> float:
    parents = motion.skeleton.parents
    bones = np.linalg.norm(posed.positions[1:] - posed.positions[parents[1:]], axis=1)
    return float(np.abs(bones - np.linalg.norm(motion.skeleton.offsets[1:], axis=1)).max())


def _away(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(one - other, axis=-1).max())


def _draw(given: Given, before: Motion, places: NDArray[np.float64], posed: Posed) -> str:
    """Seen from the left. One side: the arm's joints before, as if bones could stretch, and where they end; the other: both poses."""
    body = body_of(before.skeleton)
    arm = [body.joint(role) for role in ARM]
    free = places[arm].copy()
    free[-1] += TO
    ahead = np.array([np.sin(headings(before)[0]), 0.0, np.cos(headings(before)[0])])
    figure = new_figure(8.0, 4.2)
    left, right = figure.subplots(1, 2)
    for points, colour, name in (
        (places[arm], "tab:green", "before"),
        (free, "tab:brown", "dragged"),
        (posed.positions[arm], "tab:red", "bone lengths kept"),
    ):
        left.plot(points @ ahead, points[:, 1], "o-", color=colour, label=name)
    for points, colour in ((places, "0.75"), (posed.positions, "tab:blue")):
        for joint, parent in enumerate(before.skeleton.parents):
            if parent >= 0:
                right.plot(points[[joint, parent]] @ ahead, points[[joint, parent], 1], color=colour)
    for axes in (left, right):
        axes.set_aspect("equal")
        axes.set_xlabel("ahead, m")
    left.legend()
    path = given.picture("000-6.2.png")
    figure.savefig(path, dpi=110)
    return path.name


DIFFERS = (
    "The hand alone is dragged, and the feet are pinned, as in the studio; the paper draws an arm. Left, the arm: the red joints are as "
    "near to the brown ones as bones allow; right, before and after the least turn of each bone, its twist kept."
)
register(
    Result(
        "000",
        "6.2",
        "A dragged arm: places first, then the least turn of each bone",
        "Joints are placed as near to the dragged ones as bone lengths allow, by a few steps of Newton's method; then each bone turns by "
        "the least; all of it whenever the mouse moves.",
        run,
    )
)
