"""A machine as flat arrays: what the compiled step reads, the same for one character and for a thousand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.lap_order import flatten_hops
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import GRID, kinds, names
from motionloom.behaviours.states import RATE, State, TransitionPoint
from motionloom.behaviours.steering_table import SPEEDS, TURNS
from motionloom.core.body import body_of
from motionloom.core.editing import split_root
from motionloom.core.kinematics import differentiate
from motionloom.core.quaternion import make_continuous

SAMPLES = 24  # blends of a state that are tried when a transition arrives in it
FEATURES = 15


class Tables(NamedTuple):
    """Clips one after the other, states, transitions sorted by source, target and start, routes. K: most clips of a state.

    rotations (F, J, 4) with the heading taken out of the root, neighbouring frames of one sign; heights (F,) of the root, metres; paths
    (F, 3): x, z metres and heading radians, unwrapped; clips (S, K + 1): first frame of each clip of a state, the end after the last, -1
    beyond; sizes (S,) clips of each state; warps (R, K): frame of each clip at each reference frame; firsts (S + 1,): the first reference
    frame of each state in warps; features (R, K, D): what a moment looks like, for choosing weights; cyclic (S,); defaults (S,), -1 for
    cyclic; windows (P, 2): start and stop; maps (P, M): the target's reference frame through the window; ways (P, 2): source and target;
    ranges (S, S, 2): which transitions lead from a state to another; routes (S, S); steered (S,): number of the parameter's name; values
    (S, 2): its range; weights (S, GRID, K); samples (S, N, K); steering (S, A, B, K): weights for turn and speed at once, and areas (S,
    2, 2), the range of either, empty where a state has none; eases (P,): seconds in which weights follow each parameter, and at_once
    (P,), whether it is heard at once; seams (S, M): reference frame at which each lap of a state ends, infinite beyond, and hops (S, M,
    M): transition from each lap's end into each other lap, see `lap_order`.
    """

    rotations: NDArray[np.float32]
    heights: NDArray[np.float32]
    paths: NDArray[np.float64]
    clips: NDArray[np.int64]
    sizes: NDArray[np.int64]
    warps: NDArray[np.float64]
    firsts: NDArray[np.int64]
    features: NDArray[np.float32]
    cyclic: NDArray[np.bool_]
    defaults: NDArray[np.int64]
    windows: NDArray[np.float64]
    maps: NDArray[np.float64]
    ways: NDArray[np.int64]
    ranges: NDArray[np.int64]
    routes: NDArray[np.int64]
    steered: NDArray[np.int64]
    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    samples: NDArray[np.float64]
    steering: NDArray[np.float64]
    areas: NDArray[np.float64]
    eases: NDArray[np.float64]
    at_once: NDArray[np.bool_]
    seams: NDArray[np.float64]
    hops: NDArray[np.int64]


def make_tables(machine: Machine) -> Tables:
    """The arrays of a machine."""
    states, most = machine.states, max(len(state.motions) for state in machine.states)
    rotations, heights, paths, looks = [], [], [], []
    clips, total = np.full((len(states), most + 1), -1, dtype=np.int64), 0
    for s, state in enumerate(states):
        clips[s, 0] = total
        for k, motion in enumerate(state.motions):
            in_place, path = split_root(motion)
            rotations.append(make_continuous(in_place.rotations))
            heights.append(motion.root_positions[:, 1])
            paths.append(np.column_stack([path.positions[:, 0], path.positions[:, 2], path.headings]))
            looks.append(_features(in_place.positions(), paths[-1], body_of(machine.skeleton).roles))
            total += len(motion)
            clips[s, k + 1] = total
    firsts = np.concatenate([[0], np.cumsum([len(state.frames) for state in states])]).astype(np.int64)
    every = np.concatenate(looks)
    warps = np.concatenate([_pad(state.frames, most) for state in states])
    features = np.concatenate([_at_reference(state, every, clips[s], most) for s, state in enumerate(states)])
    windows, maps, ways, ranges = _flatten_points(machine)
    values, weights, samples = _flatten_parameters(states, most)
    return Tables(
        np.ascontiguousarray(np.concatenate(rotations)),
        np.concatenate(heights).astype(np.float32),
        np.concatenate(paths),
        clips,
        np.array([len(state.motions) for state in states], dtype=np.int64),
        warps,
        firsts,
        features.astype(np.float32),
        np.array([state.cyclic for state in states]),
        np.array([machine.graph.index(state.default) if state.default else -1 for state in states], dtype=np.int64),
        windows,
        maps,
        ways,
        ranges,
        machine.routes.astype(np.int64),
        np.array([names().index(state.parameter.name) if state.parameter else 0 for state in states], dtype=np.int64),
        values,
        weights,
        samples,
        *_flatten_steering(states, most),
        np.array([kind.ease for kind in kinds()]),
        np.array([kind.at_once for kind in kinds()]),
        *flatten_hops(states, ranges[np.arange(len(states)), np.arange(len(states)), 1]),
    )


def _features(positions: NDArray[np.float32], path: NDArray[np.float64], roles: dict[str, int]) -> NDArray[np.float64]:
    """What each frame looks like (F, FEATURES): feet and hands in the heading's frame, velocity there, and turn; metres and seconds."""
    ends = positions[:, [roles[role] for role in ("left_ankle", "right_ankle", "left_wrist", "right_wrist")]].reshape(len(positions), -1)
    velocity, cosine, sine = differentiate(path, RATE), np.cos(path[:, 2]), np.sin(path[:, 2])
    local = np.column_stack(
        [cosine * velocity[:, 0] - sine * velocity[:, 1], sine * velocity[:, 0] + cosine * velocity[:, 1], velocity[:, 2]]
    )
    return np.concatenate([ends, 0.2 * local], axis=1)


def _at_reference(state: State, looks: NDArray[np.float64], clips: NDArray[np.int64], most: int) -> NDArray[np.float64]:
    """Features (R, K, D) of each clip at the state's reference frames."""
    out = np.zeros((len(state.frames), most, FEATURES))
    for k in range(len(state.motions)):
        nearest = np.clip(np.round(state.frames[:, k]).astype(np.intp), 0, len(state.motions[k]) - 1)
        out[:, k] = looks[clips[k] + nearest]
    return out


def _pad(table: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    return np.pad(table, ((0, 0), (0, most - table.shape[1])))


def _flatten_points(
    machine: Machine,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    names, points = machine.graph.names, list[TransitionPoint]()
    ranges = np.zeros((len(names), len(names), 2), dtype=np.int64)
    for a, source in enumerate(names):
        for b, target in enumerate(names):
            ranges[a, b, 0] = len(points)
            points += machine.transitions_between(source, target)
            ranges[a, b, 1] = len(points)
            points += machine.states[a].hops if a == b else ()
    knots = max(len(point.frames) for point in points)
    at = np.linspace(0, 1, knots)
    maps = np.stack([np.interp(at, np.linspace(0, 1, len(point.frames)), point.frames) for point in points])
    ways = np.array([[names.index(point.source), names.index(point.target)] for point in points], dtype=np.int64)
    return np.array([[point.start, point.stop] for point in points]), maps, ways, ranges


def _flatten_steering(states: tuple[State, ...], most: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    steering, areas = np.zeros((len(states), TURNS, SPEEDS, most)), np.zeros((len(states), 2, 2))
    for s, state in enumerate(states):
        if state.steering is not None:
            steering[s, :, :, : len(state.motions)] = state.steering.weights
            areas[s] = state.steering.turns[[0, -1]], state.steering.speeds[[0, -1]]
    return steering, areas


def _flatten_parameters(states: tuple[State, ...], most: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    values, weights, samples = np.zeros((len(states), 2)), np.zeros((len(states), GRID, most)), np.zeros((len(states), SAMPLES, most))
    for s, state in enumerate(states):
        parameter = state.parameter
        if parameter is None:
            weights[s, :, 0] = samples[s, :, 0] = 1.0
            continue
        values[s] = parameter.values[0], parameter.values[-1]
        weights[s] = _pad(parameter.weights, most)
        # along the parameter's own curve: any of them can be left by steering
        samples[s] = weights[s][np.linspace(0, GRID - 1, SAMPLES).round().astype(int)]
    return values, weights, samples
