"""An armature's action as Motionloom's arrays and back: turns of bones from the rest pose, in the world, y up.

A bone's own axes do not count: every turn is one from the rest pose, so what comes back fits the same rig whatever its bones' rolls are.
"""

from __future__ import annotations

import contextlib
import json

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector


def body_bones(rig):
    """The bones that are sent: the topmost one whose place is animated, or else the root that carries most, and all below it."""
    moved = {bone for bone in rig.pose.bones if any(path == f'pose.bones["{bone.name}"].location' for path in _paths(rig))}
    tops = [bone for bone in moved if not any(parent in moved for parent in bone.parent_recursive) and len(bone.children_recursive) > 3]
    roots = tops or [bone for bone in rig.pose.bones if bone.parent is None]
    root = max(roots, key=lambda bone: len(bone.children_recursive))
    below = [bone for bone in rig.pose.bones if root in bone.parent_recursive]
    return [root, *below]  # pose bones come parents first


def _paths(rig):
    """The data paths that the rig's action animates, in old and in layered actions; none without an action."""
    action = rig.animation_data.action if rig.animation_data else None
    if action is None:
        return set()
    if hasattr(action, "layers") and len(action.layers):
        curves = [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags for curve in bag.fcurves]
    else:
        curves = list(action.fcurves)
    return {curve.data_path for curve in curves}


@contextlib.contextmanager
def playing(rig, action):
    """The rig with another of its actions, for as long as this lasts."""
    data = rig.animation_data
    before, slot = data.action, getattr(data, "action_slot", None)
    _give(data, action)
    try:
        yield
    finally:
        data.action = before
        if slot is not None:
            data.action_slot = slot


def _give(data, action):
    """Play an action; in Blender 4.4 and later by the slot that fits."""
    data.action = action
    if getattr(data, "action_slot", True) is None and len(data.action_suitable_slots):
        data.action_slot = data.action_suitable_slots[0]


def write_motion(rig, path, bones=None):
    """Save the rig's action to an NPZ file of Motionloom, of the body's bones or those given; gives its first frame and its bones."""
    scene, bones = bpy.context.scene, bones or body_bones(rig)
    first, last = (round(edge) for edge in rig.animation_data.action.frame_range)
    parents = _parents(bones)
    world = rig.matrix_world
    rest = [(world @ bone.bone.matrix_local).to_quaternion() for bone in bones]
    rotations, places = [], []
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        turns = [(world @ bone.matrix).to_quaternion() @ turn.inverted() for bone, turn in zip(bones, rest, strict=True)]
        local = [turns[at] if parent < 0 else turns[parent].inverted() @ turns[at] for at, parent in enumerate(parents)]
        rotations.append([(q.x, q.z, -q.y, q.w) for q in local])
        places.append(_ours(world @ bones[0].head))
    _save(rig, bones, rotations, places, path, rig.animation_data.action.name)
    return first, bones


def write_rest(rig, path):
    """Save the rig at rest, as one frame, to an NPZ file of Motionloom; gives its bones."""
    bones = body_bones(rig)
    _save(rig, bones, [[(0.0, 0.0, 0.0, 1.0)] * len(bones)], [_ours(rig.matrix_world @ bones[0].bone.head_local)], path, rig.name)
    return bones


def _parents(bones):
    """The row of each bone's parent, -1 for the first."""
    return [-1, *(bones.index(bone.parent) for bone in bones[1:])]


def _save(rig, bones, rotations, places, path, name):
    """An NPZ file of Motionloom: turns from the rest pose and the first bone's places, y up."""
    scene, parents, world = bpy.context.scene, _parents(bones), rig.matrix_world
    heads = np.array([_ours(world @ bone.bone.head_local) for bone in bones])
    leaves = [at for at in range(len(bones)) if at not in parents]
    ends = [[at, *(_ours(world @ bones[at].bone.tail_local) - heads[at]).tolist()] for at in leaves]
    skeleton = {
        "names": [bone.name for bone in bones],
        "parents": parents,
        "offsets": [(heads[at] - heads[parent]).tolist() if parent >= 0 else [0.0, 0.0, 0.0] for at, parent in enumerate(parents)],
        "end_sites": ends,
        "rest_rotations": [[0.0, 0.0, 0.0, 1.0]] * len(bones),
        "rest_root": heads[0].tolist(),
        "roles": None,
    }
    about = {"fps": scene.render.fps / scene.render.fps_base, "name": name, "recipe": {}, "skeleton": skeleton}
    described = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(path, rotations=np.array(rotations, np.float32), root_positions=np.array(places, np.float32), motion=described)


def read_motion(path):
    """Rotations (F, J, 4), root places (F, 3) and the description of an NPZ file of Motionloom."""
    with np.load(path, allow_pickle=False) as file:
        return file["rotations"], file["root_positions"], json.loads(file["motion"].tobytes())


def put_back(rig, path, first, bones, ending, name=""):
    """A new action on the rig, with the turns and the way of a file: a copy of the one it has, where it has one.

    Its name is that of the old one, or the name given, and the ending."""
    rotations, places, about = read_motion(path)
    if about["skeleton"]["names"] != [bone.name for bone in bones]:
        raise ValueError("what came back has other bones than were sent")
    data = rig.animation_data or rig.animation_data_create()
    old = data.action
    action = old.copy() if old and not name else bpy.data.actions.new(name)
    action.name = f"{name or old.name} ({ending})"
    _give(data, action)
    to_rig = rig.matrix_world.inverted()
    turned = rig.matrix_world.to_quaternion()
    rest = [bone.bone.matrix_local.to_quaternion() for bone in bones]
    parents = about["skeleton"]["parents"]
    for at in range(len(rotations)):
        bpy.context.scene.frame_set(first + at)
        posed = []
        for joint in range(len(bones)):
            x, y, z, w = (float(value) for value in rotations[at, joint])
            local = Quaternion((w, x, -z, y))
            world = local if parents[joint] < 0 else posed[parents[joint]] @ local
            posed.append(world)
        spaces = [turned.inverted() @ turn @ turned @ still for turn, still in zip(posed, rest, strict=True)]
        for joint, bone in enumerate(bones):
            _key(bone, spaces[joint], spaces[parents[joint]] if parents[joint] >= 0 else None, first + at)
        _key_place(bones[0], to_rig @ _theirs(places[at]), first + at)
    return action


def _key(bone, wanted, parent, frame):
    """A key that turns a bone as wanted in the armature's space; parent: how the bone above is turned there."""
    if parent is None:
        parent = bone.parent.matrix.to_quaternion() if bone.parent else Quaternion()
    above = bone.parent.bone.matrix_local.to_quaternion() if bone.parent else Quaternion()
    still = above.inverted() @ bone.bone.matrix_local.to_quaternion()
    turn = still.inverted() @ parent.inverted() @ wanted
    if bone.rotation_mode == "QUATERNION":
        turn.make_compatible(bone.rotation_quaternion)
        bone.rotation_quaternion = turn
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    elif bone.rotation_mode == "AXIS_ANGLE":
        axis, angle = turn.to_axis_angle()
        bone.rotation_axis_angle = (angle, *axis)
        bone.keyframe_insert("rotation_axis_angle", frame=frame)
    else:
        bone.rotation_euler = turn.to_euler(bone.rotation_mode, bone.rotation_euler)
        bone.keyframe_insert("rotation_euler", frame=frame)


def _key_place(bone, head, frame):
    """A key that brings a bone's head to a place in the armature's space."""
    above, below = (bone.parent.matrix, bone.parent.bone.matrix_local) if bone.parent else (Matrix(), Matrix())
    still = above @ below.inverted() @ bone.bone.matrix_local
    bone.location = still.inverted() @ head
    bone.keyframe_insert("location", frame=frame)


def build_rig(path):
    """A new armature with an action, of an NPZ file of Motionloom."""
    rotations, places, about = read_motion(path)
    skeleton = about["skeleton"]
    names, parents = skeleton["names"], skeleton["parents"]
    rest, heads = _rest(skeleton)
    armature = bpy.data.armatures.new(about.get("name") or "motion")
    rig = bpy.data.objects.new(armature.name, armature)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for joint, name in enumerate(names):
        bone = armature.edit_bones.new(name)
        ends = [heads[child] for child, parent in enumerate(parents) if parent == joint]
        way = (sum(ends, Vector()) / len(ends) - heads[joint]) if ends else Vector((0, 0, 0.05))
        bone.head, bone.tail = heads[joint], heads[joint] + (way if way.length > 1e-3 else Vector((0, 0, 0.02)))
        bone.parent = armature.edit_bones[parents[joint]] if parents[joint] >= 0 else None
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.animation_data_create().action = bpy.data.actions.new(rig.name)
    scene = bpy.context.scene
    bones = [rig.pose.bones[name] for name in names]
    for bone in bones:
        bone.rotation_mode = "QUATERNION"
    still = [bone.bone.matrix_local.to_quaternion() for bone in bones]
    for frame in range(len(rotations)):
        turns = []
        for joint, parent in enumerate(parents):
            x, y, z, w = (float(value) for value in rotations[frame, joint])
            local = Quaternion((w, x, -z, y))
            turns.append(local if parent < 0 else turns[parent] @ local)
        spaces = [turn @ base.inverted() @ own for turn, base, own in zip(turns, rest, still, strict=True)]
        for joint, bone in enumerate(bones):
            _key(bone, spaces[joint], spaces[parents[joint]] if parents[joint] >= 0 else None, frame)
        _key_place(bones[0], _theirs(places[frame]), frame)
    scene.render.fps, scene.render.fps_base = max(1, round(about["fps"])), max(1, round(about["fps"])) / about["fps"]
    scene.frame_start, scene.frame_end = 0, len(rotations) - 1
    return rig


def _rest(skeleton):
    """World turns and heads of the rest pose, in Blender's axes."""
    turns, heads = [], []
    for joint, parent in enumerate(skeleton["parents"]):
        x, y, z, w = skeleton["rest_rotations"][joint]
        local = Quaternion((w, x, -z, y))
        turns.append(local if parent < 0 else turns[parent] @ local)
        offset = _theirs(skeleton["offsets"][joint])
        heads.append(_theirs(skeleton["rest_root"]) if parent < 0 else heads[parent] + turns[parent] @ offset)
    return turns, heads


def _ours(place):
    return np.array([place.x, place.z, -place.y])


def _theirs(place):
    x, y, z = (float(value) for value in place)
    return Vector((x, -z, y))
