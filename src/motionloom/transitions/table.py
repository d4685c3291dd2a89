"""The transition table: for every pair of representatives the best recipe, and for every frame which representatives it is like."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import run_job
from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError, MotionError
from motionloom.core.files import parse_json
from motionloom.score.segments import MassModel
from motionloom.transitions.representatives import choose_representatives, make_windows, window_distances, window_starts
from motionloom.transitions.scoring import Measures, make_measures
from motionloom.transitions.search import Mapper, Recipes, make_problem, search
from motionloom.transitions.stock import RATE, Stock, StockClip
from motionloom.transitions.table_checks import check_frames, check_table

VERSION = 2
WITHOUT_PLANTS = 1  # the version that did not keep the plants it was built by
REPRESENTATIVES = 50
EXPECTED = "a transition table"
# What the file must hold: arrays, and in `about` how it was made.
ARRAYS = {"representatives", "recipes", "plant", "balance", "starts", "distances"}
ABOUT = {"frames", "masses", "clip_ids", "mirrored"}


@dataclass(frozen=True, eq=False)
class TransitionTable:
    """R representatives of windows of N frames of a stock.

    representatives (R,): their first frames; found: the best recipe of each pair; starts (W,): the first frame of every window;
    distances (W, R): root mean squared metres from each to the representatives; about: how it was made, plain data.
    """

    stock: Stock
    frames: int
    representatives: NDArray[np.intp]
    found: Recipes
    starts: NDArray[np.intp]
    distances: NDArray[np.float16]
    masses: MassModel = field(default_factory=MassModel)
    about: dict[str, Any] = field(default_factory=dict)
    filters: NDArray[np.float64] | None = None  # see `Measures`, where they are known

    @cached_property
    def measures(self) -> Measures:
        """What scoring needs."""
        return make_measures(self.stock.skeleton, self.frames, self.masses, filters=self.filters)

    @cached_property
    def digest(self) -> str:
        """Of all that transitions are made by: tables with the same one make the same transitions."""
        digest = hashlib.sha256(f"{self.stock.fingerprint} {self.frames} {list(self.masses.shares)}".encode())
        for array in (self.representatives, self.found.recipes, self.scores, self.starts, self.distances):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:32]

    @cached_property
    def scores(self) -> NDArray[np.float32]:
        """The score (R, R) in metres of each pair's best recipe."""
        return self.found.plant + self.found.balance

    @cached_property
    def window_of(self) -> NDArray[np.intp]:
        """The window (F,) that begins at each frame of the stock; -1 where too few frames follow."""
        windows = np.full(len(self.stock), -1, dtype=np.intp)
        windows[self.starts] = np.arange(len(self.starts))
        return windows

    @cached_property
    def nearest(self) -> NDArray[np.intp]:
        """The representative (W,) that each window is most like."""
        return np.argmin(self.distances, axis=1)

    @cached_property
    def neighbours(self) -> NDArray[np.intp]:
        """The representatives (W, 2) that each window is most like, the nearest first."""
        return np.argsort(self.distances.astype(np.float32), axis=1, kind="stable")[:, :2]

    @cached_property
    def intermediaries(self) -> NDArray[np.intp]:
        """The first frames (R, R, 2) of the windows that each pair's best recipe goes by, -1 where there are fewer."""
        return np.where(self.found.recipes >= 0, self.representatives[self.found.recipes], -1)

    def source_window(self, frame: int) -> int:
        """The window that begins with a frame."""
        if not 0 <= frame < len(self.stock) or self.window_of[frame] < 0:
            raise MotionError(f"{self._describe(frame)}: fewer than {self.frames} frames follow it; leave the clip earlier")
        return int(self.window_of[frame])

    def target_window(self, frame: int) -> int:
        """The window that ends with a frame."""
        first = frame - self.frames + 1
        if not 0 <= first < len(self.stock) or self.window_of[first] < 0 or self.stock.clip_of[first] != self.stock.clip_of[frame]:
            raise MotionError(f"{self._describe(frame)}: fewer than {self.frames} frames lead to it; enter the clip later")
        return int(self.window_of[first])

    def _describe(self, frame: int) -> str:
        if not 0 <= frame < len(self.stock):
            return f"frame {frame} of {len(self.stock)}"
        clip = int(self.stock.clip_of[frame])
        return f"{self.stock.clips[clip].name} at {(frame - self.stock.starts[clip]) / RATE:.2f} s"

    def with_clips(self, clips: Sequence[StockClip]) -> TransitionTable:
        """The same table under other names, labels and annotations of its clips."""
        renamed = copy(self)
        object.__setattr__(renamed, "stock", self.stock.with_clips(clips))
        return renamed

    def to_bytes(self) -> bytes:
        """Everything but the frames of its clips, the plants among it: small, plain arrays. Equal tables have equal bytes."""
        about = {"version": VERSION, "frames": self.frames, **self.about}
        about["masses"] = {"shares": list(self.masses.shares), "source": self.masses.source}
        file = io.BytesIO()
        np.savez_compressed(
            file,
            about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), dtype=np.uint8),
            representatives=self.representatives.astype(np.int32),
            recipes=self.found.recipes,
            plant=self.found.plant,
            balance=self.found.balance,
            starts=self.starts.astype(np.int32),
            distances=self.distances,
            filters=self.measures.filters,
            plants=np.packbits(np.concatenate(list(captured_plants(self.stock).values())), axis=1),
        )
        return file.getvalue()


@dataclass(frozen=True, eq=False)
class TableFile:
    """A table without the frames of its clips: how it was made, and its arrays."""

    about: dict[str, Any]
    arrays: dict[str, NDArray[Any]]

    @property
    def clips(self) -> tuple[str, ...]:
        """The ids of the clips that it rests on."""
        return tuple(map(str, self.about["clip_ids"]))

    @property
    def keeps_plants(self) -> bool:
        """Whether the plants that it was built by are in it; the first version looked them up again."""
        return "plants" in self.arrays

    def plants(self, counts: Sequence[int]) -> list[NDArray[np.bool_]]:
        """The plants (F, 4) at the stock's rate of each clip, of so many frames each."""
        bits = np.unpackbits(self.arrays["plants"], axis=1, count=4).astype(bool)
        if len(bits) != sum(counts):
            raise FileError(f"{EXPECTED}: it has plants of {len(bits)} frames, its clips have {sum(counts)}; build it again")
        return np.split(bits, np.cumsum(counts)[:-1])

    def join(self, stock: Stock, where: str) -> TransitionTable:
        """The table with the frames of its clips."""
        about, arrays = self.about, self.arrays
        check_frames(about, arrays, len(stock), where)
        own = {name: value for name, value in about.items() if name not in ("version", "frames", "masses")}
        return TransitionTable(
            stock,
            int(about["frames"]),
            arrays["representatives"].astype(np.intp),
            Recipes(arrays["recipes"], arrays["plant"], arrays["balance"]),
            arrays["starts"].astype(np.intp),
            arrays["distances"],
            MassModel(tuple(about["masses"]["shares"]), about["masses"]["source"]),
            own,
            arrays.get("filters"),
        )


def read_table(content: bytes, where: str) -> TableFile:
    """A table's bytes, checked: they may come from a stranger's file."""
    arrays = read_arrays(content, EXPECTED, where, needed=("about",))
    about = parse_json(arrays.pop("about").tobytes(), where, EXPECTED)
    version = about.get("version") if isinstance(about, dict) else None
    needed = ARRAYS | ({"plants", "filters"} if version == VERSION else set())
    if version not in (VERSION, WITHOUT_PLANTS) or not (about.keys() >= ABOUT and arrays.keys() >= needed):
        raise FileError(f"{where}: expected {EXPECTED} of version {VERSION}; build it again")
    check_table(about, arrays, where)
    return TableFile(about, arrays)


def captured_plants(stock: Stock) -> dict[str, NDArray[np.bool_]]:
    """The plants (F, 4) at the stock's rate of each clip by its id; a mirror's are those of its clip."""
    spans = zip(stock.clips, stock.starts[:-1], stock.starts[1:], strict=True)
    return {clip.id: stock.plants[first:last] for clip, first, last in spans if not clip.mirrored}


def build_table(
    stock: Stock,
    folder: Path,
    *,
    seconds: float = 1.0,
    representatives: int = REPRESENTATIVES,
    seed: int = 0,
    masses: MassModel | None = None,
    mapping: Mapper = run_job,
) -> TransitionTable:
    """The table of a stock for transitions of `seconds`. folder: where workers read what they search; mapping: see `search`."""
    frames = round(seconds * RATE)
    chosen = choose_representatives(stock, frames, representatives, np.random.default_rng(seed))
    masses = masses or MassModel()
    problem = make_problem(stock, chosen, make_measures(stock.skeleton, frames, masses))
    file = folder / "problem.search.npz"
    try:
        found = search(problem, file, mapping)
    finally:
        file.unlink(missing_ok=True)
    starts = window_starts(stock, frames)
    away = window_distances(make_windows(stock, starts, frames), make_windows(stock, chosen, frames))
    captured = [clip for clip in stock.clips if not clip.mirrored]
    about = {
        "seconds": seconds,
        "seed": seed,
        "clip_ids": [clip.id for clip in captured],
        "contents": [clip.content for clip in captured],
        "plants_sources": [clip.plants_source for clip in captured],
        "mirrored": len(captured) < len(stock.clips),
        "representatives": len(chosen),
    }
    return TransitionTable(stock, frames, chosen, found, starts, np.sqrt(away).astype(np.float16), masses, about)
