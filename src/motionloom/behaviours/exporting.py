"""A machine for engines: a folder of glTF clips and one JSON of states, warps, weights and transitions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.footing import FootTables, find_footing
from motionloom.behaviours.lap_order import NONE, ONWARD, order_of
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import EASE
from motionloom.behaviours.states import RATE, State, TransitionPoint
from motionloom.behaviours.tables import Tables, make_tables
from motionloom.compute import Progress
from motionloom.core.files import whole_folder, write_file
from motionloom.core.masks import find_runs
from motionloom.feet.plants import POINTS

KIND, VERSION = "motionloom machine for engines", 5
# Of `_footing_kernels`.
CONSTANTS = (
    "closing",
    "braking",
    "opening",
    "leaving",
    "back",
    "rising_back",
    "farthest",
    "low",
    "high",
    "keep",
    "straightest",
    "cost",
    "up",
)


def export_machine(machine: Machine, folder: Path, progress: Progress | None = None) -> list[Path]:
    """Write clips/STATE_K.glb and machine.json into a new or empty folder, all of them or none; the files written come out."""
    progress = progress or Progress()
    names = [file for files in clip_files(machine) for file in files]
    motions = [motion for state in machine.states for motion in state.motions]
    with whole_folder(folder) as partial:
        (partial / "clips").mkdir()
        for motion, file in progress.each("Writing clips", zip(motions, names, strict=True), lambda pair: pair[1]):
            motion.save(partial / file)
        write_file(partial / "machine.json", json.dumps(to_json(machine), ensure_ascii=False, separators=(",", ":")))
    return [folder / file for file in (*names, "machine.json")]


def clip_files(machine: Machine) -> list[list[str]]:
    """The names of each state's clips' files, from the exported folder: no two alike, also where capitals do not count."""
    taken, found = set[str](), []
    for state in machine.states:
        plain = "".join(letter if letter.isalnum() else "_" for letter in state.name)
        name, number = plain, 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name.casefold())
        found.append([f"clips/{name}_{k}.glb" for k in range(len(state.motions))])
    return found


def to_json(machine: Machine) -> dict[str, Any]:
    """Everything but the frames: times are reference frames at `rate` Hz, costs -log p, turns radians a second to the left.

    What decides when something happens is written to the last bit: a step that just reaches a transition here must reach it there.
    start: the state a character begins in; ease: seconds in which what is heard follows what is asked, and weights follow that; next: for
    a state and a goal the state to go to; feet: legs and times by which planted feet are held.
    """
    graph, tables, clips, feet = machine.graph, make_tables(machine), clip_files(machine), find_footing(machine).tables
    points = sorted(machine.transitions, key=lambda point: (point.source, point.target, point.start))
    return {
        "kind": KIND,
        "version": VERSION,
        "rate": RATE,
        "ease": EASE,
        "start": graph.names[int(np.argmax(tables.cyclic))],
        "joints": list(machine.skeleton.names),
        "feet": _feet(feet),
        "states": [_state(state, tables, feet, s, clips[s]) for s, state in enumerate(machine.states)],
        "transitions": [_point(point) for point in points],
        "costs": [[a, b, float(graph.costs[graph.index(a), graph.index(b)])] for a, b in sorted(graph.edges)],
        "next": {a: {b: graph.names[machine.routes[i, j]] for j, b in enumerate(graph.names)} for i, a in enumerate(graph.names)},
    }


def _feet(feet: FootTables) -> dict[str, Any]:
    """What holding feet needs of the body, joints by number, and its times and lengths; points: left heel and toe, right heel and toe.

    hinges: in the frame of the hip, what knees bend about; see `examples/three-machine/feet.js` for the rest.
    """
    from motionloom.behaviours import _footing_kernels as kernels

    joints = feet.joints[feet.carriers].tolist()
    return {
        "legs": feet.joints[feet.legs].tolist(),
        "points": [{"joint": joint, "at": at} for joint, at in zip(joints, feet.points.tolist(), strict=True)],
        "hinges": feet.hinges.tolist(),
        "thigh": feet.thigh.tolist(),
        "shin": feet.shin.tolist(),
        **{name: getattr(kernels, name.upper()) for name in CONSTANTS},
    }


def _state(state: State, tables: Tables, feet: FootTables, number: int, files: list[str]) -> dict[str, Any]:
    """A state: frames (R, K) of its clips at each reference frame; paths: x, z metres and heading of each clip's frames.

    looks (R, K, D) and samples (N, K): a transition arrives with the weights among samples whose looks are nearest to the source's.
    plants: of each clip the spans of frames [start, stop) in which left heel, left toe, right heel and right toe stand; feet: of each
    clip's frames and points, with its planted feet held: speed x, z metres a frame and offset x, z metres from where the clip has it, both
    seen from the clip's heading, and height metres.
    parameter: weights of the clips along its values, seconds in which they follow (ease), whether what is asked is heard at once, and the
    words for its whole values; plane: weights for a turn and a speed, where a speed is asked for too. laps: the reference frame at which
    each lap of a long cycle ends; hops: from the end of each lap into each, drawn by chance, "onward" where that one comes next anyhow.
    """
    size, clips = len(state.motions), tables.clips[number]
    reference, spans = slice(tables.firsts[number], tables.firsts[number + 1]), [slice(clips[k], clips[k + 1]) for k in range(size)]
    ends, hops = order_of(state)
    moves = np.concatenate([feet.velocities, feet.offsets, feet.heights[..., None]], axis=-1)
    data: dict[str, Any] = {
        "name": state.name,
        "clips": files,
        "frames": state.frames.tolist(),
        "paths": [np.round(tables.paths[rows], 6).tolist() for rows in spans],
        "looks": np.round(tables.features[reference, :size].astype(np.float64), 5).tolist(),
        "samples": np.unique(tables.samples[number, :, :size], axis=0).tolist(),
        "plants": [[find_runs(feet.touching[rows, point]) for point in range(len(POINTS))] for rows in spans],
        "feet": [np.round(moves[rows], 6).tolist() for rows in spans],
        "cyclic": state.cyclic,
        "default": state.default or None,
        "loop": None if state.loop is None else _point(state.loop),
        "laps": ends.tolist(),
        "hops": [[None if hop == NONE else "onward" if hop == ONWARD else _point(state.hops[hop]) for hop in row] for row in hops.tolist()],
        "parameter": None,
        "plane": None,
    }
    if state.steering is not None:
        turns, speeds = _range(state.steering.turns), _range(state.steering.speeds)
        data["plane"] = {"turn": turns, "speed": speeds, "weights": state.steering.weights.tolist()}
    if state.parameter is not None:
        parameter = state.parameter
        follows = {"ease": parameter.kind.ease, "at_once": parameter.kind.at_once, "words": list(parameter.words)}
        data["parameter"] = {"name": parameter.name, **_range(parameter.values), "weights": parameter.weights.tolist(), **follows}
    return data


def _range(values: NDArray[np.float64]) -> dict[str, float]:
    """What evenly spaced values go from and to, and how many they are."""
    return {"least": float(values[0]), "most": float(values[-1]), "count": len(values)}


def _point(point: TransitionPoint) -> dict[str, Any]:
    """A transition: blend with 3 s^2 - 2 s^3, s going from 0 at start to 1 at stop; frames are the target's, evenly spaced between."""
    return {
        "source": point.source,
        "target": point.target,
        "start": point.start,
        "stop": point.stop,
        "frames": np.asarray(point.frames).tolist(),
        "cost": round(point.cost, 5),
    }
