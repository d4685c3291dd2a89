"""Run as a program by `motionloom.formats.character_file`: the skinned meshes of an FBX file as plain arrays, in one file.

In a process of its own for the same reasons as `_fbx_reader`, whose rules about the items of lists hold here too.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.formats._fbx_reader import KEPT, items
from motionloom.formats.skinned_scene import Material, SceneMesh, SkinnedScene, make_mesh, pack_scene

MAX_CORNERS = 30_000_000


def main(path: str, target: str) -> str | None:
    """Write `target`; what went wrong, or None."""
    try:
        import ufbx
    except ImportError as error:
        return f"reading FBX needs the ufbx package ({error}): pip install ufbx"
    try:
        handling = ufbx.InheritModeHandling.COMPENSATE
        scene = ufbx.load_file(path, target_axes=ufbx.axes_right_handed_y_up, inherit_mode_handling=handling)
    except ufbx.UfbxError as error:
        return f"not an FBX file that can be read: {str(error) or type(error).__name__}"
    nodes = items(scene.nodes)
    KEPT.append(scene)
    materials = items(scene.materials)
    rows = {int(material.element_id): row for row, material in enumerate(materials)}
    meshes = []
    for index, node in enumerate(nodes):
        mesh = node.mesh
        KEPT.append(mesh)
        if mesh is not None and mesh.num_indices:
            if mesh.num_indices > MAX_CORNERS:
                return f"the mesh {node.name!r} has {mesh.num_indices} corners: too many"
            meshes.append(_read_mesh(index, node, mesh, rows))
    rests = np.array([_matrix(node.node_to_parent) for node in nodes])
    parents = np.array([-1 if node.parent is None else int(node.parent.typed_id) for node in nodes], np.int32)
    names = tuple(str(node.name) or f"node_{row}" for row, node in enumerate(nodes))
    told = tuple(_read_material(material, Path(path).parent) for material in materials)
    metres = float(scene.settings.unit_meters) or 0.01
    Path(target).write_bytes(pack_scene(SkinnedScene(names, parents, rests, tuple(meshes), told, metres, "y")))
    return None


def _matrix(told: Any) -> np.ndarray[Any, Any]:
    return np.concatenate([np.array(told).T, [[0.0, 0.0, 0.0, 1.0]]])


def _array(told: Any) -> np.ndarray[Any, Any]:
    KEPT.append(told)
    return np.array(told)


def _read_mesh(index: int, node: Any, mesh: Any, rows: dict[int, int]) -> SceneMesh:
    points = _array(mesh.vertices).reshape(-1, 3)
    corner = _array(mesh.vertex_indices).astype(np.int64)
    counts = np.array([face.num_indices for face in items(mesh.faces)], np.int64)
    normals = _at_corners(mesh.vertex_normal, 3) if mesh.vertex_normal.exists else None
    uvs = _at_corners(mesh.vertex_uv, 2) if mesh.vertex_uv.exists else None
    corners = {"point": corner, "normal": normals, "uv": None if uvs is None else np.column_stack([uvs[:, 0], 1 - uvs[:, 1]])}
    own = [rows[int(each.element_id)] for each in items(node.materials)] or [rows[int(each.element_id)] for each in items(mesh.materials)]
    slots = _array(mesh.face_material).astype(np.int64) if len(mesh.face_material) == len(counts) else np.zeros(len(counts), np.int64)
    face_materials = np.array([*own, -1])[np.where(slots < len(own), slots, len(own))]
    carried = _read_skin(mesh, len(points))
    if not len(carried["joints"]):
        place = _matrix(node.geometry_to_node)
        points = points @ place[:3, :3].T + place[:3, 3]
        if normals is not None:
            corners["normal"] = normals @ np.linalg.inv(place[:3, :3])
    name, morphs = str(node.name) or f"mesh_{index}", _read_morphs(mesh, len(points))
    return make_mesh(name, index, corners, counts, face_materials, points=points, morphs=morphs, **carried)


def _at_corners(told: Any, width: int) -> np.ndarray[Any, Any]:
    return _array(told.values).reshape(-1, width)[_array(told.indices).astype(np.int64)]


def _read_skin(mesh: Any, count: int) -> dict[str, Any]:
    """Joints, inverse binds, carriers (V, K) and weights (V, K); none of each for a mesh without a skin."""
    clusters = [each for skin in items(mesh.skin_deformers)[:1] for each in items(skin.clusters) if each.bone_node is not None]
    if not clusters:
        nothing = np.zeros((count, 0))
        return {"joints": np.zeros(0), "inverse_binds": np.zeros((0, 4, 4)), "carriers": nothing, "weights": nothing}
    vertex, joint, weight = [], [], []
    for row, cluster in enumerate(clusters):
        vertex.append(_array(cluster.vertices).astype(np.int64).reshape(-1))
        weight.append(_array(cluster.weights).astype(np.float64).reshape(-1))
        joint.append(np.full(len(vertex[-1]), row))
    vertices, joints, weights = np.concatenate(vertex), np.concatenate(joint), np.concatenate(weight)
    inside = (vertices >= 0) & (vertices < count) & (weights > 0)
    vertices, joints, weights = vertices[inside], joints[inside], weights[inside]
    order = np.lexsort([-weights, vertices])
    vertices, joints, weights = vertices[order], joints[order], weights[order]
    rank = np.arange(len(vertices)) - np.searchsorted(vertices, vertices)
    width = int(rank.max(initial=0)) + 1
    carriers, shares = np.zeros((count, width), np.int32), np.zeros((count, width), np.float32)
    carriers[vertices, rank], shares[vertices, rank] = joints, weights
    binds = np.array([_matrix(cluster.geometry_to_bone) for cluster in clusters])
    bones = np.array([int(each.bone_node.typed_id) for each in clusters])
    return {"joints": bones, "inverse_binds": binds, "carriers": carriers, "weights": shares}


def _read_morphs(mesh: Any, count: int) -> dict[str, Any]:
    found = {}
    for deformer in items(mesh.blend_deformers):
        for channel in items(deformer.channels):
            shape = channel.target_shape
            KEPT.append(shape)
            if shape is None or not len(shape.offset_vertices):
                continue
            offsets = np.zeros((count, 3), np.float32)
            rows = _array(shape.offset_vertices).astype(np.int64).reshape(-1)
            inside = rows < count
            offsets[rows[inside]] = _array(shape.position_offsets).reshape(-1, 3)[inside]
            found[str(channel.name) or str(shape.name)] = offsets
    return found


def _read_material(material: Any, folder: Path) -> Material:
    maps = material.pbr.base_color
    KEPT.extend([material.pbr, maps])
    colour = np.clip([float(part) for part in maps.value_vec4][:3], 0, 1) if maps.has_value else np.full(3, 0.6)
    texture = maps.texture
    KEPT.append(texture)
    picture = b"" if texture is None else _read_texture(texture, folder)
    shown = (1.0, 1.0, 1.0) if picture else (float(colour[0]), float(colour[1]), float(colour[2]))
    return Material(str(material.name), (*shown, 1.0), picture)


def _read_texture(texture: Any, folder: Path) -> bytes:
    """A picture in the file, or beside it by its name; none where there is neither."""
    inside = bytes(texture.content or b"")
    if inside:
        return inside
    names = [str(name).replace("\\", "/") for name in (texture.relative_filename, texture.filename) if name]
    for name in names:
        for place in (folder / name, folder / Path(name).name):
            if place.is_file() and place.resolve().is_relative_to(folder.resolve()) and place.stat().st_size < 100_000_000:
                return place.read_bytes()
    return b""


if __name__ == "__main__":
    problem = main(sys.argv[1], sys.argv[2])
    if problem:
        sys.stderr.write(problem + "\n")
    sys.stderr.flush()
    os._exit(2 if problem else 0)  # leave before the bindings tear themselves down
