"""Trunk, head and arms: named channels of angles over time, and the turns of the body's segments they make.

A channel is an array (F,) of radians. Trunk channels are seen from the heading frame: `hips_lean` tips forward, `hips_turn` turns left,
`hips_roll` lifts the left side; the same for chest, neck and head. Arm channels hang on the chest: `left_flexion` swings the arm
forward, `left_abduction` away from the body, `left_twist` inward about its own length, then `left_elbow`, `left_pronation`,
`left_wrist` (towards the palm), `left_shrug`, `left_advance` (the shoulder forward) and `left_curl` of the fingers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from motionloom.core import quaternion
from motionloom.core.body import SIDES
from motionloom.core.errors import MotionError
from motionloom.sample.bodies import Manner
from motionloom.sample.curves import Array, keyed, wander
from motionloom.sample.tables import mixed

Channels = dict[str, Array]
Keys = Sequence[tuple[float, float]]

TRUNK = ("hips", "chest", "neck", "head")
ARM = ("flexion", "abduction", "twist", "elbow", "pronation", "wrist", "shrug", "advance", "curl")
NAMES = (*(f"{s}_{a}" for s in TRUNK for a in ("lean", "turn", "roll")), *(f"{s}_{a}" for s in SIDES for a in ARM))
X, Y, Z = np.eye(3)


def standing(manner: Manner, times: Array) -> Channels:
    """The channels of a relaxed stand: everything else starts from here."""
    still = np.zeros(len(times))
    channels = dict.fromkeys(NAMES, still)
    channels |= {"hips_lean": still + 0.03, "chest_lean": still + 0.01 + manner.lean, "neck_lean": still + 0.12, "head_lean": still + 0.02}
    for side in SIDES:
        rest = {"flexion": 0.02, "abduction": manner.arm_out, "twist": 0.15, "elbow": 0.26 + manner.elbow, "pronation": 0.25}
        rest |= {"wrist": 0.12, "shrug": -0.03, "advance": 0.02, "curl": 0.35}
        channels |= {f"{side}_{name}": still + value for name, value in rest.items()}
    return channels


def breathe(channels: Channels, times: Array, rng: np.random.Generator, depth: float = 1.0, period: float = 4.2) -> Channels:
    """The channels with breath in chest and shoulders."""
    wave = np.sin(2 * np.pi * times / period + rng.uniform(0, 2 * np.pi) + wander(rng, times, 0.3, 12, 5)) * depth
    new = {"chest_lean": -0.012 * wave, "neck_lean": 0.006 * wave, "left_shrug": 0.02 * wave, "right_shrug": 0.02 * wave}
    new |= {"left_abduction": 0.006 * wave, "right_abduction": 0.006 * wave}
    return add(channels, new)


def add(channels: Channels, more: Mapping[str, Array]) -> Channels:
    """The channels with other curves added to some of them."""
    _check(more)
    return {**channels, **{name: channels[name] + curve for name, curve in more.items()}}


def overlay(channels: Channels, keys: Mapping[str, Keys], times: Array, hold: Array | float = 1.0) -> Channels:
    """The channels with keyed curves in place of some of them, as far as hold (F,) 0..1 says."""
    _check(keys)
    curves = {name: keyed(times, rows) for name, rows in keys.items()}
    return {**channels, **{name: channels[name] + hold * (curve - channels[name]) for name, curve in curves.items()}}


def _check(names: Mapping[str, object]) -> None:
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise MotionError(f"no posture channel {unknown[0]!r}; the channels are {', '.join(NAMES)}")


def loosen(channels: Channels, times: Array, rng: np.random.Generator, amount: float) -> Channels:
    """The channels with a little slow wandering in each, as living bodies have."""
    sizes = {"turn": 0.011, "roll": 0.006, "lean": 0.007, "flexion": 0.012, "abduction": 0.010, "twist": 0.012, "elbow": 0.014}
    sizes |= {"pronation": 0.02, "wrist": 0.02, "shrug": 0.004, "advance": 0.005, "curl": 0.02}
    new = {}
    for name in NAMES:
        part, _, axis = name.partition("_")
        size = sizes[axis] * {"hips": 0.6, "head": 2.2}.get(part, 1.0) * amount
        new[name] = channels[name] + wander(rng, times, size)
    return new


def gait(
    manner: Manner, times: Array, phase: Array, amount: Array, running: Array, speed: Array, swing_noise: Mapping[str, Array]
) -> Channels:
    """The channels of walking and running: phase (F,) counts the left foot's cycles, amount (F,) 0..1 goes from standing to gait.

    running (F,) 0..1; speed (F,) m/s; swing_noise: side -> (F,) factor about 1 on that arm's swing.
    """
    stand = standing(manner, times)
    brisk = np.clip(speed / 1.35, 0.3, 1.25) * (1 - running) + np.clip(speed / 3.0, 0.75, 1.3) * running
    twist, roll, tilt = (mixed("pelvis_", curve, phase, running) for curve in ("twist", "obliquity", "tilt"))
    twist, roll, tilt = (curve * amount * brisk for curve in (twist * manner.twist, roll * manner.hip_roll, tilt))
    fast_lean = amount * (0.02 + 0.055 * running + 0.025 * running * np.clip(speed - 2.5, 0, 2))
    counter = 0.85 + 0.75 * running
    channels = add(
        stand,
        {
            "hips_turn": -twist,
            "hips_roll": roll,
            "hips_lean": tilt + fast_lean * 0.8,
            "chest_turn": counter * twist,
            "chest_roll": -0.35 * roll,
            "chest_lean": 0.5 * tilt + fast_lean,
            "neck_turn": 0.35 * counter * twist,
            "neck_lean": 0.4 * fast_lean,
            "head_turn": 0.12 * counter * twist,
            "head_roll": -0.05 * roll,
            "head_lean": 0.15 * tilt + 0.25 * fast_lean,
        },
    )
    for side, offset in (("left", 0.0), ("right", 0.5)):
        own = manner.arm_swing * brisk * swing_noise[side]
        shoulder = mixed("arm_", "shoulder", phase + offset, running)
        elbow = mixed("arm_", "elbow", phase + offset - 0.03, running)
        middle = np.radians(-5.0)
        flexion = middle + own * (shoulder - middle)
        flare = 0.06 * running
        channels |= {
            f"{side}_flexion": stand[f"{side}_flexion"] * (1 - amount) + flexion * amount,
            f"{side}_elbow": stand[f"{side}_elbow"] * (1 - amount) + (elbow + manner.elbow) * amount,
            f"{side}_twist": stand[f"{side}_twist"] + amount * running * (0.38 + 0.25 * shoulder),
            f"{side}_abduction": stand[f"{side}_abduction"] + amount * flare,
            f"{side}_pronation": stand[f"{side}_pronation"] - 0.2 * amount * running,
            f"{side}_advance": stand[f"{side}_advance"] + 0.14 * amount * own * (shoulder - middle),
            f"{side}_curl": stand[f"{side}_curl"] + 0.7 * amount * running,
        }
    return channels


def lean_into_turns(channels: Channels, heading: Array, speed: Array, fps: float) -> Channels:
    """The channels with eyes and shoulders ahead of a turn and the trunk leaning into it."""
    from scipy.ndimage import gaussian_filter1d

    rate = gaussian_filter1d(np.gradient(heading, 1 / fps), 0.12 * fps, mode="nearest")
    ahead = np.roll(rate, -int(0.25 * fps))
    ahead[-int(0.25 * fps) :] = rate[-1]
    look = np.clip(ahead, -2.0, 2.0)
    bank = -np.arctan(speed * rate / 9.81)
    new = {"head_turn": 0.26 * look, "neck_turn": 0.17 * look, "chest_turn": 0.08 * look}
    new |= {"hips_roll": 0.3 * bank, "chest_roll": 0.75 * bank, "neck_roll": 0.5 * bank, "head_roll": 0.25 * bank}
    return add(channels, new)


def _turn(lean: Array, turn: Array, roll: Array) -> Array:
    about = quaternion.from_axis_angle
    return quaternion.multiply(quaternion.about_y(turn), quaternion.multiply(about(Z, roll), about(X, lean)))


def upper_segments(channels: Channels, heading: Array) -> dict[str, Array]:
    """Turns (F, 4) from the T-pose, world, of every segment above the legs."""
    about, times = quaternion.from_axis_angle, quaternion.multiply
    facing = quaternion.about_y(heading)
    segments = {s: times(facing, _turn(*(channels[f"{s}_{a}"] for a in ("lean", "turn", "roll")))) for s in TRUNK}
    for side, sign in (("left", 1.0), ("right", -1.0)):
        c = {name: channels[f"{side}_{name}"] for name in ARM}
        chest = segments["chest"]
        hang = about(Z, np.array(-sign * np.pi / 2))
        segments[f"{side}_clavicle"] = times(chest, times(about(Z, sign * c["shrug"]), about(Y, -sign * c["advance"])))
        upper = times(times(chest, about(X, -c["flexion"])), times(about(Z, sign * c["abduction"]), about(Y, -sign * c["twist"])))
        lower = times(times(upper, about(X, -c["elbow"])), about(Y, -sign * c["pronation"]))
        hand = times(lower, about(Z, -sign * c["wrist"]))
        knuckle = times(hand, about(Z, -sign * c["curl"]))
        finger = times(knuckle, about(Z, -sign * c["curl"] * 1.3))
        thumb = times(hand, about(Y, -sign * (0.2 + 0.4 * c["curl"])))
        named = {"shoulder": upper, "elbow": lower, "wrist": hand, "knuckle": knuckle, "finger": finger, "thumb": thumb}
        segments |= {f"{side}_{name}": times(turn, hang) for name, turn in named.items()}
    return segments
