"""Paper 000, figure 6.3: poses are keyed under a brush, and time is stretched between keys: y(t) = d(t) + x(t + k(t))."""

from __future__ import annotations

import numpy as np

from motionloom.core.body import body_of
from motionloom.core.motion import Motion
from motionloom.edits.layers import Layer, LayerStack, TimeKey, apply_layers
from motionloom.edits.layers.keying import key_pose
from motionloom.edits.posing.posing import pose_frame
from motionloom.reproduce.figures import new_figure
from motionloom.reproduce.paper_000.ranger import hands
from motionloom.reproduce.result import Given, Number, Outcome, Result, register

CAPTURE, RATE = "data/cmu/016/16_15.bvh", 60.0
SECONDS = 3.0
MOMENTS = (0.6, 1.2, 1.8)  # seconds of the keys, as in the figure three of them
STRETCHED = 0.2  # seconds by which the third comes later: time is stretched between the second and the third
BRUSH, LIFT = 0.25, 0.18  # metres of the brush's deviation along the bones, and that the hand is lifted by


def run(given: Given) -> Outcome:
    """Lift a hand with a brush, key it at three moments, drag the third later, and look at what comes out."""
    motion, on = _open(given)
    stack = LayerStack((Layer("brushed"),), feet="free")
    wanted = []
    for moment in MOMENTS:
        frame = round(moment * motion.fps)
        edited = apply_layers(motion, stack).motion
        rotations, root = edited.rotations[frame], edited.root_positions[frame]
        hand = edited.positions()[frame, body_of(motion.skeleton).joint("left_wrist")].astype(np.float64)
        posed = pose_frame(motion.skeleton, rotations, root, {"left_wrist": (hand + [0, LIFT, 0]).tolist()}, brush=BRUSH)
        key = key_pose(motion, stack, 0, edited, frame, posed.rotations, posed.root_positions)
        stack = LayerStack((stack.layers[0].with_pose(key),), feet="free")
        wanted.append((frame, posed.positions))
    keyed = apply_layers(motion, stack).motion
    off = max(float(np.linalg.norm(keyed.positions()[frame] - places, axis=-1).max()) for frame, places in wanted)
    layer = stack.layers[0].with_time(TimeKey(MOMENTS[1], 0.0)).with_time(TimeKey(MOMENTS[2] + STRETCHED, -STRETCHED))
    stretched = apply_layers(motion, LayerStack((layer,), feet="free"))
    shows = stretched.frames[round((MOMENTS[2] + STRETCHED) * motion.fps)] / motion.fps
    numbers = (
        Number("keys of poses", len(layer.poses), "", "", 0.0),
        Number("joints that the brush moves", _moved(motion, keyed, wanted[0][0]), "several", "", 2.0),
        Number("keyed poses are met within, at most", 1000 * off, "", "mm", 0.5),
        Number("the third key comes later by", STRETCHED, "", "s", 0.0),
        Number("and then shows the moment", float(shows), "", "s", 0.01),
    )
    return Outcome(on, numbers, DIFFERS, (_draw(given, motion, keyed, stretched.motion, stretched.frames),))


def _open(given: Given) -> tuple[Motion, str]:
    from motionloom.core.editing import resample
    from motionloom.formats import load
    from motionloom.reproduce.examples import open_sample

    file = given.find(CAPTURE)
    motion = resample(open_sample("ada_walk_00")[0] if file is None else load(file), RATE)
    return motion[: round(SECONDS * RATE)], "the sample's ada, a synthetic stand-in" if file is None else "CMU 16_15"


def _moved(motion: Motion, keyed: Motion, frame: int) -> int:
    """How many joints a key moves by more than a millimetre."""
    return int((np.linalg.norm(keyed.positions()[frame] - motion.positions()[frame], axis=-1) > 1e-3).sum())


def _draw(given: Given, motion: Motion, keyed: Motion, stretched: Motion, frames: np.ndarray) -> str:
    """How far hands hang below the shoulders, with the keys; and which moment is shown when."""
    figure = new_figure(8.0, 4.2)
    upper, lower = figure.subplots(2, 1, sharex=True)
    for name, each in (("captured", motion), ("keyed", keyed), ("and stretched", stretched)):
        upper.plot(np.arange(len(each)) / each.fps, 100 * hands(each), label=name)
    for moment in MOMENTS:
        upper.axvline(moment, color="0.7", linestyle=":")
    upper.set_ylabel("below shoulders, cm")
    upper.legend()
    seconds = np.arange(len(frames)) / motion.fps
    lower.plot(seconds, frames / motion.fps - seconds)
    lower.plot([MOMENTS[1], MOMENTS[2] + STRETCHED], [0.0, -STRETCHED], "o")
    lower.set_ylabel("k(t), s")
    lower.set_xlabel("seconds")
    path = given.picture("000-6.3.png")
    figure.savefig(path, dpi=110)
    return path.name


DIFFERS = (
    "The paper shows a picture of its editor; ours is workspace Animate of the studio (docs/edits.md has pictures), and here the same "
    "functions are called: above, how far the hands hang below the shoulders, with the keys; below, the offset in time."
)
register(
    Result(
        "000",
        "6.3",
        "Keys under a brush, and time that is stretched between them",
        "An animator drags a joint, or several under a Gaussian brush, and drags keys in time; both become offsets of the source, "
        "y(t) = d(t) + x(t + k(t)).",
        run,
    )
)
