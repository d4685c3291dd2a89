"""Run as a program by `motionloom.formats.fbx`: the nodes of an FBX file and their motion, as plain arrays in an NPZ file.

It stands alone because the `ufbx` bindings miscount references to the items of their lists (0.0.5): an item must be fetched
once and kept to the end. In a process of its own that costs nothing, and a damaged file that breaks the library breaks only it.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import pairwise
from typing import Any

import numpy as np

MAX_SAMPLES = 20_000_000  # transforms; three microseconds each
KEPT: list[Any] = []


def items(bindings_list: Any) -> list[Any]:
    """The items of a ufbx list, kept alive."""
    found = [bindings_list[index] for index in range(len(bindings_list))]
    KEPT.append(found)
    return found


def main(path: str, target: str, clip: str, convert_axes: bool, only_names: bool) -> str | None:
    """Write `target`, or just the names of the clips, the one that is read by itself first; what went wrong, or None."""
    try:
        import ufbx
    except ImportError as error:
        return f"reading FBX needs the ufbx package ({error}): pip install ufbx"
    options: dict[str, Any] = {"ignore_geometry": False, "ignore_embedded": True, "skip_mesh_parts": True}
    options["inherit_mode_handling"] = ufbx.InheritModeHandling.COMPENSATE
    if convert_axes:
        options["target_axes"] = ufbx.axes_right_handed_y_up
    try:
        scene = ufbx.load_file(path, **options)
    except ufbx.UfbxError as error:
        return f"not an FBX file that can be read: {str(error) or type(error).__name__}"
    nodes, stacks = items(scene.nodes), items(scene.anim_stacks)
    names = _unique([str(stack.name).rpartition("|")[2] for stack in stacks])
    if clip and clip not in names and clip not in [stack.name for stack in stacks]:
        return f"no animation {clip!r}; it holds {', '.join(names) or 'none'}"
    ranges = [_time_range(ufbx, scene, stack) for stack in stacks]
    joints = _find_joints(ufbx, scene, nodes, stacks)
    if not joints:
        return "holds neither bones nor animated nodes, so there is no motion in it"
    moving = [_moves(stack, [nodes[joint] for joint in joints]) for stack in stacks]
    chosen = _choose_stack(stacks, names, ranges, moving, clip)
    others = [name for index, name in enumerate(names) if index != chosen and moving[index]]
    if only_names:
        np.savez(target, names=np.array([names[chosen], *others] if others else [], dtype=str))
        return None
    wanted = _with_ancestors(nodes, joints)
    rate, notes = _find_rate(scene)
    start, end = ranges[chosen] if stacks else (0.0, 0.0)
    frames = int(min(np.floor((end - start) * rate + 0.01) + 1, 2**62)) if np.isfinite(end - start) else 2**62
    if frames * len(wanted) > MAX_SAMPLES:
        return f"its animation lasts {end - start:g} s at {rate:g} Hz: {frames} frames of {len(wanted)} nodes; its times are wrong"
    sampled = _sample(ufbx, stacks[chosen].anim if stacks else None, [nodes[n] for n in wanted], start + np.arange(max(frames, 1)) / rate)
    if others and not clip:
        notes.append(f"the longest animation {names[chosen]!r} was taken; also in the file: {', '.join(others[:12])} (--clip)")
    if not stacks:
        notes.append("no animation: the rest pose as one frame")
    described = {
        "rate": rate,
        "metres": float(scene.settings.unit_meters),
        "converted": convert_axes,
        "name": names[chosen] if stacks else "",
        "notes": notes,
        "names": [str(nodes[n].name) for n in wanted],
    }
    np.savez(target, described=json.dumps(described), **sampled, **_describe_nodes(scene, nodes, wanted, joints))
    return None


def _unique(names: list[str]) -> list[str]:
    """The names, with numbers after repeated ones."""
    return [name if name not in names[:index] else f"{name}_{1 + names[: index + 1].count(name)}" for index, name in enumerate(names)]


def _moves(stack: Any, joints: list[Any]) -> bool:
    """Whether an animation moves any joint: exporters leave empty ones ("Take 001") beside the real one."""
    return any(len(layer.find_anim_props(joint)) for layer in items(stack.layers) for joint in joints)


def _choose_stack(stacks: list[Any], names: list[str], ranges: list[tuple[float, float]], moving: list[bool], clip: str) -> int:
    if clip:
        return next(index for index, stack in enumerate(stacks) if clip in (names[index], stack.name))
    return max(range(len(stacks)), key=lambda index: (moving[index], ranges[index][1] - ranges[index][0]), default=0)


def _find_joints(ufbx: Any, scene: Any, nodes: list[Any], stacks: list[Any]) -> list[int]:
    """Bones, nodes that a skin hangs on, and chains of animated empties below them; in a file without any, all that moves."""
    layers = [layer for stack in stacks for layer in items(stack.layers)]
    bones = {index for index, node in enumerate(nodes) if node.attrib_type == ufbx.ElementType.BONE}
    bones |= {int(cluster.bone_node.typed_id) for cluster in items(scene.skin_clusters) if cluster.bone_node is not None}
    moved = {index for index, node in enumerate(nodes) if not node.is_root and any(len(layer.find_anim_props(node)) for layer in layers)}
    if not bones:
        return sorted(moved)
    empties = (ufbx.ElementType.UNKNOWN, ufbx.ElementType.EMPTY)
    loose = {index for index in moved - bones if nodes[index].attrib_type in empties and _hangs_on(nodes[index], bones)}
    over = {index: int(nodes[index].parent.typed_id) for index in loose}
    # One empty alone is a prop or a control (Biped's footsteps), a chain of them is a limb.
    return sorted(bones | {index for index in loose if over[index] in loose or index in over.values()})


def _hangs_on(node: Any, bones: set[int]) -> bool:
    while node is not None:
        if int(node.typed_id) in bones:
            return True
        node = node.parent
    return False


def _with_ancestors(nodes: list[Any], joints: list[int]) -> list[int]:
    """Node indices, parents first: ufbx orders nodes by depth."""
    wanted: set[int] = set()
    for joint in joints:
        node = nodes[joint]
        while node is not None and node.typed_id not in wanted:
            wanted.add(int(node.typed_id))
            node = node.parent
    return sorted(wanted)


def _find_rate(scene: Any) -> tuple[float, list[str]]:
    """The file's frames a second, or that of its keys where these are denser: no frame of a capture is dropped."""
    stated = float(scene.settings.frames_per_second) or 30.0
    spacings: list[float] = []
    curves = scene.anim_curves
    for index in range(min(len(curves), 200)):
        curve = curves[index]
        KEPT.append(curve)
        keys = curve.keyframes
        times = [keys[k].time for k in range(min(len(keys), 64))]
        spacings += [b - a for a, b in pairwise(times)]
    spacing = float(np.median(spacings)) if len(spacings) > 30 else 0.0
    if spacing <= 1e-4 or 1 / spacing < 1.5 * stated:
        return stated, []
    rate = 1 / spacing
    rate = float(round(rate)) if abs(rate - round(rate)) < 0.01 * rate else rate
    return rate, [f"the file says {stated:g} Hz, its keys come at {rate:g} Hz: kept at the latter"]


def _time_range(ufbx: Any, scene: Any, stack: Any) -> tuple[float, float]:
    """Start and end in seconds as the stack states them, or of its keys where it does not."""
    if stack.time_end > stack.time_begin:
        return float(stack.time_begin), float(stack.time_end)
    baked = ufbx.bake_anim(scene, stack.anim)
    return float(baked.key_time_min), float(max(baked.key_time_max, baked.key_time_min))


def _sample(ufbx: Any, anim: Any, nodes: list[Any], times: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Local translation (F, N, 3), rotation (F, N, 4) and scale (F, N, 3)."""
    values = np.empty((len(times), len(nodes), 10))
    for column, node in enumerate(nodes):
        for frame, time in enumerate(times.tolist()):
            transform = node.local_transform if anim is None else ufbx.evaluate_transform(anim, node, time)
            values[frame, column] = (*transform.translation, *transform.rotation, *transform.scale)
    return {"translation": values[..., :3], "rotation": values[..., 3:7], "scale": values[..., 7:]}


def _describe_nodes(scene: Any, nodes: list[Any], wanted: list[int], joints: list[int]) -> dict[str, Any]:
    """parents (N,), is_joint (N,), rest (N, 10) local translation, rotation, scale; bind (N, 3, 4) in the world, zero where unknown."""
    place = {index: row for row, index in enumerate(wanted)}
    parents = [-1 if nodes[n].parent is None else place[int(nodes[n].parent.typed_id)] for n in wanted]
    resting = [nodes[n].local_transform for n in wanted]
    rest = [(*transform.translation, *transform.rotation, *transform.scale) for transform in resting]
    bind = np.zeros((len(wanted), 3, 4))
    for pose in items(scene.poses):
        for bone in items(pose.bone_poses) if pose.is_bind_pose else []:
            if bone.bone_node is not None and int(bone.bone_node.typed_id) in place:
                bind[place[int(bone.bone_node.typed_id)]] = np.array(bone.bone_to_world).T
    for cluster in items(scene.skin_clusters):
        if cluster.bone_node is not None and int(cluster.bone_node.typed_id) in place:
            bind[place[int(cluster.bone_node.typed_id)]] = np.array(cluster.bind_to_world).T
    return {"parents": np.array(parents), "is_joint": np.isin(wanted, joints), "rest": np.array(rest), "bind": bind}


if __name__ == "__main__":
    problem = main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4] == "y", sys.argv[5] == "names")
    if problem:
        sys.stderr.write(problem + "\n")
    sys.stderr.flush()
    os._exit(2 if problem else 0)  # leave before the bindings tear themselves down
