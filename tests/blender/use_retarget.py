"""Run in a Python that has `bpy`: an action is retargeted onto another rig and goes over into another action there.

python use_retarget.py EXTENSION MOTION KIND FOLDER
KIND: rigify (the add-on's own human metarig) or mixamo (its bone names, centimetres under an armature scaled by 0.01, rolled bones).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from use_extension import heads, load

SIDES = (("Left", 1), ("Right", -1))
TRUNK = {"Hips": ("", 0, 100, 0), "Spine": ("Hips", 0, 112, -1), "Spine1": ("Spine", 0, 124, -1), "Spine2": ("Spine1", 0, 136, 0)}
HEAD = {"Neck": ("Spine2", 0, 152, 0), "Head": ("Neck", 0, 162, 2)}
LIMBS = {
    "Shoulder": ("Spine2", 6, 146, 0),
    "Arm": ("Shoulder", 18, 146, -1),
    "ForeArm": ("Arm", 45, 146, -2),
    "Hand": ("ForeArm", 72, 146, 0),
    "UpLeg": ("Hips", 9, 94, 0),
    "Leg": ("UpLeg", 10, 52, 0),
    "Foot": ("Leg", 11, 9, -3),
    "ToeBase": ("Foot", 11, 2, 9),
}


def make_mixamo() -> object:
    import bpy

    places = dict(TRUNK | HEAD)
    for side, sign in SIDES:
        for name, (above, x, y, z) in LIMBS.items():
            places[side + name] = (side + above if above in LIMBS else above, sign * x, y, z)
    armature = bpy.data.armatures.new("Mixamo")
    rig = bpy.data.objects.new("Mixamo", armature)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for at, (name, (above, x, y, z)) in enumerate(places.items()):
        bone = armature.edit_bones.new(f"mixamorig:{name}")
        bone.head, bone.tail, bone.roll = (x, -z, y), (x, -z, y + 5), 0.4 * at
        bone.parent = armature.edit_bones[f"mixamorig:{above}"] if above else None
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.scale = (0.01, 0.01, 0.01)
    return rig


def make_rigify() -> object:
    import addon_utils
    import bpy

    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_human_metarig_add()
    return bpy.context.view_layer.objects.active


def main(extension: str, motion: str, kind: str, folder: str) -> None:
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    load(extension)
    assert bpy.ops.motionloom.import_motion(source=motion) == {"FINISHED"}
    source = bpy.context.view_layer.objects.active
    assert bpy.ops.motionloom.export_action(filepath=f"{folder}/source.npz") == {"FINISHED"}
    target = make_mixamo() if kind == "mixamo" else make_rigify()
    target.location, target.rotation_euler = (0.5, -1.0, 0.0), (0.0, 0.0, 0.4)
    bpy.context.view_layer.update()
    for thing in (source, target):
        thing.select_set(True)
    bpy.context.view_layer.objects.active = target
    assert bpy.ops.motionloom.retarget() == {"FINISHED"}
    names = [bone.name for bone in target.pose.bones]
    retargeted, one = heads(target, names), target.animation_data.action.name
    assert bpy.ops.motionloom.export_action(filepath=f"{folder}/sent.npz") == {"FINISHED"}
    assert bpy.ops.motionloom.transition(action=one, seconds=0.4) == {"FINISHED"}
    two = target.animation_data.action
    bpy.context.scene.frame_end = round(two.frame_range[1])
    actions = np.array([source.animation_data.action.name, one, two.name])
    np.savez(f"{folder}/seen.npz", names=np.array(names), retargeted=retargeted, joined=heads(target, names), actions=actions)
    said = ""
    try:
        bpy.ops.motionloom.transition(action="nothing")
    except RuntimeError as error:
        said = str(error)
    assert "no action 'nothing'" in said


if __name__ == "__main__":
    main(*sys.argv[1:5])
