"""Characters for tests: our own mannequin as a file, and the same as a rigger for inverse kinematics would leave it."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core import quaternion
from motionloom.formats._gltf_pack import Appended
from motionloom.sample import make


def write_hero(path: Path, performer: str = "ada") -> Path:
    """A skinned body in its rest pose, with one short animation of its own."""
    make(performer, "stand").motion[:3].save(path)
    return path


def read_glb(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The JSON and the binary chunk of a GLB."""
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def write_odd_hero(path: Path) -> Path:
    """The hero with feet that hang on the root, a control bone, a morph target, a camera, a hat, an armature above all."""
    described, binary = read_glb(write_hero(path).read_bytes())
    nodes, skeleton = described["nodes"], make("ada", "stand").motion.skeleton
    turns, places = skeleton.rest_world
    for side in ("Left", "Right"):
        foot, shin = (next(i for i, node in enumerate(nodes) if node["name"] == f"{side}{name}") for name in ("Foot", "Leg"))
        nodes[shin].pop("children")
        nodes[0]["children"].append(foot)
        back = quaternion.conjugate(turns[0])
        nodes[foot]["translation"] = quaternion.rotate(back, places[foot] - places[0]).tolist()
        nodes[foot]["rotation"] = quaternion.multiply(back, turns[foot]).tolist()
    described["animations"] = []
    out = Appended(described, binary)
    primitive = out.json["meshes"][0]["primitives"][0]
    count = out.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
    primitive["targets"] = [{"POSITION": out.add(np.zeros((count, 3), np.float32), "VEC3", bounds=True)}]
    out.json["meshes"][0] |= {"weights": [0.25], "extras": {"targetNames": ["smile"]}}
    hat = {key: value for key, value in primitive.items() if key in ("indices", "material")}
    hat["attributes"] = {key: primitive["attributes"][key] for key in ("POSITION", "NORMAL")}
    out.json["meshes"].append({"name": "Hat", "primitives": [hat]})
    head = next(node for node in nodes if node["name"] == "Head")
    out_nodes = out.json["nodes"]
    added = [
        {"name": "Hat", "mesh": 1, "scale": [0.1, 0.1, 0.1]},
        {"name": "Eye", "camera": 0},
        {"name": "PoleTarget.L", "translation": [0, 0, 1]},
    ]
    first = len(out_nodes)
    out_nodes += added
    out_nodes[nodes.index(head)].setdefault("children", []).append(first)
    out_nodes[0]["children"] += [first + 1, first + 2]
    out.json["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}]
    out_nodes.append({"name": "Armature", "children": [0], "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]})
    out.json["scenes"][0]["nodes"] = [len(out_nodes) - 1, *out.json["scenes"][0]["nodes"][1:]]
    out.json["asset"].pop("extras", None)
    out.json.pop("animations")
    path.write_bytes(out.to_bytes())
    return path


def play(data: bytes, name: str, frame: int) -> dict[str, np.ndarray]:
    """World matrices (4, 4) of all nodes by name at a frame of an animation, by the standard's rules alone."""
    described, binary = read_glb(data)
    local = [_matrix(node) for node in described["nodes"]]
    animation = next(each for each in described["animations"] if each.get("name") == name)
    parts: dict[int, dict[str, Any]] = {}
    for channel in animation["channels"]:
        sampler, target = animation["samplers"][channel["sampler"]], channel["target"]
        accessor = described["accessors"][sampler["output"]]
        view = described["bufferViews"][accessor["bufferView"]]
        width = {"VEC3": 3, "VEC4": 4}[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        values = np.frombuffer(binary, np.float32, accessor["count"] * width, start).reshape(-1, width)
        parts.setdefault(target["node"], {})[target["path"]] = values[min(frame, len(values) - 1)]
    for node, moved in parts.items():
        assert "matrix" not in described["nodes"][node]
        local[node] = _matrix({**described["nodes"][node], **moved})
    parents = {child: index for index, node in enumerate(described["nodes"]) for child in node.get("children", [])}

    def world(node: int) -> np.ndarray:
        return local[node] if node not in parents else world(parents[node]) @ local[node]

    return {node.get("name", str(index)): world(index) for index, node in enumerate(described["nodes"])}


def _matrix(node: dict[str, Any]) -> np.ndarray:
    if "matrix" in node:
        return np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    matrix = np.eye(4)
    rotation = quaternion.to_matrix(np.array(node.get("rotation", [0, 0, 0, 1]), dtype=np.float64))
    matrix[:3, :3] = rotation * np.array(node.get("scale", [1, 1, 1]), dtype=np.float64)
    matrix[:3, 3] = node.get("translation", [0, 0, 0])
    return matrix
