"""Distances between all frames of two motions beside the bare matrix products they need, and dynamic time warping."""

from __future__ import annotations

import mmap
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.align.neighbours import nearest
from motionloom.align.point_cloud import Clouds, clouds_of_positions, distances
from motionloom.align.time_warp import find_path
from motionloom.bench import machine
from motionloom.bench.peers import time_peers
from motionloom.bench.rows import OURS, Row, Run

FRAMES, JOINTS, WINDOW = 5000, 31, 10
STREAMED = 100_000
STATM = Path("/proc/self/statm")  # on Linux: pages that this process holds
DTW_FRAMES, DTW_WIDTH = 600, 93


def measure(run: Run) -> list[Row]:
    """Point-cloud distances, a comparison too large to keep, and a warp with its path."""
    return [*machine.measure(run), *_time_distances(run), *_time_streamed(run), *_time_warp(run)]


def make_cloud(frames: int, seed: int) -> Clouds:
    """A seeded wandering cloud of 31 joints at 60 Hz with exactly `frames` windows."""
    rng = np.random.default_rng(seed)
    seconds = np.arange(frames + WINDOW - 1)[:, None, None] / 60
    sway = 0.15 * np.sin(seconds * rng.uniform(1, 6, (1, JOINTS, 3)) + rng.uniform(0, 6, (1, JOINTS, 3)))
    walk = np.cumsum(rng.normal(0, 0.01, (frames + WINDOW - 1, 1, 3)), axis=0) * [1, 0.02, 1]
    return clouds_of_positions(walk + rng.normal(0, 0.3, (1, JOINTS, 3)) + [0, 0.9, 0] + sway, np.full(JOINTS, 1 / JOINTS), WINDOW, 60.0)


def _time_distances(run: Run) -> list[Row]:
    run.say(f"{FRAMES} x {FRAMES} distances")
    a, b = make_cloud(FRAMES, 1), make_cloud(FRAMES, 2)
    product, small = np.empty((len(a.ground), len(b.ground)), np.float32), np.empty((len(a), len(b)), np.float32)

    def bare() -> None:
        np.matmul(a.ground, b.ground.T, out=product)
        np.matmul(a.ground, b.turned.T, out=product)
        np.matmul(a.heights, b.heights.T, out=product)
        np.matmul(a.path, b.path.T, out=small)
        np.matmul(a.path, b.path_turned.T, out=small)

    job = f"point clouds, {FRAMES} x {FRAMES} x {JOINTS}"
    cells = FRAMES * FRAMES
    out = np.empty((FRAMES, FRAMES), np.float32)
    return [
        Row(job, OURS, run.time(lambda: distances(a, b, out)), cells, "pairs", f"{WINDOW}-frame window, into memory at hand"),
        Row(job, "motionloom, fresh memory", run.time(lambda: distances(a, b)), cells, "pairs", "the same, 100 MB asked for anew"),
        Row(job, "the bare sgemm calls", run.time(bare), cells, "pairs", "the same products into memory at hand, no window sums"),
        Row(job, "NumPy, frame by frame", _time_plain(run, a, b) * FRAMES, cells, "pairs", "from ten frames"),
    ]


def _time_plain(run: Run, a: Clouds, b: Clouds) -> float:
    """Seconds for one frame against all others in plain NumPy: the window's products, frame after frame."""

    def one(i: int) -> NDArray[Any]:
        parts = [
            sum(a.taper[k] * (right[k : k + len(b)] @ left[i + k]) for k in range(WINDOW))
            for left, right in ((a.ground, b.ground), (a.ground, b.turned), (a.heights, b.heights))
        ]
        cosine, sine = parts[0] + b.path @ a.path[i], parts[1] + b.path_turned @ a.path[i]
        return a.squares[i] + b.squares - 2 * parts[2] - 2 * np.hypot(cosine, sine)

    return run.time(lambda: [one(i) for i in range(10)], 3) / 10


def _time_streamed(run: Run) -> list[Row]:
    run.say(f"{STREAMED} x {STREAMED} distances, the five nearest kept")
    a, b = make_cloud(STREAMED, 3), make_cloud(STREAMED, 4)
    start = time.perf_counter()
    with _watch_memory() as seen:
        nearest(a, b, 5)
    seconds = time.perf_counter() - start  # once: it takes a minute
    whole = STREAMED * STREAMED * 4 / 1e9
    note = f"all of the process at most {max(seen):.0f} MB; the matrix would be {whole:.0f} GB" if seen else ""
    return [Row(f"nearest of {STREAMED} x {STREAMED}", OURS, seconds, STREAMED * STREAMED, "pairs", note)]


@contextmanager
def _watch_memory(every: float = 0.02) -> Iterator[list[float]]:
    """A list that fills with the megabytes this process holds while the block runs; it stays empty where the system does not say."""
    seen: list[float] = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(every):
            seen.append(_megabytes())

    watcher = threading.Thread(target=watch, daemon=True)
    if STATM.exists():
        watcher.start()
    try:
        yield seen
    finally:
        stop.set()


def _megabytes() -> float:
    """The memory this process holds now."""
    return int(STATM.read_text().split()[1]) * mmap.PAGESIZE / 1e6


def _time_warp(run: Run) -> list[Row]:
    run.say("dynamic time warping")
    rng = np.random.default_rng(5)
    a, b = (np.cumsum(rng.normal(size=(DTW_FRAMES, DTW_WIDTH)), axis=0) for _ in range(2))
    job = f"DTW with path, {DTW_FRAMES} x {DTW_FRAMES}"

    def ours() -> None:
        squared = np.sum(a * a, axis=1)[:, None] + np.sum(b * b, axis=1) - 2 * (a @ b.T)
        find_path(np.maximum(squared, 0), max_slope=None)

    with tempfile.TemporaryDirectory() as folder:
        arrays = Path(folder) / "dtw.npz"
        np.savez(arrays, a=a, b=b, cost=np.maximum(np.sum(a * a, 1)[:, None] + np.sum(b * b, 1) - 2 * (a @ b.T), 0))
        peers = time_peers(
            run, [{"job": job, "who": who, "task": "dtw", "arrays": str(arrays), "repeats": 5} for who in ("tslearn", "dtw-python")]
        )
    limited = f"DTW, slopes 1/2 to 2, {DTW_FRAMES} x {DTW_FRAMES}"
    cost = rng.random((DTW_FRAMES, DTW_FRAMES))
    return [Row(job, OURS, run.time(ours, 20)), *peers, Row(limited, OURS, run.time(lambda: find_path(cost), 20))]
