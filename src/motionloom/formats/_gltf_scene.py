"""What is in a glTF file: its node tree, its animations, and which nodes are the joints of a body."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.errors import list_names
from motionloom.formats._gltf_buffers import Document
from motionloom.formats._nodes import Node, compose, decompose, unique_names
from motionloom.formats._sampling import are_numbers

PATHS = {"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3"}
INTERPOLATIONS = ("LINEAR", "STEP", "CUBICSPLINE")
THINGS = ("mesh", "camera", "extensions")  # what makes a node a thing and no joint
FEW = 2  # animated nodes beside a skin's root from which on they are limbs of the same body


@dataclass(frozen=True)
class Channel:
    """The keys of one property of one node: times (K,) seconds; values (K, C), or (K, 3, C) with tangents."""

    node: int
    path: str
    times: NDArray[Any]
    values: NDArray[Any]
    kind: str


@dataclass(frozen=True)
class GltfAnimation:
    """One animation of the file."""

    name: str
    channels: tuple[Channel, ...]
    extras: Any = None  # what the file says of it beside: see `formats._carried`

    @property
    def nodes(self) -> set[int]:
        """The nodes that it moves."""
        return {channel.node for channel in self.channels}

    @property
    def end(self) -> float:
        return max((float(channel.times[-1]) for channel in self.channels), default=0.0)


def order_nodes(document: Document) -> tuple[list[int], dict[int, int]]:
    """Node indices parent first (in the file's order where it is so already), and each node's parent, -1 at the top."""
    entries = document.objects("nodes")
    parents = dict.fromkeys(range(len(entries)), -1)
    for index, entry in enumerate(entries):
        for child in entry.get("children", []):
            document.item("nodes", child)
            if parents[child] >= 0 or child == index:
                raise document.fail(f"node {child} has more than one parent")
            parents[child] = index
    if all(parent < index for index, parent in parents.items()):
        return list(parents), parents
    order, waiting = [], [index for index, parent in parents.items() if parent < 0][::-1]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(entries[node].get("children", [])[::-1])
    if len(order) < len(entries):
        raise document.fail("its nodes hang on each other in a circle")
    return order, parents


def nodes_up(parents: dict[int, int], node: int) -> Iterator[int]:
    while node >= 0:
        yield node
        node = parents[node]


def read_clips(document: Document) -> list[GltfAnimation]:
    inputs: dict[Any, NDArray[Any]] = {}  # channels share their times, which need checking only once
    clips = []
    animations = document.objects("animations")
    names = unique_names(str(animation.get("name") or f"animation_{index}") for index, animation in enumerate(animations))
    for name, animation in zip(names, animations, strict=True):
        channels = [_read_channel(document, animation, entry, inputs) for entry in animation.get("channels", [])]
        extras = animation.get("extras")
        clips.append(GltfAnimation(name, tuple(channel for channel in channels if channel is not None), extras))
    return clips


def _read_channel(document: Document, animation: dict[str, Any], entry: dict[str, Any], inputs: dict[Any, NDArray[Any]]) -> Channel | None:
    """A checked channel, or None for what moves no joint (morph weights, extensions)."""
    node, path = _aim(entry["target"])
    if path not in PATHS or node is None:
        return None
    document.item("nodes", node)
    samplers = animation["samplers"]
    number = document.integer(entry, "sampler")
    if number >= len(samplers):
        raise document.fail(f"an animation refers to its sampler {number}, but has {len(samplers)}")
    sampler = samplers[number]
    source = sampler.get("input")
    if source not in inputs:
        inputs[source] = document.array(source, "SCALAR")[:, 0].astype(np.float64)
        if not np.all(np.isfinite(inputs[source])) or np.any(np.diff(inputs[source]) < 0):
            raise document.fail(f"the key times in accessors[{source}] do not rise")
    times, values = inputs[source], document.array(sampler.get("output"), PATHS[path])
    kind = sampler.get("interpolation", "LINEAR")
    if kind not in INTERPOLATIONS:
        raise document.fail(f"interpolation must be one of {', '.join(INTERPOLATIONS)}, found {kind!r}")
    values = values.reshape(-1, 3, values.shape[1]) if kind == "CUBICSPLINE" and len(values) % 3 == 0 else values
    if len(values) != len(times):
        raise document.fail(f"an animation channel has {len(times)} times but {len(values)} values")
    return Channel(node, path, times, values, kind)


def _aim(target: dict[str, Any]) -> tuple[Any, Any]:
    """The node of a channel and what moves of it; KHR_animation_pointer says both in one word."""
    said = target.get("extensions", {}).get("KHR_animation_pointer", {}).get("pointer")
    found = re.fullmatch(r"/nodes/(\d{1,9})/(\w+)", said) if isinstance(said, str) else None
    return (int(found[1]), found[2]) if found else (target.get("node"), target.get("path"))


def choose_clip(document: Document, clips: list[GltfAnimation], wanted: str | None) -> tuple[GltfAnimation, list[str]]:
    names = [clip.name for clip in clips]
    if wanted is not None:
        if wanted not in names:
            raise document.fail(f"no animation {wanted!r}; it holds {list_names(names) or 'none'}")
        return clips[names.index(wanted)], []
    if not clips:
        return GltfAnimation(document.path.stem, ()), ["no animation: the rest pose as one frame"]
    longest = max(clips, key=lambda clip: clip.end)
    if not longest.channels:
        return longest, [f"the animation {longest.name!r} moves no node (morph targets or materials at most): the rest pose as one frame"]
    others = [clip.name for clip in clips if clip is not longest]
    return longest, [f"the longest animation {longest.name!r} was taken; also in the file: {list_names(others)} (--clip)"] if others else []


def find_joints(
    document: Document, clip: GltfAnimation, parents: dict[int, int], notes: list[str], clips: Sequence[GltfAnimation] = ()
) -> tuple[list[int], dict[int, NDArray[Any]], int | None]:
    """The joints, their bind matrices, and a node with the mesh they move: of the skin that is animated most, and of animated nodes.

    clips: all animations of the file, so that each of them is of the same skeleton.
    """
    animated = {node for each in clips for node in each.nodes} | clip.nodes
    skins = [[_checked(document, joint) for joint in skin["joints"]] for skin in document.objects("skins")]
    if not any(skins):
        tops = {top_of(parents, node) for node in clip.nodes or animated}
        return _animated_tree(document, {node for node in animated if top_of(parents, node) in tops}, parents), {}, None
    best = max(range(len(skins)), key=lambda s: (len(clip.nodes & set(skins[s])), len(skins[s])))
    joints, left = _join_skins(skins, best, parents)
    notes += [f"a second skeleton is left out: skin {document.objects('skins')[other].get('name', other)!r}" for other in left]
    bind = _read_bind(document, skins, best)
    mesh = next((index for index, node in enumerate(document.objects("nodes")) if node.get("skin") == best), None)
    beyond = _animated_beyond(document, joints, animated, parents)
    if beyond:
        names = [str(document.objects("nodes")[node].get("name", f"node_{node}")) for node in sorted(beyond)]
        notes.append(f"{len(beyond)} animated joints that the skin leaves out: {list_names(names, 4)}")
    return sorted(joints | beyond), bind, mesh


def top_of(parents: dict[int, int], node: int) -> int:
    """The node of the scene that a node hangs on, or itself."""
    return list(nodes_up(parents, node))[-1]


def _join_skins(skins: list[list[int]], best: int, parents: dict[int, int]) -> tuple[set[int], list[int]]:
    """The joints of a skin and of all that share joints with it or hang on them (a head of its own); and the skins left out."""
    joints, left = set(skins[best]), [other for other in range(len(skins)) if other != best]
    while True:
        above = {node for joint in joints for node in nodes_up(parents, joint)}
        more = [
            other
            for other in left
            if joints & set(skins[other])
            or any(joints & set(nodes_up(parents, joint)) for joint in skins[other])
            or above & set(skins[other])
        ]
        if not more:
            return joints, left
        joints |= {joint for other in more for joint in skins[other]}
        left = [other for other in left if other not in more]


def _read_bind(document: Document, skins: list[list[int]], best: int) -> dict[int, NDArray[Any]]:
    """Joint -> its matrix (4, 4) in the pose that the mesh of this skin was bound in."""
    skin = document.objects("skins")[best]
    if "inverseBindMatrices" not in skin:
        return {}
    inverses = document.array(skin["inverseBindMatrices"], "MAT4").reshape(-1, 4, 4).transpose(0, 2, 1).astype(np.float64)
    usable = [are_numbers(inverse) and abs(np.linalg.det(inverse)) > 1e-18 for inverse in inverses]
    pairs = zip(skins[best], inverses, usable, strict=False)
    return {joint: np.linalg.inv(inverse) for joint, inverse, invertible in pairs if invertible}


def _animated_beyond(document: Document, joints: set[int], animated: set[int], parents: dict[int, int]) -> set[int]:
    """Animated nodes that are joints though no skin names them: below a joint, or beside the skin's root on an animated node above it."""
    entries = document.objects("nodes")
    loose = {node for node in animated - joints if not any(thing in entries[node] for thing in THINGS)}
    beyond = {node for node in loose if any(above in joints for above in nodes_up(parents, node))}
    for top in {node for joint in joints for node in nodes_up(parents, joint)} & loose:
        beside = {node for node in loose - beyond if node != top and top in nodes_up(parents, node)}
        beyond |= {top, *beside} if len(beside) >= FEW else set()
    return beyond


def _checked(document: Document, joint: Any) -> int:
    document.item("nodes", joint)
    return int(joint)


def _animated_tree(document: Document, animated: set[int], parents: dict[int, int]) -> list[int]:
    """Animated nodes and what hangs on them without being a mere mesh, camera or light."""
    if not animated:
        raise document.fail("holds neither a skin nor an animated node, so there is no motion in it")
    entries = document.objects("nodes")
    hanging = {node for node in parents if any(above in animated for above in nodes_up(parents, node))}
    return sorted(animated | {node for node in hanging if not any(thing in entries[node] for thing in THINGS)})


def make_node(document: Document, index: int, parent: int, tracks: dict[tuple[int, str], NDArray[np.floating]]) -> Node:
    entry = document.objects("nodes")[index]
    matrix = document.numbers(entry, "matrix", 16)
    if matrix is not None:
        translation, rotation, scale = decompose(matrix.reshape(4, 4).T)
    else:
        translation = _or(document.numbers(entry, "translation", 3), [0, 0, 0])
        rotation = quaternion.normalise(_or(document.numbers(entry, "rotation", 4), [0, 0, 0, 1]))
        scale = _or(document.numbers(entry, "scale", 3), [1, 1, 1])
    parts = {"translation": translation, "rotation": rotation, "scale": scale}
    moving = {path: tracks.get((index, path), value[None]) for path, value in parts.items()}
    name = entry.get("name")
    return Node(name if isinstance(name, str) else f"node_{index}", parent, **moving, rest=compose(translation, rotation, scale))


def _or(value: NDArray[Any] | None, default: list[float]) -> NDArray[Any]:
    return np.array(default, dtype=np.float64) if value is None else value
