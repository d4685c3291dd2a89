"""The performers: skeletons of different sizes, proportions and naming, resting in a T-pose that faces +z."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np

from motionloom.core import EndSite, Skeleton, quaternion
from motionloom.core.errors import MotionError
from motionloom.sample.curves import Array

# Where joints lie in a T-pose, left side, as shares of body height (after Drillis and Contini 1966): left, up, forward.
LANDMARKS: dict[str, tuple[float, float, float]] = {
    "hips": (0, 0.555, 0.002),
    "lower_spine": (0, 0.585, -0.006),
    "middle_spine": (0, 0.645, -0.010),
    "chest": (0, 0.715, -0.012),
    "neck": (0, 0.832, -0.006),
    "upper_neck": (0, 0.858, 0.001),
    "head": (0, 0.882, 0.006),
    "head_top": (0, 1.0, 0.014),
    "clavicle": (0.018, 0.812, -0.004),
    "shoulder": (0.107, 0.812, -0.010),
    "elbow": (0.280, 0.812, -0.010),
    "wrist": (0.428, 0.812, -0.010),
    "knuckle": (0.478, 0.812, -0.008),
    "finger": (0.508, 0.811, -0.007),
    "fingertip": (0.534, 0.810, -0.006),
    "thumb": (0.445, 0.806, 0.010),
    "thumb_tip": (0.478, 0.800, 0.034),
    "hip": (0.052, 0.530, 0.0),
    "knee": (0.052, 0.285, 0.003),
    "ankle": (0.052, 0.044, -0.012),
    "ball": (0.054, 0.015, 0.066),
    "toe_tip": (0.054, 0.0, 0.105),
}
TRUNK = frozenset({"lower_spine", "middle_spine", "chest", "clavicle", "shoulder", "neck", "upper_neck", "head", "head_top"})


@dataclass(frozen=True)
class Manner:
    """How one performer moves, as multiples of the tables' amplitudes or in the units named."""

    cadence: float = 1.0
    arm_swing: float = 1.0
    elbow: float = 0.0  # radians more bend
    hip_roll: float = 1.0
    twist: float = 1.0
    bounce: float = 1.0
    lean: float = 0.0  # radians forward
    step_width: float = 0.058  # body heights between the feet, walking
    toe_out: float = 0.12  # radians
    arm_out: float = 0.14  # radians away from the trunk
    looseness: float = 1.0  # of everything that varies from cycle to cycle


@dataclass(frozen=True)
class Part:
    """One joint: its name, its parent's name, the landmark it lies on and the body segment it turns with.

    share: for joints between two segments, how far from `segment` towards `beyond` they turn.
    """

    name: str
    parent: str
    landmark: str
    segment: str
    beyond: str = ""
    share: float = 0.0


@dataclass(frozen=True, eq=False)
class Performer:
    """A body with a name, a capture rate and a manner."""

    name: str
    skeleton: Skeleton
    parts: tuple[Part, ...]
    fps: float
    manner: Manner
    description: str
    positions: dict[str, Array] = field(repr=False)  # T-pose landmarks with sides: "left_knee" -> (3,) metres

    @property
    def height(self) -> float:
        """Metres from sole to crown."""
        return float(self.positions["head_top"][1])


def _sided(names: tuple[tuple[str, str, str, str], ...]) -> list[Part]:
    """Both sides of rows (name, parent, landmark, segment); {Side}, {S} and {side} stand for the side."""
    parts = []
    for side in ("left", "right"):
        words = {"Side": side.capitalize(), "S": side[0].upper(), "side": side, "s": side[0]}
        parts += [Part(n.format(**words), p.format(**words), f"{side}_{where}", seg.format(**words)) for n, p, where, seg in names]
    return parts


CMU_PARTS = (
    Part("Hips", "", "hips", "hips"),
    *_sided(
        (
            ("{S}HipJoint", "Hips", "hips", "hips"),
            ("{Side}UpLeg", "{S}HipJoint", "hip", "{side}_hip"),
            ("{Side}Leg", "{Side}UpLeg", "knee", "{side}_knee"),
            ("{Side}Foot", "{Side}Leg", "ankle", "{side}_ankle"),
            ("{Side}ToeBase", "{Side}Foot", "ball", "{side}_toe"),
        )
    ),
    Part("LowerBack", "Hips", "lower_spine", "hips", "chest", 0.35),
    Part("Spine", "LowerBack", "middle_spine", "hips", "chest", 0.7),
    Part("Spine1", "Spine", "chest", "chest"),
    Part("Neck", "Spine1", "neck", "neck"),
    Part("Neck1", "Neck", "upper_neck", "neck", "head", 0.5),
    Part("Head", "Neck1", "head", "head"),
    *_sided(
        (
            ("{Side}Shoulder", "Spine1", "clavicle", "{side}_clavicle"),
            ("{Side}Arm", "{Side}Shoulder", "shoulder", "{side}_shoulder"),
            ("{Side}ForeArm", "{Side}Arm", "elbow", "{side}_elbow"),
            ("{Side}Hand", "{Side}ForeArm", "wrist", "{side}_wrist"),
            ("{Side}FingerBase", "{Side}Hand", "knuckle", "{side}_knuckle"),
            ("{Side}HandIndex1", "{Side}FingerBase", "finger", "{side}_finger"),
            ("{S}Thumb", "{Side}Hand", "thumb", "{side}_thumb"),
        )
    ),
)
MIXAMO_PARTS = (
    Part("mixamorig:Hips", "", "hips", "hips"),
    Part("mixamorig:Spine", "mixamorig:Hips", "lower_spine", "hips", "chest", 0.35),
    Part("mixamorig:Spine1", "mixamorig:Spine", "middle_spine", "hips", "chest", 0.7),
    Part("mixamorig:Spine2", "mixamorig:Spine1", "chest", "chest"),
    Part("mixamorig:Neck", "mixamorig:Spine2", "neck", "neck"),
    Part("mixamorig:Head", "mixamorig:Neck", "head", "head"),
    *_sided(
        (
            ("mixamorig:{Side}Shoulder", "mixamorig:Spine2", "clavicle", "{side}_clavicle"),
            ("mixamorig:{Side}Arm", "mixamorig:{Side}Shoulder", "shoulder", "{side}_shoulder"),
            ("mixamorig:{Side}ForeArm", "mixamorig:{Side}Arm", "elbow", "{side}_elbow"),
            ("mixamorig:{Side}Hand", "mixamorig:{Side}ForeArm", "wrist", "{side}_wrist"),
            ("mixamorig:{Side}HandThumb1", "mixamorig:{Side}Hand", "thumb", "{side}_thumb"),
            ("mixamorig:{Side}HandIndex1", "mixamorig:{Side}Hand", "knuckle", "{side}_knuckle"),
            ("mixamorig:{Side}HandIndex2", "mixamorig:{Side}HandIndex1", "finger", "{side}_finger"),
            ("mixamorig:{Side}UpLeg", "mixamorig:Hips", "hip", "{side}_hip"),
            ("mixamorig:{Side}Leg", "mixamorig:{Side}UpLeg", "knee", "{side}_knee"),
            ("mixamorig:{Side}Foot", "mixamorig:{Side}Leg", "ankle", "{side}_ankle"),
            ("mixamorig:{Side}ToeBase", "mixamorig:{Side}Foot", "ball", "{side}_toe"),
        )
    ),
)
ENDS = {"head": "head_top", "ball": "toe_tip", "finger": "fingertip", "thumb": "thumb_tip"}


def landmark_positions(height: float, legs: float = 1.0, shoulders: float = 1.0, arms: float = 1.0) -> dict[str, Array]:
    """T-pose landmarks (3,) metres of a body: legs, shoulders and arms scale the usual proportions."""
    hip_rise = (legs - 1) * (LANDMARKS["hip"][1] - LANDMARKS["ankle"][1])
    squeeze = (1 - LANDMARKS["hips"][1] - hip_rise) / (1 - LANDMARKS["hips"][1])
    shoulder = LANDMARKS["shoulder"][0]
    positions = {}
    for name, (left, up, forward) in LANDMARKS.items():
        if name in TRUNK or left > 0.4 or name in ("elbow", "wrist"):  # above the hips: the trunk gives what the legs take
            up = 1 - (1 - up) * squeeze
        elif name == "hips":
            up += hip_rise
        elif name in ("hip", "knee"):
            up = LANDMARKS["ankle"][1] + (up - LANDMARKS["ankle"][1]) * legs
        left = left * shoulders if left <= shoulder else shoulder * shoulders + (left - shoulder) * arms
        if name in ("hip", "knee", "ankle", "ball", "toe_tip"):
            left = LANDMARKS[name][0]
        place = np.array([left, up, forward]) * height
        if left == 0:
            positions[name] = place
        else:
            positions[f"left_{name}"], positions[f"right_{name}"] = place, place * [-1, 1, 1]
    # Parts speak of "left_hips" for joints of a side that lie on the middle line.
    positions["left_hips"] = positions["right_hips"] = positions["hips"]
    return positions


def build_skeleton(parts: tuple[Part, ...], positions: dict[str, Array], along_bones: bool) -> Skeleton:
    """The skeleton of parts in their T-pose; with `along_bones` each joint's y axis points along its bone, as in Mixamo."""
    names = [part.name for part in parts]
    parents = np.array([names.index(part.parent) if part.parent else -1 for part in parts])
    places = np.array([positions[part.landmark] for part in parts])
    tips = {j: positions[_end_of(part.landmark)] for j, part in enumerate(parts) if _end_of(part.landmark)}
    frames = np.tile(quaternion.IDENTITY, (len(parts), 1))
    if along_bones:
        for j in range(1, len(parts)):
            children = np.flatnonzero(parents == j)
            toward = tips[j] if j in tips else places[children[0]]
            frames[j] = quaternion.between(np.array([0.0, 1.0, 0.0]), toward - places[j])
    above = np.where(parents < 0, 0, parents)
    inverse = quaternion.conjugate(frames[above])
    offsets = quaternion.rotate(inverse, places - places[above])
    rest = quaternion.multiply(inverse, frames)
    rest[0] = frames[0]
    sites = []
    for joint, tip in tips.items():
        x, y, z = quaternion.rotate(quaternion.conjugate(frames[joint]), tip - places[joint])
        sites.append(EndSite(joint, (float(x), float(y), float(z))))
    return Skeleton(tuple(names), parents, offsets, tuple(sites), rest, places[0])


def _end_of(landmark: str) -> str:
    """The landmark past the last joint of a chain, with its side; empty where the chain goes on."""
    side, _, where = landmark.rpartition("_")
    end = ENDS.get(where if side in ("left", "right") else landmark, "")
    return f"{side}_{end}" if end and side in ("left", "right") else end


@cache
def performers() -> dict[str, Performer]:
    """Every performer by name."""
    ada = landmark_positions(1.63, legs=1.01, shoulders=0.92)
    boris = landmark_positions(1.86, legs=0.985, shoulders=1.08, arms=1.02)
    return {
        "ada": Performer(
            "ada",
            build_skeleton(CMU_PARTS, ada, along_bones=False),
            CMU_PARTS,
            60.0,
            Manner(cadence=1.02, hip_roll=1.2, twist=1.15, step_width=0.050, toe_out=0.09, bounce=0.95, arm_out=0.13),
            "1.63 m, light; CMU joint names, axes along the world's",
            ada,
        ),
        "boris": Performer(
            "boris",
            build_skeleton(MIXAMO_PARTS, boris, along_bones=True),
            MIXAMO_PARTS,
            120.0,
            Manner(
                cadence=0.98, arm_swing=0.9, hip_roll=0.75, twist=0.85, step_width=0.066, toe_out=0.16, bounce=1.08, lean=0.02, arm_out=0.20
            ),
            "1.86 m, broad; Mixamo joint names, axes along the bones",
            boris,
        ),
    }


def performer(name: str) -> Performer:
    """One performer by name."""
    known = performers()
    if name not in known:
        raise MotionError(f"no performer {name!r}; the sample has {', '.join(known)}")
    return known[name]
