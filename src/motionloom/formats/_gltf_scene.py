"""What is in a glTF file: its node tree, its animations, and which nodes are the joints of a body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.errors import list_names
from motionloom.formats._gltf_buffers import Document
from motionloom.formats._nodes import Node, compose, decompose
from motionloom.formats._sampling import are_numbers

PATHS = {"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3"}
INTERPOLATIONS = ("LINEAR", "STEP", "CUBICSPLINE")


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
    for index, animation in enumerate(document.objects("animations")):
        channels = [_read_channel(document, animation, entry, inputs) for entry in animation.get("channels", [])]
        clips.append(
            GltfAnimation(str(animation.get("name") or f"animation_{index}"), tuple(channel for channel in channels if channel is not None))
        )
    return clips


def _read_channel(document: Document, animation: dict[str, Any], entry: dict[str, Any], inputs: dict[Any, NDArray[Any]]) -> Channel | None:
    """A checked channel, or None for what moves no joint (morph weights, extensions)."""
    target = entry["target"]
    path = target.get("path")
    if path not in PATHS or "node" not in target:
        return None
    document.item("nodes", target["node"])
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
    return Channel(target["node"], path, times, values, kind)


def choose_clip(document: Document, clips: list[GltfAnimation], wanted: str | None) -> tuple[GltfAnimation, list[str]]:
    names = [clip.name for clip in clips]
    if wanted is not None:
        if wanted not in names:
            raise document.fail(f"no animation {wanted!r}; it holds {list_names(names) or 'none'}")
        return clips[names.index(wanted)], []
    if not clips:
        return GltfAnimation(document.path.stem, ()), ["no animation: the rest pose as one frame"]
    longest = max(clips, key=lambda clip: clip.end)
    others = [clip.name for clip in clips if clip is not longest]
    return longest, [f"the longest animation {longest.name!r} was taken; also in the file: {list_names(others)} (--clip)"] if others else []


def find_joints(
    document: Document, clip: GltfAnimation, parents: dict[int, int], notes: list[str]
) -> tuple[list[int], dict[int, NDArray[Any]], int | None]:
    """The joints, their bind matrices, and a node with the mesh they move: of the skin that is animated most, or of animated nodes."""
    animated = {channel.node for channel in clip.channels}
    skins = [[_checked(document, joint) for joint in skin["joints"]] for skin in document.objects("skins")]
    if not any(skins):
        return _animated_tree(document, animated, parents), {}, None
    best = max(range(len(skins)), key=lambda s: (len(animated & set(skins[s])), len(skins[s])))
    joints = set(skins[best])
    for other, more in enumerate(skins):
        if joints & set(more):
            joints |= set(more)
        else:
            notes.append(f"a second skeleton is left out: skin {document.objects('skins')[other].get('name', other)!r}")
    skin = document.objects("skins")[best]
    bind = {}
    if "inverseBindMatrices" in skin:
        inverses = document.array(skin["inverseBindMatrices"], "MAT4").reshape(-1, 4, 4).transpose(0, 2, 1).astype(np.float64)
        usable = [are_numbers(inverse) and abs(np.linalg.det(inverse)) > 1e-18 for inverse in inverses]
        pairs = zip(skins[best], inverses, usable, strict=False)
        bind = {joint: np.linalg.inv(inverse) for joint, inverse, invertible in pairs if invertible}
    mesh = next((index for index, node in enumerate(document.objects("nodes")) if node.get("skin") == best), None)
    return sorted(joints), bind, mesh


def _checked(document: Document, joint: Any) -> int:
    document.item("nodes", joint)
    return int(joint)


def _animated_tree(document: Document, animated: set[int], parents: dict[int, int]) -> list[int]:
    """Animated nodes and what hangs on them without being a mere mesh, camera or light."""
    if not animated:
        raise document.fail("holds neither a skin nor an animated node, so there is no motion in it")
    entries = document.objects("nodes")
    hanging = {node for node in parents if any(above in animated for above in nodes_up(parents, node))}
    things = ("mesh", "camera", "extensions")
    return sorted(animated | {node for node in hanging if not any(thing in entries[node] for thing in things)})


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
