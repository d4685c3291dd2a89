"""Windows of positions about each frame, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks

CHUNK = 1024
TILE = 128  # frames that are projected together: their descriptions stay in the nearest cache


@compiled
def _at(values, frame, n, c):
    """values (F, N, 3) at a frame that may lie outside of the clip: there, reflected through the first or last one.

    A foot at rest stays at rest beyond the border, and one that moves goes on moving.
    """
    last = len(values) - 1
    if frame < 0:
        return 2 * values[0, n, c] - values[min(-frame, last), n, c]
    if frame > last:
        return 2 * values[last, n, c] - values[max(2 * last - frame, 0), n, c]
    return values[frame, n, c]


@compiled
def _between(values, frame, share, n, c):
    value = _at(values, frame, n, c)
    if share > 0:
        value += share * (_at(values, frame + 1, n, c) - value)
    return value


@compiled
def _legs(positions, roots, sines, cosines, whole, shares, start, stop, out):
    for f in range(start, stop):
        sine, cosine = sines[f], cosines[f]
        place = 0
        for s in range(len(whole)):
            for n in range(positions.shape[1]):
                x = _between(positions, f + whole[s], shares[s], n, 0) - roots[f, 0]
                y = _between(positions, f + whole[s], shares[s], n, 1)
                z = _between(positions, f + whole[s], shares[s], n, 2) - roots[f, 1]
                out[f - start, place] = cosine * x - sine * z
                out[f - start, place + 1] = y
                out[f - start, place + 2] = sine * x + cosine * z
                place += 3


@compiled
def _soles(padded, pad, points, whole, shares, near, low, vertical, origin, start, stop, out):
    """padded (2 * points, 3, F + 2 * pad): the left foot's points, then the right one's; out (2, D, N), of frames from `origin`.

    Frames run innermost, so that the compiler takes many of them at once.
    """
    one = np.float32(1)
    for n in range(2 * points):
        side, place = n // points, (n % points) * (3 * len(whole) - 2)
        for s in range(len(whole)):
            shift, share = pad + whole[s], shares[s]
            if whole[s] == 0 and share == 0:
                for f in range(start, stop):
                    height = padded[n, 1, f + pad] / low
                    out[side, place, f - origin] = vertical * height / np.sqrt(one + height * height)
                place += 1
                continue
            for f in range(start, stop):
                i = f + shift
                x = (padded[n, 0, i] + share * (padded[n, 0, i + 1] - padded[n, 0, i]) - padded[n, 0, f + pad]) / near
                z = (padded[n, 2, i] + share * (padded[n, 2, i + 1] - padded[n, 2, i]) - padded[n, 2, f + pad]) / near
                level = x * x + z * z
                out[side, place, f - origin] = np.sqrt(level / (one + level))
            for f in range(start, stop):
                i = f + shift
                y = padded[n, 1, i] + share * (padded[n, 1, i + 1] - padded[n, 1, i])
                rise, height = (y - padded[n, 1, f + pad]) / near, y / low
                out[side, place + 1, f - origin] = vertical * rise / np.sqrt(one + rise * rise)
                out[side, place + 2, f - origin] = vertical * height / np.sqrt(one + height * height)
            place += 3


def split_offsets(offsets: Any) -> tuple[Any, Any]:
    """Offsets in frames as whole frames and the share of the next one."""
    whole = np.floor(offsets + 1e-6).astype(np.int64)
    shares = np.maximum(offsets - whole, 0).astype(np.float32)
    shares[shares < 1e-4] = 0
    return whole, shares


def fill_legs(positions: Any, roots: Any, headings: Any, offsets: Any, out: Any, start: int) -> None:
    """Fill out (N, D) with positions (F, P, 3) at `offsets` (S,) frames about frames start..start + N, seen from each.

    roots (F, 2) are the places, x and z, and headings (F,) radians the directions from which they are seen.
    """
    whole, shares = split_offsets(offsets)
    sines, cosines = np.sin(headings).astype(np.float32), np.cos(headings).astype(np.float32)

    def work(a: int, b: int) -> None:
        _legs(positions, roots, sines, cosines, whole, shares, start + a, start + b, out[a:b])

    run_in_chunks(work, len(out), chunk=CHUNK)


def pad_soles(positions: Any, offsets: Any) -> tuple[Any, int]:
    """positions (F, 2, P, 3) as (2 * P, 3, F + 2 * pad), carried on beyond the clip as `_at` does, and pad."""
    pad = int(np.ceil(np.abs(offsets).max())) + 1
    rows = np.arange(-pad, len(positions) + pad)
    last = len(positions) - 1
    inside = np.clip(rows, 0, last)
    mirrored = np.clip(2 * inside - rows, 0, last)
    flat = positions.reshape(len(positions), -1, 3)
    carried = np.where((rows == inside)[:, None, None], flat[inside], 2 * flat[inside] - flat[mirrored])
    return np.ascontiguousarray(carried.transpose(1, 2, 0)), pad


def fill_soles(padded: Any, pad: int, offsets: Any, near: float, low: float, vertical: float, out: Any, start: int) -> None:
    """Fill out (2, D, N) with the bent distances and heights about frames start..start + N of what `pad_soles` made."""
    whole, shares = split_offsets(offsets)
    points = len(padded) // 2
    sizes = np.float32(near), np.float32(low), np.float32(vertical)

    def work(a: int, b: int) -> None:
        _soles(padded, pad, points, whole, shares, *sizes, start, start + a, start + b, out)

    run_in_chunks(work, out.shape[2], chunk=CHUNK)


@compiled
def _project(block, projection, origin, start, stop, out):
    """Frames run innermost, so that the compiler takes many of them at once."""
    for view in range(block.shape[0]):
        for first in range(start, stop, TILE):
            last = min(first + TILE, stop)
            for k in range(projection.shape[1]):
                total = out[view, k, origin + first : origin + last]
                total[:] = 0
                for d in range(projection.shape[0]):
                    weight, values = projection[d, k], block[view, d, first:last]
                    for f in range(len(total)):
                        total[f] += weight * values[f]


def project(block: Any, projection: Any, out: Any, origin: int) -> None:
    """Fill out (views, K, F), from frame `origin`, with descriptions (N, views, D) times projection (D, K).

    Not by BLAS: its threads spin for a while after every product and take the cores from the search that follows.
    """
    columns = np.ascontiguousarray(block.transpose(1, 2, 0))
    run_in_chunks(lambda start, stop: _project(columns, projection, origin, start, stop, out), len(block), chunk=CHUNK)
