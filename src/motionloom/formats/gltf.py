"""glTF 2.0, as .glb or .gltf: a skinned body with its skeleton, rest pose and animation."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, quaternion
from motionloom.formats import _carried as carried
from motionloom.formats._gltf_buffers import (
    BINARY_CHUNK,
    COMPONENTS,
    JSON_CHUNK,
    MAGIC,
    VERSION,
    WIDTHS,
    side_files,
)
from motionloom.formats._gltf_clips import list_clips, read_gltf
from motionloom.formats._nodes import compose, unique_names
from motionloom.formats._written_rig import WrittenRig, make_rig
from motionloom.formats.marks import Marks, describe_clip
from motionloom.formats.mesh import BODY_COLOUR, BodyMesh, make_body
from motionloom.formats.registry import Format, ReadOptions, register

_SURFACE = {
    "name": "Body",
    "pbrMetallicRoughness": {"baseColorFactor": [*BODY_COLOUR, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.7},
}


class _Packer:
    """Arrays packed one after the other into one buffer, with the JSON that finds them again."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def add(self, values: NDArray[Any], kind: str, *, target: int | None = None, bounds: bool = False) -> int:
        """The index of the accessor of values (count, width)."""
        data = np.ascontiguousarray(values).tobytes()
        component = next(code for code, dtype in COMPONENTS.items() if dtype == values.dtype)
        self.views.append({"buffer": 0, "byteOffset": self.size, "byteLength": len(data)} | ({} if target is None else {"target": target}))
        self.parts.append(data + b"\0" * (-len(data) % 4))
        self.size += len(self.parts[-1])
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": values.size // WIDTHS[kind], "type": kind}
        if bounds:
            rows = values.reshape(-1, WIDTHS[kind])
            accessor |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def write_gltf(
    motion: Motion,
    path: Path,
    marks: Marks | None = None,
    *,
    mesh: bool = True,
    root_bone: str = "",
    extensions: Mapping[str, Any] | None = None,
) -> None:
    """A skinned body, its skeleton at rest, and one animation; .gltf holds its buffer as base64 text.

    mesh: False leaves the body out, and the joints bare. root_bone: the name of a bone at the ground above all, which goes the way.
    extensions: what glTF's extensions say of the file, by their names; joint j of the motion is node j where there is no root bone.
    """
    write_gltf_clips([motion], path, [marks], mesh=mesh, root_bone=root_bone, extensions=extensions)


def write_gltf_clips(
    motions: Sequence[Motion],
    path: Path,
    marks: Sequence[Marks | None],
    *,
    mesh: bool = True,
    root_bone: str = "",
    extensions: Mapping[str, Any] | None = None,
) -> None:
    """The same with an animation for each motion; all are on one skeleton. What is known of each is in its animation's extras."""
    packer = _Packer()
    document = _describe(motions, packer, marks, mesh, root_bone)
    if extensions:
        document |= {"extensionsUsed": list(extensions), "extensions": dict(extensions)}
    _write_document(path, document, packer)


def write_gltf_scene(motions: Sequence[Motion], names: Sequence[str], path: Path) -> None:
    """Several actors in one scene, each a skinned body below a node of its name; one animation moves them all."""
    packer, nodes, tops = _Packer(), list[dict[str, Any]](), list[int]()
    scene: dict[str, Any] = {"skins": [], "meshes": [], "materials": [_SURFACE]}
    channels, samplers = list[dict[str, Any]](), list[dict[str, Any]]()
    for motion, name in zip(motions, unique_names(names), strict=True):
        rig, first = make_rig(motion), len(nodes) + 1
        joints = [_describe_joint(rig, joint) for joint in range(len(rig.names))]
        for joint in joints:
            if "children" in joint:
                joint["children"] = [first + child for child in joint["children"]]
        skin = _describe_skin(motion, rig, packer)
        scene["skins"].append(skin | {"joints": [first + joint for joint in skin["joints"]], "skeleton": first})
        scene["meshes"].append(_describe_mesh(rig.place_body(make_body(motion)), packer, len(joints)))
        body = {"name": f"{name} body", "mesh": len(scene["meshes"]) - 1, "skin": len(scene["skins"]) - 1}
        tops.append(first - 1)
        nodes += [{"name": name, "children": [first, first + len(joints)]}, *joints, body]
        moved = _describe_animation(motion, rig, packer)
        for channel in moved["channels"]:
            target = channel["target"]
            channels.append({"sampler": channel["sampler"] + len(samplers), "target": target | {"node": target["node"] + first}})
        samplers += moved["samplers"]
    animation = {"name": "scene", "channels": channels, "samplers": samplers}
    described = {"asset": {"version": "2.0", "generator": "Motionloom"}, "scene": 0, "scenes": [{"nodes": tops}], "nodes": nodes}
    document = described | scene | {"animations": [animation], "accessors": packer.accessors, "bufferViews": packer.views}
    _write_document(path, document, packer)


def _write_document(path: Path, document: dict[str, Any], packer: _Packer) -> None:
    """Write a document and what was packed for it; .gltf holds its buffer as base64 text."""
    binary = b"".join(packer.parts)
    document["buffers"] = [{"byteLength": len(binary)}]
    if path.suffix.lower() == ".gltf":
        document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
        path.write_text(_dump(document), encoding="utf-8")
        return
    text = _dump(document).encode()
    text += b" " * (-len(text) % 4)
    length = 12 + 8 + len(text) + 8 + len(binary)
    with path.open("wb") as file:
        file.write(struct.pack("<III", MAGIC, VERSION, length))
        file.write(struct.pack("<II", len(text), JSON_CHUNK) + text)
        file.write(struct.pack("<II", len(binary), BINARY_CHUNK) + binary)


def _dump(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _describe(motions: Sequence[Motion], packer: _Packer, marks: Sequence[Marks | None], mesh: bool, root_bone: str) -> dict[str, Any]:
    motion, alone = motions[0], len(motions) == 1
    rig = make_rig(motion, root_bone)
    whole = carried.carry(motion, marks[0]) if alone else carried.carry_skeleton(motion)
    joints = len(rig.names)
    nodes = [_describe_joint(rig, joint) for joint in range(joints)]
    described: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": "Motionloom", "extras": {carried.KEY: whole}},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes,
    }
    if mesh:
        described["skins"] = [_describe_skin(motion, rig, packer)]
    described["animations"] = []
    for each, known, name in zip(motions, marks, unique_names(each.name or "motion" for each in motions), strict=True):
        told = {"extras": {carried.KEY: describe_clip(each, known)}} if known or not alone else {}
        moving = rig if each is motion else make_rig(each, root_bone)
        described["animations"].append(_describe_animation(each, moving, packer) | {"name": name} | told)
    body = rig.place_body(make_body(motion)) if mesh else None
    if body is not None and len(body.faces):
        described["scenes"][0]["nodes"].append(joints)
        nodes.append({"name": "Body", "mesh": 0, "skin": 0})
        described["meshes"] = [_describe_mesh(body, packer, joints)]
        described["materials"] = [_SURFACE]
    return described | {"accessors": packer.accessors, "bufferViews": packer.views}


def _describe_skin(motion: Motion, rig: WrittenRig, packer: _Packer) -> dict[str, Any]:
    joints = len(rig.names)
    turns, places = rig.rest_world() if rig.first else motion.skeleton.rest_world
    bind = np.linalg.inv(compose(places, turns, np.ones_like(places)))
    bind[:, 3] = (0, 0, 0, 1)
    return {
        "joints": list(range(joints)),
        "skeleton": 0,
        "inverseBindMatrices": packer.add(bind.transpose(0, 2, 1).reshape(joints, 16).astype(np.float32), "MAT4"),
    }


def _describe_joint(rig: WrittenRig, joint: int) -> dict[str, Any]:
    node = {"name": rig.names[joint], "translation": rig.rest_places[joint].tolist(), "rotation": rig.rest_turns[joint].tolist()}
    children = rig.children(joint)
    return node | ({"children": children} if children else {})


def _describe_mesh(body: BodyMesh, packer: _Packer, joints: int) -> dict[str, Any]:
    influences = np.zeros((len(body.vertices), 4), np.uint8 if joints <= 256 else np.uint16)
    influences[:, 0] = body.joints
    weights = np.zeros((len(body.vertices), 4), np.float32)
    weights[:, 0] = 1
    attributes = {
        "POSITION": packer.add(body.vertices, "VEC3", target=34962, bounds=True),
        "NORMAL": packer.add(body.normals, "VEC3", target=34962),
        "JOINTS_0": packer.add(influences, "VEC4", target=34962),
        "WEIGHTS_0": packer.add(weights, "VEC4", target=34962),
    }
    indices = packer.add(body.faces.astype(np.uint16 if len(body.vertices) < 65535 else np.uint32), "SCALAR", target=34963)
    return {"name": "Body", "primitives": [{"attributes": attributes, "indices": indices, "material": 0}]}


def _describe_animation(motion: Motion, rig: WrittenRig, packer: _Packer) -> dict[str, Any]:
    """One time array for all; rotations made continuous, for viewers that do not take the shortest way."""
    times = packer.add((np.arange(len(motion)) / motion.fps).astype(np.float32), "SCALAR", bounds=True)
    rotations = quaternion.normalise(quaternion.make_continuous(rig.rotations)).transpose(1, 0, 2)
    outputs = [packer.add(rotations[joint], "VEC4") for joint in range(len(rig.names))]
    channels = [{"sampler": joint, "target": {"node": joint, "path": "rotation"}} for joint in range(len(outputs))]
    for joint, moves in rig.translations.items():
        channels.append({"sampler": len(outputs), "target": {"node": joint, "path": "translation"}})
        outputs.append(packer.add(moves, "VEC3"))
    samplers = [{"input": times, "output": output, "interpolation": "LINEAR"} for output in outputs]
    return {"name": motion.name or "motion", "channels": channels, "samplers": samplers}


def _companions(path: Path, options: ReadOptions) -> tuple[Path, ...]:
    return side_files(path) if path.suffix.lower() == ".gltf" else ()


register(Format("glTF", (".glb", ".gltf"), read_gltf, write_gltf, _companions, clips=list_clips, write_clips=write_gltf_clips))
