"""How much planted feet slide, before clean-up and after, and what clean-up did to the rest of the body."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.ground import foot_points
from motionloom.feet.cleanup.ground import Ground
from motionloom.feet.plants import Bits, Plants

Array = NDArray[np.float64]
HIGH_PERCENTILE = 99.9


@dataclass(frozen=True)
class Slide:
    """Sliding of planted points: mean and largest cm/s, mean and largest cm a plant, the lowest point in mm above the ground (its
    resting height), and the largest change of speed at a plant's border in m/s."""

    mean_cm_per_second: float
    max_cm_per_second: float
    max_mm_per_frame: float
    mean_cm_per_plant: float
    max_cm_per_plant: float
    lowest_mm: float
    border_jump: float


@dataclass(frozen=True)
class SkateReport:
    """Before and after; mean and largest displacement of joints in mm; jerk of all joints, after over before; the 99.9th percentile of
    changes of a foot point's speed from frame to frame in m/s, before."""

    before: Slide
    after: Slide
    mean_displacement_mm: float
    max_displacement_mm: float
    jerk_ratio: float
    usual_jump: float

    def to_json(self) -> dict[str, Any]:
        """Plain data for a report."""
        return asdict(self)


def compare_skate(before: Motion, after: Motion, plants: Plants, ground: Ground) -> SkateReport:
    """What clean-up changed of a motion, for its plants and the ground it was put on."""
    old, new = foot_points(before).astype(np.float64), foot_points(after).astype(np.float64)
    moved = np.linalg.norm(before.positions().astype(np.float64) - after.positions(), axis=-1)
    return SkateReport(
        measure_slide(old, plants, ground),
        measure_slide(new, plants, ground),
        1000 * float(moved.mean()),
        1000 * float(moved.max()),
        jerk(after) / max(jerk(before), 1e-12),
        float(np.percentile(_jumps(old, plants.fps), HIGH_PERCENTILE)) if len(old) > 2 else 0.0,
    )


def measure_slide(points: NDArray[np.floating], plants: Plants, ground: Ground) -> Slide:
    """The sliding of points (F, 4, 3) metres while they are planted, along the ground."""
    exact: Array = np.asarray(points, np.float64)
    steps = np.linalg.norm(np.diff(exact[..., [0, 2]], axis=0), axis=-1)
    held = plants.bits[1:] & plants.bits[:-1]
    slides = steps[held] if held.any() else np.zeros(1)
    travelled = [float(steps[a : b - 1, i].sum()) for i in range(4) for a, b in plants.runs(i)] or [0.0]
    jumps = _jumps(exact, plants.fps)
    borders = _borders(plants.bits)[1:-1]
    return Slide(
        100 * float(slides.mean()) * plants.fps,
        100 * float(slides.max()) * plants.fps,
        1000 * float(slides.max()),
        100 * float(np.mean(travelled)),
        100 * float(np.max(travelled)),
        1000 * float(ground.heights(exact).min()),
        float(jumps[borders].max()) if borders.any() else 0.0,
    )


def jerk(motion: Motion) -> float:
    """The mean third derivative of all joints' positions, m/s3."""
    if len(motion) < 4:
        return 0.0
    third = np.diff(motion.positions().astype(np.float64), 3, axis=0) * motion.fps**3
    return float(np.linalg.norm(third, axis=-1).mean())


def _jumps(points: Array, fps: float) -> Array:
    """Changes (F - 2, 4) of velocity from frame to frame, m/s."""
    return np.asarray(np.linalg.norm(np.diff(points, 2, axis=0), axis=-1) * fps)


def _borders(bits: Bits) -> Bits:
    """The frames (F, 4) on either side of a plant's border."""
    changes = bits[1:] != bits[:-1]
    borders = np.zeros(bits.shape, bool)
    borders[1:] |= changes
    borders[:-1] |= changes
    return borders
