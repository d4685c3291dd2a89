"""Random transitions under the judge's measures, beside captured windows and a plain cross-fade of the same pairs, in one run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core import Motion
from motionloom.judge.distribution import Distribution
from motionloom.judge.measure import MEASURES, Measure, all_measures
from motionloom.judge.reference import SPIKE, find_statistic
from motionloom.judge.summary import MOMENT
from motionloom.judge.take import Take
from motionloom.transitions.comparison import choose_pairs
from motionloom.transitions.cross_fade import cross_fade
from motionloom.transitions.joining import join
from motionloom.transitions.stock import RATE
from motionloom.transitions.synthesis import make_transition
from motionloom.transitions.table import TransitionTable

LEAD = 0.5  # seconds of captured motion before and after, so that floor, filters and joins are known; they are not counted
WITHOUT = frozenset({"activity"})  # random frames are asked for nothing


@dataclass(frozen=True)
class Line:
    """One statistic of one measure, of captured windows, of cross-fades and of ours; None where it does not apply."""

    measure: str
    statistic: str
    unit: str
    captured: float | None
    cross_fade: float | None
    ours: float | None

    @property
    def ratio(self) -> float | None:
        """Ours over captured; None where captures have none of it."""
        return self.ours / self.captured if self.captured and self.ours is not None else None


@dataclass(frozen=True)
class Yardstick:
    """What the judge says of so many pairs of a table whose transitions last `seconds`; scores: quartiles of ours in metres."""

    pairs: int
    seconds: float
    scores: tuple[float, float, float]
    lines: tuple[Line, ...]

    def line(self, measure: str, statistic: str) -> Line:
        """The line of a statistic."""
        return next(line for line in self.lines if (line.measure, line.statistic) == (measure, statistic))


@dataclass(frozen=True, eq=False)
class Counted:
    """Values and quarter-second peaks of every measure over windows of `seconds` in all."""

    seconds: float
    values: Mapping[str, Distribution]
    peaks: Mapping[str, Distribution]


def measure_pairs(
    table: TransitionTable, pairs: NDArray[np.intp] | int = 300, seed: int = 0, progress: Progress | None = None
) -> Yardstick:
    """Pairs (n, 2) of frames, or so many random ones, made into transitions and measured; captured: the windows of both frames."""
    chosen = choose_pairs(table, pairs, seed) if isinstance(pairs, int) else pairs
    progress = progress or Progress()
    progress.begin("Measuring pairs", len(chosen))
    captured, faded, made, scores = list[Counted](), list[Counted](), list[Counted](), list[float]()
    for source, target in chosen:
        source, target = int(source), int(target)
        before, _ = find_lead(table, source)
        _, after = find_lead(table, target)
        captured += [count_captured(table, source), count_captured(table, target - table.frames + 1)]
        faded.append(count_window(cross_fade(table, source, target, before, after), before, table.frames))
        ours = make_transition(table, source, target)
        made.append(count_window(join(table, ours, before, after), before, table.frames))
        scores.append(ours.score)
        progress.advance()
    sides = [add_up(side) for side in (captured, faded, made)]
    quartiles = np.percentile(scores, (25, 50, 75))
    first, second, third = (round(float(score), 3) for score in quartiles)
    return Yardstick(len(chosen), table.frames / RATE, (first, second, third), tuple(_lines(*sides)))


def find_lead(table: TransitionTable, frame: int) -> tuple[int, int]:
    """How many frames of its clip there are before and after a frame, up to half a second."""
    stock, most = table.stock, round(LEAD * RATE)
    clip = int(stock.clip_of[frame])
    return min(most, frame - int(stock.starts[clip])), min(most, int(stock.starts[clip + 1]) - 1 - frame)


def count_captured(table: TransitionTable, first: int) -> Counted:
    """Every measure of the captured window that begins at a frame."""
    last = first + table.frames - 1
    before, after = find_lead(table, first)[0], find_lead(table, last)[1]
    return count_window(table.stock.motion(first - before, last + after + 1), before, table.frames, captured=True)


def count_window(motion: Motion, begin: int, frames: int, captured: bool = False) -> Counted:
    """Every measure of frames begin:begin + frames of a motion."""
    take = Take(motion, joins=(begin, begin + frames - 1))
    values, peaks = dict[str, Distribution](), dict[str, Distribution]()
    for measure in all_measures():
        if measure.name in WITHOUT:
            continue
        read = _reader(measure, captured)(take).values[begin : begin + frames]
        highest = np.where(np.isnan(read), -1.0, read).max(axis=1)
        worst = np.maximum.reduceat(highest, np.arange(0, len(highest), take.frames_in(MOMENT)))
        values[measure.name], peaks[measure.name] = Distribution.of(read), Distribution.of(worst[worst >= 0])
    return Counted(frames / motion.fps, values, peaks)


def _reader(measure: Measure, captured: bool) -> Callable[[Take], Any]:
    return measure.captured if captured and measure.captured else measure.read


def add_up(parts: list[Counted]) -> Counted:
    """What was counted in all parts together."""
    return Counted(
        sum(part.seconds for part in parts),
        {name: Distribution.merge(part.values[name] for part in parts) for name in parts[0].values},
        {name: Distribution.merge(part.peaks[name] for part in parts) for name in parts[0].peaks},
    )


def _lines(captured: Counted, faded: Counted, made: Counted) -> list[Line]:
    lines = []
    for name, values in captured.values.items():
        measure, spike = MEASURES.find(name), values.percentile(SPIKE)
        for statistic in measure.statistics:
            told = (find_statistic(statistic, side.values[name], side.peaks[name], side.seconds, spike) for side in (captured, faded, made))
            unit = {"share": "", "spikes": "a minute"}.get(statistic, measure.unit)
            lines.append(Line(name, statistic, unit, *told))
    return lines


def format_yardstick(found: Yardstick) -> str:
    """A table for people."""
    lines = [f"{found.pairs} pairs of {found.seconds:g} s; scores, quartiles: {', '.join(f'{score:.3f}' for score in found.scores)} m"]
    lines.append(f"{'measure':<22}{'captured':>12}{'cross-fade':>12}{'ours':>12}{'ratio':>8}")
    for line in found.lines:
        told = "".join(f"{_number(value, line):>12}" for value in (line.captured, line.cross_fade, line.ours))
        ratio = "" if line.ratio is None else f"{line.ratio:.2f}"
        lines.append(f"{line.measure + ' ' + line.statistic:<22}{told}{ratio:>8}".rstrip())
    return "\n".join(lines)


def _number(value: float | None, line: Line) -> str:
    if value is None:
        return ""
    if line.statistic == "share":
        return f"{100 * value:.1f} %"
    return f"{1000 * value:.1f} mm" if line.unit == "m" else f"{value:.3g}"
