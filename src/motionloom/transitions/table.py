"""The transition table: for every pair of representatives the best recipe, and for every frame which representatives it is like."""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import JobStore, Progress
from motionloom.core.array_files import read_arrays
from motionloom.core.errors import FileError, MotionError
from motionloom.core.files import parse_json, whole_file
from motionloom.score.segments import MassModel
from motionloom.transitions.representatives import choose_representatives, make_windows, window_distances, window_starts
from motionloom.transitions.scoring import Measures, make_measures
from motionloom.transitions.search import BEAM, Recipes, make_problem, search
from motionloom.transitions.stock import RATE, Stock

VERSION = 1
REPRESENTATIVES = 50
# What the file must hold: arrays, and in `about` how it was made.
ARRAYS = {"representatives", "recipes", "plant", "balance", "starts", "distances"}
ABOUT = {"fingerprint", "frames", "tried", "masses", "clip_ids", "mirrored"}


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

    @cached_property
    def measures(self) -> Measures:
        """What scoring needs."""
        return make_measures(self.stock.skeleton, self.frames, self.masses)

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

    def save(self, path: Path) -> None:
        """Write everything but the stock: a small file, plain arrays."""
        about = {"version": VERSION, "fingerprint": self.stock.fingerprint, "frames": self.frames, "tried": self.found.tried, **self.about}
        about["masses"] = {"shares": list(self.masses.shares), "source": self.masses.source}
        with whole_file(path) as partial, partial.open("wb") as file:
            np.savez_compressed(
                file,
                about=np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
                representatives=self.representatives.astype(np.int32),
                recipes=self.found.recipes,
                plant=self.found.plant,
                balance=self.found.balance,
                starts=self.starts.astype(np.int32),
                distances=self.distances,
            )

    @staticmethod
    def load(path: Path, stock: Stock) -> TransitionTable:
        """Read a table that was made from this stock; an error where the library has changed since."""
        about, arrays = _read(path)
        if about["fingerprint"] != stock.fingerprint:
            raise FileError(f"{path}: made from other clips or plants than the library holds now; build the table again")
        masses = MassModel(tuple(about["masses"]["shares"]), about["masses"]["source"])
        found = Recipes(arrays["recipes"], arrays["plant"], arrays["balance"], int(about["tried"]))
        own = {name: value for name, value in about.items() if name not in ("version", "fingerprint", "frames", "tried", "masses")}
        return TransitionTable(
            stock,
            int(about["frames"]),
            arrays["representatives"].astype(np.intp),
            found,
            arrays["starts"].astype(np.intp),
            arrays["distances"],
            masses,
            own,
        )


def read_about(path: Path) -> dict[str, Any]:
    """How a table was made, without its stock."""
    return _read(path)[0]


def _read(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    if not path.exists():
        raise FileError(f"{path} does not exist; `motionloom transition build` makes it")
    arrays = read_arrays(path, "a transition table", needed=("about",))
    about = parse_json(arrays.pop("about").tobytes(), str(path), "a transition table")
    if not isinstance(about, dict) or about.get("version") != VERSION or not (about.keys() >= ABOUT and arrays.keys() >= ARRAYS):
        raise FileError(f"{path}: expected a transition table of version {VERSION}; build it again")
    return about, arrays


def build_table(
    stock: Stock,
    file: Path,
    *,
    seconds: float = 1.0,
    representatives: int = REPRESENTATIVES,
    width: int = BEAM,
    seed: int = 0,
    masses: MassModel | None = None,
    store: JobStore | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> TransitionTable:
    """The table of a stock for transitions of `seconds`, written to `file`; a search that was stopped goes on where it was.

    width: of the beam; 0 searches all recipes.
    """
    frames = round(seconds * RATE)
    chosen = choose_representatives(stock, frames, representatives, np.random.default_rng(seed))
    masses = masses or MassModel()
    problem = make_problem(stock, chosen, make_measures(stock.skeleton, frames, masses))
    work = file.with_suffix(".search.npz")
    try:
        found = search(problem, work, width, store=store, executor=executor, progress=progress)
    finally:
        work.unlink(missing_ok=True)
    starts = window_starts(stock, frames)
    away = window_distances(make_windows(stock, starts, frames), make_windows(stock, chosen, frames))
    captured = [clip.id for clip in stock.clips if not clip.mirrored]
    mirrored = any(clip.mirrored for clip in stock.clips)
    about = {"seconds": seconds, "width": width, "seed": seed, "clip_ids": captured, "mirrored": mirrored, "representatives": len(chosen)}
    table = TransitionTable(stock, frames, chosen, found, starts, np.sqrt(away).astype(np.float16), masses, about)
    table.save(file)
    return table
