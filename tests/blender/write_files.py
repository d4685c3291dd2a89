"""Run in a Python that has `bpy`: makes a rig, moves it, exports it as FBX, GLB and USD, and writes down where the bones are.

python write_files.py FOLDER
"""

from __future__ import annotations

import math
import sys

import numpy as np

FRAMES = 21
BONES = {"Hips": None, "Spine": "Hips", "Chest": "Spine", "Arm.L": "Chest", "Arm.R": "Chest", "Head": "Chest"}
HEADS = {
    "Hips": (0, 0, 1),
    "Spine": (0.05, 0, 1.2),
    "Chest": (0, 0, 1.4),
    "Arm.L": (0.2, 0, 1.5),
    "Arm.R": (-0.2, 0, 1.5),
    "Head": (0, 0.05, 1.6),
}


def make_rig() -> object:
    import bpy

    armature = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", armature)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for name, parent in BONES.items():
        bone = armature.edit_bones.new(name)
        bone.head = HEADS[name]
        bone.tail = [a + b for a, b in zip(HEADS[name], (0.03, 0.02, 0.15), strict=True)]
        bone.parent = armature.edit_bones[parent] if parent else None
    bpy.ops.object.mode_set(mode="POSE")
    rig.rotation_euler, rig.scale, rig.location = (0.1, 0.2, 0.7), (0.5, 0.5, 0.5), (1, 2, 0)
    return rig


def animate(rig: object) -> None:
    for frame in range(FRAMES):
        for index, bone in enumerate(rig.pose.bones):
            bone.rotation_mode = "QUATERNION"
            angle = 0.5 * math.sin(0.3 * frame + index)
            bone.rotation_quaternion = (math.cos(angle / 2), math.sin(angle / 2), 0, 0)
            bone.keyframe_insert("rotation_quaternion", frame=frame)
        rig.pose.bones[0].location = (0.01 * frame, 0, 0.02 * frame)
        rig.pose.bones[0].keyframe_insert("location", frame=frame)


def main(folder: str) -> None:
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = 30, 0, FRAMES - 1
    rig = make_rig()
    animate(rig)
    heads = []
    for frame in range(FRAMES):
        scene.frame_set(frame)
        places = [rig.matrix_world @ bone.head for bone in rig.pose.bones]
        heads.append([[place.x, place.z, -place.y] for place in places])
    names = [bone.name for bone in rig.pose.bones]
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.export_scene.fbx(filepath=f"{folder}/rig.fbx", add_leaf_bones=False, bake_anim_simplify_factor=0)
    bpy.ops.export_scene.gltf(filepath=f"{folder}/rig.glb")
    bpy.ops.wm.usd_export(filepath=f"{folder}/rig.usdc", export_animation=True, export_armatures=True)
    np.savez(f"{folder}/truth.npz", heads=np.array(heads), names=np.array(names))


if __name__ == "__main__":
    main(sys.argv[1])
