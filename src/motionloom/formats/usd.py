"""USD (.usd, .usda, .usdc; .usdz read only): a UsdSkel character with its rest pose, body and animation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core import Motion, quaternion
from motionloom.core.errors import FileError
from motionloom.formats import _carried as carried
from motionloom.formats._nodes import compose, unique_names
from motionloom.formats._written_rig import WrittenRig, make_rig
from motionloom.formats.marks import Marks, describe_clip
from motionloom.formats.mesh import BODY_COLOUR, BodyMesh, make_body
from motionloom.formats.registry import Format, RawClip, ReadOptions, register

ROOT = "/Character"
_TAKEN = ("Skeleton", "Body", "Surface")  # names of other prims below it


def read_usd(path: Path, options: ReadOptions) -> RawClip:
    """The longest skeletal animation of a stage, or the one that `options.clip` names."""
    from motionloom.formats._usd_reading import read_clip

    return read_clip(path, options)


def list_clips(path: Path, options: ReadOptions) -> tuple[str, ...]:
    """The names of the animations of a stage that holds several."""
    from motionloom.formats._usd_reading import list_names

    return list_names(path, options)


def write_usd(
    motion: Motion,
    path: Path,
    marks: Marks | None = None,
    *,
    mesh: bool = True,
    root_bone: str = "",
    unit: str | float = "m",
    up: str = "y",
) -> None:
    """A SkelRoot with a Skeleton at rest, a SkelAnimation of one sample a frame, and a skinned body; metres, y up, unless told.

    mesh: False leaves the body out. root_bone: the name of a bone at the ground above all, which goes the way.
    """
    write_usd_clips([motion], path, [marks], mesh=mesh, root_bone=root_bone, unit=unit, up=up)


def write_usd_clips(
    motions: Sequence[Motion],
    path: Path,
    marks: Sequence[Marks | None],
    *,
    mesh: bool = True,
    root_bone: str = "",
    unit: str | float = "m",
    up: str = "y",
) -> None:
    """The same with a SkelAnimation for each motion, all on one skeleton, which is bound to the first; time codes at the first one's rate.

    What is known of each motion is in the customData of its animation.
    """
    from pxr import Kind, Sdf, Tf, Usd, UsdGeom, UsdSkel

    motion, alone = motions[0], len(motions) == 1
    try:
        # CreateNew would remember the path and clash with a layer of that name that is still open.
        layer = Sdf.Layer.CreateAnonymous(path.name)
        stage = Usd.Stage.Open(layer)
        rigs = [make_rig(each, root_bone, unit, up) for each in motions]
        UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z if up == "z" else UsdGeom.Tokens.y)
        UsdGeom.SetStageMetersPerUnit(stage, 1.0 / rigs[0].units_per_metre)
        stage.SetTimeCodesPerSecond(motion.fps)
        stage.SetFramesPerSecond(motion.fps)
        stage.SetStartTimeCode(0)
        stage.SetEndTimeCode(max((len(each) - 1) * motion.fps / each.fps for each in motions))
        root = UsdSkel.Root.Define(stage, ROOT)
        stage.SetDefaultPrim(root.GetPrim())
        Usd.ModelAPI(root).SetKind(Kind.Tokens.component)
        _keep(root, carried.carry(motion, marks[0]) if alone else carried.carry_skeleton(motion))
        body = make_body(motion)
        extents = [_extent(each, rig, body) for each, rig in zip(motions, rigs, strict=True)]
        root.CreateExtentAttr(_vectors(np.stack([np.min(extents, axis=0)[0], np.max(extents, axis=0)[1]])))
        skeleton, joints = _define_actor(stage, rigs[0], body if mesh else None)
        # The first is called Animation where it is alone, as it always was; of several, each has its own name.
        given = ["Animation"] if alone else [Tf.MakeValidIdentifier(each.name or "motion") for each in motions]
        names = unique_names([*_TAKEN, *given])[len(_TAKEN) :]
        for each, rig, known, name in zip(motions, rigs, marks, names, strict=True):
            animation = _define_animation(stage, rig, joints, f"{ROOT}/{name}", motion.fps / each.fps)
            if known or not alone:
                _keep(animation, {"name": each.name, **describe_clip(each, known)})
            if each is motion:
                _bind(skeleton, animation)
        if not layer.Export(str(path)):
            raise FileError(f"{path}: USD cannot write here")
    except Tf.ErrorException as error:
        raise FileError(f"{path}: USD cannot write it: {str(error).strip().splitlines()[-1]}") from None


def _keep(prim: Any, data: Any) -> None:
    """What the standard has no place for, as JSON in a prim's customData."""
    prim.GetPrim().SetCustomDataByKey(carried.KEY, json.dumps(data, allow_nan=False))


def _define_actor(stage: Any, rig: WrittenRig, body: BodyMesh | None, root: str = ROOT) -> tuple[Any, list[str]]:
    """A skeleton, and the body where one is wanted, below the prim `root`; the skeleton and the paths of its joints."""
    joints = joint_paths(rig.names, rig.parents)
    skeleton = _define_skeleton(stage, rig, joints, root)
    if body is not None and len(body.faces):
        _define_body(stage, rig.place_body(body), skeleton, root)
    return skeleton, joints


def write_usd_scene(motions: Sequence[Motion], names: Sequence[str], path: Path) -> None:
    """Several actors in one stage, each a SkelRoot below /Scene; all begin at time code 0 and share one rate."""
    from pxr import Sdf, Tf, Usd, UsdGeom, UsdSkel

    layer = Sdf.Layer.CreateAnonymous(".usda" if path.suffix.lower() == ".usda" else ".usdc")
    stage = Usd.Stage.Open(layer)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/Scene").GetPrim())
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetTimeCodesPerSecond(motions[0].fps)
    stage.SetFramesPerSecond(motions[0].fps)
    stage.SetStartTimeCode(0)
    stage.SetEndTimeCode(max(map(len, motions)) - 1)
    try:
        for motion, name in zip(motions, unique_names(Tf.MakeValidIdentifier(name) for name in names), strict=True):
            prim, rig, body = f"/Scene/{name}", make_rig(motion), make_body(motion)
            root = UsdSkel.Root.Define(stage, prim)
            root.CreateExtentAttr(_vectors(_extent(motion, rig, body)))
            skeleton, joints = _define_actor(stage, rig, body, prim)
            _bind(skeleton, _define_animation(stage, rig, joints, f"{prim}/Animation"))
        if not layer.Export(str(path)):
            raise FileError(f"{path}: USD cannot write here")
    except Tf.ErrorException as error:
        raise FileError(f"{path}: USD cannot write it: {str(error).strip().splitlines()[-1]}") from None


def joint_paths(names: tuple[str, ...], parents: list[int]) -> list[str]:
    """A path for each joint, "Hips/LeftUpLeg", of names that USD allows; `jointNames` keeps the true ones."""
    from pxr import Tf

    allowed = unique_names(Tf.MakeValidIdentifier(name) for name in names)
    paths: list[str] = []
    for name, parent in zip(allowed, parents, strict=True):
        paths.append(name if parent < 0 else f"{paths[parent]}/{name}")
    return paths


def _extent(motion: Motion, rig: WrittenRig, body: BodyMesh) -> Any:
    """The box (2, 3) that holds the body in every frame: joints, and around each what hangs on it."""
    rest = motion.skeleton.rest_positions
    reach = float(np.linalg.norm(body.vertices - rest[body.joints], axis=1).max()) if len(body.vertices) else 0.1
    places, reach = rig.place(motion.positions().reshape(-1, 3)), reach * rig.units_per_metre
    return np.stack([places.min(axis=0) - reach, places.max(axis=0) + reach]).astype(np.float32)


def _vectors(values: Any) -> Any:
    from pxr import Vt

    return Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(values, np.float32))


def _define_skeleton(stage: Any, rig: WrittenRig, joints: list[str], root: str = ROOT) -> Any:
    from pxr import UsdSkel, Vt

    skeleton = UsdSkel.Skeleton.Define(stage, f"{root}/Skeleton")
    turns, places = rig.rest_world()
    ones = np.ones((len(joints), 3))
    skeleton.CreateJointsAttr(joints)
    skeleton.CreateJointNamesAttr(list(rig.names))
    skeleton.CreateBindTransformsAttr(Vt.Matrix4dArray.FromNumpy(_to_rows(compose(places, turns, ones))))
    skeleton.CreateRestTransformsAttr(Vt.Matrix4dArray.FromNumpy(_to_rows(compose(rig.rest_places, rig.rest_turns, ones))))
    return skeleton


def _to_rows(matrices: Any) -> Any:
    """USD multiplies row vectors from the left."""
    return np.ascontiguousarray(matrices.transpose(0, 2, 1))


def _define_animation(stage: Any, rig: WrittenRig, joints: list[str], place: str, codes: float = 1.0) -> Any:
    """A SkelAnimation at a path of the stage; codes: time codes from frame to frame."""
    from pxr import UsdSkel, Vt

    animation = UsdSkel.Animation.Define(stage, place)
    animation.CreateJointsAttr(joints)
    animation.CreateScalesAttr(Vt.Vec3hArray.FromNumpy(np.ones((len(joints), 3), np.float16)))
    rotations = quaternion.normalise(quaternion.make_continuous(rig.rotations))
    translations = np.empty((len(rotations), len(joints), 3), np.float32)
    translations[:] = rig.rest_places
    for joint, moves in rig.translations.items():
        translations[:, joint] = moves
    turning, moving = animation.CreateRotationsAttr(), animation.CreateTranslationsAttr()
    for frame in range(len(rotations)):
        turning.Set(Vt.QuatfArray.FromNumpy(rotations[frame]), frame * codes)
        moving.Set(Vt.Vec3fArray.FromNumpy(translations[frame]), frame * codes)
    return animation


def _bind(skeleton: Any, animation: Any) -> None:
    from pxr import UsdSkel

    binding = UsdSkel.BindingAPI.Apply(skeleton.GetPrim())
    binding.CreateAnimationSourceRel().SetTargets([animation.GetPath()])


def _define_body(stage: Any, body: BodyMesh, skeleton: Any, root: str = ROOT) -> None:
    from pxr import Gf, UsdGeom, UsdSkel, Vt

    mesh = UsdGeom.Mesh.Define(stage, f"{root}/Body")
    mesh.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(body.vertices))
    mesh.CreateNormalsAttr(Vt.Vec3fArray.FromNumpy(body.normals))
    mesh.SetNormalsInterpolation(UsdGeom.Tokens.vertex)
    mesh.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(body.faces.astype(np.int32).reshape(-1)))
    mesh.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(body.faces), 3, np.int32)))
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    mesh.CreateExtentAttr(Vt.Vec3fArray.FromNumpy(np.stack([body.vertices.min(axis=0), body.vertices.max(axis=0)])))
    mesh.CreateDisplayColorAttr([BODY_COLOUR])
    _define_surface(stage, mesh, root)
    binding = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    binding.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    binding.CreateJointIndicesPrimvar(False, 1).Set(Vt.IntArray.FromNumpy(body.joints))
    binding.CreateJointWeightsPrimvar(False, 1).Set(Vt.FloatArray.FromNumpy(np.ones(len(body.vertices), np.float32)))
    binding.CreateGeomBindTransformAttr(Gf.Matrix4d(1.0))


def _define_surface(stage: Any, mesh: Any, root: str = ROOT) -> None:
    """A material: some viewers do not look at the display colour."""
    from pxr import Sdf, UsdShade

    material = UsdShade.Material.Define(stage, f"{root}/Surface")
    shader = UsdShade.Shader.Define(stage, f"{root}/Surface/Shader")
    shader.CreateIdAttr("UsdPreviewSurface")
    shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f).Set(BODY_COLOUR)
    shader.CreateInput("roughness", Sdf.ValueTypeNames.Float).Set(0.7)
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(mesh.GetPrim()).Bind(material)


register(Format("USD", (".usd", ".usda", ".usdc"), read_usd, write_usd, clips=list_clips, write_clips=write_usd_clips))
register(Format("USDZ", (".usdz",), read_usd, None, clips=list_clips))
