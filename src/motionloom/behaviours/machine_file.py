"""A machine with its motions as one file: a NumPy archive of plain arrays with JSON inside, nothing that runs when it is read."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.machine import Machine
from motionloom.behaviours.parameters import Parameter
from motionloom.behaviours.state_graph import StateGraph
from motionloom.behaviours.states import RATE, State, TransitionPoint
from motionloom.behaviours.steering_table import SteeringTable
from motionloom.core import Motion, Skeleton
from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError, MotionloomError
from motionloom.core.files import parse_json, write_file

KIND, VERSION = "motionloom machine", 3
EARLIER = (1, 2)  # versions that are read too: machines of version 1 keep no plants, those of 2 play laps in one order
EXPECTED = "a machine that `motionloom machine build` wrote"
Arrays = dict[str, NDArray[Any]]


def write_machine(machine: Machine, path: Path) -> None:
    """Write a machine as one .npz file."""
    write_file(path, to_bytes(machine))


def to_bytes(machine: Machine) -> bytes:
    """The bytes of a machine's file."""
    arrays: Arrays = {}
    states = [_write_state(state, k, arrays) for k, state in enumerate(machine.states)]
    points = [_write_point(point, f"points/{k}", arrays) for k, point in enumerate(machine.transitions)]
    about = {
        "kind": KIND,
        "version": VERSION,
        "skeleton": machine.skeleton.to_json(),
        "states": states,
        "points": points,
        "graph": machine.graph.to_json(),
    }
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def read_machine(path: Path) -> Machine:
    """Read a machine; an error names the file and what is wrong with it."""
    try:
        return from_bytes(path.read_bytes(), str(path))
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None


def from_bytes(data: bytes, where: str = "a machine") -> Machine:
    """The machine of a file's bytes; `where` it lies is named in errors."""
    arrays = read_arrays(data, EXPECTED, where, needed=("about",))
    about = parse_json(arrays["about"].tobytes(), where)
    try:
        if about["kind"] != KIND or about["version"] not in (*EARLIER, VERSION):
            raise ValueError(f"it is {about['kind']!r} version {about['version']}, expected {KIND!r} version {VERSION}")
        skeleton = Skeleton.from_json(about["skeleton"])
        states = tuple(_read_state(data, skeleton, arrays) for data in about["states"])
        points = tuple(_read_point(data, arrays) for data in about["points"])
        return Machine(states, points, StateGraph.from_json(about["graph"]))
    except KeyError as error:
        raise FileError(f"{where}: expected {EXPECTED}; there is no {error} in it") from None
    except (ValueError, IndexError, TypeError, AttributeError, MotionloomError) as error:
        raise FileError(f"{where}: expected {EXPECTED}; {error}") from None


def _write_state(state: State, number: int, arrays: Arrays) -> dict[str, Any]:
    key = f"states/{number}"
    arrays[f"{key}/frames"] = state.frames
    for k, motion in enumerate(state.motions):
        arrays[f"{key}/clips/{k}/rotations"], arrays[f"{key}/clips/{k}/roots"] = motion.rotations, motion.root_positions
    for k, motion in enumerate(state.captured or ()):
        arrays[f"{key}/captured/{k}/rotations"], arrays[f"{key}/captured/{k}/roots"] = motion.rotations, motion.root_positions
    data: dict[str, Any] = {"key": key, "name": state.name, "clips": [motion.name for motion in state.motions], "default": state.default}
    if state.plants is not None:
        for k, bits in enumerate(state.plants):
            arrays[f"{key}/clips/{k}/plants"] = bits
        data["plants"] = True
    if state.captured is not None:
        data["captured"] = True
    if state.loop is not None:
        data["loop"] = _write_point(state.loop, f"{key}/loop", arrays)
    if state.hops:
        arrays[f"{key}/hops"] = np.array([[hop.start, hop.stop, hop.cost, *hop.frames] for hop in state.hops])
        data["hops"] = True
    if state.parameter is not None:
        for part in ("values", "weights", "samples", "measured"):
            arrays[f"{key}/parameter/{part}"] = getattr(state.parameter, part)
        data["parameter"] = state.parameter.name
        if state.parameter.words:
            data["words"] = list(state.parameter.words)
    if state.steering is not None:
        for part in ("turns", "speeds", "weights"):
            arrays[f"{key}/plane/{part}"] = getattr(state.steering, part)
        data["plane"] = True
    return data


def _text(data: dict[str, Any], name: str) -> str:
    if not isinstance(data[name], str):
        raise ValueError(f"{name} must be text, found {data[name]!r}")
    return str(data[name])


def _read_state(data: dict[str, Any], skeleton: Skeleton, arrays: Arrays) -> State:
    key = _text(data, "key")

    def read_motions(part: str) -> tuple[Motion, ...]:
        return tuple(
            Motion(skeleton, arrays[f"{key}/{part}/{k}/rotations"], arrays[f"{key}/{part}/{k}/roots"], RATE, name)
            for k, name in enumerate(data["clips"])
        )

    motions, captured = read_motions("clips"), read_motions("captured") if data.get("captured") else None
    loop = _read_point(data["loop"], arrays) if "loop" in data else None
    parameter = None
    if "parameter" in data:
        values, weights, samples, measured = (arrays[f"{key}/parameter/{part}"] for part in ("values", "weights", "samples", "measured"))
        parameter = Parameter(_text(data, "parameter"), values, weights, samples, measured, tuple(map(str, data.get("words", ()))))
    steering = SteeringTable(*(arrays[f"{key}/plane/{part}"] for part in ("turns", "speeds", "weights"))) if data.get("plane") else None
    plants = tuple(arrays[f"{key}/clips/{k}/plants"].astype(bool) for k in range(len(motions))) if data.get("plants") else None
    name, default = _text(data, "name"), _text(data, "default")
    rows = arrays[f"{key}/hops"] if data.get("hops") else ()
    hops = tuple(TransitionPoint(name, name, float(row[0]), float(row[1]), row[3:], float(row[2])) for row in rows)
    return State(name, motions, arrays[f"{key}/frames"], loop, default, parameter, steering, plants, captured, hops)


def _write_point(point: TransitionPoint, key: str, arrays: Arrays) -> dict[str, Any]:
    arrays[f"{key}/frames"] = point.frames
    return {"key": key, "source": point.source, "target": point.target, "start": point.start, "stop": point.stop, "cost": point.cost}


def _read_point(data: dict[str, Any], arrays: Arrays) -> TransitionPoint:
    start, stop, cost = (float(data[name]) for name in ("start", "stop", "cost"))
    return TransitionPoint(_text(data, "source"), _text(data, "target"), start, stop, arrays[f"{_text(data, 'key')}/frames"], cost)
