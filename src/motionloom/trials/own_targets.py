"""Files of our own: tables, machines, oracles, recipes, scenes, demands, sketches, layers. A stranger may send any of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core.files import read_json
from motionloom.library import Library
from motionloom.making import shelf
from motionloom.making.shelf import NewEntry
from motionloom.sample import make
from motionloom.trials.motion_targets import short_motion
from motionloom.trials.target import Sample, Target, register

_SCENE: Mapping[str, Any] = {
    "name": "meeting",
    "agents": [
        {"name": "ada", "start": [0, 0], "radius": 0.3, "goals": [{"at": [0, 6]}, {"at": [2, 6], "within": 0.5}]},
        {"name": "bo", "start": [0, 6], "heading_degrees": 180, "goals": [{"at": [0, 0]}]},
    ],
    "obstacles": [{"circle": [0.5, 3], "radius": 0.5}],
}
_DEMAND = b"motionloom demand 1\nseconds 4\n0 - 2 walk\n2 - 4 not stand\nstart 0 0\nend 0 2 facing 90\npath 0 0, 0 1, 0 2\nwall 1 0 1 3\n"


def shelved(kind: str, make_content: Callable[[Library], bytes]) -> Callable[[Path], Sample]:
    """A file of a kind of shelf entry: read as `shelf import` reads it."""

    def prepare(folder: Path) -> Sample:
        library = Library.create(folder / "library")  # open until the process ends

        def read(path: Path) -> NewEntry:
            return shelf.KINDS.find(kind).read_file(library, path)

        return Sample(make_content(library), read)

    return prepare


def make_table(library: Library) -> bytes:
    """The file of a small transition table, built from two clips that are added."""
    from motionloom.making.choice import Choice
    from motionloom.making.work import run_here
    from motionloom.transitions.jobs import table_arguments
    from motionloom.transitions.shelf import TABLE

    _add(library, "walk", "stand")
    work = run_here(library, TABLE, table_arguments(Choice(), seconds=0.5, representatives=3, name="small"))
    return library.document_bytes(work.entries[0])


def _add(library: Library, *behaviours: str) -> None:
    from motionloom.library.recording import record_clips
    from motionloom.making.sample_library import SampleTask, make_clip

    tasks = [SampleTask("ada", behaviour, 0, str(library.store.folder)) for behaviour in behaviours]
    record_clips(library, [make_clip(task) for task in tasks], "", "", "Load the sample")


def _machine(library: Library) -> bytes:
    from motionloom.behaviours.machine import connect
    from motionloom.behaviours.machine_file import to_bytes
    from motionloom.behaviours.state_graph import hand_made
    from motionloom.behaviours.states import make_cycle, make_single

    motions = {name: make("ada", name).motion for name in ("stand", "walk", "turn_left_90", "start", "stop")}
    states = [
        make_single("stand", motions["stand"], True),
        make_cycle("walk", motions["walk"], [motions["turn_left_90"]]),
        make_single("start", motions["start"], False, "walk"),
        make_single("stop", motions["stop"], False, "stand"),
    ]
    return to_bytes(connect(states, hand_made("sample")))


def _oracle(folder: Path) -> Sample:
    from motionloom.feet.features import Soles
    from motionloom.feet.oracle import Oracle, OracleOptions, from_pool

    described = Soles().describe(short_motion()).reshape(-1, Soles().width)
    bits = np.random.default_rng(0).random((len(described), 2)) < 0.5
    oracle = from_pool(described, bits, Soles(), OracleOptions(k=3))
    return Sample(oracle.to_bytes(), lambda path: Oracle.load(path).guess(short_motion()))


def _oracle_with_trees(folder: Path) -> Sample:
    from motionloom.feet.oracle import Oracle, default_oracle

    return Sample(default_oracle().to_bytes(), lambda path: Oracle.load(path).guess(short_motion()))


def _recipe(folder: Path) -> Sample:
    from motionloom.making.recipe import from_json

    nested = {"kind": "mirror", "sources": [{"clip": "b"}]}
    sources: list[dict[str, Any]] = [{"clip": "a", "start": 0, "stop": 9}, {"recipe": nested}]
    data = {"kind": "trim", "sources": sources, "options": {"seconds": 1.5}, "seed": 3, "version": 1}
    return Sample(json.dumps(data).encode(), lambda path: from_json(read_json(path)).to_json())


def _sketch(library: Library) -> bytes:
    from motionloom.keyframes.thinning import sketch_clip

    return json.dumps(sketch_clip(make("ada", "walk").motion[:60]).to_json()).encode()


def _layers(library: Library) -> bytes:
    from motionloom.edits.layers import Layer, LayerStack, PoseKey, TimeKey

    layer = Layer("Lean", (PoseKey(0.1, {"spine": (0.1, 0.2, 0.3)}, (0.0, 0.1, 0.0)),), (TimeKey(0.1, -0.05),))
    return json.dumps(LayerStack((layer,)).to_json()).encode()


def _scene(library: Library) -> bytes:
    return json.dumps(_SCENE).encode()


def _demand(library: Library) -> bytes:
    return _DEMAND


register(Target("transition table", ".npz", shelved("transition_table", make_table), "transition_table"))
register(Target("machine", ".npz", shelved("behaviour_machine", _machine), "behaviour_machine"))
register(Target("oracle", ".npz", _oracle, "foot_plant_oracle"))
register(Target("oracle with trees", ".npz", _oracle_with_trees))
register(Target("recipe", ".json", _recipe))
register(Target("scene", ".json", shelved("scene", _scene), "scene"))
register(Target("demand", ".demand", shelved("demand", _demand), "demand"))
register(Target("sketch", ".json", shelved("sketch", _sketch), "sketch"))
register(Target("layers", ".json", shelved("edit_layers", _layers), "edit_layers"))
