"""Windows of positions seen from each frame, compiled. Imported only where it runs: numba takes a while to load."""

# mypy: disable-error-code="misc,no-untyped-def,no-untyped-call"
from __future__ import annotations

import numpy as np

from motionloom.core._compiled import compiled
from motionloom.core.threads import run_in_chunks


@compiled
def _at(positions, frame, n, c):
    """A coordinate at a frame that may lie outside of the clip: reflected through the first or last one.

    A foot at rest stays at rest beyond the border, and one that moves goes on moving.
    """
    last = len(positions) - 1
    if frame < 0:
        return 2 * positions[0, n, c] - positions[min(-frame, last), n, c]
    if frame > last:
        return 2 * positions[last, n, c] - positions[max(2 * last - frame, 0), n, c]
    return positions[frame, n, c]


@compiled
def _windows(positions, origins, sines, cosines, whole, shares, start, stop, out):
    for f in range(start, stop):
        sine, cosine = sines[f], cosines[f]
        place = 0
        for s in range(len(whole)):
            frame, share = f + whole[s], shares[s]
            for n in range(positions.shape[1]):
                x, y, z = _at(positions, frame, n, 0), _at(positions, frame, n, 1), _at(positions, frame, n, 2)
                if share > 0:
                    x += share * (_at(positions, frame + 1, n, 0) - x)
                    y += share * (_at(positions, frame + 1, n, 1) - y)
                    z += share * (_at(positions, frame + 1, n, 2) - z)
                x -= origins[f, n, 0]
                z -= origins[f, n, 1]
                out[f - start, place] = cosine * x - sine * z
                out[f - start, place + 1] = y
                out[f - start, place + 2] = sine * x + cosine * z
                place += 3


def fill_windows(positions, origins, headings, offsets, out, start=0):
    """Fill out (N, S * P * 3) with positions at `offsets` (S,) frames about each frame start..start + N.

    positions (F, P, 3) float32; origins (F, P, 2) float32, what is subtracted of x and z of each; headings (F,) radians.
    """
    whole = np.floor(offsets + 1e-6).astype(np.int64)
    shares = np.maximum(offsets - whole, 0).astype(np.float32)
    shares[shares < 1e-4] = 0
    sines, cosines = np.sin(headings).astype(np.float32), np.cos(headings).astype(np.float32)

    def work(a: int, b: int) -> None:
        _windows(positions, origins, sines, cosines, whole, shares, start + a, start + b, out[a:b])

    run_in_chunks(work, len(out), chunk=2048)
