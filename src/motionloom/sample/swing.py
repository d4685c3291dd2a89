"""A foot in the air: it swings as the gait tables say, and runs on smoothly from one stance and into the next."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from motionloom.core import quaternion
from motionloom.sample import tables
from motionloom.sample.curves import Array, bump, keyed, quintic, smooth_step
from motionloom.sample.stances import Sole, Stance, State, Swing, edge_state, tip_toes

BEND = 0.6  # of a swing: how long its beginning and its end may differ from the tables
CLEARANCE = 0.012  # metres that a swinging foot keeps from the ground in mid swing
TOES_RELAX = 0.16  # seconds in which the toes straighten after toe off


def swing_foot(sole: Sole, before: Stance, after: Stance, times: Array, leg: float, outward: float) -> tuple[Array, Array, Array, Array]:
    """Heel (F, 3), pitch (F,), yaw (F,) and the toes' pitch (F,), between two stances."""
    start, stop = before.off, after.on
    duration, style = stop - start, after.swing
    heel_start, pitch_start = edge_state(sole, before, landing=False)
    heel_stop, pitch_stop = edge_state(sole, after, landing=True)
    across = heel_stop[0] - heel_start[0]
    # A short step is a low one: the tables' height belongs to a stride of about 1.4 leg lengths.
    size = min(1.0, float(np.hypot(across[0], across[2])) / ((1.4 + 0.8 * style.running) * leg)) ** 0.7
    x = (times - start) / duration

    def heel_base(at: Array, order: int) -> Array:
        progress, height, _ = _table(style, at, order)
        level = at if order == 0 else np.full_like(at, float(order == 1))
        path = np.stack([progress, level, progress], axis=-1) * across
        path[..., 1] += height * leg * size * style.lift
        return path + heel_start[0] if order == 0 else path

    def pitch_base(at: Array, order: int) -> Array:
        return _table(style, at, order)[2] * size * style.flick

    heel = _bend(heel_base, duration, heel_start, heel_stop, x)
    pitch = _bend(pitch_base, duration, pitch_start, pitch_stop, x)
    yaw = before.yaw + (after.yaw - before.yaw) * smooth_step(x)
    side = quaternion.rotate(quaternion.about_y(yaw), np.array([outward, 0.0, 0.0]))
    heel = heel + np.outer(bump(x) * style.arc, [0.0, 1.0, 0.0])
    if style.keys:
        heel, pitch = _add_keys(style, x, heel, pitch, yaw, side)
    heel = heel + _clearance(sole, heel, pitch, x)
    relax = min(TOES_RELAX, 0.5 * duration)
    share = smooth_step((times - start) / relax) if before.toe_off >= before.heel_off else np.ones(len(times))
    if after.toe_on < after.heel_on:
        share = share * smooth_step((stop - times) / relax)
    return heel, pitch, yaw, _toes_above_ground(sole, heel, pitch, share)


def _table(style: Swing, x: Array, order: int) -> Array:
    """The tables' progress, height and pitch (3, F) of a swing, or their derivatives of an order, walking and running mixed."""
    walk, run = (tables.swing_shape(running)(x, order) for running in (False, True))
    return np.moveaxis((1 - style.running) * walk + style.running * run, -1, 0)


def _bend(base: Callable[[Array, int], Array], duration: float, start: State, stop: State, x: Array) -> Array:
    """The base curve (F, ...) at x (F,) 0..1, bent so that it meets start and stop (value, velocity, acceleration).

    base gives the curve, or its derivative of an order, at any x. What differs at either end is worked off within `BEND` of the
    swing, so that in between the base is followed.
    """
    curve = base(x, 0)
    nothing = [np.zeros(curve.shape[1:])] * 3
    for end, state in ((0.0, start), (1.0, stop)):
        missing = [np.asarray(want) - base(np.array(end), order) / duration**order for order, want in enumerate(state)]
        if end == 0.0:
            curve = curve + quintic(np.minimum(x / BEND, 1.0), BEND * duration, missing, nothing)
        else:
            curve = curve + quintic(np.maximum((x - 1) / BEND + 1, 0.0), BEND * duration, nothing, missing)
    return curve


def _add_keys(style: Swing, x: Array, heel: Array, pitch: Array, yaw: Array, side: Array) -> tuple[Array, Array]:
    """Path and pitch with a swing's own keys added; the keys start and end at nothing."""
    rows = [(0.0, 0.0, 0.0, 0.0, 0.0), *style.keys, (1.0, 0.0, 0.0, 0.0, 0.0)]
    forward, up, out, tip = (keyed(x, [(row[0], row[column]) for row in rows]) for column in range(1, 5))
    ahead = quaternion.rotate(quaternion.about_y(yaw), np.array([0.0, 0.0, 1.0]))
    return heel + ahead * forward[:, None] + side * out[:, None] + np.array([0.0, 1.0, 0.0]) * up[:, None], pitch + tip


def _ball_height(sole: Sole, heel: Array, pitch: Array) -> Array:
    """How far (F,) the ball of the foot is above where it stands."""
    ball = heel[:, 1] + quaternion.rotate(tip_toes(pitch), sole.ball - sole.heel)[:, 1]
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
