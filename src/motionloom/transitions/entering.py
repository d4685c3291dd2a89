"""Where an activity can be entered: where it goes on, and goes on for at least a second after. A person's annotation wins over labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motionloom.transitions.deeds import Mask, expectations, typical_frames
from motionloom.transitions.stock import RATE, Stock

SECOND = round(RATE)
MARGIN = 6  # frames at both ends of that second in which something that must happen is too early or too late to count
NEARLY = 0.05  # of the best share of a second, where no frame has a whole one


def entering_frames(stock: Stock, name: str, usable: Mask) -> NDArray[np.intp]:
    """The usable (F,) frames (n,) at which an activity can be entered so that what is asked for is done in the second after.

    Where no frame has that, those that come nearest to it; none where no frame of that name is usable.
    """
    named = np.zeros(len(stock), dtype=bool)
    named[stock.named_frames(name)] = True
    if any(span == name for clip in stock.clips for span, *_ in clip.spans):
        share = _share_ahead(stock, named)
    else:
        share = _share_done(stock, named, name)
    share[~(named & usable)] = -1.0
    best = float(share.max(initial=-1.0))
    if best < 0:
        return np.empty(0, dtype=np.intp)
    return np.flatnonzero(share >= (1.0 if best >= 1.0 else max(best - NEARLY, 0.0)))


def _share_done(stock: Stock, named: Mask, name: str) -> NDArray[np.float64]:
    """How much (F,) of the second after each frame does what a label says, 0 to 1; frames beyond the clip do not."""
    deeds = stock.deeds
    expected = expectations(deeds, name, named)
    if not expected:
        return _share_ahead(stock, typical_frames(deeds, named))
    share = np.ones(len(stock))
    for mask, mode in expected:
        share = np.minimum(share, _share_ahead(stock, mask) if mode == "throughout" else _happens_ahead(stock, mask))
    return np.minimum(share, _share_ahead(stock, named))


def _share_ahead(stock: Stock, mask: Mask) -> NDArray[np.float64]:
    """The share (F,) of the second from each frame on that a mask (F,) holds, within the frame's clip."""
    return _count_ahead(stock, mask, 0, SECOND) / SECOND


def _happens_ahead(stock: Stock, mask: Mask) -> NDArray[np.float64]:
    """1 (F,) where a mask (F,) holds at some moment in the second after a frame, and that second is all there; less where it is not."""
    there = _count_ahead(stock, np.ones(len(stock), dtype=bool), 0, SECOND) / SECOND
    return np.where(_count_ahead(stock, mask, MARGIN, SECOND - MARGIN) > 0, there, 0.0)


def _count_ahead(stock: Stock, mask: Mask, start: int, stop: int) -> NDArray[np.float64]:
    """How many (F,) of the frames from `start` to `stop` after each one a mask (F,) holds in, within the frame's clip."""
    total = np.concatenate([[0], np.cumsum(mask)])
    at, end = np.arange(len(stock)), stock.starts[stock.clip_of + 1]
    return np.asarray(total[np.minimum(at + stop, end)] - total[np.minimum(at + start, end)], dtype=np.float64)
