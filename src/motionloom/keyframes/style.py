"""Captures of a style, on the sketch's body and clock, as curves that can be cut, matched and read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.align.put_on import put_on
from motionloom.core import Motion, Skeleton
from motionloom.core.editing import resample
from motionloom.core.ground import ground_height
from motionloom.core.heading import with_heading_in_root
from motionloom.keyframes.bands import band_of, noise_level, smooth
from motionloom.keyframes.foot_control import CAPTURED, FootCurves, find_stands, read_foot
from motionloom.keyframes.fragments import Fragments, chain, cut
from motionloom.keyframes.key_curves import SketchError
from motionloom.keyframes.pose_curves import from_vectors, mean_turns, smooth_heading, to_vectors, turns_from_rest
from motionloom.keyframes.rig import AXES, Floats, Rig, rig_of

EXTRAS = ("root.y", "left_foot.roll", "right_foot.roll", "left_foot.bank", "right_foot.bank", "left_foot.turn", "right_foot.turn")
PERCENTILE = 99.9
FEWEST = 12  # frames of a clip


@dataclass(frozen=True, eq=False)
class Style:
    """Captured clips one after the other.

    reference (J, 4): the mean turn of each joint, from which curves are measured; bounds (N + 1,): where clips begin; joints (T, J, 3)
    radians from the reference; extras (T, 7): height of the root above the floor (metres), roll, bank and outward turn of both feet;
    stands (T, 2): whether each foot does.
    """

    rig: Rig
    fps: float
    names: tuple[str, ...]
    reference: Floats
    bounds: NDArray[np.intp]
    joints: Floats
    extras: Floats
    stands: NDArray[np.bool_]
    _kept: dict[object, Floats] = field(default_factory=dict, repr=False)
    _cuts: dict[tuple[int, int, int], Fragments] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.joints)

    def column(self, channel: str) -> Floats:
        """The curve (T,) of a joint's axis from the reference, or of the root's height."""
        key = ("column", channel)
        if key not in self._kept:
            self._kept[key] = pick(self.rig, self.joints, self.extras, channel)
        return self._kept[key]

    def band(self, channel: str, band: int) -> Floats:
        """A band (T,) of a channel, clip by clip."""
        key = ("band", channel, band)
        if key not in self._kept:
            self._kept[key] = self._by_clip(self.column(channel), lambda part: band_of(part, band))
        return self._kept[key]

    def calm(self) -> tuple[Floats, Floats]:
        """Joints and extras without the bands that count as noise."""
        level = noise_level(self.fps)
        if "joints" not in self._kept:
            self._kept["joints"] = self._by_clip(self.joints, lambda part: smooth(part, level))
            self._kept["extras"] = self._by_clip(self.extras, lambda part: smooth(part, level))
        return self._kept["joints"], self._kept["extras"]

    def limits(self) -> Floats:
        """The second difference (3 J + 7,) a frame that captured channels hardly pass: their 99.9th percentile."""
        if "limits" not in self._kept:
            flat = np.concatenate([self.joints.reshape(len(self), -1), self.extras], axis=1)
            bends = [np.abs(np.diff(flat[a:b], n=2, axis=0)) for a, b in zip(self.bounds, self.bounds[1:], strict=False)]
            self._kept["limits"] = np.percentile(np.concatenate(bends), PERCENTILE, axis=0)
        return self._kept["limits"]

    def from_rest(self, channel: str) -> Floats:
        """The curve (T,) of a keyed channel as a sketch has it: a joint's axis from its rest, clip by clip without jumps."""
        if channel in EXTRAS:
            return self.extras[:, EXTRAS.index(channel)]
        key = ("rest", channel)
        if key not in self._kept:
            label, axis = channel.rsplit(".", 1)
            joint = self.rig.joint(label)
            turns = from_vectors(self.rig, self.joints[:, joint], self.reference[joint])
            self._kept[key] = self._by_clip(turns, lambda part: to_vectors(self.rig, part)[:, AXES.index(axis)])
        return self._kept[key]

    def fragments(self, channel: str, band: int) -> Fragments:
        """The captures cut where a band of a channel turns."""
        key = (hash(channel), band, 0)
        if key not in self._cuts:
            curve = self.band(channel, band)
            parts = [cut(curve[a:b], clip, int(a)) for clip, (a, b) in enumerate(zip(self.bounds, self.bounds[1:], strict=False))]
            self._cuts[key] = chain(parts)
        return self._cuts[key]

    def _by_clip(self, values: Floats, function: object) -> Floats:
        return np.concatenate([function(values[a:b]) for a, b in zip(self.bounds, self.bounds[1:], strict=False)])  # type: ignore[operator]


def pick(rig: Rig, joints: Floats, extras: Floats, channel: str) -> Floats:
    """One channel (F,) of joints (F, J, 3) and extras (F, 7)."""
    if channel in EXTRAS:
        return extras[:, EXTRAS.index(channel)]
    label, _, axis = channel.rpartition(".")
    if label not in rig.labels or axis not in AXES:
        raise SketchError(f"{channel!r} cannot be matched or textured; take axes of joints (a keyed foot's hip and knee), or root.y")
    return joints[:, rig.joint(label), AXES.index(axis)]


def build_style(skeleton: Skeleton, fps: float, motions: Sequence[Motion]) -> Style:
    """The style of captured motions, on a body and at a rate."""
    rig = rig_of(skeleton)
    turns, extras, stands, names = [], [], [], []
    for motion in motions:
        timed = resample(motion, fps)
        if len(timed) < FEWEST:
            continue
        placed = with_heading_in_root(put_on(timed, skeleton))
        heading = smooth_heading(placed)
        turns.append(turns_from_rest(rig, placed.rotations.astype(np.float64), heading))
        feet = [read_foot(rig, foot, placed) for foot in rig.feet]
        extras.append(_extras(placed, feet, heading))
        stands.append(np.stack([find_stands(foot.point, fps, CAPTURED) for foot in feet], axis=1))
        names.append(motion.name)
    if not turns:
        raise SketchError(f"no capture of this style has {FEWEST} frames at {fps:g} Hz; choose other clips")
    bounds = np.concatenate([[0], np.cumsum([len(part) for part in turns])]).astype(np.intp)
    reference = mean_turns(np.concatenate(turns))
    joints = np.concatenate([to_vectors(rig, part, reference) for part in turns])
    return Style(rig, fps, tuple(names), reference, bounds, joints, np.concatenate(extras), np.concatenate(stands))


def _extras(motion: Motion, feet: Sequence[FootCurves], heading: Floats) -> Floats:
    height = motion.root_positions[:, 1].astype(np.float64) - ground_height(motion)
    outwards = [np.angle(np.exp(1j * (foot.turn - heading))) for foot in feet]
    return np.stack([height, *(foot.roll for foot in feet), *(foot.bank for foot in feet), *outwards], axis=1)
