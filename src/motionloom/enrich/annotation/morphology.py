"""Masks over frames, opened (what is short goes), closed (gaps that are short fill) and widened. Sizes in frames."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


def erode(mask: Mask, size: float) -> Mask:
    """True where mask (F, ...) is true through a window of about `size` frames; it goes on beyond its ends as it is there."""
    from scipy.ndimage import minimum_filter1d

    return np.asarray(minimum_filter1d(mask.astype(np.uint8), _odd(size), axis=0, mode="nearest").astype(bool))


def dilate(mask: Mask, size: float) -> Mask:
    """True where mask (F, ...) is true anywhere in a window of about `size` frames."""
    from scipy.ndimage import maximum_filter1d

    return np.asarray(maximum_filter1d(mask.astype(np.uint8), _odd(size), axis=0, mode="nearest").astype(bool))


def open_and_close(mask: Mask, size: float) -> Mask:
    """One opening, then one closing (paper 004, section 3.3): runs shorter than `size` go, then gaps shorter than it fill."""
    opened = dilate(erode(mask, size), size)
    return erode(dilate(opened, size), size)


def widen(mask: Mask, frames: float) -> Mask:
    """The mask with `frames` more before and after every run."""
    return dilate(mask, 2 * round(frames) + 1)


def _odd(size: float) -> int:
    return 2 * (max(1, round(size)) // 2) + 1
