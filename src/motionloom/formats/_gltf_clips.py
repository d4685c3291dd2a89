"""The animations of a glTF file as clips, all on one skeleton: that of its skin and of the nodes that they move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import quaternion
from motionloom.core.errors import FileError, MotionloomError
from motionloom.formats import _carried as carried, _sampling as sampling
from motionloom.formats._gltf_buffers import Document, read_document
from motionloom.formats._gltf_scene import Channel, GltfAnimation, choose_clip, find_joints, make_node, nodes_up, order_nodes, read_clips
from motionloom.formats._hung_nodes import to_body_rig
from motionloom.formats._nodes import Rig, believe_unit, rest_world
from motionloom.formats._vrm_roles import vrm_bones, vrm_roles
from motionloom.formats.registry import RawClip, ReadOptions


def read_gltf(path: Path, options: ReadOptions) -> RawClip:
    """The longest animation of a file, or the one that `options.clip` names, on the skeleton it moves."""
    document = read_document(path)
    try:
        return _read(document, options)
    except FileError:
        raise
    except MotionloomError as error:
        raise document.fail(str(error)) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        # JSON may hold anything anywhere; what the checks below do not name still ends in one line.
        raise document.fail(f"malformed glTF ({type(error).__name__}: {error})") from None


def list_clips(path: Path, options: ReadOptions) -> tuple[str, ...]:
    """The names of all animations that move a joint, the one that is read by itself first; none where there is one at most."""
    document = read_document(path)
    try:
        clips = read_clips(document)
        if len(clips) < 2:
            return ()
        main = choose_clip(document, clips, None)[0]
        joints = set(find_joints(document, main, order_nodes(document)[1], [], clips)[0])
    except (MotionloomError, KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError):
        return ()  # whoever reads the file is told what is wrong
    return (main.name, *(clip.name for clip in clips if clip is not main and clip.nodes & joints))


def joint_nodes(path: Path, options: ReadOptions) -> tuple[int, ...]:
    """Which node of a file each joint of the motion is that `read_gltf` reads from it."""
    document = read_document(path)
    rig = _read_rig(document, options).rig
    order = order_nodes(document)[0]
    return tuple(order[row] for row in rig.nodes)


@dataclass(frozen=True)
class _Found:
    """A clip of a file on its rig, at its rate, and what Motionloom wrote of it."""

    clip: GltfAnimation
    rig: Rig
    rate: float
    data: Any
    notes: list[str]


def _read(document: Document, options: ReadOptions) -> RawClip:
    found = _read_rig(document, options)
    rig = found.rig
    unit, unit_notes = believe_unit(rig.skeleton, 1.0, ours=found.data is not None)
    raw = RawClip(
        rig.skeleton,
        rig.rotations,
        rig.root_positions,
        found.rate,
        metres_per_unit=unit,
        up="y",
        has_rest_pose=True,
        stretched=rig.stretched,
        notes=(*found.notes, *rig.notes, *unit_notes),
        name=found.clip.name,
    )
    return carried.restore(raw, found.data)


def _read_rig(document: Document, options: ReadOptions) -> _Found:
    order, parents = order_nodes(document)
    clips = read_clips(document)
    clip, notes = choose_clip(document, clips, options.clip)
    bones = vrm_bones(document)
    if bones and not document.objects("skins"):
        joints, bind, mesh = _humanoid_tree(bones, clip, parents), dict[int, NDArray[Any]](), None
    else:
        joints, bind, mesh = find_joints(document, clip, parents, notes, clips)
    place = {node: index for index, node in enumerate(order)}
    wanted = {joint for top in joints for joint in nodes_up(parents, top)}
    channels = [channel for channel in clip.channels if channel.node in wanted]
    data = _told(document, clip, len(clips))
    rate, times = _frame_times(document, channels, carried.carried_fps(data), len(joints))
    tracks = {(channel.node, channel.path): _resample(document, channel, times) for channel in channels}
    nodes = [make_node(document, node, place.get(parents[node], -1), tracks) for node in order]
    mesh_world = None if mesh is None else rest_world(nodes, place[mesh])
    placed = {place[node]: matrix for node, matrix in bind.items()}
    rig = to_body_rig(nodes, [place[joint] for joint in joints], len(times), placed, mesh_world)
    return _Found(clip, _with_roles(rig, {role: place[node] for role, node in vrm_roles(bones).items()}), rate, data, notes)


def _humanoid_tree(bones: Mapping[str, int], clip: GltfAnimation, parents: dict[int, int]) -> list[int]:
    """The joints of a VRM animation: its bones, what hangs on its hips and what moves above; its other nodes are expressions and gaze."""
    hips = bones.get("hips", min(bones.values()))
    below = {node for node in parents if hips in nodes_up(parents, node)}
    return sorted({*bones.values(), *below, *(clip.nodes & set(nodes_up(parents, hips)))})


def _told(document: Document, clip: GltfAnimation, count: int) -> Any:
    """What Motionloom wrote of a clip: of the file where it has one, of the animation where there are several."""
    extras = document.json["asset"].get("extras")
    whole = extras.get(carried.KEY) if isinstance(extras, dict) else None
    own = clip.extras.get(carried.KEY) if isinstance(clip.extras, dict) else None
    if not isinstance(own, dict):
        return whole if count < 2 else None
    shared = whole if isinstance(whole, dict) else {}
    return {**shared, "marks": shared.get("marks") if count < 2 else None, "name": clip.name, **own}


def _with_roles(rig: Rig, nodes: Mapping[str, int]) -> Rig:
    """The rig with the roles that its file states, by node."""
    row = {node: joint for joint, node in enumerate(rig.nodes)}
    roles = {role: row[node] for role, node in nodes.items() if node in row}
    return replace(rig, skeleton=replace(rig.skeleton, given_roles=roles)) if roles else rig


def _frame_times(document: Document, channels: list[Channel], stated: float | None, joints: int) -> tuple[float, NDArray[Any]]:
    """The rate of the keys and the seconds (F,) of the frames."""
    distinct = {id(channel.times): channel.times for channel in channels}
    rate = sampling.choose_rate(list(distinct.values()), stated)
    keys = sum(len(channel.times) for channel in channels)
    start = min((float(channel.times[0]) for channel in channels), default=0.0)
    end = max((float(channel.times[-1]) for channel in channels), default=0.0)
    return rate, sampling.frame_times(document.path, start, end, rate, joints, keys)


def _resample(document: Document, channel: Channel, times: NDArray[Any]) -> NDArray[Any]:
    turns = channel.path == "rotation"
    values = sampling.resample(channel.times, channel.values, times, turns=turns, kind=channel.kind)
    values = values if values.dtype.kind == "f" else values.astype(np.float64)
    if not sampling.are_numbers(values):
        raise document.fail(f"the {channel.path} of node {channel.node} takes values that are no finite numbers of a usual size")
    return quaternion.normalise(values) if turns else values
