"""How well motions come out on other bodies: feet, hands, heights and knees beside those of the performer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion
from motionloom.core.body import SIDES, body_of
from motionloom.core.ground import foot_points, ground_height
from motionloom.core.kinematics import accelerations
from motionloom.edits.retargeting.hands import BONES, TOGETHER, beside, hands_of, proportion
from motionloom.formats.skin import Skin

Floats = NDArray[np.float64]
SEEN = 400  # vertices of a mesh that are looked at for the floor


@dataclass(frozen=True)
class Wear:
    """A motion on another body.

    slide_before, slide_after: centimetres a second of planted points of the feet, before in proportion to the legs; off_floor: millimetres
    of planted points from the floor (p95); deepest: millimetres that anything of it (the mesh, where it has one) is in the floor (p99);
    touches: share of frames in which a hand touches something; apart: millimetres by which such a hand is off its place (p95), plain: as
    it would be without reaching; height: hips over the legs, after / before; knees: their acceleration (p99.9), after / before; bent:
    degrees by which the knees of planted legs are bent more than the performer's (median).
    """

    slide_before: float
    slide_after: float
    off_floor: float
    deepest: float
    touches: float
    apart: float
    plain: float
    height: float
    knees: float
    bent: float


def measure(source: Motion, worn: Motion, plants: NDArray[np.bool_], plain: Motion | None = None, skin: Skin | None = None) -> Wear:
    """The figures of a source worn by another body; plain: the same without hands that reach."""
    own, new = body_of(source.skeleton), body_of(worn.skeleton)
    scale = new.leg_length / own.leg_length
    floors = [ground_height(each) for each in (source, worn)]
    slides = [100 * _slide(each, plants) for each in (source, worn)]
    points = foot_points(worn).astype(np.float64)[..., 1] - floors[1]
    touches, apart = _touches(source, worn)
    hips = [
        each.positions()[:, [body.joint(f"{side}_hip") for side in SIDES], 1] - floor
        for each, body, floor in zip((source, worn), (own, new), floors, strict=True)
    ]
    knees = [
        np.percentile(accelerations(each)[:, [body.joint(f"{side}_knee") for side in SIDES]], 99.9)
        for each, body in ((source, own), (worn, new))
    ]
    return Wear(
        scale * slides[0],
        slides[1],
        1000 * _percentile(np.abs(points[plants]), 95),
        1000 * _percentile(np.maximum(floors[1] - _lowest(worn, skin), 0.0), 99),
        touches,
        apart,
        apart if plain is None else _touches(source, plain)[1],
        float(np.median(hips[1]) / max(scale * float(np.median(hips[0])), 1e-9)),
        float(knees[1] / max(scale * knees[0], 1e-9)),
        _bent(source, worn, plants),
    )


def summarise(rows: Sequence[Wear]) -> tuple[Wear, Wear]:
    """The median and the worst of each figure; of heights the one furthest from 1."""
    columns = {field.name: np.array([getattr(row, field.name) for row in rows]) for field in fields(Wear)}
    worst = {
        name: float(column[np.abs(column - 1).argmax()]) if name == "height" else float(column.max()) for name, column in columns.items()
    }
    return Wear(**{name: float(np.median(column)) for name, column in columns.items()}), Wear(**worst)


def _slide(motion: Motion, plants: NDArray[np.bool_]) -> float:
    """Metres a second that planted points move along the floor, on average."""
    level = foot_points(motion).astype(np.float64)[..., [0, 2]]
    speeds = np.linalg.norm(np.diff(level, axis=0), axis=-1) * motion.fps
    stands = plants[1:] & plants[:-1]
    return float(speeds[stands].mean()) if stands.any() else 0.0


def _bent(source: Motion, worn: Motion, plants: NDArray[np.bool_]) -> float:
    """Degrees by which knees of planted legs are bent more than the performer's."""
    stands = plants.reshape(len(plants), 2, 2).any(axis=2)
    more = _knee_bends(worn) - _knee_bends(source)
    return float(np.median(more[stands])) if stands.any() else 0.0


def _knee_bends(motion: Motion) -> Floats:
    """Degrees (F, 2) that knees are bent; 0 is straight."""
    body, places = body_of(motion.skeleton), motion.positions().astype(np.float64)
    hips, knees, ankles = (places[:, [body.joint(f"{side}_{part}") for side in SIDES]] for part in ("hip", "knee", "ankle"))
    upper, lower = knees - hips, ankles - knees
    lengths = np.linalg.norm(upper, axis=-1) * np.linalg.norm(lower, axis=-1)
    return np.asarray(np.degrees(np.arccos(np.clip(np.sum(upper * lower, axis=-1) / np.maximum(lengths, 1e-12), -1.0, 1.0))))


def _lowest(motion: Motion, skin: Skin | None) -> Floats:
    """The height (F,) of the lowest point: of the mesh, or of joints and soles."""
    if skin is not None:
        every = max(1, len(motion) // 400)
        return np.asarray(skin.thinned(SEEN).posed(*(array[::every] for array in motion.world))[0][..., 1].min(axis=1), np.float64)
    body = body_of(motion.skeleton)
    joints = [joint for joint in range(len(motion.skeleton)) if motion.skeleton.is_below(joint, body.joint("hips"))]
    return np.asarray(np.minimum(motion.positions()[:, joints, 1].min(axis=1), foot_points(motion)[..., 1].min(axis=1)), np.float64)


def _touches(source: Motion, worn: Motion) -> tuple[float, float]:
    """The share of frames in which a hand touches something, and millimetres by which it is then off (p95)."""
    own, new = hands_of(source), hands_of(worn)
    ratio, tall = new.body.height / own.body.height, own.body.height
    gaps = [np.linalg.norm(each.palms[:, 0] - each.palms[:, 1], axis=1) for each in (own, new)]
    together = gaps[0] < TOGETHER[0] * tall
    errors, touched = [np.abs(gaps[1] - ratio * gaps[0])[together]], together.copy()
    for number, other in enumerate(SIDES[::-1]):
        for near, far, (reach, _) in BONES[:6]:
            ends = [role.replace("other", other) for role in (near, far)]
            before, after = (beside(each, each.palms[:, number], ends)[1] for each in (own, new))
            rows = before < reach * tall
            errors.append(np.abs(after - proportion(own.body, new.body, near) * before)[rows])
            touched |= rows
    return float(touched.mean()), 1000 * _percentile(np.concatenate(errors), 95)


def _percentile(values: Floats, share: float) -> float:
    return float(np.percentile(values, share)) if len(values) else 0.0
