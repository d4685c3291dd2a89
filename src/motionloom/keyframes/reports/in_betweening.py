"""In-betweening by LAFAN1's protocol (Harvey et al. 2020): ten past frames, a gap, one target frame, at 30 Hz.

L2P: distance of global joint positions, normalised by their spread over the windows; L2Q: of global quaternions; NPSS: of their power
spectra (Gopalakrishnan et al. 2019). Each as a ratio to interpolation (slerp, straight lines) on the same windows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core import Motion, quaternion
from motionloom.core.heading import headings, turn_and_move
from motionloom.keyframes.foot_control import read_foot
from motionloom.keyframes.in_between import NEIGHBOURS, Filled, Stock, build_stock, fill_gap, interpolate
from motionloom.keyframes.key_curves import Floats
from motionloom.keyframes.reports.captures import Capture, by_performer, to_table

FPS, PAST = 30.0, 10
GAPS = (5, 15, 30, 45)
EVERY = 20  # frames from one window to the next
MOST_WINDOWS = 60  # of a performer and a gap


@dataclass(frozen=True)
class Row:
    """One gap length: ratios to interpolation, milliseconds of processor time a gap, and how far held feet slide at most (mm a frame)."""

    performer: str
    gap: int
    windows: int
    l2p: float
    l2q: float
    npss: float
    milliseconds: float
    slide: float
    speed_jump: float


@dataclass(frozen=True)
class InBetweening:
    """Rows by performer, and of all together."""

    rows: tuple[Row, ...]
    stock_frames: int

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"rows": [asdict(row) for row in self.rows], "stock_frames": self.stock_frames}

    def to_text(self) -> str:
        """A line a performer and gap."""
        header = ("performer", "gap", "windows", "L2P", "L2Q", "NPSS", "ms a gap", "slide mm", "start jump")
        return (
            to_table(header, [tuple(asdict(row).values()) for row in self.rows])
            + f"\nratios to interpolation; {self.stock_frames} captured frames"
        )


def measure_in_betweening(
    captures: Sequence[Capture], held: Sequence[str], progress: Progress, gaps: Sequence[int] = GAPS, neighbours: int | None = None
) -> InBetweening:
    """Fill gaps in the captures of held-out performers, each from the captures of all others."""
    people = by_performer(list(captures))
    rows, sums, size = list[Row](), dict[int, list[Any]](), 0
    progress.begin("In-betweens", len(held) * len(gaps))
    for performer in held:
        clips = [clip.motion for clip in people.get(performer, [])]
        others = [clip.motion for name, some in people.items() if name != performer for clip in some]
        if not clips:
            continue
        stock = build_stock(clips[0].skeleton, FPS, others)
        size = max(size, len(stock.roots))
        for gap in gaps:
            found = _fill_windows(stock, clips, gap, neighbours)
            if found:
                rows.append(_row(performer, gap, found))
                sums.setdefault(gap, []).extend(found)
            progress.advance()
    rows += [_row("all", gap, found) for gap, found in sums.items()]
    return InBetweening(tuple(rows), size)


@dataclass(frozen=True, eq=False)
class _Window:
    truth: tuple[Floats, Floats]
    ours: tuple[Floats, Floats]
    plain: tuple[Floats, Floats]
    seconds: float
    slide: float
    jump: tuple[float, float]


def _fill_windows(stock: Stock, clips: Sequence[Motion], gap: int, neighbours: int | None) -> list[_Window]:
    from motionloom.align.put_on import put_on

    places = [(n, start) for n, clip in enumerate(clips) for start in range(0, len(clip) - PAST - gap - 1, EVERY)]
    step = max(1, len(places) // MOST_WINDOWS)
    found = list[_Window]()
    count = NEIGHBOURS if neighbours is None else neighbours
    for n, start in places[::step][:MOST_WINDOWS]:
        whole = put_on(clips[n], stock.rig.skeleton)[start : start + PAST + gap + 1]
        origin = whole.root_positions[PAST - 1] * np.array([1, 0, 1], np.float32)
        angle = -float(headings(whole)[PAST - 1])
        whole = turn_and_move(turn_and_move(whole, 0.0, -origin), angle)
        past, end = whole[:PAST], whole[PAST + gap :]
        if not found:
            fill_gap(stock, past, end, gap, count)  # the index of this gap is built once
        began = time.process_time()
        filled = fill_gap(stock, past, end, gap, count)
        ours = filled.motion
        seconds = time.process_time() - began
        ends = [(each.rotations[k].astype(np.float64), each.root_positions[k].astype(np.float64)) for each, k in ((past, -1), (end, 0))]
        rotations, roots = interpolate(ends[0], ends[1], gap)
        plain = past.with_arrays(rotations[1:-1], roots[1:-1])
        middle = whole[PAST : PAST + gap]
        jump = (_start_jump(past, ours), _start_jump(past, middle))
        found.append(_Window(_globals(middle), _globals(ours), _globals(plain), seconds, _held_slide(stock, filled), jump))
    return found


def _globals(motion: Motion) -> tuple[Floats, Floats]:
    rotations, positions = motion.world
    return positions.astype(np.float64), quaternion.make_continuous(rotations.astype(np.float64))


def _start_jump(past: Motion, middle: Motion) -> float:
    """How much the joints' speed jumps (m/s, mean) where the gap begins."""
    places = np.concatenate([past.positions()[-2:], middle.positions()[:1]]).astype(np.float64)
    return float(np.linalg.norm(np.diff(places, n=2, axis=0), axis=-1).mean() * FPS)


def _held_slide(stock: Stock, filled: Filled) -> float:
    """How far (mm a frame, at most) the point on which a held foot stands moves."""
    worst = 0.0
    for n, foot in enumerate(stock.rig.feet):
        steps = np.linalg.norm(np.diff(read_foot(stock.rig, foot, filled.motion).point, axis=0), axis=-1)
        worst = max(worst, float(np.max(np.where(filled.planted[1:, n] & filled.planted[:-1, n], steps, 0.0), initial=0.0)))
    return 1000 * worst


def _row(performer: str, gap: int, found: Sequence[_Window]) -> Row:
    spread = np.std(np.concatenate([each.truth[0] for each in found]), axis=0) + 1e-3

    def l2p(which: str) -> float:
        return float(
            np.mean([np.linalg.norm(((getattr(w, which)[0] - w.truth[0]) / spread).reshape(gap, -1), axis=1).mean() for w in found])
        )

    def l2q(which: str) -> float:
        return float(
            np.mean(
                [
                    np.linalg.norm(_signed(getattr(w, which)[1], w.truth[1]).reshape(gap, -1) - w.truth[1].reshape(gap, -1), axis=1).mean()
                    for w in found
                ]
            )
        )

    def npss(which: str) -> float:
        return fast_npss(
            np.stack([w.truth[1].reshape(gap, -1) for w in found]),
            np.stack([_signed(getattr(w, which)[1], w.truth[1]).reshape(gap, -1) for w in found]),
        )

    ratios = tuple(measure("ours") / measure("plain") for measure in (l2p, l2q, npss))
    taken = 1000 * float(np.median([w.seconds for w in found]))
    jump = float(np.mean([w.jump[0] for w in found]) / np.mean([w.jump[1] for w in found]))
    return Row(performer, gap, len(found), ratios[0], ratios[1], ratios[2], taken, max(w.slide for w in found), jump)


def _signed(ours: Floats, truth: Floats) -> Floats:
    return ours * np.where(np.sum(ours * truth, axis=-1, keepdims=True) < 0, -1.0, 1.0)


def fast_npss(truth: Floats, ours: Floats) -> float:
    """The normalised power spectrum similarity of curves (N, F, C), 0 for alike."""
    power = [np.abs(np.fft.fft(each, axis=1)) ** 2 for each in (truth, ours)]
    total = [each.sum(axis=1) for each in power]
    shares = [np.cumsum(each / np.maximum(whole, 1e-12)[:, None], axis=1) for each, whole in zip(power, total, strict=True)]
    apart = np.abs(shares[0] - shares[1]).sum(axis=1)
    return float(np.average(apart, weights=total[0]))
