"""A character of the user's own: a glTF file, kept byte by byte, with the skeleton we move and the mesh that follows it.

An FBX or USD file becomes a GLB with its nodes, meshes, skins, morph targets, colours and pictures; that is what is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import EndSite, Skeleton, quaternion
from motionloom.core.detached import find_detached, hang_on
from motionloom.core.errors import FileError, MotionloomError, list_names
from motionloom.core.roles import OPTIONAL_ROLES, ROLES, SIDES, find_roles
from motionloom.formats._gltf_buffers import Document, parse_document, read_document
from motionloom.formats._gltf_pack import pack_document
from motionloom.formats._gltf_scene import GltfAnimation, find_joints, make_node, order_nodes
from motionloom.formats._gltf_skin import read_skin
from motionloom.formats._nodes import Matrix, believe_unit, rest_world, to_rig
from motionloom.formats.skin import Skin
from motionloom.formats.skinned_scene import SkinnedScene, to_glb
from motionloom.formats.units import guess_unit

SUFFIXES = (".glb", ".gltf", ".vrm")
SCENES = (".fbx", ".usd", ".usda", ".usdc", ".usdz")
FOOT_SHARE = 0.5  # of a vertex's weight, from which on it is part of the foot


@dataclass(frozen=True, eq=False)
class CharacterFile:
    """A file and what we make of it.

    data: the file as one GLB; skeleton in metres, with roles, its end sites measured on the mesh; nodes (J,): which node of the file each
    joint is; unit: metres in one of the file's units; skin: its meshes; hung: names of the joints that hang elsewhere in the file, with
    what they hang on here.
    """

    name: str
    data: bytes
    skeleton: Skeleton
    nodes: tuple[int, ...]
    unit: float
    skin: Skin
    hung: Mapping[str, str]
    notes: tuple[str, ...] = ()

    @property
    def roles(self) -> dict[str, int]:
        """Body role -> joint."""
        return find_roles(self.skeleton)

    @property
    def missing(self) -> list[str]:
        """The roles that a body needs and this one lacks."""
        found = self.roles
        return [role for role in ROLES if role not in found and role not in OPTIONAL_ROLES]


def read_character(path: str | PathLike[str], roles: Mapping[str, str] | None = None) -> CharacterFile:
    """The character in a file; roles: a person's map of role to joint name, the others are found."""
    path = Path(path)
    if path.suffix.lower() in SCENES:
        return _read_scene_character(path, roles)
    if path.suffix.lower() not in SUFFIXES:
        how = "export it as glTF from the program it was made in (Blender: File > Export > glTF 2.0)"
        raise FileError(f"{path}: a character is a {list_names((*SUFFIXES, *SCENES))} file; {how}")
    return open_character(path, pack_document(read_document(path)), roles)


def has_skin(path: Path) -> bool:
    """Whether a file holds a mesh that follows a skeleton, as far as we read such."""
    if path.suffix.lower() in SCENES:
        try:
            return read_skinned_scene(path).is_skinned
        except FileError:
            return False  # whoever reads it as a motion is told why
    return path.suffix.lower() in SUFFIXES and bool(read_document(path).objects("skins"))


def read_skinned_scene(path: Path) -> SkinnedScene:
    """The meshes of an FBX or USD file, on the joints that carry them."""
    if path.suffix.lower() == ".fbx":
        from motionloom.formats.fbx import read_scene as read_fbx_scene

        return read_fbx_scene(path)
    import pxr  # noqa: F401  # who lacks it is told its extra; the reading is done by another process

    from motionloom.formats._usd_reading import read_scene as read_usd_scene

    return read_usd_scene(path)


def _read_scene_character(path: Path, roles: Mapping[str, str] | None) -> CharacterFile:
    scene = read_skinned_scene(path)
    if not scene.is_skinned:
        how = "rig it first (Blender: parent its mesh to an armature), or export it with its skin"
        raise FileError(f"{path}: holds no skin, so there is no character in it; {how}")
    found = open_character(path, to_glb(scene), roles)
    return replace(found, notes=(*scene.notes, f"kept as a GLB: meshes, skins and pictures of the {path.suffix[1:].upper()}", *found.notes))


def open_character(path: Path, data: bytes, roles: Mapping[str, str] | None = None) -> CharacterFile:
    """The same of bytes; path: what errors call it, and the character's name."""
    document = parse_document(path, data)
    try:
        return _open(document, data, dict(roles or {}))
    except FileError:
        raise
    except MotionloomError as error:
        raise document.fail(str(error)) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError, np.linalg.LinAlgError) as error:
        raise document.fail(f"malformed glTF ({type(error).__name__}: {error})") from None


def _open(document: Document, data: bytes, roles: dict[str, str]) -> CharacterFile:
    if not document.objects("skins"):
        how = "rig it first (Blender: parent its mesh to an armature), or export it with its skin"
        raise document.fail(f"holds no skin, so there is no character in it; {how}")
    order, parents = order_nodes(document)
    notes: list[str] = []
    joints, bind, mesh = find_joints(document, GltfAnimation(document.path.stem, ()), parents, notes)
    place = {node: index for index, node in enumerate(order)}
    nodes = [make_node(document, node, place.get(parents[node], -1), {}) for node in order]
    mesh_world = None if mesh is None else rest_world(nodes, place[mesh])
    rig = to_rig(nodes, [place[joint] for joint in joints], 1, {place[node]: matrix for node, matrix in bind.items()}, mesh_world)
    worlds = _rest_worlds(document, order, parents, nodes, place)
    skeleton, file_nodes = rig.skeleton, [order[row] for row in rig.nodes]
    given = {role: skeleton.index(name) for role, name in _checked(roles).items()}
    detached = find_detached(skeleton, given)
    hung = {skeleton.names[joint]: skeleton.names[parent] for joint, parent in detached.items()}
    if detached:
        skeleton, rows = hang_on(skeleton, detached)
        file_nodes = [file_nodes[row] for row in rows]
    unit, unit_notes = believe_unit(skeleton, 1.0)
    unit = guess_unit(skeleton)[1] if unit is None else unit
    skeleton = _scaled(skeleton, unit)
    if given:
        found = find_roles(skeleton)
        skeleton = replace(skeleton, given_roles={**found, **{role: skeleton.index(name) for role, name in roles.items()}})
    skin = read_skin(document, worlds, parents, {node: row for row, node in enumerate(file_nodes)}, unit)
    if skin is None:
        raise document.fail("holds no mesh that its joints carry, so there is no character in it")
    skeleton = _measure_ends(skeleton, skin)
    return CharacterFile(document.path.stem, data, skeleton, tuple(file_nodes), unit, skin, hung, (*notes, *rig.notes, *unit_notes))


def _checked(roles: Mapping[str, str]) -> Mapping[str, str]:
    unknown = [role for role in roles if role not in ROLES]
    if unknown:
        raise MotionloomError(f"no body role {list_names(unknown)}; the roles are {list_names(ROLES, 30)}")
    return roles


def _rest_worlds(
    document: Document, order: list[int], parents: Mapping[int, int], nodes: list[Any], place: Mapping[int, int]
) -> list[Matrix]:
    """The matrix (4, 4) of every node of the file when all rest."""
    worlds: dict[int, Matrix] = {-1: np.eye(4)}
    for node in order:
        worlds[node] = worlds[parents[node]] @ nodes[place[node]].rest
    return [worlds[node] for node in range(len(order))]


def _scaled(skeleton: Skeleton, metres: float) -> Skeleton:
    return replace(skeleton, offsets=skeleton.offsets * metres, rest_root=skeleton.rest_root * metres)


def _measure_ends(skeleton: Skeleton, skin: Skin) -> Skeleton:
    """The skeleton standing on its soles, with end sites where its mesh ends: at feet, hands and head."""
    vertices, owners = skin.at_rest(skeleton).astype(np.float64), skin.owners()
    roles, sites = find_roles(skeleton), list(skeleton.end_sites)
    below = {role: [joint for joint in range(len(skeleton)) if skeleton.is_below(joint, roles[role])] for role in roles}
    feet = [f"{side}_ankle" for side in SIDES if f"{side}_ankle" in roles]
    if len(feet) == 2:
        across = skeleton.rest_positions[roles[feet[0]]] - skeleton.rest_positions[roles[feet[1]]]
        forward = np.cross(across * [1, 0, 1], [0.0, 1.0, 0.0])
        forward /= max(float(np.linalg.norm(forward)), 1e-9)
        for side, ankle in zip(SIDES, feet, strict=True):
            own = vertices[np.isin(owners, below[ankle])]
            if len(own):
                toe = roles.get(f"{side}_toe", roles[ankle])
                sites += [_site(skeleton, roles[ankle], _sole(own, -forward)), _site(skeleton, toe, _sole(own, forward))]
    for side in SIDES:
        if f"{side}_wrist" in roles and f"{side}_elbow" in roles:
            own = vertices[np.isin(owners, below[f"{side}_wrist"])]
            elbow = skeleton.rest_positions[roles[f"{side}_elbow"]]
            if len(own):
                sites.append(_site(skeleton, roles[f"{side}_wrist"], own[np.linalg.norm(own - elbow, axis=1).argmax()]))
    if "head" in roles:
        own = vertices[np.isin(owners, below["head"])]
        if len(own):
            sites.append(_site(skeleton, roles["head"], own[own[:, 1].argmax()]))
    lowest = float(vertices[:, 1].min())
    return replace(skeleton, end_sites=tuple(sites), rest_root=skeleton.rest_root - [0.0, lowest, 0.0])


def _sole(vertices: NDArray[np.float64], way: NDArray[np.float64]) -> NDArray[np.float64]:
    """The point (3,) of a foot that is furthest along a way, on the height of its sole."""
    low = float(vertices[:, 1].min())
    near_floor = vertices[vertices[:, 1] < low + 0.35 * float(np.ptp(vertices[:, 1]))]
    return np.asarray(near_floor[(near_floor @ way).argmax()] * [1, 0, 1] + [0, low, 0])


def _site(skeleton: Skeleton, joint: int, point: NDArray[np.float64]) -> EndSite:
    turns, places = skeleton.rest_world
    local = quaternion.rotate(quaternion.conjugate(turns[joint]), point - places[joint])
    return EndSite(joint, (float(local[0]), float(local[1]), float(local[2])))
