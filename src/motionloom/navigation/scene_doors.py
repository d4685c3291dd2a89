"""Scenes in and out by suffix: ours (`.json`), SteerBench (`.xml`), MovingAI maps (`.map`) and scenarios (`.scen`, row 0 if not said)."""

from __future__ import annotations

from pathlib import Path

from motionloom.core.errors import FileError
from motionloom.navigation.grid_map import SCALE, read_map, read_scenarios, with_scenario
from motionloom.navigation.scene import Scene
from motionloom.navigation.scene_file import read_scene_file
from motionloom.navigation.steerbench import read_steerbench

SUFFIXES = (".json", ".xml", ".map", ".scen")


def read_scene(path: Path, scale: float = SCALE, row: int = 0, seed: int = 0) -> Scene:
    """The scene of a file. scale: metres a cell of a map; row: of a scenario file; seed: of what a SteerBench case leaves to chance."""
    suffix = path.suffix.lower()
    if suffix == ".json":
        return read_scene_file(path)
    if suffix == ".xml":
        return read_steerbench(path, seed)
    if suffix == ".map":
        return read_map(path, scale)
    if suffix == ".scen":
        rows = read_scenarios(path)
        if not 0 <= row < len(rows):
            raise FileError(f"{path}: has {len(rows)} rows, counted from 0; found {row}")
        return with_scenario(read_map(path.with_suffix(""), scale), rows[row], scale)
    raise FileError(f"{path}: scenes are read from {', '.join(SUFFIXES)} files")
