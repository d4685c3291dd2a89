"""Files of other programs in ../shared/more, and what is right about each: roles written by hand, heights looked up in their bones."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

ARM, LEG = ("clavicle", "shoulder", "elbow", "wrist"), ("hip", "knee", "ankle", "toe")


def body(trunk: str, arm: str, leg: str, left: str, right: str) -> dict[str, str]:
    """Roles of a body whose sides differ by a word: {} in the names of arms and legs. A "-" stands for a role that it lacks."""
    roles = dict(zip(("hips", "spine", "chest", "neck", "head"), trunk.split("|"), strict=True))
    for (side, word), (parts, names) in product((("left", left), ("right", right)), ((ARM, arm), (LEG, leg))):
        roles |= {f"{side}_{part}": name.format(word) for part, name in zip(parts, names.split("|"), strict=True)}
    return {role: name for role, name in roles.items() if name != "-"}


@dataclass(frozen=True)
class Expected:
    """roles: all of them, by name of joint; not_human: why, in our words; height in metres; clips of the file; joints at least."""

    roles: dict[str, str] = field(default_factory=dict)
    not_human: str = ""
    height: float | None = None
    clips: int = 0
    joints: int = 0
    missing: str = ""


DAZ = body("hip|abdomen|chest|neck|head", "{}Collar|{}Shldr|{}ForeArm|{}Hand", "{}Thigh|{}Shin|{}Foot|-", "l", "r")
MAYA = body("Hips|Spine|Spine3|Neck|Head", "{}Shoulder|{}Arm|{}ForeArm|{}Hand", "{}UpLeg|{}Leg|{}Foot|{}ForeFoot", "Left", "Right")
BITMOJI = body(
    "C_spine0001_bind_JNT|C_spine0002_bind_JNT|C_spine0006_bind_JNT|C_neck0001_bind_JNT|C_head0001_bind_JNT",
    "{}_clavicle_bind_JNT|{}_armUpper0001_bind_JNT|{}_armLower0001_bind_JNT|{}_hand0001_bind_JNT",
    "{}_legUpper0001_bind_JNT|{}_legLower0001_bind_JNT|{}_foot0001_bind_JNT|{}_foot0002_bind_JNT",
    "L",
    "R",
)
BIPED = body(
    "Bip001 Pelvis|Bip001 Spine|Bip001 Spine1|Bip001 Neck|Bip001 Head",
    "Bip001 {} Clavicle|Bip001 {} UpperArm|Bip001 {} Forearm|Bip001 {} Hand",
    "Bip001 {} Thigh|Bip001 {} Calf|Bip001 {} Foot|Bip001 {} Toe0",
    "L",
    "R",
)
OZZ = body("Pelvis|Spine|Spine3|Neck|Head", "{}Shoulder|{}Arm|{}ForeArm|{}Hand", "{}UpLeg|{}Leg|{}Foot|{}FootThumb1", "Left", "Right")
VRM = body("hips|spine|chest|neck|head", "{}Shoulder|{}UpperArm|{}LowerArm|{}Hand", "{}UpperLeg|{}LowerLeg|{}Foot|{}Toes", "left", "right")
FIGURE = body(
    "torso_joint_1|torso_joint_2|torso_joint_3|neck_joint_1|neck_joint_2",
    "-|arm_joint_{0}_1|arm_joint_{0}_2|arm_joint_{0}_3",
    "leg_joint_{0}_1|leg_joint_{0}_2|leg_joint_{0}_3|leg_joint_{0}_5",
    "L",
    "R",
)
CESIUM = body(
    "Skeleton_torso_joint_1|Skeleton_torso_joint_2|torso_joint_3|Skeleton_neck_joint_1|Skeleton_neck_joint_2",
    "-|-|-|-",
    "leg_joint_{0}_1|leg_joint_{0}_2|leg_joint_{0}_3|leg_joint_{0}_5",
    "L",
    "R",
)
CESIUM |= dict(zip(("left_shoulder", "left_elbow", "left_wrist"), (f"Skeleton_arm_joint_L__{n}_" for n in (4, 3, 2)), strict=True))
CESIUM |= {"right_shoulder": "Skeleton_arm_joint_R", "right_elbow": "Skeleton_arm_joint_R__2_", "right_wrist": "Skeleton_arm_joint_R__3_"}
NAMELESS = body("node_2|node_11|node_12|node_19|node_20", "-|-|-|-", "-|-|-|-", "", "")
NAMELESS |= {f"left_{part}": f"node_{n}" for part, n in zip(("shoulder", "elbow", "wrist", *LEG), (16, 17, 18, 7, 8, 9, 10), strict=True)}
NAMELESS |= {f"right_{part}": f"node_{n}" for part, n in zip(("shoulder", "elbow", "wrist", *LEG), (13, 14, 15, 3, 4, 5, 6), strict=True)}
ROBOT = body("Body|Hips|Torso|Neck|Head", "Shoulder.{}|UpperArm.{}|LowerArm.{}|Palm2.{}", "UpperLeg.{}|LowerLeg.{}|Foot.{}|-", "L", "R")

FILES = {
    "files/Auto_Conditioned_RNN_motion_13.bvh": Expected(DAZ, height=1.67),
    "files/three.js_pirouette.bvh": Expected(DAZ, height=1.67),
    "files/pybvh_bvh_test3.bvh": Expected(MAYA, height=1.66),
    "files/engine_walk.glb": Expected(BITMOJI, height=1.22, joints=70),
    "files/ozz-animation_walk.fbx": Expected(OZZ | {"left_wrist": "Lefthand"}, height=1.89),
    "files/ozz-animation_cesium_man.gltf": Expected(NAMELESS, height=1.17),
    "files/three.js_Warrior.fbx": Expected(BIPED, height=0.45, clips=8),
    "files/three-vrm_test.vrma": Expected(VRM, height=1.72, joints=51),
    "files/glTF-Sample-Assets_BrainStem.glb": Expected(missing="right_wrist"),
    "files/glTF-Sample-Assets_Fox.glb": Expected(not_human="it stands on four legs", clips=3),
    "files/glTF-Sample-Assets_BoxAnimated.glb": Expected(not_human="no legs and no arms"),
    "files/godot-demo-projects_LeftHandHumanoid.gltf": Expected(not_human="no legs and no arms"),
    "characters/RobotExpressive.glb": Expected(ROBOT, height=3.14, clips=14),
    "characters/CesiumMan.glb": Expected(CESIUM, height=1.17),
    "characters/RiggedFigure.glb": Expected(FIGURE, height=1.17),
}
