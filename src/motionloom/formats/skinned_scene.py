"""Skinned meshes of files that are no glTF, as plain arrays, and a GLB of them: the form in which a character is kept.

FBX and USD are read in processes of their own, so a scene also goes through bytes.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.formats._gltf_pack import Appended
from motionloom.formats._nodes import rotation_of

Floats = NDArray[np.float32]
CARRIERS = 4  # joints that carry a vertex at most: what every engine plays
PICTURES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}


@dataclass(frozen=True, eq=False)
class Material:
    """colour (4,) linear RGBA; texture: the bytes of a PNG or JPEG file that is multiplied with it, or none."""

    name: str
    colour: tuple[float, float, float, float] = (0.62, 0.66, 0.72, 1.0)
    texture: bytes = b""


@dataclass(frozen=True, eq=False)
class SceneMesh:
    """V vertices on node `node` of a scene, in its frame.

    positions, normals (V, 3), uvs (V, 2) from the picture's top left; faces (T, 3); materials (T,) of the scene, -1 none; joints (J,):
    the nodes that carry it, none where it only hangs on its node; inverse_binds (J, 4, 4): from the mesh into each joint's frame;
    carriers (V, K) rows of joints, weights (V, K); morphs: name -> offsets (V, 3).
    """

    name: str
    node: int
    positions: Floats
    normals: Floats
    uvs: Floats
    faces: NDArray[np.uint32]
    materials: NDArray[np.int32]
    joints: NDArray[np.int32]
    inverse_binds: NDArray[np.float64]
    carriers: NDArray[np.int32]
    weights: Floats
    morphs: dict[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SkinnedScene:
    """Nodes, parents first: names, parents (N,), rests (N, 4, 4) local; metres in one unit; up: "y" or "z"."""

    names: tuple[str, ...]
    parents: NDArray[np.int32]
    rests: NDArray[np.float64]
    meshes: tuple[SceneMesh, ...]
    materials: tuple[Material, ...]
    metres: float
    up: str
    notes: tuple[str, ...] = ()

    @property
    def is_skinned(self) -> bool:
        """Whether joints carry any mesh."""
        return any(len(mesh.joints) for mesh in self.meshes)


ARRAYS = ("positions", "normals", "uvs", "faces", "materials", "joints", "inverse_binds", "carriers", "weights")


def pack_scene(scene: SkinnedScene) -> bytes:
    """A scene as one block of bytes."""
    arrays: dict[str, NDArray[Any]] = {"parents": scene.parents, "rests": scene.rests}
    for number, mesh in enumerate(scene.meshes):
        arrays |= {f"{number}.{name}": getattr(mesh, name) for name in ARRAYS}
        arrays |= {f"{number}.morph{row}": offsets for row, offsets in enumerate(mesh.morphs.values())}
    arrays |= {f"texture{row}": np.frombuffer(each.texture, np.uint8) for row, each in enumerate(scene.materials)}
    told = {
        "names": scene.names,
        "metres": scene.metres,
        "up": scene.up,
        "notes": scene.notes,
        "meshes": [[mesh.name, mesh.node, list(mesh.morphs)] for mesh in scene.meshes],
        "materials": [[each.name, list(each.colour)] for each in scene.materials],
    }
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, told=np.frombuffer(json.dumps(told).encode(), np.uint8), **arrays)
    return file.getvalue()


def unpack_scene(data: bytes) -> SkinnedScene:
    """The scene that `pack_scene` packed."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        told = json.loads(arrays["told"].tobytes())
        meshes = []
        for number, (name, node, morphs) in enumerate(told["meshes"]):
            parts = {part: arrays[f"{number}.{part}"] for part in ARRAYS}
            shapes = {morph: arrays[f"{number}.morph{row}"] for row, morph in enumerate(morphs)}
            meshes.append(SceneMesh(name, node, **parts, morphs=shapes))
        materials = tuple(
            Material(name, (colour[0], colour[1], colour[2], colour[3]), arrays[f"texture{row}"].tobytes())
            for row, (name, colour) in enumerate(told["materials"])
        )
        names, notes = tuple(told["names"]), tuple(told["notes"])
        return SkinnedScene(names, arrays["parents"], arrays["rests"], tuple(meshes), materials, told["metres"], told["up"], notes)


def make_mesh(
    name: str, node: int, corners: Mapping[str, NDArray[Any] | None], counts: NDArray[Any], face_materials: NDArray[Any], **carried: Any
) -> SceneMesh:
    """A mesh of polygons: corners has "point" (C,) rows of carried["points"], and "normal" (C, 3), "uv" (C, 2) of each corner, or none.

    counts (P,) corners of each polygon, which become fans of triangles; face_materials (P,). Corners that are all alike are one vertex.
    """
    point = np.asarray(corners["point"], np.int64)
    points = np.asarray(carried.pop("points"), np.float32)
    parts: list[NDArray[Any]] = [point[:, None].astype(np.float64)]
    parts += [np.round(np.asarray(corners[key], np.float64), 5) for key in ("normal", "uv") if corners.get(key) is not None]
    _, first, vertex = np.unique(np.concatenate(parts, axis=1), axis=0, return_index=True, return_inverse=True)
    rows = point[first]
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
    fans = np.maximum(np.asarray(counts, np.int64) - 2, 0)
    face = np.repeat(np.arange(len(counts)), fans)
    step = np.arange(fans.sum()) - np.repeat(np.cumsum(fans) - fans, fans)
    triangles = vertex.reshape(-1)[np.stack([starts[face], starts[face] + step + 1, starts[face] + step + 2], axis=1)]
    positions = points[rows]
    normals = corners.get("normal")
    uvs = corners.get("uv")
    morphs = {key: np.asarray(offsets, np.float32)[rows] for key, offsets in carried.pop("morphs", {}).items()}
    return SceneMesh(
        name,
        node,
        positions,
        _smooth(positions, triangles, rows) if normals is None else _unit(np.asarray(normals, np.float32)[first]),
        np.zeros((0, 2), np.float32) if uvs is None else np.asarray(uvs, np.float32)[first],
        triangles.astype(np.uint32),
        np.asarray(face_materials, np.int32)[face],
        np.asarray(carried["joints"], np.int32),
        np.asarray(carried["inverse_binds"], np.float64).reshape(-1, 4, 4),
        *strongest(np.asarray(carried["carriers"], np.int32)[rows], np.asarray(carried["weights"], np.float32)[rows]),
        morphs=morphs,
    )


def strongest(carriers: NDArray[np.int32], weights: Floats) -> tuple[NDArray[np.int32], Floats]:
    """The joints (V, 4) that carry most of each vertex, and their weights (V, 4), which sum to one where there are any."""
    if not carriers.shape[1]:
        return np.zeros((len(carriers), 0), np.int32), np.zeros((len(carriers), 0), np.float32)
    room = max(0, CARRIERS - carriers.shape[1])
    carriers, weights = np.pad(carriers, ((0, 0), (0, room))), np.pad(weights, ((0, 0), (0, room)))
    order = np.argsort(-weights, axis=1, kind="stable")[:, :CARRIERS]
    kept = np.take_along_axis(weights, order, axis=1)
    total = kept.sum(axis=1, keepdims=True)
    found = np.where(kept > 0, np.take_along_axis(carriers, order, axis=1), 0)
    return found.astype(np.int32), np.where(total > 0, kept / np.maximum(total, 1e-12), np.eye(1, CARRIERS)).astype(np.float32)


def _unit(vectors: Floats) -> Floats:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.where(length > 1e-9, vectors / np.maximum(length, 1e-9), [0.0, 1.0, 0.0]).astype(np.float32)


def _smooth(positions: Floats, faces: NDArray[np.int64], rows: NDArray[np.int64]) -> Floats:
    """Normals (V, 3) of the faces around each point, by area; rows (V,): which point each vertex is."""
    a, b, c = (positions[faces[:, corner]] for corner in range(3))
    square = np.cross(b - a, c - a)
    total = np.zeros((int(rows.max(initial=-1)) + 1, 3))
    for corner in range(3):
        np.add.at(total, rows[faces[:, corner]], square)
    return _unit(total[rows].astype(np.float32))


def to_glb(scene: SkinnedScene) -> bytes:
    """The scene as a GLB: metres, y up, nodes that turn and move but have no scale; what scaled them is in vertices and bind matrices.

    Programs differ about what hangs on a scaled bone, and engines want none.
    """
    worlds = _world_matrices(scene)
    rigid = np.tile(np.eye(4), (len(worlds), 1, 1))
    rigid[:, :3, :3], rigid[:, :3, 3] = quaternion.to_matrix(rotation_of(worlds[:, :3, :3])), worlds[:, :3, 3]
    out = Appended({"asset": {"version": "2.0", "generator": "motionloom"}, "buffers": [{"byteLength": 0}], "nodes": []}, b"")
    nodes, tops = out.json["nodes"], list[int]()
    for node, parent in enumerate(scene.parents.tolist()):
        local = rigid[node] if parent < 0 else np.linalg.solve(rigid[parent], rigid[node])
        turn = quaternion.from_matrix(local[:3, :3])
        nodes.append({"name": scene.names[node], "translation": local[:3, 3].tolist(), "rotation": turn.tolist()})
        (tops if parent < 0 else nodes[parent].setdefault("children", [])).append(node)
    _add_materials(out, scene.materials)
    for mesh in scene.meshes:
        tops += _add_mesh(out, _without_scale(mesh, worlds, rigid))
    out.json |= {"scene": 0, "scenes": [{"nodes": tops}]}
    return out.to_bytes()


def _world_matrices(scene: SkinnedScene) -> NDArray[np.float64]:
    """Where nodes rest (N, 4, 4), metres, y up."""
    top = np.diag([scene.metres] * 3 + [1.0])
    if scene.up == "z":
        top = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]]) @ top
    worlds = np.empty((len(scene.names), 4, 4))
    for node, parent in enumerate(scene.parents.tolist()):
        worlds[node] = (top if parent < 0 else worlds[parent]) @ scene.rests[node]
    return worlds


def _without_scale(mesh: SceneMesh, worlds: NDArray[np.float64], rigid: NDArray[np.float64]) -> SceneMesh:
    """The mesh as it is on nodes that do not scale."""
    if len(mesh.joints):
        binds = np.linalg.solve(rigid[mesh.joints], worlds[mesh.joints]) @ mesh.inverse_binds
        return replace(mesh, inverse_binds=binds)
    own = np.linalg.solve(rigid[mesh.node], worlds[mesh.node])[:3]
    grown = own[:, :3]
    faces = mesh.faces[:, ::-1] if np.linalg.det(grown) < 0 else mesh.faces
    return replace(
        mesh,
        positions=(mesh.positions @ grown.T + own[:, 3]).astype(np.float32),
        normals=_unit((mesh.normals @ np.linalg.inv(grown)).astype(np.float32)),
        faces=np.ascontiguousarray(faces),
        morphs={name: (offsets @ grown.T).astype(np.float32) for name, offsets in mesh.morphs.items()},
    )


def _add_materials(out: Appended, materials: Sequence[Material]) -> None:
    for each in materials:
        surface: dict[str, Any] = {"baseColorFactor": list(each.colour), "metallicFactor": 0.0, "roughnessFactor": 0.8}
        kind = next((kind for head, kind in PICTURES.items() if each.texture.startswith(head)), None)
        if kind is not None:
            out.json.setdefault("images", []).append({"bufferView": out.add_bytes(each.texture), "mimeType": kind})
            out.json.setdefault("textures", []).append({"source": len(out.json["images"]) - 1})
            surface["baseColorTexture"] = {"index": len(out.json["textures"]) - 1}
        out.json.setdefault("materials", []).append({"name": each.name, "pbrMetallicRoughness": surface})


def _add_mesh(out: Appended, mesh: SceneMesh) -> list[int]:
    """Add a mesh; the nodes that go to the top of the scene, as one with a skin does: its place is that of its joints."""
    attributes = {"POSITION": out.add(mesh.positions, "VEC3", bounds=True), "NORMAL": out.add(mesh.normals, "VEC3")}
    if len(mesh.uvs):
        attributes["TEXCOORD_0"] = out.add(mesh.uvs, "VEC2")
    if len(mesh.joints):
        attributes |= {"JOINTS_0": out.add(mesh.carriers.astype(np.uint16), "VEC4"), "WEIGHTS_0": out.add(mesh.weights, "VEC4")}
    morphs = [{"POSITION": out.add(offsets, "VEC3", bounds=True)} for offsets in mesh.morphs.values()]
    primitives = []
    for material in np.unique(mesh.materials).tolist():
        faces = mesh.faces[mesh.materials == material]
        primitive: dict[str, Any] = {"attributes": attributes, "indices": out.add(faces.reshape(-1), "SCALAR")}
        primitives.append(primitive | ({"material": material} if material >= 0 else {}) | ({"targets": morphs} if morphs else {}))
    told: dict[str, Any] = {"name": mesh.name, "primitives": primitives}
    meshes, nodes = out.json.setdefault("meshes", []), out.json["nodes"]
    meshes.append(told | ({"extras": {"targetNames": list(mesh.morphs)}} if morphs else {}))
    if not len(mesh.joints):
        nodes.append({"name": mesh.name, "mesh": len(meshes) - 1})
        nodes[mesh.node].setdefault("children", []).append(len(nodes) - 1)
        return []
    skins = out.json.setdefault("skins", [])
    inverses = mesh.inverse_binds.transpose(0, 2, 1).reshape(-1, 16).astype(np.float32)
    skins.append({"joints": mesh.joints.tolist(), "inverseBindMatrices": out.add(inverses, "MAT4")})
    nodes.append({"name": mesh.name, "mesh": len(meshes) - 1, "skin": len(skins) - 1})
    return [len(nodes) - 1]
