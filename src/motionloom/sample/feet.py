"""Feet that stand exactly still while they are planted, and swing as the gait tables say in between.

A foot is a sole with two hinges: while only the heel is down it turns about the heel, while only the toes are down about the ball
(the toes stay flat), while both are down it does not move. Between plants the heel follows the tables' swing, bent at both ends
by a quintic so that position, velocity and acceleration run on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motionloom.core import quaternion
from motionloom.core.body import body_of
from motionloom.sample import tables
from motionloom.sample.bodies import Performer
from motionloom.sample.curves import Array, bump, quintic, smooth_step

State = tuple[ArrayLike, ArrayLike, ArrayLike]  # value, velocity, acceleration

BEND = 0.6  # of a swing: how long its beginning and its end may differ from the tables
CLEARANCE = 0.012  # metres that a swinging foot keeps from the ground in mid swing
LET_GO = 0.12  # seconds after and before a plant in which a swinging leg is still led by its foot
TAKE_WEIGHT = 0.15  # seconds after contact until a leg may be as straight as in mid stance
# Leg lengths from hip to ankle: planned, drawn in from, drawn in to. A knee this side of straight does not pop.
PLANTED_REACH = np.array([0.9945, 0.9965, 0.9995])
LEAVING_REACH = (0.974, 0.993)
SWING_REACH = np.array([0.9945, 0.93, 0.985])
TOES_RELAX = 0.16  # seconds in which the toes straighten after toe off


@dataclass(frozen=True)
class Swing:
    """How a foot travels to its next plant.

    running 0..1 mixes the walking and the running table; lift scales the tables' height, arc adds a hill of metres;
    aside metres away from the body in mid swing; flick scales how far the foot's pitch follows the table;
    keys: (share of the swing, metres forward, up, outward, pitch in radians) added to the path, for kicks and high steps.
    """

    running: float = 0.0
    lift: float = 1.0
    arc: float = 0.0
    aside: float = 0.0
    flick: float = 1.0
    keys: tuple[tuple[float, float, float, float, float], ...] = ()


@dataclass(frozen=True)
class Stance:
    """One stay of a foot on the ground; times in seconds, `inf` where it stays for good.

    place (2,) metres x, z under the ankle; yaw radians. Contact: strike is the foot's pitch then (toes up positive) and strike_rate its
    speed in radians per second; the same for leaving, where leave_slows is the acceleration.
    brake is how hard, in m/s2, the ground stops a heel that comes forward. swing says how the foot came here.
    """

    side: str
    place: tuple[float, float]
    yaw: float
    heel_on: float
    toe_on: float
    heel_off: float
    toe_off: float
    strike: float = 0.0
    strike_rate: float = 0.0
    leave: float = 0.0
    leave_rate: float = 0.0
    leave_slows: float = 0.0
    brake: float = 0.0
    swing: Swing = Swing()

    @property
    def on(self) -> float:
        """When the foot comes down."""
        return min(self.heel_on, self.toe_on)

    @property
    def off(self) -> float:
        """When the foot is gone."""
        return max(self.heel_off, self.toe_off)


@dataclass(frozen=True)
class FootPath:
    """Where one foot is: ankles (F, 3) metres, yaw (F,) radians, turns (F, 4) from the T-pose of foot and toes, plants (F, 2) heel, toe.

    reach (F, 3) in leg lengths: how long the leg may be planned, from where on it is drawn in, and where that ends.
    """

    ankles: Array
    yaw: Array
    foot: Array
    toes: Array
    plants: NDArray[np.bool_]
    reach: Array


@dataclass(frozen=True)
class Sole:
    """A foot in its T-pose, seen from the ankle: heel (3,), ball joint (3,), and from the ball: its sole point (3,), the toe tip (3,)."""

    heel: Array
    ball: Array
    ball_sole: Array
    tip: Array


def sole_of(performer: Performer, side: str) -> Sole:
    """The sole of a performer's foot."""
    body = body_of(performer.skeleton)
    rotations, positions = performer.skeleton.rest_world
    row = 0 if side == "left" else 2
    ankle, toe = body.foot_joints[row : row + 2]
    heel = quaternion.rotate(rotations[ankle], body.foot_offsets[row])
    ball_sole = quaternion.rotate(rotations[toe], body.foot_offsets[row + 1])
    tip = quaternion.rotate(rotations[toe], body.tip_offsets[row // 2])
    return Sole(heel, positions[toe] - positions[ankle], ball_sole, tip)


def foot_path(performer: Performer, side: str, stances: Sequence[Stance], times: Array) -> FootPath:
    """The path of one foot through its stances, which must be in order of time and cover both ends of `times`."""
    sole = sole_of(performer, side)
    count = len(times)
    heel, pitch, yaw, toe_pitch = np.zeros((count, 3)), np.zeros(count), np.zeros(count), np.zeros(count)
    plants, reach = np.zeros((count, 2), dtype=bool), np.tile(PLANTED_REACH, (count, 1))
    for stance in stances:
        now = (times >= stance.on) & (times <= stance.off)
        pitch[now] = _stance_pitch(stance, times[now])
        yaw[now] = stance.yaw
        plants[now, 0] = (times[now] >= stance.heel_on) & (times[now] <= stance.heel_off)
        plants[now, 1] = (times[now] >= stance.toe_on) & (times[now] <= stance.toe_off)
        heel[now] = _stance_heel(sole, stance, pitch[now], plants[now, 0])
        toe_pitch[now] = np.where(plants[now, 1], 0.0, pitch[now])
        reach[now, 0] = _landing_reach(stance) + (PLANTED_REACH[0] - _landing_reach(stance)) * smooth_step(
            (times[now] - stance.on) / TAKE_WEIGHT
        )
    leg = body_of(performer.skeleton).leg_length
    outward = 1.0 if side == "left" else -1.0
    for before, after in pairwise(stances):
        now = (times > before.off) & (times < after.on)
        if np.any(now):
            reach[now] = _swing_reach(before, after, times[now])
            heel[now], pitch[now], yaw[now], toe_pitch[now] = _swing(sole, before, after, times[now], leg, outward)
    turn = quaternion.multiply(quaternion.about_y(yaw), _tip(pitch))
    toes = quaternion.multiply(quaternion.about_y(yaw), _tip(toe_pitch))
    return FootPath(heel - quaternion.rotate(turn, sole.heel), yaw, turn, toes, plants, reach)


def _landing_reach(stance: Stance) -> float:
    """How straight a leg may be, in leg lengths, when this foot comes down: the harder it lands, the more the knee is bent."""
    return 0.9935 - 1.6e-4 * stance.brake if np.isfinite(stance.on) else float(PLANTED_REACH[0])


def _planned_reach(stance: Stance, times: Array) -> Array:
    """How long the leg may be (F,) in leg lengths while this foot is down: shorter as it lands and as it leaves."""
    landing = (PLANTED_REACH[0] - _landing_reach(stance)) * (1 - smooth_step((times - stance.on) / TAKE_WEIGHT))
    leaving = (
        (PLANTED_REACH[0] - LEAVING_REACH[0]) * smooth_step((times - stance.off) / TAKE_WEIGHT + 1) if np.isfinite(stance.off) else 0.0
    )
    return PLANTED_REACH[0] - landing - leaving  # type: ignore[no-any-return]


def _swing_reach(before: Stance, after: Stance, times: Array) -> Array:
    """`FootPath.reach` (F, 3) between two stances: people do not swing with straight knees."""
    ease = smooth_step((times - before.off) / LET_GO) * smooth_step((after.on - times) / LET_GO)
    share = ((times - before.off) / (after.on - before.off))[:, None]
    landing = np.array([0.0, _landing_reach(after), min(_landing_reach(after) + 0.006, PLANTED_REACH[2])])
    leaving = np.array([0.0, *LEAVING_REACH])
    edge = leaving + share * (landing - leaving)
    return edge + ease[:, None] * (SWING_REACH - edge)


def _tip(pitch: Array) -> Array:
    """Rotation (..., 4) that lifts the toes by pitch (...) radians."""
    return quaternion.from_axis_angle(np.array([1.0, 0.0, 0.0]), -pitch)


def _stance_pitch(stance: Stance, times: Array) -> Array:
    """The foot's pitch (F,) while it is on the ground."""
    pitch = np.zeros(len(times))
    down, up = max(stance.heel_on, stance.toe_on), min(stance.heel_off, stance.toe_off)
    landing, leaving = times < down, times > up
    if np.any(landing):
        x = (times[landing] - stance.on) / (down - stance.on)
        pitch[landing] = quintic(x, down - stance.on, (stance.strike, stance.strike_rate, 0.0), (0.0, 0.0, 0.0))
    if np.any(leaving):
        x = (times[leaving] - up) / (stance.off - up)
        pitch[leaving] = quintic(x, stance.off - up, (0.0, 0.0, 0.0), (stance.leave, stance.leave_rate, stance.leave_slows))
    return pitch


def _flat_heel(sole: Sole, stance: Stance) -> Array:
    """The heel's place (3,) when the foot stands flat."""
    under_ankle = np.array([stance.place[0], -sole.heel[1], stance.place[1]])
    return under_ankle + quaternion.rotate(quaternion.about_y(stance.yaw), sole.heel)


def _ball(sole: Sole, stance: Stance) -> Array:
    """The ball joint's place (3,) when the foot stands flat."""
    under_ankle = np.array([stance.place[0], -sole.heel[1], stance.place[1]])
    return under_ankle + quaternion.rotate(quaternion.about_y(stance.yaw), sole.ball)


def _stance_heel(sole: Sole, stance: Stance, pitch: Array, heel_down: NDArray[np.bool_]) -> Array:
    """The heel (F, 3) of a standing foot: fixed while planted, else swung about the ball."""
    turn = quaternion.multiply(quaternion.about_y(np.full(len(pitch), stance.yaw)), _tip(pitch))
    about_ball = _ball(sole, stance) + quaternion.rotate(turn, sole.heel - sole.ball)
    return np.where(heel_down[:, None], _flat_heel(sole, stance), about_ball)


def _state(sole: Sole, stance: Stance, landing: bool) -> tuple[tuple[Array, Array, Array], tuple[float, float, float]]:
    """Heel and pitch, each (value, velocity, acceleration), at the moment a foot lands or leaves."""
    tilt = (stance.strike, stance.strike_rate, 0.0) if landing else (stance.leave, stance.leave_rate, stance.leave_slows)
    pitch, rate, slows = tilt
    heel_holds = stance.heel_on <= stance.toe_on if landing else stance.heel_off >= stance.toe_off
    if heel_holds:
        shock = np.array([0.0, 0.1, -1.0]) * (stance.brake if landing else 0.0)
        brake = quaternion.rotate(quaternion.about_y(stance.yaw), shock)
        return (_flat_heel(sole, stance), np.zeros(3), brake), tilt
    turn = quaternion.multiply(quaternion.about_y(stance.yaw), _tip(np.array(pitch)))
    arm = quaternion.rotate(turn, sole.heel - sole.ball)
    hinge = quaternion.rotate(quaternion.about_y(stance.yaw), np.array([-1.0, 0.0, 0.0]))
    velocity = np.cross(hinge * rate, arm)
    acceleration = np.cross(hinge * rate, velocity) + np.cross(hinge * slows, arm)
    return (_ball(sole, stance) + arm, velocity, acceleration), tilt


def _swing(sole: Sole, before: Stance, after: Stance, times: Array, leg: float, outward: float) -> tuple[Array, Array, Array, Array]:
    """Heel (F, 3), pitch (F,), yaw (F,) and the toes' pitch (F,), between two stances."""
    start, stop = before.off, after.on
    duration, style = stop - start, after.swing
    heel_start, pitch_start = _state(sole, before, landing=False)
    heel_stop, pitch_stop = _state(sole, after, landing=True)
    across = heel_stop[0] - heel_start[0]
    # A short step is a low one: the tables' height belongs to a stride of about 1.4 leg lengths.
    size = min(1.0, float(np.hypot(across[0], across[2])) / ((1.4 + 0.8 * style.running) * leg)) ** 0.7
    x = (times - start) / duration
    grid, progress, height, table_pitch = _mixed_shape(style)
    base = heel_start[0] + np.stack([progress, grid, progress], axis=1) * across
    base[:, 1] += height * leg * size * style.lift
    heel = _bend(grid, base, duration, heel_start, heel_stop, x)
    pitch = _bend(grid, table_pitch * size * style.flick, duration, pitch_start, pitch_stop, x)
    yaw = before.yaw + (after.yaw - before.yaw) * smooth_step(x)
    side = quaternion.rotate(quaternion.about_y(yaw), np.array([outward, 0.0, 0.0]))
    heel = heel + bump(x)[:, None] * (side * style.aside + np.array([0.0, style.arc, 0.0]))
    if style.keys:
        heel, pitch = _add_keys(style, x, heel, pitch, yaw, side)
    heel = heel + _clearance(sole, heel, pitch, x)
    relax = min(TOES_RELAX, 0.5 * duration)
    share = smooth_step((times - start) / relax) if before.toe_off >= before.heel_off else np.ones(len(times))
    if after.toe_on < after.heel_on:
        share = share * smooth_step((stop - times) / relax)
    return heel, pitch, yaw, _toes_above_ground(sole, heel, pitch, share)


def _mixed_shape(style: Swing) -> tuple[Array, ...]:
    """The tables' swing for a mixture of walking and running."""
    walk, run = tables.swing_shape(False), tables.swing_shape(True)
    return tuple((1 - style.running) * a + style.running * b for a, b in zip(walk, run, strict=True))


def _bend(grid: Array, base: Array, duration: float, start: State, stop: State, x: Array) -> Array:
    """The base curve (N, ...) on grid 0..1, bent so that it meets start and stop (value, velocity, acceleration), at x (F,).

    What differs at either end is worked off within `BEND` of the swing, so that in between the base is followed.
    """
    from scipy.interpolate import CubicSpline

    spline = CubicSpline(grid, base)
    curve: Array = spline(x)
    nothing = [np.zeros(base.shape[1:])] * 3
    for end, state in ((0.0, start), (1.0, stop)):
        missing = [np.asarray(want) - spline(end, order) / duration**order for order, want in enumerate(state)]
        span = BEND * duration
        if end == 0.0:
            curve = curve + quintic(np.minimum(x / BEND, 1.0), span, missing, nothing)
        else:
            curve = curve + quintic(np.maximum((x - 1) / BEND + 1, 0.0), span, nothing, missing)
    return curve


def _add_keys(style: Swing, x: Array, heel: Array, pitch: Array, yaw: Array, side: Array) -> tuple[Array, Array]:
    """Path and pitch with a swing's own keys added; the keys start and end at nothing."""
    from motionloom.sample.curves import keyed

    rows = [(0.0, 0.0, 0.0, 0.0, 0.0), *style.keys, (1.0, 0.0, 0.0, 0.0, 0.0)]
    forward, up, out, tip = (keyed(x, [(row[0], row[column]) for row in rows]) for column in range(1, 5))
    ahead = quaternion.rotate(quaternion.about_y(yaw), np.array([0.0, 0.0, 1.0]))
    return heel + ahead * forward[:, None] + side * out[:, None] + np.array([0.0, 1.0, 0.0]) * up[:, None], pitch + tip


def _ball_height(sole: Sole, heel: Array, pitch: Array) -> Array:
    """How far (F,) the ball of the foot is above where it stands."""
    ball = heel[:, 1] + quaternion.rotate(_tip(pitch), sole.ball - sole.heel)[:, 1]
    return ball + sole.ball_sole[1]


def _clearance(sole: Sole, heel: Array, pitch: Array, x: Array) -> Array:
    """A hill (F, 3) that lifts a swing which would scrape the ground."""
    lowest = np.minimum(heel[:, 1], _ball_height(sole, heel, pitch))
    hill = bump(x)
    need = np.max(np.where(hill > 0.1, CLEARANCE - lowest / np.maximum(hill, 0.1), 0.0), initial=0.0)
    return np.outer(hill * need, [0.0, 1.0, 0.0])


def _toes_above_ground(sole: Sole, heel: Array, pitch: Array, share: Array) -> Array:
    """The toes' pitch (F,): their share of the foot's, but never so steep that the tip digs in."""
    wanted = pitch * share
    room = 0.9 * np.maximum(_ball_height(sole, heel, pitch), 0.0) / float(sole.tip[2])
    down = np.maximum(-wanted, 0.0)
    bent = room * down / np.maximum((room**4 + down**4) ** 0.25, 1e-9)
    return np.where(wanted < 0, -bent, wanted)
