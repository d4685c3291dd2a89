"""Roles of the skeletons people use, whatever they call their joints."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import Skeleton, SkeletonError
from motionloom.core.roles import ROLES, find_roles, require_roles, roles_from_names, split_name, why_not_human

# Side-less templates in our order of roles; {} stands for the side in the family's own manner.
FAMILIES = {
    "CMU": ("Left", "Right", "Hips LowerBack Spine1 Neck Head", "{}Shoulder {}Arm {}ForeArm {}Hand", "{}UpLeg {}Leg {}Foot {}ToeBase"),
    "ASF": ("l", "r", "root lowerback thorax lowerneck head", "{}clavicle {}humerus {}radius {}wrist", "{}femur {}tibia {}foot {}toes"),
    "Bandai": (
        "L",
        "R",
        "Hips Spine Chest Neck Head",
        "Shoulder_{} UpperArm_{} LowerArm_{} Hand_{}",
        "UpperLeg_{} LowerLeg_{} Foot_{} Toes_{}",
    ),
    "Mixamo": (
        "mixamorig:Left",
        "mixamorig:Right",
        "mixamorig:Hips mixamorig:Spine mixamorig:Spine2 mixamorig:Neck mixamorig:Head",
        "{}Shoulder {}Arm {}ForeArm {}Hand",
        "{}UpLeg {}Leg {}Foot {}ToeBase",
    ),
    "Unreal": (
        "l",
        "r",
        "pelvis spine_01 spine_03 neck_01 head",
        "clavicle_{} upperarm_{} lowerarm_{} hand_{}",
        "thigh_{} calf_{} foot_{} ball_{}",
    ),
    "SMPL": (
        "left",
        "right",
        "pelvis spine1 spine3 neck head",
        "{}_collar {}_shoulder {}_elbow {}_wrist",
        "{}_hip {}_knee {}_ankle {}_foot",
    ),
    "SMPL-X": ("L", "R", "Pelvis Spine1 Spine3 Neck Head", "{}_Collar {}_Shoulder {}_Elbow {}_Wrist", "{}_Hip {}_Knee {}_Ankle {}_Foot"),
    "Rokoko": ("Left", "Right", "Hips Spine1 Spine4 Neck Head", "{}Shoulder {}Arm {}ForeArm {}Hand", "{}Thigh {}Shin {}Foot {}Toe"),
    "Xsens": ("Left", "Right", "Pelvis L5 T8 Neck Head", "{}Shoulder {}UpperArm {}Forearm {}Hand", "{}UpperLeg {}LowerLeg {}Foot {}Toe"),
    "Biped": (
        "L",
        "R",
        "Bip01_Pelvis Bip01_Spine Bip01_Spine1 Bip01_Neck Bip01_Head",
        "Bip01_{}_Clavicle Bip01_{}_UpperArm Bip01_{}_Forearm Bip01_{}_Hand",
        "Bip01_{}_Thigh Bip01_{}_Calf Bip01_{}_Foot Bip01_{}_Toe0",
    ),
    "MotionBuilder": (
        "Left",
        "Right",
        "Reference:Hips Reference:Spine Reference:Spine1 Reference:Neck Reference:Head",
        "{}Shoulder {}Arm {}ForeArm {}Hand",
        "{}UpLeg {}Leg {}Foot {}ToeBase",
    ),
    "Blender": ("L", "R", "hips spine chest neck head", "shoulder.{} upper_arm.{} forearm.{} hand.{}", "thigh.{} shin.{} foot.{} toe.{}"),
    "VRM": (
        "L",
        "R",
        "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_UpperChest J_Bip_C_Neck J_Bip_C_Head",
        "J_Bip_{}_Shoulder J_Bip_{}_UpperArm J_Bip_{}_LowerArm J_Bip_{}_Hand",
        "J_Bip_{}_UpperLeg J_Bip_{}_LowerLeg J_Bip_{}_Foot J_Bip_{}_ToeBase",
    ),
    "Poser": ("l", "r", "hip abdomen chest neck head", "{}Collar {}Shldr {}ForeArm {}Hand", "{}Thigh {}Shin {}Foot {}Toe"),
    "lower case": ("l", "r", "hips spine chest neck head", "{}collar {}shoulder {}elbow {}wrist", "{}hip {}knee {}ankle {}toe"),
    "glued": ("left", "right", "hips spine chest neck head", "{}shoulder {}arm {}forearm {}hand", "{}upleg {}leg {}foot {}toe"),
    "upper case": ("L", "R", "HIPS SPINE CHEST NECK HEAD", "{}COLLAR {}SHOULDER {}ELBOW {}WRIST", "{}HIP {}KNEE {}ANKLE {}TOE"),
    "Genesis": (
        "l",
        "r",
        "hip abdomenLower chestUpper neckLower head",
        "{}Collar {}ShldrBend {}ForearmBend {}Hand",
        "{}ThighBend {}Shin {}Foot {}Metatarsals",
    ),
    "Second Life": (
        "Left",
        "Right",
        "mPelvis mTorso mChest mNeck mHead",
        "mCollar{} mShoulder{} mElbow{} mWrist{}",
        "mHip{} mKnee{} mAnkle{} mFoot{}",
    ),
    "Bitmoji": (
        "L",
        "R",
        "C_spine0001_JNT C_spine0002_JNT C_spine0006_JNT C_neck0001_JNT C_head0001_JNT",
        "{}_clavicle_JNT {}_armUpper0001_JNT {}_armLower0001_JNT {}_hand0001_JNT",
        "{}_legUpper0001_JNT {}_legLower0001_JNT {}_foot0001_JNT {}_foot0002_JNT",
    ),
    "joints": (
        "left",
        "right",
        "pelvis_joint spine_joint chest_joint neck_joint head_joint",
        "{}_clavicle_joint {}_shoulder_joint {}_elbow_joint {}_wrist_joint",
        "{}_hip_joint {}_knee_joint {}_ankle_joint {}_toe_joint",
    ),
    "Rigify": (
        "L",
        "R",
        "DEF-spine DEF-spine.001 DEF-spine.003 DEF-spine.004 DEF-head",
        "DEF-shoulder.{} DEF-upper_arm.{} DEF-forearm.{} DEF-hand.{}",
        "DEF-thigh.{} DEF-shin.{} DEF-foot.{} DEF-toe.{}",
    ),
    "Auto-Rig Pro": (
        "l",
        "r",
        "root.x spine_01.x spine_03.x neck.x head.x",
        "shoulder.{} arm_stretch.{} forearm_stretch.{} hand.{}",
        "thigh_stretch.{} leg_stretch.{} foot.{} toes_01.{}",
    ),
    "Roblox": (
        "Left",
        "Right",
        "LowerTorso Waist UpperTorso Neck Head",
        "{}Collar {}UpperArm {}LowerArm {}Hand",
        "{}UpperLeg {}LowerLeg {}Foot {}Toes",
    ),
    "MikuMikuDance": ("左", "右", "下半身 上半身 上半身2 首 頭", "{}肩 {}腕 {}ひじ {}手首", "{}足 {}ひざ {}足首 {}つま先"),
    "OptiTrack": ("L", "R", "Hip Ab Chest Neck Head", "{}Shoulder {}UArm {}FArm {}Hand", "{}Thigh {}Shin {}Foot {}Toe"),
    "Advanced Skeleton": (
        "L",
        "R",
        "Root_M Spine1_M Chest_M Neck_M Head_M",
        "Scapula_{} Shoulder_{} Elbow_{} Wrist_{}",
        "Hip_{} Knee_{} Ankle_{} Toes_{}",
    ),
    "LifeForms": ("l", "r", "pelvis lumbar thoracic neck head", "{}clavical {}humerus {}radius {}hand", "{}femur {}tibia {}ankle {}toes"),
    "up and lo": ("L", "R", "Hips Spine Chest Neck Head", "Clav_{} upArm_{} loArm_{} hand_{}", "uppLeg_{} loLeg_{} foot_{} toe_{}"),
    "MikuMikuDance, sides behind": (
        "L",
        "R",
        "下半身 上半身 上半身2 首 頭",
        "肩.{} 腕.{} ひじ.{} 手首.{}",
        "足.{} ひざ.{} 足首.{} 足先EX.{}",
    ),
    "side in between": (
        "Left",
        "Right",
        "Pelvis Spine Chest Neck Head",
        "Collar_{} Upper_{}_Arm Lower_{}_Arm Hand_{}",
        "Upper_{}_Leg Lower_{}_Leg Foot_{} Toe_{}",
    ),
    "nameless": None,
}


def family(name):
    """A body with a family's names, fingers and twist bones in the way, and the names that our roles should find."""
    template = FAMILIES[name]
    if template is None:
        left, right = "a", "b"
        trunk, arm, leg = [f"t{i}" for i in range(5)], [f"{{}}u{i}" for i in range(4)], [f"{{}}d{i}" for i in range(4)]
    else:
        left, right, *texts = template
        trunk, arm, leg = (text.split() for text in texts)
    hips, spine, chest, neck, head = trunk
    joints = [
        ("scene_root", None, (0, 0, 0)),
        (hips, "scene_root", (0, 0.95, 0)),
        (spine, hips, (0, 0.1, 0)),
        ("torso_mid", spine, (0, 0.1, 0)),
    ]
    joints += [(chest, "torso_mid", (0, 0.15, 0)), (neck, chest, (0, 0.2, 0)), (head, neck, (0, 0.1, 0)), ("crown", head, (0, 0.2, 0))]
    for side, sign in ((left, 1), (right, -1)):
        a, g = [part.format(side) for part in arm], [part.format(side) for part in leg]
        joints += [(a[0], chest, (0.04 * sign, 0.15, 0)), (a[1], a[0], (0.12 * sign, 0, 0)), (a[2], a[1], (0.28 * sign, 0, 0))]
        joints += [
            (a[3], a[2], (0.25 * sign, 0, 0)),
            (f"{side}_twist_forearm", a[2], (0.1 * sign, 0, 0)),
            (f"{side}_index_finger_hand", a[3], (0.08 * sign, 0, 0)),
        ]
        joints += [
            (g[0], hips, (0.09 * sign, -0.05, 0)),
            (g[1], g[0], (0, -0.42, 0)),
            (g[2], g[1], (0, -0.4, 0)),
            (g[3], g[2], (0, -0.06, 0.13)),
        ]
    names = [joint for joint, _, _ in joints]
    parents = [-1 if parent is None else names.index(parent) for _, parent, _ in joints]
    skeleton = Skeleton(tuple(names), np.array(parents), np.array([offset for *_, offset in joints], dtype=float))
    expected = dict(zip(ROLES[:5], trunk, strict=True))
    for side, ours in ((left, "left"), (right, "right")):
        parts = zip(("clavicle", "shoulder", "elbow", "wrist", "hip", "knee", "ankle", "toe"), arm + leg, strict=True)
        expected |= {f"{ours}_{part}": text.format(side) for part, text in parts}
    return skeleton, expected


@pytest.mark.parametrize("name", FAMILIES)
def test_families(name):
    skeleton, expected = family(name)
    found = {role: skeleton.names[joint] for role, joint in find_roles(skeleton).items()}
    if name == "nameless":  # shape cannot tell a wrist from a finger's root, nor a neck from a head
        for role in ("hips", "left_knee", "right_ankle", "left_elbow", "right_shoulder", "chest"):
            assert found[role] == expected[role]
    else:
        assert found == expected


def test_no_joint_has_two_roles():
    """A body whose back is one joint: it is the chest, and there is no spine."""
    skeleton, _ = family("CMU")
    keep = [j for j, name in enumerate(skeleton.names) if name not in ("LowerBack", "torso_mid")]
    above = {j: int(skeleton.parents[j]) for j in range(len(skeleton))}
    for joint, name in enumerate(skeleton.names):
        if name == "Spine1":
            above[joint] = skeleton.index("Hips")
    parents = np.array([-1 if above[j] < 0 else keep.index(above[j]) for j in keep])
    found = find_roles(Skeleton(tuple(skeleton.names[j] for j in keep), parents, skeleton.offsets[keep]))
    assert len(set(found.values())) == len(found)
    assert "spine" not in found


def test_clavicles_that_hang_on_the_neck(skeleton):
    """As 3ds Max's Biped has them: the chest is below the neck all the same."""
    neck = skeleton.index("Neck")
    parents = [neck if name.endswith("Shoulder") else int(parent) for name, parent in zip(skeleton.names, skeleton.parents, strict=True)]
    found = find_roles(Skeleton(skeleton.names, np.array(parents), skeleton.offsets))
    assert (skeleton.names[found["chest"]], skeleton.names[found["neck"]]) == ("Spine1", "Neck")


def test_four_legs_are_no_human():
    skeleton, _ = family("Mixamo")
    offsets = skeleton.offsets.copy()
    for joint, name in enumerate(skeleton.names):
        x, y, _ = offsets[joint]
        if name.split(":")[-1] in ("Spine", "torso_mid", "Spine2", "Neck"):
            offsets[joint] = (x, 0.3 * y, y)
        elif name.endswith(("ForeArm", "Hand")) and "finger" not in name and "twist" not in name:
            offsets[joint] = (0, -1.6 * abs(x), 0)
    animal = Skeleton(skeleton.names, skeleton.parents, offsets)
    assert find_roles(animal) == {}
    assert why_not_human(animal) == "it stands on four legs"
    assert find_roles(replace(animal, given_roles={"head": 3})) == {"head": 3}  # a person's word counts


def test_missing_roles_are_named(skeleton):
    legs = [j for j, name in enumerate(skeleton.names) if "Arm" not in name and "Hand" not in name and "Shoulder" not in name]
    parents = np.array([-1 if skeleton.parents[j] < 0 else legs.index(int(skeleton.parents[j])) for j in legs])
    armless = Skeleton(tuple(skeleton.names[j] for j in legs), parents, skeleton.offsets[legs])
    with pytest.raises(SkeletonError, match=r"lacks the roles .*left_elbow.*--roles FILE"):
        require_roles(armless)


def test_given_mapping_wins(skeleton):
    given = roles_from_names(skeleton, {"chest": "Spine"})
    assert given["chest"] == skeleton.index("Spine")
    assert given["left_knee"] == skeleton.index("LeftLeg")


def test_given_mapping_is_checked(skeleton):
    with pytest.raises(SkeletonError, match="unknown roles tail"):
        roles_from_names(skeleton, {"tail": "Hips"})
    with pytest.raises(SkeletonError, match="no joint 'Nose'"):
        roles_from_names(skeleton, {"head": "Nose"})


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mixamorig:LeftUpLeg", ["left", "upleg"]),
        ("lfemur", ["left", "femur"]),
        ("thigh_l", ["thigh", "left"]),
        ("UpperArm_R", ["upperarm", "right"]),
        ("Lefthand", ["left", "hand"]),
        ("lShldr", ["left", "shoulder"]),
        ("L_armUpper0001_bind_JNT", ["left", "upperarm", "0001", "bind"]),
        ("左足ＩＫ", ["left", "thigh", "ik"]),
    ],
)
def test_split_name(name, words):
    assert split_name(name) == words
