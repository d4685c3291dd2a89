"""The meshes of a glTF file as one `Skin` of a skeleton: skinned ones by their weights, others by the joint they hang on."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.formats._gltf_buffers import Document
from motionloom.formats._nodes import Matrix, rotation_of
from motionloom.formats.skin import Skin, join_skins

Floats = NDArray[np.float64]
TRIANGLES, STRIP, FAN = 4, 5, 6
GREY = (0.5, 0.5, 0.5)
MAX_VERTICES = 4_000_000


def read_skin(
    document: Document, worlds: Sequence[Matrix], parents: Mapping[int, int], rows: Mapping[int, int], unit: float
) -> Skin | None:
    """All that hangs on joints: worlds (4, 4) of every node at rest; rows: node -> joint of the skeleton. None without any mesh."""
    parts = []
    for index, node in enumerate(document.objects("nodes")):
        if "mesh" not in node:
            continue
        skin = document.item("skins", node["skin"]) if "skin" in node else None
        for primitive in document.item("meshes", node["mesh"])["primitives"]:
            carried = (
                _carry_rigid(document, primitive, index, worlds, parents, rows)
                if skin is None
                else _carry_skinned(document, primitive, skin, worlds, rows)
            )
            faces = _read_faces(document, primitive)
            if carried is None or not len(faces):
                continue
            joints, weights, maps = carried
            parts.append(_make_part(document, primitive, joints, weights, maps, faces, unit))
    return join_skins(parts) if parts else None


Carried = tuple[NDArray[np.int32], NDArray[np.float32], Matrix]


def _carry_skinned(
    document: Document, primitive: dict[str, Any], skin: dict[str, Any], worlds: Sequence[Matrix], rows: Mapping[int, int]
) -> Carried | None:
    """Rows of the skeleton (V, K), weights (V, K), and what takes a vertex into each of these joints' frames (V, K, 3, 4)."""
    nodes = [int(joint) for joint in skin["joints"]]
    inverses = np.tile(np.eye(4), (len(nodes), 1, 1))
    if "inverseBindMatrices" in skin:
        inverses = document.array(skin["inverseBindMatrices"], "MAT4").reshape(-1, 4, 4).transpose(0, 2, 1).astype(np.float64)
    maps = np.stack([_to_frame(worlds[node]) @ inverse[:3] for node, inverse in zip(nodes, inverses, strict=False)])
    attributes = primitive["attributes"]
    sets = [number for number in range(4) if f"JOINTS_{number}" in attributes and f"WEIGHTS_{number}" in attributes]
    if not sets or not all(node in rows for node in nodes):
        return None
    index = np.concatenate([document.array(attributes[f"JOINTS_{number}"], "VEC4") for number in sets], axis=1).astype(np.intp)
    weights = np.concatenate([document.array(attributes[f"WEIGHTS_{number}"], "VEC4") for number in sets], axis=1).astype(np.float32)
    if index.size and index.max() >= len(nodes):
        raise document.fail(f"a vertex is carried by joint {index.max()} of a skin of {len(nodes)}")
    total = weights.sum(axis=1, keepdims=True)
    weights = np.where(total > 0, weights / np.maximum(total, 1e-9), np.eye(1, weights.shape[1], dtype=np.float32))
    return np.array([rows[node] for node in nodes], np.int32)[index], weights, maps[index]


def _carry_rigid(
    document: Document, primitive: dict[str, Any], node: int, worlds: Sequence[Matrix], parents: Mapping[int, int], rows: Mapping[int, int]
) -> Carried | None:
    """A mesh that hangs on a joint, as a robot's plates do; None where no joint carries it."""
    carrier = node
    while carrier >= 0 and carrier not in rows:
        carrier = parents[carrier]
    if carrier < 0:
        return None
    count = len(document.array(primitive["attributes"]["POSITION"], "VEC3"))
    local = _to_frame(worlds[carrier]) @ (np.linalg.inv(worlds[carrier]) @ worlds[node])[:3]
    return np.full((count, 1), rows[carrier], np.int32), np.ones((count, 1), np.float32), np.broadcast_to(local, (count, 1, 3, 4))


def _to_frame(world: Matrix) -> Floats:
    """What a node's scale makes of vectors in it (3, 3), in axes that are only turned."""
    axes = world[:3, :3]
    return np.asarray(quaternion.to_matrix(rotation_of(axes)).T @ axes)


def _make_part(
    document: Document,
    primitive: dict[str, Any],
    joints: NDArray[np.int32],
    weights: NDArray[np.float32],
    maps: Matrix,
    faces: NDArray[np.int32],
    unit: float,
) -> Skin:
    attributes = primitive["attributes"]
    vertices = document.array(attributes["POSITION"], "VEC3").astype(np.float64)
    if len(vertices) > MAX_VERTICES or faces.max() >= len(vertices) or len(joints) != len(vertices):
        raise document.fail("a mesh whose faces or weights do not fit its vertices")
    told = document.array(attributes["NORMAL"], "VEC3").astype(np.float64) if "NORMAL" in attributes else None
    normals = _face_normals(vertices, faces) if told is None else told
    places = unit * (np.einsum("vkij,vj->vki", maps[..., :3], vertices) + maps[..., 3])
    turned = np.einsum("vkij,vj->vki", np.linalg.inv(maps[..., :3]).swapaxes(-1, -2), normals)
    turned /= np.maximum(np.linalg.norm(turned, axis=-1, keepdims=True), 1e-12)
    colours = _read_colours(document, primitive, len(vertices))
    return Skin(joints, weights, places.astype(np.float32), turned.astype(np.float32), faces, colours)


def _face_normals(vertices: Floats, faces: NDArray[np.int32]) -> Floats:
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    normals = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(normals, faces[:, corner], np.cross(b - a, c - a))
    return normals


def _read_faces(document: Document, primitive: dict[str, Any]) -> NDArray[np.int32]:
    """Triangles (T, 3), whatever way they are listed; none for lines and points."""
    mode = primitive.get("mode", TRIANGLES)
    if "POSITION" not in primitive["attributes"] or mode not in (TRIANGLES, STRIP, FAN):
        return np.empty((0, 3), np.int32)
    if "indices" in primitive:
        index = document.array(primitive["indices"], "SCALAR")[:, 0].astype(np.int32)
    else:
        index = np.arange(len(document.array(primitive["attributes"]["POSITION"], "VEC3")), dtype=np.int32)
    if mode == TRIANGLES:
        return index[: len(index) // 3 * 3].reshape(-1, 3)
    if mode == FAN:
        return np.stack([np.broadcast_to(index[0], len(index) - 2), index[1:-1], index[2:]], axis=1)
    faces = np.stack([index[:-2], index[1:-1], index[2:]], axis=1)
    faces[1::2] = faces[1::2, ::-1]
    return faces


def _read_colours(document: Document, primitive: dict[str, Any], count: int) -> NDArray[np.float32]:
    """Linear colours (V, 3): the material's, times its picture and the vertices' own."""
    material = document.item("materials", primitive["material"]) if "material" in primitive else {}
    surface = material.get("pbrMetallicRoughness", {})
    if (
        "baseColorFactor" not in surface
        and "baseColorTexture" not in surface
        and "KHR_materials_pbrSpecularGlossiness" in material.get("extensions", {})
    ):
        surface = material["extensions"]["KHR_materials_pbrSpecularGlossiness"]
        surface = {"baseColorFactor": surface.get("diffuseFactor", [1, 1, 1, 1]), "baseColorTexture": surface.get("diffuseTexture")}
    factor = surface.get("baseColorFactor", [1.0, 1.0, 1.0, 1.0] if material else [*GREY, 1.0])
    colours = np.tile(np.asarray(factor[:3], np.float32), (count, 1))
    attributes, texture = primitive["attributes"], surface.get("baseColorTexture")
    number = texture.get("texCoord", 0) if isinstance(texture, dict) else 0
    if isinstance(texture, dict) and f"TEXCOORD_{number}" in attributes:
        picture = _read_picture(document, texture)
        if picture is not None:
            uv = document.array(attributes[f"TEXCOORD_{number}"], "VEC2").astype(np.float64) % 1.0
            height, width = picture.shape[:2]
            colours *= picture[
                np.minimum((uv[:, 1] * height).astype(int), height - 1), np.minimum((uv[:, 0] * width).astype(int), width - 1)
            ]
    return colours


def _read_picture(document: Document, texture: dict[str, Any]) -> NDArray[np.float32] | None:
    """The pixels (h, w, 3) of a texture, linear; None where this machine cannot read it."""
    from PIL import Image

    try:
        image = document.item("images", document.item("textures", texture["index"])["source"])
        data = bytes(document.view(image["bufferView"], 0, 0))
        with Image.open(io.BytesIO(data)) as opened:
            if opened.width * opened.height > 64_000_000:
                return None
            opened.thumbnail((1024, 1024))
            srgb = np.asarray(opened.convert("RGB"), np.float32) / 255
    except (KeyError, OSError, ValueError, TypeError):
        return None
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)
