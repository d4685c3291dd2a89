"""All measures of one motion, summed up so that clips can be added together and the worst moments found again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from motionloom.core import Motion
from motionloom.judge.differences import STEP
from motionloom.judge.distribution import Distribution
from motionloom.judge.measure import Reading, all_measures
from motionloom.judge.take import Take

MOMENT = 0.25  # seconds: the worst value of each is kept


@dataclass(frozen=True)
class Moment:
    """The worst value of a measure in a quarter of a second: when, of what, and how much."""

    measure: str
    seconds: float
    channel: str
    value: float
    clip: str = ""
    source: str = ""  # what `captures.open_source` finds the clip by


@dataclass(frozen=True, eq=False)
class Summary:
    """One measure over one motion or many: all its values, and the worst of each quarter of a second."""

    values: Distribution
    peaks: Distribution
    moments: tuple[Moment, ...] = ()

    @staticmethod
    def merge(parts: Iterable[Summary]) -> Summary:
        """Of all the motions together."""
        parts = list(parts)
        moments = tuple(moment for part in parts for moment in part.moments)
        return Summary(Distribution.merge(p.values for p in parts), Distribution.merge(p.peaks for p in parts), moments)

    def worst(self) -> Moment | None:
        """The worst moment; None where the measure was zero or did not apply."""
        return max(self.moments, key=lambda moment: moment.value, default=None)


@dataclass(frozen=True, eq=False)
class Judged:
    """What was measured of one motion; clip and performer name it."""

    clip: str
    performer: str
    seconds: float
    step: float
    measures: dict[str, Summary]


def measure_motion(
    motion: Motion,
    *,
    clip: str | None = None,
    source: str = "",
    performer: str = "",
    labels: tuple[str, ...] = (),
    asked: int | None = None,
    joins: tuple[int, ...] = (),
    step: float = STEP,
    captured: bool = False,
) -> Judged:
    """Every measure of a motion. captured: as one that others are held against."""
    take = Take(motion, step, joins, labels, asked)
    name = motion.name if clip is None else clip
    summaries = {}
    for measure in all_measures():
        reading = (measure.captured if captured and measure.captured else measure.read)(take)
        summaries[measure.name] = _sum_up(reading, measure.name, (name, source), take)
    return Judged(name, performer, motion.duration, step, summaries)


def _sum_up(reading: Reading, measure: str, named: tuple[str, str], take: Take) -> Summary:
    values = reading.values
    filled = np.where(np.isnan(values), -1.0, values)
    highest = filled.max(axis=1)
    starts = np.arange(0, len(take), take.frames_in(MOMENT))
    peaks = np.maximum.reduceat(highest, starts)
    moments = []
    for start in starts[peaks > 0]:
        frame = int(start + np.argmax(highest[start : start + take.frames_in(MOMENT)]))
        column = int(np.argmax(filled[frame]))
        moments.append(Moment(measure, frame / take.fps, reading.channel(frame, column), float(highest[frame]), *named))
    return Summary(Distribution.of(values), Distribution.of(peaks[peaks >= 0]), tuple(moments))
