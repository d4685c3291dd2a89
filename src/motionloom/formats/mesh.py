"""A simple body around any skeleton, so that files show a person in every viewer: rounded parts, each fixed to one joint.

A skeleton with body roles becomes a mannequin whose proportions follow its height (after Drillis and Contini 1966); one
without becomes rounded bones, markers become balls.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, SkeletonError, quaternion
from motionloom.core.body import SIDES, Body, body_of, stands_at_rest
from motionloom.core.markers import is_markers, marker_joints

Vector = NDArray[Any]

BODY_COLOUR = (0.62, 0.66, 0.72)
MAX_TRIANGLES = 4800
FINE, COARSE = (10, 3), (6, 2)  # sides of a part, and rings of each rounded end
FINE_TRIANGLES, COARSE_TRIANGLES = 120, 48
FINGERED_HAND, MAX_FINGER_BONES = 10, 20  # joints below a wrist that are fingers; of these so many are shown
# Half widths and half depths, in body heights.
ARM_RADII = {"clavicle": 0.031, "shoulder": 0.031, "elbow": 0.023, "wrist": 0.016}
LEG_RADII = {"hip": 0.048, "knee": 0.035, "ankle": 0.024}
SPINE_WIDTHS, SPINE_DEPTHS = (0.084, 0.075, 0.096), (0.056, 0.052, 0.064)  # pelvis, waist, chest
SHOULDER_WIDTH, SHOULDER_DEPTH = 0.092, 0.050
SHORTEST_BONE = 0.01  # body heights; shorter ones are only a change of axes
MARKER = 0.018  # metres: the radius of a marker's ball
UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class BodyMesh:
    """vertices, normals (V, 3) metres, world space of the rest pose; faces (T, 3); joints (V,) the one that moves each vertex."""

    vertices: NDArray[np.float32]
    normals: NDArray[np.float32]
    faces: NDArray[np.uint32]
    joints: NDArray[np.int32]


@dataclass(frozen=True)
class Part:
    """A rounded, tapering tube from start to end (3,) metres, world; half widths along `across` and half depths square
    to it at both ends, in body heights."""

    joint: int
    start: Vector
    end: Vector
    across: Vector
    widths: tuple[float, float]
    depths: tuple[float, float]
    floor: float | None = None  # metres; flattened below this height: a sole
    fine: bool = True


def make_body(motion: Motion) -> BodyMesh:
    """The body of a motion's skeleton. It is shaped on a standing pose and then carried, part by part, to the rest pose."""
    skeleton = motion.skeleton
    try:
        posed = skeleton if stands_at_rest(skeleton) else _standing(motion)
        body = body_of(posed)
        mesh = _loft_all(_mannequin(body), body.height)
    except SkeletonError:
        posed, mesh = skeleton, _loft_all(_balls(skeleton) if is_markers(skeleton) else _bones(skeleton), 1.0)
    return _carry(mesh, posed, skeleton)


def _standing(motion: Motion) -> Skeleton:
    from motionloom.core.standing import with_standing_rest

    return with_standing_rest(motion).skeleton


def _carry(mesh: BodyMesh, posed: Skeleton, rest: Skeleton) -> BodyMesh:
    """The mesh moved from one pose of its joints to another."""
    if posed is rest:
        return mesh
    (turns, places), (rest_turns, rest_places) = posed.rest_world, rest.rest_world
    turn = quaternion.multiply(rest_turns, quaternion.conjugate(turns))[mesh.joints]
    vertices = quaternion.rotate(turn, mesh.vertices - places[mesh.joints]) + rest_places[mesh.joints]
    normals = quaternion.rotate(turn, mesh.normals.astype(np.float64))
    return BodyMesh(vertices.astype(np.float32), normals.astype(np.float32), mesh.faces, mesh.joints)


def _bones(skeleton: Skeleton) -> list[Part]:
    """A tapering tube for every bone and end site, of a thickness that follows its length."""
    places = skeleton.rest_positions
    ends = [(int(skeleton.parents[joint]), places[joint]) for joint in range(1, len(skeleton))]
    ends += [(site.parent, _point(skeleton, site.parent, site.offset)) for site in skeleton.end_sites]
    lengths = np.array([np.linalg.norm(end - places[joint]) for joint, end in ends])
    longest = np.argsort(-lengths)[: MAX_TRIANGLES // COARSE_TRIANGLES]
    keep = sorted(int(i) for i in longest if lengths[i] > 1e-3 * lengths.sum())
    limit = 0.35 * float(np.median(lengths[keep])) if keep else 0.0
    fine = len(keep) <= MAX_TRIANGLES // FINE_TRIANGLES
    parts = []
    for i in keep:
        joint, end = ends[i]
        thick = min(0.16 * float(lengths[i]), limit)
        parts.append(_rod(joint, places[joint], end, (thick, 0.6 * thick), _square_to(end - places[joint]), fine))
    return parts


def _balls(skeleton: Skeleton) -> list[Part]:
    """A ball for every marker."""
    joints, places = marker_joints(skeleton), skeleton.rest_positions
    fine = len(joints) <= MAX_TRIANGLES // FINE_TRIANGLES
    short = 0.1 * MARKER * UP
    return [_rod(int(j), places[j] - short, places[j] + short, (MARKER, MARKER), np.array([1.0, 0.0, 0.0]), fine) for j in joints]


def _rod(joint: int, start: Vector, end: Vector, radii: tuple[float, float], across: Vector, fine: bool = True) -> Part:
    """A part with round cross-sections."""
    return Part(joint, start, end, across, radii, radii, fine=fine)


def _point(skeleton: Skeleton, joint: int, offset: tuple[float, float, float] | Vector) -> Vector:
    """A point (3,) fixed to a joint, in the world of the rest pose."""
    turns, places = skeleton.rest_world
    point: Vector = places[joint] + quaternion.rotate(turns[joint], np.asarray(offset, dtype=np.float64))
    return point


def _unit(vector: Vector, otherwise: Vector) -> Vector:
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-9 else otherwise


def _square_to(direction: Vector) -> Vector:
    """A unit vector square to a direction."""
    return _unit(np.cross(direction, UP), np.array([1.0, 0.0, 0.0]))


def _along(points: list[Vector]) -> Vector:
    """The way (N,) gone at each of the points."""
    steps = [float(np.linalg.norm(b - a)) for a, b in pairwise(points)]
    return np.cumsum([0.0, *steps])


def _mannequin(body: Body) -> list[Part]:
    places = body.skeleton.rest_positions
    across = _unit(places[body.joint("left_hip")] - places[body.joint("right_hip")], np.array([1.0, 0.0, 0.0]))
    forward = _unit(np.cross(across, UP), np.array([0.0, 0.0, 1.0]))
    parts = [*_trunk(body, across), *_head(body, across, forward)]
    for side in SIDES:
        parts += _limb(body, side, "arm", ARM_RADII, forward)
        parts += _limb(body, side, "leg", LEG_RADII, across)
        parts += _hand(body, side, forward)
        parts += _foot(body, side, forward)
    return [part for part in parts if np.linalg.norm(part.end - part.start) > SHORTEST_BONE * body.height]


def _middle(body: Body, part: str) -> Vector:
    """Half way (3,) between the left and the right joint of a role."""
    places = body.skeleton.rest_positions
    return (places[body.joint(f"left_{part}")] + places[body.joint(f"right_{part}")]) / 2


def _trunk(body: Body, across: Vector) -> list[Part]:
    """Pelvis, one part a bone of the spine, and the chest up to the shoulders."""
    chain = body.chains["spine"]
    points = [body.skeleton.rest_positions[joint] for joint in chain]
    along = _along(points)
    fraction = along / max(float(along[-1]), 1e-9)
    widths = [float(w) for w in np.interp(fraction, [0, 0.45, 1], SPINE_WIDTHS)]
    depths = [float(d) for d in np.interp(fraction, [0, 0.45, 1], SPINE_DEPTHS)]
    hips, lift = _middle(body, "hip"), 0.04 * body.height * UP
    parts = [Part(chain[0], hips - 0.4 * lift, hips + lift, across, (0.088, 0.092), (0.060, 0.062))]
    for row, joint in enumerate(chain[:-1]):
        ends = (widths[row], widths[row + 1]), (depths[row], depths[row + 1])
        parts.append(Part(joint, points[row], points[row + 1], across, *ends))
    top = _middle(body, "shoulder") - 0.3 * lift
    return [*parts, Part(chain[-1], points[-1], top, across, (widths[-1], SHOULDER_WIDTH), (depths[-1], SHOULDER_DEPTH))]


def _head(body: Body, across: Vector, forward: Vector) -> list[Part]:
    """Neck, skull, and a nose, for a viewer must see which way it looks."""
    places, height, head = body.skeleton.rest_positions, body.height, body.joint("head")
    chain = (body.joint("chest"), *body.chains["head"])
    parts = []
    for lower, upper in pairwise(chain):
        start = _middle(body, "shoulder") if lower == chain[0] else places[lower]
        parts.append(_rod(lower, start, places[upper], (0.033, 0.031), across))
    centre = places[head] + height * (0.056 * UP + 0.014 * forward)
    jaw, crown = centre - 0.030 * height * UP, centre + 0.016 * height * UP
    parts.append(Part(head, jaw, crown, across, (0.040, 0.050), (0.046, 0.062)))
    bridge = centre + height * (0.050 * forward - 0.016 * UP)
    tip = bridge + height * (0.012 * forward - 0.008 * UP)
    return [*parts, _rod(head, bridge, tip, (0.007, 0.009), across, fine=False)]


def _limb(body: Body, side: str, limb: str, radii: dict[str, float], across: Vector) -> list[Part]:
    """One part a bone from the limb's first to its last named joint; joints between (twist bones) taper with the rest."""
    places, chain = body.skeleton.rest_positions, body.chains[f"{side}_{limb}"]
    known = {body.roles[f"{side}_{part}"]: radius for part, radius in radii.items() if f"{side}_{part}" in body.roles}
    rows = [row for row, joint in enumerate(chain) if joint in known]
    chain = chain[: rows[-1] + 1]
    along = _along([places[joint] for joint in chain])
    thick = [float(t) for t in np.interp(along, along[rows], [known[chain[row]] for row in rows])]
    return [_rod(near, places[near], places[far], (thick[row], thick[row + 1]), across) for row, (near, far) in enumerate(pairwise(chain))]


def _hand(body: Body, side: str, forward: Vector) -> list[Part]:
    """A flat palm up to the fingers, or to the fingertips where the skeleton has none; then the fingers' bones."""
    skeleton, height, wrist = body.skeleton, body.height, body.joint(f"{side}_wrist")
    places = skeleton.rest_positions
    reach = _unit(places[wrist] - places[body.joint(f"{side}_elbow")], -UP)
    below = [joint for joint in range(len(skeleton)) if joint != wrist and skeleton.is_below(joint, wrist)]
    ends = [places[joint] for joint in below]
    ends += [_point(skeleton, site.parent, site.offset) for site in skeleton.end_sites if skeleton.is_below(site.parent, wrist)]
    length = max((float(np.dot(end - places[wrist], reach)) for end in ends), default=0.0) / height
    if len(below) < FINGERED_HAND:
        tip = places[wrist] + float(np.clip(length, 0.07, 0.105)) * height * reach
        return [Part(wrist, places[wrist], tip, forward, (0.016, 0.016), (0.012, 0.010))]
    parts = [Part(wrist, places[wrist], places[wrist] + 0.055 * height * reach, forward, (0.016, 0.022), (0.012, 0.010))]
    for joint in [joint for joint in below if skeleton.parents[joint] != wrist][:MAX_FINGER_BONES]:
        parent = int(skeleton.parents[joint])
        parts.append(_rod(parent, places[parent], places[joint], (0.006, 0.005), forward, fine=False))
    return parts


def _foot(body: Body, side: str, forward: Vector) -> list[Part]:
    """Heel to ball on the ankle, ball to tip on the toe, both flat below."""
    row, height = SIDES.index(side), body.height
    ankle, toe = int(body.foot_joints[2 * row]), int(body.foot_joints[2 * row + 1])
    heel, ball = _point(body.skeleton, ankle, body.foot_offsets[2 * row]), _point(body.skeleton, toe, body.foot_offsets[2 * row + 1])
    tip = _point(body.skeleton, int(body.tip_joints[row]), body.tip_offsets[row])
    direction = _unit((ball - heel) * [1, 0, 1], forward)
    across, sole = np.cross(UP, direction), float(min(heel[1], ball[1]))
    instep, toes = height * (0.026 * UP + 0.020 * direction), 0.014 * height * UP
    parts = [Part(ankle, heel + instep, ball + toes, across, (0.024, 0.028), (0.030, 0.018), sole)]
    if toe != ankle:
        end = tip + height * (0.009 * UP - 0.012 * direction)
        parts.append(Part(toe, ball + toes, end, across, (0.028, 0.022), (0.018, 0.012), sole))
    return parts


def _loft_all(parts: list[Part], scale: float) -> BodyMesh:
    pieces = [_loft(part, scale) for part in parts]
    starts = np.cumsum([0, *(len(vertices) for vertices, _ in pieces)])
    vertices = np.concatenate([np.zeros((0, 3)), *(piece[0] for piece in pieces)])
    faces = np.concatenate([np.zeros((0, 3), np.int64), *(piece[1] + start for piece, start in zip(pieces, starts, strict=False))])
    joints = np.repeat(np.array([part.joint for part in parts], np.int32), np.diff(starts))
    normals = _normals(vertices, faces).astype(np.float32)
    return BodyMesh(vertices.astype(np.float32), normals, faces.astype(np.uint32), joints)


def _loft(part: Part, scale: float) -> tuple[Vector, NDArray[np.int64]]:
    """Vertices and outward faces of one part: rings around its axis, closed by rounded ends."""
    sides, steps = FINE if part.fine else COARSE
    axis = _unit(part.end - part.start, UP)
    across = _unit(part.across - axis * np.dot(part.across, axis), _square_to(axis))
    deep = np.cross(axis, across)
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)[:, None]
    slopes = np.linspace(0, np.pi / 2, steps + 1)[1:]
    rings, poles = [], []
    for centre, width, depth, way in zip((part.start, part.end), part.widths, part.depths, (-1, 1), strict=True):
        bulge = way * 0.8 * min(width, depth) * scale * axis
        circle = scale * (width * np.cos(turn) * across + depth * np.sin(turn) * deep)
        rings += [centre + np.cos(slope) * bulge + np.sin(slope) * circle for slope in slopes[::-way]]
        poles.append(centre + bulge)
    vertices = np.concatenate([*rings, np.stack(poles)])
    if part.floor is not None:
        vertices[:, 1] = np.maximum(vertices[:, 1], part.floor)
    here = np.arange(sides)
    following = (here + 1) % sides
    faces = []
    for a in range(0, (len(rings) - 1) * sides, sides):
        b = a + sides
        faces += [np.stack([a + here, a + following, b + following], axis=1), np.stack([a + here, b + following, b + here], axis=1)]
    last, pole = (len(rings) - 1) * sides, len(rings) * sides
    faces.append(np.stack([following, here, np.full(sides, pole)], axis=1))
    faces.append(np.stack([last + here, last + following, np.full(sides, pole + 1)], axis=1))
    return vertices, np.concatenate(faces)


def _normals(vertices: Vector, faces: NDArray[np.int64]) -> Vector:
    """Unit vertex normals (V, 3): of the faces around each, weighted by area."""
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    face_normals = np.cross(b - a, c - a)
    normals = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(normals, faces[:, corner], face_normals)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(length > 1e-15, normals / np.maximum(length, 1e-15), UP)
