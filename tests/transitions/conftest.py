"""A small stock of sample clips, and stick people that swing their legs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom.core import Motion, quaternion
from motionloom.library import Document, Library
from motionloom.making.choice import Choice
from motionloom.making.work import run_here
from motionloom.sample import make, performers
from motionloom.transitions.jobs import table_arguments
from motionloom.transitions.shelf import TABLE
from motionloom.transitions.stock import Stock, StockClip, make_stock
from motionloom.transitions.table import TransitionTable, build_table
from tests.conftest import make_skeleton

STEP = 1.0  # seconds a stride
BEND = 0.45  # radians at hips and knees: a straight leg could not reach farther


def make_walk(speed: float, swing: float, phase: float, seconds: float = 2.5, turning: float = 0.0, name: str = "walk") -> Motion:
    """A stick person that swings its legs and goes along: no capture, but it has strides."""
    skeleton = make_skeleton()
    time = np.arange(round(seconds * 60)) / 60
    rotations = np.broadcast_to(skeleton.rest_rotations, (len(time), len(skeleton), 4)).copy()
    cycle = 2 * np.pi * (time / STEP + phase)
    swung = {"LeftUpLeg": (1, -BEND), "RightUpLeg": (-1, -BEND), "RightArm": (0.5, 0), "LeftArm": (-0.5, 0)}
    swung |= {f"{side}{part}": (0, bend) for side in ("Left", "Right") for part, bend in (("Leg", 2 * BEND), ("Foot", -BEND))}
    for joint, (sign, bend) in swung.items():
        n = skeleton.names.index(joint)
        turn = quaternion.from_axis_angle([1.0, 0.0, 0.0], bend + sign * swing * np.sin(cycle))
        rotations[:, n] = quaternion.multiply(rotations[:, n], turn)
    heading = turning * time
    rotations[:, 0] = quaternion.multiply(quaternion.about_y(heading), rotations[:, 0])
    steps = speed / 60 * np.stack([np.sin(heading), np.cos(heading)], axis=1)
    path = np.cumsum(steps, axis=0)
    roots = np.stack([path[:, 0], np.full(len(time), 0.82), path[:, 1]], axis=1)
    return Motion(skeleton, rotations, roots, 60.0, name)


def make_plants(frames: int, phase: float) -> np.ndarray:
    """Left and right in turn, each a little longer than half a stride."""
    share = (np.arange(frames) / 60 / STEP + phase) % 1.0
    left, right = share < 0.55, ((share + 0.5) % 1.0) < 0.55
    return np.stack([left, left, right, right], axis=1)


TAKES = (("walk", 0), ("walk", 1), ("run", 0), ("run", 1), ("stand", 0), ("start", 0), ("stop", 0))
FRAMES = 150  # of each


@pytest.fixture(scope="session")
def stock() -> Stock:
    """Seven sample clips of one performer, two and a half seconds each: their feet stand where their plants say."""
    who = next(iter(performers()))
    motions, plants, clips = [], [], []
    for n, (behaviour, seed) in enumerate(TAKES):
        made = make(who, behaviour, seed)
        step = made.motion.fps / 60
        first = max(0, (len(made.motion) - round(FRAMES * step)) // 2)
        cut = slice(first, first + round((FRAMES - 1) * step) + 1)
        motions.append(made.motion[cut])
        plants.append(made.plants[cut])
        clips.append(StockClip(f"id{n}", f"{behaviour}_{seed}", False, 0.0, (behaviour,), (("middle", 60, 120),)))
    return make_stock(motions, plants, clips)


def find_warps(stock: Stock, firsts: np.ndarray, length: int) -> np.ndarray:
    """The warps (k, N) from the first window to each of those that begin at firsts (k,)."""
    from motionloom.transitions._blending import find_warp

    warps = np.empty((len(firsts), length))
    for warp, first in zip(warps, firsts, strict=True):
        a, b = slice(firsts[0], firsts[0] + length), slice(first, first + length)
        find_warp(stock.features[a], stock.features[b], stock.squares[a], stock.squares[b], warp)
    return warps


def add_takes(library: Library, takes: Sequence[tuple[str, int]] = (("walk", 0), ("run", 0), ("stand", 0)), who: str = "ada") -> list[str]:
    """Put takes of a performer into a library, as `import` would; their ids come out."""
    ids = []
    for behaviour, seed in takes:
        made = make(who, behaviour, seed)
        motion = replace(made.motion, recipe={}, name=f"{behaviour} {seed}")
        ids.append(library.add(motion, subject=who, labels=[behaviour], plants=made.plants, plants_source="by construction", height=1.7))
    return ids


def build_small(library: Library, name: str = "small", **told: Any) -> Document:
    """A small table of all clips, on the shelf."""
    arguments = {"seconds": 0.5, "representatives": 4, "name": name, **told}
    work = run_here(library, TABLE, table_arguments(Choice(), **arguments))
    return library.document(work.entries[0])


@pytest.fixture(scope="session")
def shelved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a walk, a run and a stand, and a table "small" of them; not to be changed: copy it."""
    folder = tmp_path_factory.mktemp("shelved") / "library"
    with Library.create(folder) as library:
        add_takes(library)
        build_small(library)
    return folder


@pytest.fixture
def library(shelved: Path, tmp_path: Path) -> Iterator[Library]:
    """A copy of that library, open."""
    shutil.copytree(shelved, tmp_path / "library")
    with Library.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture(scope="session")
def table(stock: Stock, tmp_path_factory: pytest.TempPathFactory) -> TransitionTable:
    folder: Path = tmp_path_factory.mktemp("table")
    return build_table(stock, folder, seconds=0.6, representatives=6)
