"""What is in a USD stage: its skeletons, the animations they are bound to, and one of them as a clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pxr import Sdf, Tf, Usd, UsdGeom, UsdSkel, UsdUtils

from motionloom.core import quaternion
from motionloom.core.errors import FileError, list_names
from motionloom.formats import _carried as carried, _sampling as sampling
from motionloom.formats._nodes import Node, believe_unit, compose, decompose, to_rig
from motionloom.formats.registry import RawClip, ReadOptions, UpAxis

# What a damaged file shows itself by: text that is no text, values of types that cannot be, counts that do not fit.
_BROKEN = (Tf.ErrorException, RuntimeError, TypeError, ValueError, ArithmeticError, LookupError, MemoryError)
WIDTHS = {"translations": 3, "rotations": 4, "scales": 3}


@dataclass(frozen=True)
class Take:
    """A skeleton and an animation that moves it; `bound` where the stage says so, and not only their joints' names."""

    skeleton: Any
    animation: Any | None
    bound: bool

    @property
    def name(self) -> str:
        return str((self.animation or self.skeleton).GetPrim().GetName())

    @property
    def length(self) -> float:
        times = [] if self.animation is None else self.animation.GetRotationsAttr().GetTimeSamples()
        return float(times[-1] - times[0]) if times else 0.0


@dataclass(frozen=True)
class Track:
    """One property of all joints of an animation: times (K,) seconds, values (K, J, C)."""

    times: NDArray[Any]
    values: NDArray[Any]


def read_stage(path: Path, options: ReadOptions) -> RawClip:
    """A take of the stage in a file as a clip. Whatever USD itself would print is left unsaid or becomes the error."""
    silent = UsdUtils.CoalescingDiagnosticDelegate()  # a warning on standard error is no answer to anybody
    try:
        stage = _open(path)
        take, notes = _choose_take(path, _find_takes(stage), options.clip)
        return _read_take(path, stage, take, notes)
    except _BROKEN as error:
        raise FileError(f"{path}: USD cannot read it: {_reason(error)}") from None
    finally:
        del silent


def list_takes(path: Path, options: ReadOptions) -> tuple[str, ...]:
    """The names of all animations, by path where two have one name, the one that is read by itself first; none for one at most."""
    silent = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        stage = _open(path)  # held: its prims go with it
        takes = _find_takes(stage)
        best = _choose_take(path, takes, None)[0]
    except (FileError, *_BROKEN):
        return ()  # whoever reads the file is told what is wrong
    finally:
        del silent
    moving = [best, *(take for take in takes if take is not best and take.animation is not None)]
    names = [take.name for take in moving]
    paths = [str((take.animation or take.skeleton).GetPath()) for take in moving]
    return tuple(name if names.count(name) == 1 else place for name, place in zip(names, paths, strict=True)) if len(moving) > 1 else ()


def _reason(error: Exception) -> str:
    """What USD says was wrong, in one line, without its own source files and line numbers."""
    try:
        text = " ".join(str(error).split())
    except UnicodeDecodeError:  # it quotes the damaged bytes
        text = ""
    # Errors read: Error in 'function' at line 48 in file parser.h : 'what is wrong '
    _, quoted, told = text.rpartition(" : '")
    told = told.removesuffix("'") if quoted else text.rpartition("-- ")[2]
    return told.strip()[:300] or "it may be damaged"


def _open(path: Path) -> Any:
    if not path.is_file():
        raise FileError(f"{path}: no such file")
    layer = Sdf.Layer.FindOrOpen(str(path))
    if not layer:
        raise FileError(f"{path}: not a USD file")
    layer.Reload()  # a layer somebody still holds may be older than the file
    return Usd.Stage.Open(layer)


def _find_takes(stage: Any) -> list[Take]:
    prims = list(Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies()))
    skeletons = [UsdSkel.Skeleton(prim) for prim in prims if prim.IsA(UsdSkel.Skeleton)]
    animations = [UsdSkel.Animation(prim) for prim in prims if prim.IsA(UsdSkel.Animation)]
    takes, used = [], set()
    for skeleton in skeletons:
        source = UsdSkel.BindingAPI(skeleton.GetPrim()).GetInheritedAnimationSource()
        bound = UsdSkel.Animation(source) if source and source.IsA(UsdSkel.Animation) else None
        takes.append(Take(skeleton, bound, True))
        used.add(None if bound is None else bound.GetPath())
    for animation in animations:
        joints = set(animation.GetJointsAttr().Get() or ())
        best = max(skeletons, key=lambda skeleton: len(joints & set(skeleton.GetJointsAttr().Get() or ())), default=None)
        if animation.GetPath() not in used and best is not None and joints & set(best.GetJointsAttr().Get() or ()):
            takes.append(Take(best, animation, False))
    return takes


def _choose_take(path: Path, takes: Sequence[Take], wanted: str | None) -> tuple[Take, list[str]]:
    if not takes:
        raise FileError(f"{path}: holds no UsdSkel skeleton, so there is no motion in it")
    if wanted is not None:
        found = next((take for take in takes if wanted in (take.name, str((take.animation or take.skeleton).GetPath()))), None)
        if found is None:
            raise FileError(f"{path}: no animation {wanted!r}; it holds {list_names([take.name for take in takes])}")
        return found, []
    best = max(takes, key=lambda take: (take.animation is not None, take.bound, take.length))
    others = [take.name for take in takes if take is not best and take.animation is not None]
    notes = [f"the animation {best.name!r} was taken; also in the file: {list_names(others)} (--clip)"] if others else []
    return best, notes if best.animation is not None else [*notes, "no animation: the rest pose as one frame"]


def _read_take(path: Path, stage: Any, take: Take, notes: list[str]) -> RawClip:
    joints = [str(joint) for joint in take.skeleton.GetJointsAttr().Get() or ()]
    topology = UsdSkel.Topology(joints)
    valid, why = topology.Validate()
    if not joints or not valid:
        raise FileError(f"{path}: the joints of {take.skeleton.GetPath()} make no skeleton: {why or 'there are none'}")
    rate_of_codes = float(stage.GetTimeCodesPerSecond()) or 24.0
    moving = {} if take.animation is None else _read_tracks(path, take, rate_of_codes)
    data = _carried_data(take)
    key_times = [track.times for track in moving.values()]
    rate = sampling.choose_rate(key_times, carried.carried_fps(data))
    start, end = min((float(times[0]) for times in key_times), default=0.0), max((float(times[-1]) for times in key_times), default=0.0)
    times = sampling.frame_times(path, start, end, rate, len(joints), sum(len(t) for t in key_times) * len(joints))
    kind = "STEP" if stage.GetInterpolationType() == Usd.InterpolationTypeHeld else "LINEAR"
    tracks = {name: _resample(track, times, name == "rotations", kind) for name, track in moving.items()}
    nodes, bind = _make_nodes(path, take, joints, list(topology.GetParentIndices()), tracks, times * rate_of_codes)
    rig = to_rig(nodes, range(1, len(nodes)), len(times), bind)
    unit, unit_notes = believe_unit(rig.skeleton, float(UsdGeom.GetStageMetersPerUnit(stage)), ours=data is not None)
    up: UpAxis = "z" if UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.z else "y"
    raw = RawClip(
        rig.skeleton,
        rig.rotations,
        rig.root_positions,
        rate,
        metres_per_unit=unit if UsdGeom.StageHasAuthoredMetersPerUnit(stage) else None,
        up=up if stage.HasAuthoredMetadata("upAxis") else None,
        has_rest_pose=True,
        stretched=rig.stretched,
        notes=(*notes, *rig.notes, *(unit_notes if UsdGeom.StageHasAuthoredMetersPerUnit(stage) else ())),
        name=take.name,
    )
    return carried.restore(raw, data)


def _carried_data(take: Take) -> Any:
    """What we wrote ourselves: on the skeleton or above it, and of the animation on itself."""
    shared = _carried_above(take.skeleton.GetPrim())
    own = None if take.animation is None else carried.parse(take.animation.GetPrim().GetCustomDataByKey(carried.KEY))
    return {**(shared if isinstance(shared, dict) else {}), **own} if isinstance(own, dict) else shared


def _carried_above(prim: Any) -> Any:
    while prim:
        found = carried.parse(prim.GetCustomDataByKey(carried.KEY))
        if found is not None:
            return found
        prim = prim.GetParent()
    return None


def _read_tracks(path: Path, take: Take, rate_of_codes: float) -> dict[str, Track]:
    """The animated properties of the joints, each array checked against the number of joints."""
    animation = take.animation
    assert animation is not None
    count = len(animation.GetJointsAttr().Get() or take.skeleton.GetJointsAttr().Get())
    attributes = {
        "translations": animation.GetTranslationsAttr(),
        "rotations": animation.GetRotationsAttr(),
        "scales": animation.GetScalesAttr(),
    }
    tracks = {}
    for name, attribute in attributes.items():
        codes = attribute.GetTimeSamples() or [Usd.TimeCode.Default()]
        samples = [attribute.Get(code) for code in codes]
        if samples[0] is None and len(samples) == 1:
            continue
        wrong = next((code for code, sample in zip(codes, samples, strict=True) if sample is None or len(sample) != count), None)
        if wrong is not None:
            raise FileError(f"{path}: {animation.GetPath()} should have {count} {name} at time code {wrong}, one for each joint")
        values = np.stack([np.asarray(sample) for sample in samples]).astype(np.float32)
        if not sampling.are_numbers(values):
            raise FileError(f"{path}: the {name} of {animation.GetPath()} hold values that are no finite numbers of a usual size")
        seconds = np.array([0.0 if isinstance(code, Usd.TimeCode) else code / rate_of_codes for code in codes])
        tracks[name] = Track(seconds, values)
    return _aligned(tracks)


def _aligned(tracks: dict[str, Track]) -> dict[str, Track]:
    """A property that never changes holds at any time: it must not stretch the clip to time 0."""
    starts = [float(track.times[0]) for track in tracks.values() if len(track.times) > 1]
    if not starts:
        return tracks
    return {name: Track(np.array([min(starts)]), track.values) if len(track.times) == 1 else track for name, track in tracks.items()}


def _resample(track: Track, times: NDArray[Any], turns: bool, kind: str) -> NDArray[Any]:
    """Values (F, J, C), or (1, J, C) where they never change."""
    if len(track.times) == 1:
        return quaternion.normalise(track.values) if turns else track.values
    columns = [sampling.resample(track.times, track.values[:, j], times, turns=turns, kind=kind) for j in range(track.values.shape[1])]
    values = np.stack(columns, axis=1)
    return quaternion.normalise(values) if turns else values


def _make_nodes(
    path: Path, take: Take, joints: list[str], parents: list[int], tracks: dict[str, NDArray[Any]], codes: NDArray[Any]
) -> tuple[list[Node], dict[int, NDArray[Any]]]:
    """The skeleton's own place as node 0, the joints below it, and the bind matrices by node."""
    count = len(joints)
    names = take.skeleton.GetJointNamesAttr().Get()
    names = list(names) if names and len(names) == count else [joint.rpartition("/")[2] for joint in joints]
    bind = _matrices(take.skeleton.GetBindTransformsAttr(), count)
    rest = _matrices(take.skeleton.GetRestTransformsAttr(), count)
    if rest is None and bind is not None:
        rest = np.stack([bind[j] if parents[j] < 0 else np.linalg.solve(bind[parents[j]], bind[j]) for j in range(count)])
    if rest is None:
        rest = np.tile(np.eye(4), (count, 1, 1))
    animated = [str(joint) for joint in (take.animation.GetJointsAttr().Get() if take.animation else None) or joints]
    column = {joint: index for index, joint in enumerate(animated)}
    nodes = [_place(take.skeleton.GetPrim(), codes)]
    for joint in range(count):
        defaults = dict(zip(WIDTHS, decompose(rest[joint]), strict=True))
        parts = {name: value[None] for name, value in defaults.items()}
        if joints[joint] in column:
            parts |= {
                name: values[:, column[joints[joint]]].astype(np.float64 if name != "rotations" else values.dtype)
                for name, values in tracks.items()
            }
        nodes.append(Node(str(names[joint]), parents[joint] + 1, parts["translations"], parts["rotations"], parts["scales"], rest[joint]))
    usable = {} if bind is None else {j + 1: bind[j] for j in range(count) if abs(np.linalg.det(bind[j])) > 1e-18}
    return nodes, usable


def _matrices(attribute: Any, count: int) -> NDArray[Any] | None:
    """Matrices (J, 4, 4) for column vectors, or None where they are missing or not of this number."""
    value = attribute.Get()
    if value is None or len(value) != count:
        return None
    matrices = np.asarray(value, dtype=np.float64).reshape(count, 4, 4).transpose(0, 2, 1)
    return matrices if sampling.are_numbers(matrices) else None


def _place(prim: Any, codes: NDArray[Any]) -> Node:
    """Where the skeleton itself stands in the world, at each time code if it moves."""
    moving = any(UsdGeom.Xformable(above).TransformMightBeTimeVarying() for above in _up(prim) if above.IsA(UsdGeom.Xformable))
    cache = UsdGeom.XformCache()
    matrices = []
    for code in codes if moving else codes[:1]:
        cache.SetTime(float(code))
        matrices.append(np.array(cache.GetLocalToWorldTransform(prim)).T)
    translation, rotation, scale = decompose(np.stack(matrices))
    return Node(str(prim.GetName()), -1, translation, rotation, scale, compose(translation[0], rotation[0], scale[0]))


def _up(prim: Any) -> list[Any]:
    found = []
    while prim and not prim.IsPseudoRoot():
        found.append(prim)
        prim = prim.GetParent()
    return found
