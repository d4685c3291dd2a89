"""A body drawn as a person: torso, limbs, head, hands and feet sized from the skeleton's own proportions.

Radii are shares of standing height, after the breadths and girths of Drillis and Contini (1966) and tuned by eye.
"""

from __future__ import annotations

import numpy as np

from motionloom.core import quaternion
from motionloom.core.body import SIDES, Body, stands_at_rest
from motionloom.core.skeleton import Skeleton
from motionloom.render.parts import JointPoint, Paint, PartList, Parts, Vector, axes_of, direction_in, seen_from

UP = np.array([0.0, 1.0, 0.0])
SIDE_PAINT = {"left": Paint.LEFT, "right": Paint.RIGHT}
FINGER_JOINTS = 6  # from here on a hand has fingers of its own


def person_parts(body: Body) -> Parts:
    """The parts of a person for a body."""
    parts = PartList(body.skeleton)
    upright = stands_at_rest(body.skeleton, body.roles)
    _trunk(parts, body)
    _head(parts, body, upright)
    for side in SIDES:
        _arm(parts, body, side)
        _hand(parts, body, side, upright)
        _leg(parts, body, side, upright)
        _foot(parts, body, side, upright)
    return parts.freeze()


def _at(joint: int, offset: Vector | None = None) -> JointPoint:
    return JointPoint(joint, np.zeros(3) if offset is None else offset)


def _between(skeleton: Skeleton, joint: int, other: int, share: float) -> JointPoint:
    """A point on the way from a joint to another, fixed to the first."""
    return JointPoint(joint, share * seen_from(skeleton, joint, other))


def _trunk(parts: PartList, body: Body) -> None:
    skeleton, height, roles = body.skeleton, body.height, body.roles
    hips, chest, head = roles["hips"], roles["chest"], roles["head"]
    hip = {side: seen_from(skeleton, hips, roles[f"{side}_hip"]) for side in SIDES}
    shoulder = {side: seen_from(skeleton, chest, roles[f"{side}_shoulder"]) for side in SIDES}
    base, yoke = (hip["left"] + hip["right"]) / 2, (shoulder["left"] + shoulder["right"]) / 2
    to_chest = seen_from(skeleton, hips, chest) - base
    pelvis = (hips, axes_of(hip["left"] - hip["right"], to_chest))
    ribs = (chest, axes_of(shoulder["left"] - shoulder["right"], yoke - seen_from(skeleton, chest, hips)))
    torso = float(np.linalg.norm(skeleton.rest_positions[roles["left_shoulder"]] - skeleton.rest_positions[roles["left_hip"]]))
    girdle = 0.5 * float(np.linalg.norm(shoulder["left"] - shoulder["right"]))
    # Narrow shoulders must not sink into the chest, nor wide ones stand off it.
    wide = float(np.clip(0.74 * girdle / (0.06 * height), 1.0, 1.35))

    def low(x: float, y: float, z: float) -> JointPoint:
        return _at(hips, base + quaternion.rotate(pelvis[1], np.array([x * height, y * torso, z * height])))

    def high(x: float, y: float, z: float) -> JointPoint:
        return _at(chest, yoke + quaternion.rotate(ribs[1], np.array([x * height, -y * torso, z * height])))

    half = 0.5 * float(np.linalg.norm(hip["left"] - hip["right"])) / height
    neck_base, span = high(0, 0.0, -0.006), girdle / height
    parts.cone(low(0.85 * half, 0.03, -0.004), low(-0.85 * half, 0.03, -0.004), 0.053 * height, 0.053 * height, Paint.BODY, pelvis)
    waist, top = low(0, 0.40, 0.003), high(0, 0.20, 0.002)
    parts.cone(low(0, 0.06, -0.002), waist, 0.056 * height, 0.0495 * height, Paint.BODY, pelvis, (1.03 * wide, 1, 1))
    parts.cone(waist, top, 0.0495 * height, 0.0585 * height, Paint.BODY, ribs, (wide, 1, 1))
    for side in SIDES:
        out = span if side == "left" else -span
        parts.cone(high(0, 0.04, -0.004), high(0.8 * out, 0.02, -0.002), 0.040 * height, 0.0285 * height, Paint.BODY)
        parts.cone(high(0.40 * out, 0.22, 0.002), high(0.78 * out, 0.07, 0.0), 0.046 * height, 0.028 * height, Paint.BODY)
    lift = -seen_from(skeleton, head, chest)
    lift = lift / max(float(np.linalg.norm(lift)), 1e-9)
    parts.cone(neck_base, _at(head, 0.02 * height * lift), 0.034 * height, 0.029 * height, Paint.BODY)


def _head(parts: PartList, body: Body, upright: bool) -> None:
    skeleton, height, head = body.skeleton, body.height, body.roles["head"]
    if upright:
        up, forward = direction_in(skeleton, head, UP), direction_in(skeleton, head, body.facing)
    else:
        left = skeleton.rest_positions[body.roles["left_shoulder"]] - skeleton.rest_positions[body.roles["right_shoulder"]]
        up = -seen_from(skeleton, head, body.roles["chest"])
        forward = np.cross(direction_in(skeleton, head, left), up)
    frame = (head, axes_of(np.cross(up, forward), up))

    def at(x: float, y: float, z: float) -> JointPoint:
        return _at(head, quaternion.rotate(frame[1], np.array([x, y - 0.014, z]) * height))

    parts.ball(at(0, 0.054, 0.000), 0.049 * height, Paint.BODY, frame, (0.90, 1.0, 1.08))
    # A face of another tone tells at any size where a figure looks.
    parts.cone(at(0, 0.044, 0.0155), at(0, 0.005, 0.021), 0.0400 * height, 0.0275 * height, Paint.FACE, frame, (0.88, 1, 1))


def _arm(parts: PartList, body: Body, side: str) -> None:
    height, roles, paint = body.height, body.roles, SIDE_PAINT[side]
    shoulder, elbow, wrist = (roles[f"{side}_{part}"] for part in ("shoulder", "elbow", "wrist"))
    parts.cone(_at(shoulder), _at(elbow), 0.0315 * height, 0.0215 * height, paint)
    parts.cone(_at(elbow), _at(wrist), 0.0215 * height, 0.0145 * height, paint)
    _muscle(parts, body, elbow, wrist, 0.28, 0.0222, np.zeros(3), paint)


def _muscle(parts: PartList, body: Body, joint: int, end: int, share: float, radius: float, aside: Vector, paint: Paint) -> None:
    """A long ellipsoid on the bone from a joint to the next, where a muscle bulges; aside (3,) in shares of height."""
    bone = seen_from(body.skeleton, joint, end)
    length = float(np.linalg.norm(bone))
    if length < 1e-3 * body.height:
        return
    axes = axes_of(np.roll(bone, 1), bone)
    stretch = (1.0, 0.31 * length / (radius * body.height), 1.0)
    parts.ball(JointPoint(joint, share * bone + body.height * aside), radius * body.height, paint, (joint, axes), stretch)


def _hand(parts: PartList, body: Body, side: str, upright: bool) -> None:
    skeleton, height, paint = body.skeleton, body.height, SIDE_PAINT[side]
    wrist = body.roles[f"{side}_wrist"]
    along, thumb = _hand_directions(body, side)
    flat = upright and float(np.linalg.norm(thumb)) > 0.1
    frame = (wrist, axes_of(thumb, along)) if flat else None
    stretch = (1.15, 1.0, 0.6) if flat else (0.85, 0.85, 0.85)

    def at(x: float, y: float, z: float) -> JointPoint:
        aside = quaternion.rotate(frame[1], np.array([x, 0.0, z])) if frame else np.zeros(3)
        return _at(wrist, height * (along * y + aside))

    below = [j for j in range(len(skeleton)) if j != wrist and skeleton.is_below(j, wrist)]
    parts.cone(at(0, 0.008, 0), at(0.001, 0.048, 0), 0.0185 * height, 0.0225 * height, paint, frame, stretch)
    if len(below) >= FINGER_JOINTS:
        _fingers(parts, body, wrist, below, paint)
        return
    palmward = -1.0 if side == "left" else 1.0
    parts.cone(at(0, 0.052, 0), at(-0.002, 0.088, 0.009 * palmward), 0.02 * height, 0.0135 * height, paint, frame, stretch)
    if flat:
        parts.cone(at(0.012, 0.02, 0), at(0.03, 0.05, 0.004 * palmward), 0.0105 * height, 0.0085 * height, paint)


def _hand_directions(body: Body, side: str) -> tuple[Vector, Vector]:
    """Where the fingers and, square to them, the thumb point, (3,) each in the wrist's frame."""
    skeleton = body.skeleton
    wrist, elbow = body.roles[f"{side}_wrist"], body.roles[f"{side}_elbow"]
    rotations, positions = skeleton.rest_world
    ends = [seen_from(skeleton, wrist, j) for j in range(len(skeleton)) if skeleton.is_below(j, wrist)]
    for site in skeleton.end_sites:
        if skeleton.is_below(site.parent, wrist):
            point = positions[site.parent] + quaternion.rotate(rotations[site.parent], np.array(site.offset)) - positions[wrist]
            ends.append(direction_in(skeleton, wrist, point))
    farthest = max(ends, key=lambda end: float(np.linalg.norm(end)))
    # A hand without fingers goes on as the forearm came, the way joints are set up in nearly every skeleton.
    along = farthest if np.linalg.norm(farthest) > 0.015 * body.height else skeleton.offsets[wrist]
    along = along / max(float(np.linalg.norm(along)), 1e-9)
    forearm = -seen_from(skeleton, wrist, elbow)
    straight = float(np.dot(along, forearm)) > 0.8 * float(np.linalg.norm(forearm))
    # With arms out (palms down) or hanging (palms in), a resting thumb points forward. Some T-poses leave the wrists
    # turned anyhow; then the forearm says where forward is.
    thumb = direction_in(skeleton, wrist if straight else elbow, body.facing)
    return along, thumb - np.dot(thumb, along) * along


def _fingers(parts: PartList, body: Body, wrist: int, joints: list[int], paint: Paint) -> None:
    skeleton, height = body.skeleton, body.height
    ends = [(int(skeleton.parents[j]), skeleton.offsets[j]) for j in joints if skeleton.parents[j] != wrist]
    ends += [(site.parent, np.array(site.offset)) for site in skeleton.end_sites if site.parent in joints]
    for joint, offset in ends:
        if np.linalg.norm(offset) > 1e-4 * height:
            parts.cone(_at(joint), _at(joint, offset), 0.0068 * height, 0.0058 * height, paint)


def _leg(parts: PartList, body: Body, side: str, upright: bool) -> None:
    skeleton, height, roles, paint = body.skeleton, body.height, body.roles, SIDE_PAINT[side]
    hip, knee, ankle = (roles[f"{side}_{part}"] for part in ("hip", "knee", "ankle"))
    back = -direction_in(skeleton, knee, body.facing) if upright else np.zeros(3)
    parts.cone(_between(skeleton, hip, knee, 0.06), _at(knee), 0.0505 * height, 0.0305 * height, paint)
    parts.cone(_at(knee), _at(ankle), 0.0305 * height, 0.0185 * height, paint)
    _muscle(parts, body, knee, ankle, 0.30, 0.0272, 0.0095 * back, paint)


def _foot(parts: PartList, body: Body, side: str, upright: bool) -> None:
    skeleton, height, paint = body.skeleton, body.height, SIDE_PAINT[side]
    ankle = body.roles[f"{side}_ankle"]
    if not upright:
        # The sole is only known from a standing rest pose; without one the bones themselves must do.
        toe = body.roles.get(f"{side}_toe")
        if toe is not None:
            parts.cone(_at(ankle), _at(toe), 0.021 * height, 0.015 * height, paint)
        return
    first = 0 if side == "left" else 2
    foot = 0 if side == "left" else 1
    heel, ball = (JointPoint(int(body.foot_joints[i]), body.foot_offsets[i]) for i in (first, first + 1))
    tip = JointPoint(int(body.tip_joints[foot]), body.tip_offsets[foot])
    up, forward = direction_in(skeleton, ankle, UP), direction_in(skeleton, ankle, body.facing)
    toe_up = direction_in(skeleton, ball.joint, UP)
    toe_back = -direction_in(skeleton, tip.joint, body.facing)
    frame = (ankle, axes_of(np.cross(up, forward), up))
    toes = (ball.joint, axes_of(np.cross(toe_up, -toe_back), toe_up))
    wide = (1.3, 1.0, 1.0)
    heel_place = JointPoint(heel.joint, heel.offset + height * (0.021 * up + 0.010 * forward))
    ball_place = JointPoint(ball.joint, ball.offset + height * 0.0155 * toe_up)
    tip_place = JointPoint(tip.joint, tip.offset + height * (0.0105 * toe_up + 0.010 * toe_back))
    parts.cone(heel_place, ball_place, 0.021 * height, 0.0155 * height, paint, frame, wide)
    parts.cone(_at(ankle), heel_place, 0.0195 * height, 0.021 * height, paint)
    parts.cone(_at(ankle), ball_place, 0.0195 * height, 0.0155 * height, paint, frame, (1.15, 1.0, 1.0))
    parts.cone(ball_place, tip_place, 0.0155 * height, 0.0105 * height, paint, toes, (1.6, 1.0, 1.0))
