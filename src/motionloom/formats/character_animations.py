"""Our motion in a character's own file: animations are added, and everything else of the file stays as it was.

Joints go where the motion has them in the world; each is then written against its own parent in the file. A foot that hangs on the root
there gets a translation, a root above the hips stays on the ground, and of what we do not move only that is mentioned which another
animation of the file moves: Blender leaves a joint where the animation before had it, unless the new one says where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, quaternion
from motionloom.core.errors import MotionError
from motionloom.core.files import write_file
from motionloom.core.roles import find_roles
from motionloom.formats._gltf_buffers import Document, parse_document
from motionloom.formats._gltf_pack import Appended
from motionloom.formats._gltf_scene import make_node, order_nodes
from motionloom.formats._nodes import Matrix, rotation_of
from motionloom.formats.character_file import CharacterFile
from motionloom.formats.marks import Marks, describe_clip

Floats = NDArray[np.float64]
MOVED = 1e-5  # of the character's size: a node that strays less from where it rests needs no translation
TURNED = 1e-6  # radians, likewise
AT_REST = {"rotation": (0.0, 0.0, 0.0, 1.0), "translation": (0.0, 0.0, 0.0), "scale": (1.0, 1.0, 1.0)}  # of a node that says nothing of it


@dataclass(frozen=True, eq=False)
class NewAnimation:
    """An animation to add: a motion on the character's skeleton, its name in the file, and the marks that go along in its extras."""

    motion: Motion
    name: str
    marks: Marks | None = None


class RiggedFile(Protocol):
    """What is needed of a glTF file to animate it: its bytes as one GLB, and which node each joint of the skeleton is."""

    @property
    def name(self) -> str: ...
    @property
    def data(self) -> bytes: ...
    @property
    def skeleton(self) -> Skeleton: ...
    @property
    def nodes(self) -> tuple[int, ...]: ...
    @property
    def unit(self) -> float: ...


def with_animations(character: RiggedFile, animations: Sequence[NewAnimation], *, keep: bool = True) -> bytes:
    """The character's file as a GLB with these animations behind its own; names that are taken get a number.

    keep: False for motions that were read from this very file: its own animations are left out, and a root above the hips goes as it went.
    """
    document = parse_document(Path(f"{character.name}.glb"), character.data)
    binary = bytes(document.buffers[0]) if document.buffers else b""
    out = Appended(document.json, binary)
    if not keep:
        out.json.pop("animations", None)
    taken = [str(entry.get("name", "")) for entry in out.json.get("animations", [])]
    for new in animations:
        if new.motion.skeleton.names != character.skeleton.names:
            raise MotionError(f"{new.motion.name!r} is not on {character.name}; put it there with `motionloom retarget`")
    moved = [_to_tracks(document, character, new.motion, on_ground=keep) for new in animations]
    held = _moved_by_any(out.json.get("animations", []), moved, character.nodes) if keep else []
    for new, tracks in zip(animations, moved, strict=True):
        name = _free(new.name, taken)
        taken.append(name)
        _free_matrices(out.json["nodes"], tracks)
        out.json.setdefault("animations", []).append(_describe(out, tracks, held, new, name))
    return out.to_bytes()


def save_character(character: CharacterFile, motions: Sequence[Motion], path: str | PathLike[str]) -> None:
    """Write the character's file with motions on it (`ml.retarget` puts them there) as animations, whole or not at all."""
    write_file(Path(path), with_animations(character, [NewAnimation(motion, motion.name) for motion in motions]))


def _free(name: str, taken: Sequence[str]) -> str:
    base, number = name or "motion", 2
    name = base
    while name in taken:
        name, number = f"{base} {number}", number + 1
    return name


@dataclass(frozen=True, eq=False)
class _Track:
    """One node of the file over time: rotations (F, 4) and translations (F, 3) in its parent, None for what stays as it rests."""

    rotations: NDArray[np.float32] | None
    translations: NDArray[np.float32] | None


def _to_tracks(document: Document, character: RiggedFile, motion: Motion, *, on_ground: bool) -> dict[int, _Track]:
    """Node -> how it moves in its own parent."""
    order, parents = order_nodes(document)
    nodes = {node: make_node(document, node, parents[node], {}) for node in order}
    rows = {node: row for row, node in enumerate(character.nodes)}
    turns, places = _on_ground(motion) if on_ground else (array.astype(np.float64) for array in motion.world)
    places = places / character.unit
    worlds: dict[int, Matrix] = {-1: np.eye(4)}
    for node in order:
        worlds[node] = worlds[parents[node]] @ nodes[node].rest
    tolerance = MOVED * float(np.ptp([worlds[node][:3, 3] for node in character.nodes], axis=0).max())
    tracks = {}
    for node in character.nodes:
        parent = parents[node]
        if parent in rows:
            turn, place = turns[:, rows[parent]], places[:, rows[parent]]
        else:  # above the skeleton nothing moves
            turn, place = rotation_of(worlds[parent][:3, :3])[None], worlds[parent][None, :3, 3]
        back = quaternion.conjugate(turn)
        stretch = quaternion.to_matrix(rotation_of(worlds[parent][:3, :3])).T @ worlds[parent][:3, :3]
        rotation = quaternion.multiply(back, turns[:, rows[node]])
        translation = quaternion.rotate(back, places[:, rows[node]] - place) @ np.linalg.inv(stretch).T
        track = _needed(nodes[node], rotation, translation, tolerance / max(float(np.abs(stretch).max()), 1e-12), turned=not on_ground)
        tracks[node] = track
    return {node: track for node, track in tracks.items() if track.rotations is not None or track.translations is not None}


def _on_ground(motion: Motion) -> tuple[Floats, Floats]:
    """World rotations (F, J, 4) and positions (F, J, 3): a root above the hips at the height it rests at, and what hangs on it with it."""
    turns, places = (array.astype(np.float64) for array in motion.world)
    skeleton = motion.skeleton
    hips = find_roles(skeleton).get("hips", 0)
    if hips == 0:
        return turns, places
    places[:, 0, 1] = skeleton.rest_root[1]
    beside = [joint for joint in range(1, len(skeleton)) if not skeleton.is_below(joint, hips) and not skeleton.is_below(hips, joint)]
    for joint in beside:  # controls of the rig
        parent = int(skeleton.parents[joint])
        places[:, joint] = places[:, parent] + quaternion.rotate(turns[:, parent], skeleton.offsets[joint])
    return turns, places


def _needed(node: Any, rotation: Floats, translation: Floats, tolerance: float, turned: bool) -> _Track:
    turned = turned or quaternion.angle_between(rotation, node.rotation).max() > TURNED
    moved = np.abs(translation - node.translation).max() > tolerance
    rotations = quaternion.make_continuous(quaternion.normalise(rotation)).astype(np.float32) if turned else None
    return _Track(rotations, translation.astype(np.float32) if moved else None)


def _moved_by_any(own: Sequence[Any], moved: Sequence[Mapping[int, _Track]], nodes: Sequence[int]) -> list[tuple[int, str]]:
    """Which part (rotation, translation, scale) of which joint any animation moves: the file's own, and ours."""
    targets = [channel.get("target", {}) for entry in own for channel in entry.get("channels", [])]
    found = {(target.get("node"), target.get("path")) for target in targets}
    for tracks in moved:
        found |= {(node, "rotation") for node, track in tracks.items() if track.rotations is not None}
        found |= {(node, "translation") for node, track in tracks.items() if track.translations is not None}
    return sorted((node, path) for node, path in found if node in nodes and path in AT_REST)


def _describe(out: Appended, tracks: Mapping[int, _Track], held: Sequence[tuple[int, str]], new: NewAnimation, name: str) -> dict[str, Any]:
    times = out.add((np.arange(len(new.motion)) / new.motion.fps).astype(np.float32), "SCALAR", bounds=True)
    channels: list[dict[str, Any]] = []
    samplers: list[dict[str, Any]] = []
    for node, track in tracks.items():
        for path, values, kind in (("rotation", track.rotations, "VEC4"), ("translation", track.translations, "VEC3")):
            if values is not None:
                channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
                samplers.append({"input": times, "output": out.add(values, kind), "interpolation": "LINEAR"})
    mentioned = {(channel["target"]["node"], channel["target"]["path"]) for channel in channels}
    rests = [each for each in held if each not in mentioned and "matrix" not in out.json["nodes"][each[0]]]
    start = out.add(np.zeros(1, np.float32), "SCALAR", bounds=True) if rests else -1
    for node, path in rests:
        values = np.array([out.json["nodes"][node].get(path, AT_REST[path])], np.float32)
        channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
        samplers.append({"input": start, "output": out.add(values, f"VEC{values.shape[1]}"), "interpolation": "STEP"})
    told = {"motionloom": describe_clip(new.motion, new.marks)}
    return {"name": name, "channels": channels, "samplers": samplers, "extras": told}


def _free_matrices(nodes: list[dict[str, Any]], tracks: Mapping[int, _Track]) -> None:
    """glTF animates no node that has a matrix: such a one gets the same place as translation, rotation and scale."""
    from motionloom.formats._nodes import decompose

    for node in tracks:
        if "matrix" in nodes[node]:
            matrix = np.array(nodes[node].pop("matrix"), dtype=np.float64).reshape(4, 4).T
            parts = decompose(matrix)
            nodes[node] |= {key: part.tolist() for key, part in zip(("translation", "rotation", "scale"), parts, strict=True)}
