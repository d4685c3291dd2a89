"""The skinned meshes of a USD stage (UsdSkel) as plain arrays: joints at rest, weights, materials and their colour pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pxr import Ar, Usd, UsdGeom, UsdShade, UsdSkel, UsdUtils

from motionloom.core.errors import FileError
from motionloom.formats._usd_stage import _BROKEN, _matrices, _open, _reason
from motionloom.formats.skinned_scene import Material, SceneMesh, SkinnedScene, make_mesh

Array = NDArray[Any]


def read_meshes(path: Path) -> SkinnedScene:
    """All meshes of a stage, each on the joints that carry it."""
    silent = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        return _Reading(path, _open(path)).scene()
    except _BROKEN as error:
        raise FileError(f"{path}: USD cannot read it: {_reason(error)}") from None
    finally:
        del silent


class _Reading:
    """What is gathered of a stage: nodes, meshes, materials."""

    def __init__(self, path: Path, stage: Any) -> None:
        self.path, self.stage = path, stage
        self.names: list[str] = []
        self.parents: list[int] = []
        self.rests: list[Array] = []
        self.materials: list[Material] = []
        self.known: dict[str, int] = {}  # material's path -> row
        self.skeletons: dict[str, tuple[list[int], list[str], Array]] = {}  # path -> nodes, joints, binds (J, 4, 4)
        self.places = UsdGeom.XformCache()

    def scene(self) -> SkinnedScene:
        prims = list(Usd.PrimRange.Stage(self.stage, Usd.TraverseInstanceProxies()))
        for prim in prims:
            if prim.IsA(UsdSkel.Skeleton):
                self._add_skeleton(UsdSkel.Skeleton(prim))
        cache = UsdSkel.Cache()
        for prim in prims:
            if prim.IsA(UsdSkel.Root):
                cache.Populate(UsdSkel.Root(prim), Usd.TraverseInstanceProxies())
        meshes = [self._mesh(UsdGeom.Mesh(prim), cache) for prim in prims if prim.IsA(UsdGeom.Mesh)]
        up = "z" if UsdGeom.GetStageUpAxis(self.stage) == UsdGeom.Tokens.z else "y"
        metres = float(UsdGeom.GetStageMetersPerUnit(self.stage))
        found = tuple(mesh for mesh in meshes if mesh is not None)
        rests = np.array(self.rests).reshape(-1, 4, 4)
        return SkinnedScene(tuple(self.names), np.array(self.parents, np.int32), rests, found, tuple(self.materials), metres, up)

    def _node(self, name: str, parent: int, rest: Array) -> int:
        self.names.append(name)
        self.parents.append(parent)
        self.rests.append(rest)
        return len(self.names) - 1

    def _world(self, prim: Any) -> Array:
        return np.array(self.places.GetLocalToWorldTransform(prim)).T

    def _add_skeleton(self, skeleton: Any) -> None:
        joints = [str(joint) for joint in skeleton.GetJointsAttr().Get() or ()]
        if not joints:
            return
        bind = _matrices(skeleton.GetBindTransformsAttr(), len(joints))
        rest = _matrices(skeleton.GetRestTransformsAttr(), len(joints))
        parents = list(UsdSkel.Topology(joints).GetParentIndices())
        if rest is None and bind is not None:
            rest = np.stack([bind[j] if parents[j] < 0 else np.linalg.solve(bind[parents[j]], bind[j]) for j in range(len(joints))])
        if rest is None:
            raise FileError(f"{self.path}: {skeleton.GetPath()} has neither rest nor bind transforms, so its joints have no place")
        if bind is None:
            worlds: list[Array] = []
            for joint, parent in enumerate(parents):
                worlds.append(rest[joint] if parent < 0 else worlds[parent] @ rest[joint])
            bind = np.stack(worlds)
        top = self._node(str(skeleton.GetPrim().GetName()), -1, self._world(skeleton.GetPrim()))
        names = skeleton.GetJointNamesAttr().Get()
        names = list(names) if names and len(names) == len(joints) else [joint.rpartition("/")[2] for joint in joints]
        nodes: list[int] = []
        for joint, parent in enumerate(parents):
            nodes.append(self._node(str(names[joint]), top if parent < 0 else nodes[parent], rest[joint]))
        self.skeletons[str(skeleton.GetPath())] = (nodes, joints, bind)

    def _mesh(self, mesh: Any, cache: Any) -> SceneMesh | None:
        points = np.asarray(mesh.GetPointsAttr().Get() or np.zeros((0, 3)), np.float64).reshape(-1, 3)
        counts = np.asarray(mesh.GetFaceVertexCountsAttr().Get() or (), np.int64)
        corner = np.asarray(mesh.GetFaceVertexIndicesAttr().Get() or (), np.int64)
        name = str(mesh.GetPrim().GetName())
        if not len(points) or not len(corner):
            return None
        if counts.sum() != len(corner) or corner.max() >= len(points) or corner.min() < 0:
            raise FileError(f"{self.path}: the faces of {mesh.GetPath()} do not fit its points")
        if mesh.GetOrientationAttr().Get() == UsdGeom.Tokens.leftHanded:
            raise FileError(f"{self.path}: {mesh.GetPath()} is left-handed; export it with right-handed faces")
        corners = {"point": corner, "normal": self._normals(mesh, corner), "uv": self._uvs(mesh, corner)}
        carried = self._carriers(mesh, cache, len(points))
        node = -1
        if carried is None:
            node = self._node(f"{name}_place", -1, self._world(mesh.GetPrim()))
            nothing = np.zeros((len(points), 0))
            carried = {"joints": np.zeros(0), "inverse_binds": np.zeros((0, 4, 4)), "carriers": nothing, "weights": nothing}
        return make_mesh(name, node, corners, counts, self._face_materials(mesh, len(counts)), points=points, **carried)

    def _carriers(self, mesh: Any, cache: Any, count: int) -> dict[str, Array] | None:
        query = cache.GetSkinningQuery(mesh.GetPrim())
        skeleton = UsdSkel.BindingAPI(mesh.GetPrim()).GetInheritedSkeleton()
        told = self.skeletons.get(str(skeleton.GetPath())) if skeleton else None
        if told is None or not query or not query.HasJointInfluences():
            return None
        nodes, joints, binds = told
        influences = query.ComputeVaryingJointInfluences(count)
        width = query.GetNumInfluencesPerComponent()
        if influences is None or len(influences[0]) != count * width:
            raise FileError(f"{self.path}: the weights of {mesh.GetPath()} do not fit its points")
        order = [str(joint) for joint in query.GetJointOrder() or joints]
        rows = [joints.index(joint) for joint in order if joint in joints]
        carriers = np.asarray(influences[0], np.int64).reshape(count, width)
        if len(rows) != len(order) or carriers.min(initial=0) < 0 or carriers.max(initial=0) >= len(rows):
            raise FileError(f"{self.path}: {mesh.GetPath()} is carried by joints that its skeleton does not have")
        place = np.array(query.GetGeomBindTransform()).T
        return {
            "joints": np.array([nodes[row] for row in rows]),
            "inverse_binds": np.stack([np.linalg.inv(binds[row]) @ place for row in rows]),
            "carriers": carriers,
            "weights": np.asarray(influences[1], np.float32).reshape(count, width),
        }

    def _normals(self, mesh: Any, corner: Array) -> Array | None:
        """Normals (C, 3) of corners, or None where the file has none that fit."""
        primvar = UsdGeom.PrimvarsAPI(mesh.GetPrim()).GetPrimvar("normals")
        if primvar and primvar.HasValue():
            return self._at_corners(primvar.ComputeFlattened(), primvar.GetInterpolation(), corner, 3)
        return self._at_corners(mesh.GetNormalsAttr().Get(), mesh.GetNormalsInterpolation(), corner, 3)

    def _uvs(self, mesh: Any, corner: Array) -> Array | None:
        for name in ("st", "UVMap", "st0", "map1"):
            primvar = UsdGeom.PrimvarsAPI(mesh.GetPrim()).GetPrimvar(name)
            if primvar and primvar.HasValue():
                found = self._at_corners(primvar.ComputeFlattened(), primvar.GetInterpolation(), corner, 2)
                return None if found is None else np.column_stack([found[:, 0], 1 - found[:, 1]])
        return None

    def _at_corners(self, values: Any, interpolation: str, corner: Array, width: int) -> Array | None:
        if values is None or not len(values):
            return None
        found = np.asarray(values, np.float64).reshape(-1, width)
        if interpolation == UsdGeom.Tokens.faceVarying and len(found) == len(corner):
            return found
        return found[corner] if interpolation in (UsdGeom.Tokens.vertex, UsdGeom.Tokens.varying) and len(found) > corner.max() else None

    def _face_materials(self, mesh: Any, count: int) -> Array:
        found = np.full(count, self._material(mesh.GetPrim(), mesh), np.int32)
        for subset in UsdGeom.Subset.GetGeomSubsets(mesh, UsdGeom.Tokens.face):
            rows = np.asarray(subset.GetIndicesAttr().Get() or (), np.int64)
            found[rows[(rows >= 0) & (rows < count)]] = self._material(subset.GetPrim(), mesh)
        return found

    def _material(self, prim: Any, mesh: Any) -> int:
        """The row of a prim's material, added where it is new; -1 without one or a colour."""
        bound = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()[0]
        colours = mesh.GetDisplayColorAttr().Get()
        key = str(bound.GetPath()) if bound else f"colour of {mesh.GetPath()}"
        if not bound and not colours:
            return -1
        if key not in self.known:
            red, green, blue = (float(part) for part in colours[0]) if colours else (0.5, 0.5, 0.5)
            plain = Material(str(mesh.GetPrim().GetName()), (red, green, blue, 1.0))
            self.known[key] = len(self.materials)
            self.materials.append(_read_material(bound, plain) if bound else plain)
        return self.known[key]


def _read_material(material: Any, plain: Material) -> Material:
    """Its colour, or the picture of it; plain where it says neither."""
    name, surface = str(material.GetPrim().GetName()), material.ComputeSurfaceSource()[0]
    told = surface.GetInput("diffuseColor") if surface else None
    if not told:
        return Material(name, plain.colour)
    source = told.GetConnectedSources()[0]
    if not source:
        colour = told.Get() or plain.colour
        return Material(name, (float(colour[0]), float(colour[1]), float(colour[2]), 1.0))
    file = UsdShade.Shader(source[0].source.GetPrim()).GetInput("file")
    asset = file.Get() if file else None
    return Material(name, (1.0, 1.0, 1.0, 1.0), _read_asset(asset)) if asset else Material(name, plain.colour)


def _read_asset(asset: Any) -> bytes:
    """The bytes of a picture beside the file or in its archive; none where it cannot be found."""
    opened = Ar.GetResolver().OpenAsset(Ar.ResolvedPath(asset.resolvedPath or asset.path)) if asset.resolvedPath else None
    if not opened:
        return b""
    with opened:
        return bytes(opened.GetBuffer())
