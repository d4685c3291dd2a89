"""Run in a Python that has `bpy`: the extension's operators, once each, and where bones are before and after.

python use_extension.py EXTENSION MOTION FOLDER
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np


def load(folder: str) -> None:
    """The extension as Blender loads it: a package."""
    spec = importlib.util.spec_from_file_location("motionloom_extension", f"{folder}/__init__.py", submodule_search_locations=[folder])
    module = importlib.util.module_from_spec(spec)
    sys.modules["motionloom_extension"] = module
    spec.loader.exec_module(module)
    module.register()


def heads(rig: object, names: list[str]) -> np.ndarray:
    """Heads (F, J, 3) of bones over the scene, y up."""
    import bpy

    found = []
    for frame in range(bpy.context.scene.frame_end + 1):
        bpy.context.scene.frame_set(frame)
        places = [rig.matrix_world @ rig.pose.bones[name].head for name in names]
        found.append([[place.x, place.z, -place.y] for place in places])
    return np.array(found)


def make_awkward(rig: object) -> None:
    """The same motion on a rig as artists have them: rolled bones, Euler angles, a root that stands still, a control that hangs on nothing.

    Blender itself puts the bones back where they were, with its own keys.
    """
    import bpy
    from mathutils import Matrix

    scene, bones = bpy.context.scene, list(rig.pose.bones)
    rest = {bone.name: bone.bone.matrix_local.to_quaternion() for bone in bones}
    posed = []
    for frame in range(scene.frame_end + 1):
        scene.frame_set(frame)
        posed.append({bone.name: (bone.head.copy(), bone.matrix.to_quaternion()) for bone in bones})
    names = [bone.name for bone in bones]
    bpy.ops.object.mode_set(mode="EDIT")
    for at, name in enumerate(names):
        rig.data.edit_bones[name].roll += 0.3 * at
    for name in ("still root", "control"):
        bone = rig.data.edit_bones.new(name)
        bone.head, bone.tail = (0, 0, 0), (0, 0.2, 0)
    rig.data.edit_bones[names[0]].parent = rig.data.edit_bones["still root"]
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.animation_data.action = bpy.data.actions.new("awkward")
    for at, name in enumerate(names):
        rig.pose.bones[name].rotation_mode = ("QUATERNION", "XYZ", "AXIS_ANGLE")[at % 3]
    for frame, poses in enumerate(posed):
        scene.frame_set(frame)
        for at, name in enumerate(names):
            bone = rig.pose.bones[name]
            head, turn = poses[name]
            own = turn @ rest[name].inverted() @ bone.bone.matrix_local.to_quaternion()
            bone.matrix = Matrix.LocRotScale(head, own, None)
            bpy.context.view_layer.update()
            bone.keyframe_insert(("rotation_quaternion", "rotation_euler", "rotation_axis_angle")[at % 3])
            if at == 0:
                bone.keyframe_insert("location")
        rig.pose.bones["control"].keyframe_insert("location")


def main(extension: str, motion: str, folder: str) -> None:
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    load(extension)
    assert bpy.ops.motionloom.import_motion(source=motion) == {"FINISHED"}
    rig = bpy.context.view_layer.objects.active
    names = [bone.name for bone in rig.pose.bones]
    imported = heads(rig, names)
    make_awkward(rig)
    rig.location, rig.rotation_euler = (1.0, 2.0, 0.0), (0.0, 0.0, 0.7)
    bpy.context.view_layer.update()
    before, old = heads(rig, names), rig.animation_data.action.name
    assert bpy.ops.motionloom.export_action(filepath=f"{folder}/sent.npz") == {"FINISHED"}
    assert bpy.ops.motionloom.clean_feet() == {"FINISHED"}
    after, new = heads(rig, names), rig.animation_data.action.name
    assert old in bpy.data.actions, "the old action is gone"
    np.savez(f"{folder}/seen.npz", names=np.array(names), imported=imported, before=before, after=after, actions=np.array([old, new]))
    said = ""
    try:
        bpy.ops.motionloom.import_motion(source=f"{folder}/nothing.bvh")
    except RuntimeError as error:
        said = str(error)
    assert "nothing.bvh" in said


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], str(Path(sys.argv[3])))
