"""Run as a program by `motionloom.formats.fbx`, in a Python that has `bpy`: turns a GLB file of ours into an FBX file."""

from __future__ import annotations

import sys


def main(source: str, target: str, fps: float, frames: int, name: str) -> None:
    """The GLB holds one frame a 1/round(fps) of a second: the importer knows whole rates only, and frames must fall on frames."""
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.name = name  # the exporter names the animation after it
    scene.render.fps, scene.render.fps_base = max(1, round(fps)), 1.0
    # "BLENDER" leaves the joints' axes as they are.
    bpy.ops.import_scene.gltf(filepath=source, bone_heuristic="BLENDER", disable_bone_shape=True)
    scene.frame_start, scene.frame_end = 0, frames - 1
    scene.render.fps_base = scene.render.fps / fps
    bpy.ops.export_scene.fbx(
        filepath=target,
        object_types={"ARMATURE", "MESH"},
        apply_scale_options="FBX_SCALE_ALL",
        add_leaf_bones=False,
        bake_anim=True,
        bake_anim_use_all_bones=True,
        bake_anim_use_nla_strips=False,
        bake_anim_use_all_actions=False,
        bake_anim_simplify_factor=0.0,
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
