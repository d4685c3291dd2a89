"""A mesh that follows a skeleton: linear blend skinning, for drawing a character and for measuring its feet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Skeleton, quaternion


@dataclass(frozen=True, eq=False)
class Skin:
    """V vertices, each carried by up to K joints of a skeleton.

    joints (V, K); weights (V, K) that sum to 1; places (V, K, 3) metres and normals (V, K, 3): the vertex in the frame of each of its
    joints; faces (T, 3) outward; colours (V, 3) linear 0 to 1.
    """

    joints: NDArray[np.int32]
    weights: NDArray[np.float32]
    places: NDArray[np.float32]
    normals: NDArray[np.float32]
    faces: NDArray[np.int32]
    colours: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.joints)

    def posed(self, rotations: NDArray[np.floating], positions: NDArray[np.floating]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Vertices (..., V, 3) metres and unit normals (..., V, 3), world, of joints turned (..., J, 4) and placed (..., J, 3)."""
        axes = quaternion.to_matrix(np.asarray(rotations, np.float32))[..., self.joints, :, :]
        middles = np.asarray(positions, np.float32)[..., self.joints, :]
        vertices = np.einsum("vk,...vkc->...vc", self.weights, np.einsum("...vkij,vkj->...vki", axes, self.places) + middles)
        normals = np.einsum("vk,...vkij,vkj->...vi", self.weights, axes, self.normals, optimize=True)
        return vertices, normals / np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-12)

    def at_rest(self, skeleton: Skeleton) -> NDArray[np.float32]:
        """Vertices (V, 3) metres of the rest pose."""
        return self.posed(*skeleton.rest_world)[0]

    def thinned(self, count: int) -> Skin:
        """About `count` of the vertices, without faces: enough to know where the mesh is."""
        return self._only(np.arange(0, len(self), max(1, len(self) // count)))

    def outline(self) -> Skin:
        """The vertices that stick out farthest, fourteen ways from each joint, without faces: no other is far outside them."""
        owners, most = self.owners(), self.weights.argmax(axis=1)
        places = self.places[np.arange(len(self)), most]
        found = list[NDArray[np.intp]]()
        for way in (way for way in np.ndindex(3, 3, 3) if sum(part == 1 for part in way) in (0, 2)):
            order = np.lexsort((places @ (np.array(way, np.float32) - 1.0), owners))
            found.append(order[np.flatnonzero(np.diff(owners[order], append=-1))])
        return self._only(np.unique(np.concatenate(found)))

    def _only(self, some: NDArray[np.intp]) -> Skin:
        carried = {name: getattr(self, name)[some] for name in ("joints", "weights", "places", "normals", "colours")}
        return Skin(**carried, faces=np.empty((0, 3), np.int32))

    def owners(self) -> NDArray[np.int32]:
        """The joint (V,) that carries most of each vertex."""
        return np.asarray(np.take_along_axis(self.joints, self.weights.argmax(axis=1)[:, None], axis=1)[:, 0])


def join_skins(parts: list[Skin]) -> Skin:
    """Several meshes as one, with room for the most joints any vertex has."""
    width = max(part.joints.shape[1] for part in parts)

    def padded(name: str) -> NDArray[np.generic]:
        arrays = [getattr(part, name) for part in parts]
        room = [[(0, 0), (0, width - array.shape[1]), *[(0, 0)] * (array.ndim - 2)] for array in arrays]
        return np.concatenate([np.pad(array, pad) for array, pad in zip(arrays, room, strict=True)])

    starts = np.cumsum([0, *(len(part) for part in parts[:-1])])
    faces = np.concatenate([part.faces + start for part, start in zip(parts, starts, strict=True)])
    carried = {name: padded(name) for name in ("joints", "weights", "places", "normals")}
    return Skin(**carried, faces=faces.astype(np.int32), colours=np.concatenate([part.colours for part in parts]))  # type: ignore[arg-type]
