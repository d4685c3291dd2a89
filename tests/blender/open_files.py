"""Run in a Python that has `bpy`: opens files in Blender and writes down where it puts the heads of the bones.

    python open_files.py JOBS.json RESULTS.json
JOBS: a list of {"file", "fps", "frames"}; RESULTS: for each the bone names, heads (frames, bones, 3) in our axes and
what the scene holds.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def open_file(path: str, fps: float) -> int:
    """Import into an empty scene; the Blender frame of our frame 0. The rate must be set before: importers turn seconds into frames."""
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = round(fps)
    suffix = path.rpartition(".")[2]
    if suffix == "bvh":
        bpy.ops.import_anim.bvh(filepath=path, axis_forward="-Z", axis_up="Y", global_scale=0.01, frame_start=0)
        return 1  # the BVH importer leaves its frame_start to the rest pose
    if suffix == "glb":
        bpy.ops.import_scene.gltf(filepath=path)
    elif suffix == "fbx":
        bpy.ops.import_scene.fbx(filepath=path, anim_offset=0.0)
    else:
        bpy.ops.wm.usd_import(filepath=path)
    return 0


def measure(job: dict[str, Any]) -> dict[str, Any]:
    import bpy

    first = open_file(job["file"], job["fps"])
    scene = bpy.context.scene
    armature = next(thing for thing in scene.objects if thing.type == "ARMATURE")
    meshes = [thing for thing in scene.objects if thing.type == "MESH"]
    heads = []
    for frame in job["frames"]:
        scene.frame_set(first + frame)
        graph = bpy.context.evaluated_depsgraph_get()
        posed = armature.evaluated_get(graph)
        places = [posed.matrix_world @ bone.head for bone in posed.pose.bones]
        heads.append([[place.x, place.z, -place.y] for place in places])
    return {
        "bones": [bone.name for bone in armature.pose.bones],
        "heads": heads,
        "actions": [action.name for action in bpy.data.actions],
        "skinned": sum(any(modifier.type == "ARMATURE" for modifier in mesh.modifiers) for mesh in meshes),
    }


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        jobs = json.load(file)
    results = [measure(job) for job in jobs]
    with open(sys.argv[2], "w") as file:
        json.dump(results, file)
