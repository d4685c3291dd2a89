"""A plain, slow BVH: text made from a description, and positions by 4x4 matrices, to hold the real reader against."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

ROTATIONS = ("Zrotation", "Xrotation", "Yrotation")
POSITIONS = ("Xposition", "Yposition", "Zposition")


@dataclass
class Joint:
    """A joint to write; `parent` is the index of an earlier one, and joints come depth first."""

    name: str
    parent: int
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    channels: tuple[str, ...] = ROTATIONS
    ends: list[tuple[float, float, float]] = field(default_factory=list)


def small_person() -> list[Joint]:
    """Thirteen joints that make a body with all required roles, in centimetres."""
    legs = [
        joint
        for side, sign, first in (("Left", 1, 1), ("Right", -1, 5))
        for joint in (
            Joint(f"{side}UpLeg", 0, (9.0 * sign, -5.0, 0.0)),
            Joint(f"{side}Leg", first, (0.0, -40.0, 0.0)),
            Joint(f"{side}Foot", first + 1, (0.0, -38.0, 0.0)),
            Joint(f"{side}ToeBase", first + 2, (0.0, -5.0, 13.0), ends=[(0.0, 0.0, 7.0)]),
        )
    ]
    arms = [
        joint
        for side, sign, first in (("Left", 1, 12), ("Right", -1, 15))
        for joint in (
            Joint(f"{side}Arm", 9, (16.0 * sign, 16.0, 0.0)),
            Joint(f"{side}ForeArm", first, (27.0 * sign, 0.0, 0.0)),
            Joint(f"{side}Hand", first + 1, (24.0 * sign, 0.0, 0.0), ends=[(15.0 * sign, 0.0, 0.0)]),
        )
    ]
    trunk = [
        Joint("Spine1", 0, (0.0, 26.0, 0.0)),
        Joint("Neck", 9, (0.0, 20.0, 0.0)),
        Joint("Head", 10, (0.0, 8.0, 1.0), ends=[(0.0, 18.0, 0.0)]),
    ]
    return [Joint("Hips", -1, (0.0, 0.0, 0.0), POSITIONS + ROTATIONS), *legs, *trunk, *arms]


def width(joints: list[Joint]) -> int:
    """Channels of all joints."""
    return sum(len(joint.channels) for joint in joints)


def random_values(joints: list[Joint], frames: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Values (F, C) rounded as files have them; nothing near zero, so no frame looks like a rest pose."""
    return np.round(rng.uniform(10, 170, (frames, width(joints))) * rng.choice([-1, 1], width(joints)), 4)


def make_text(joints: list[Joint], values: NDArray[np.float64], frame_time: str = "0.0083333", frames: int | None = None) -> str:
    """The file, in the plainest dialect."""
    lines = ["HIERARCHY"]
    open_joints: list[int] = []

    def close_to(parent: int) -> None:
        while open_joints and open_joints[-1] != parent:
            open_joints.pop()
            lines.append("}")

    for index, joint in enumerate(joints):
        close_to(joint.parent)
        lines.append(f"{'ROOT' if joint.parent < 0 else 'JOINT'} {joint.name}")
        lines += ["{", "OFFSET " + " ".join(f"{x:.6f}" for x in joint.offset)]
        if joint.channels:
            lines.append(f"CHANNELS {len(joint.channels)} {' '.join(joint.channels)}")
        for end in joint.ends:
            lines += ["End Site", "{", "OFFSET " + " ".join(f"{x:.6f}" for x in end), "}"]
        open_joints.append(index)
    close_to(-1)
    lines += ["MOTION", f"Frames: {len(values) if frames is None else frames}", f"Frame Time: {frame_time}"]
    lines += [" ".join(f"{value:.4f}" for value in row) for row in values]
    return "\n".join(lines) + "\n"


def positions(joints: list[Joint], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """World positions (F, J, 3) in the file's unit: a position channel replaces its part of OFFSET, rotations multiply left to right."""
    out = np.zeros((len(values), len(joints), 3))
    for frame, row in enumerate(values):
        worlds: list[NDArray[np.float64]] = []
        column = 0
        for index, joint in enumerate(joints):
            local = np.eye(4)
            local[:3, 3] = joint.offset
            for channel in joint.channels:
                axis = "xyz".index(channel[0].lower())
                if channel.lower().endswith("position"):
                    local[axis, 3] = row[column]
                else:
                    local[:3, :3] = local[:3, :3] @ _turn(axis, row[column])
                column += 1
            worlds.append(local if joint.parent < 0 else worlds[joint.parent] @ local)
            out[frame, index] = worlds[-1][:3, 3]
    return out


def _turn(axis: int, degrees: float) -> NDArray[np.float64]:
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    matrix = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix[i, i] = matrix[j, j] = cosine
    matrix[i, j], matrix[j, i] = -sine, sine
    return matrix


def parse_text(text: str) -> tuple[list[Joint], NDArray[np.float64]]:
    """Joints and values of a well-formed file, by the shortest way: a second opinion on real captures."""
    head, _, motion = text.partition("MOTION")
    joints: list[Joint] = []
    open_joints: list[int] = []
    for line in re.findall(r"[^\n{}]+|[{}]", head):
        words = line.split()
        if not words or words[0] == "HIERARCHY":
            continue
        if words[0] in ("ROOT", "JOINT"):
            joints.append(Joint(words[1], open_joints[-1] if open_joints else -1, channels=()))
            pending = len(joints) - 1
        elif words[0] == "End":
            pending = -1
        elif words[0] == "{":
            open_joints.append(pending)
        elif words[0] == "}":
            open_joints.pop()
        elif words[0] == "OFFSET" and open_joints[-1] >= 0:
            joints[open_joints[-1]].offset = (float(words[1]), float(words[2]), float(words[3]))
        elif words[0] == "CHANNELS":
            joints[open_joints[-1]].channels = tuple(words[2:])
    numbers = re.split(r"Frame Time:\s*\S+", motion)[1].split()
    return joints, np.array(numbers, dtype=float).reshape(-1, width(joints))
