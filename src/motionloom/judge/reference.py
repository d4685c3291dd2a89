"""What captures are like: the distributions of every measure, performer by performer, kept in a JSON file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core.errors import FileError, MotionloomError, list_names
from motionloom.core.files import read_json, write_file
from motionloom.judge.distribution import Distribution
from motionloom.judge.measure import MEASURES
from motionloom.judge.summary import Judged, Summary

FORMAT = "motionloom judge reference 1"
SPIKE = 99.9  # percentile of captures above which a value is a spike


@dataclass(frozen=True, eq=False)
class Captured:
    """Captures of one performer, or of all: how many clips and seconds; values and quarter-second peaks of each measure."""

    clips: int
    seconds: float
    values: Mapping[str, Distribution]
    peaks: Mapping[str, Distribution]

    @staticmethod
    def of(judged: Iterable[Judged]) -> Captured:
        """Of measured captures."""
        return Captured.merge(
            Captured(1, one.seconds, {n: s.values for n, s in one.measures.items()}, {n: s.peaks for n, s in one.measures.items()})
            for one in judged
        )

    @staticmethod
    def merge(parts: Iterable[Captured]) -> Captured:
        """Of all of them together."""
        parts = list(parts)
        names = {name: None for part in parts for name in part.values}
        none = Distribution()
        return Captured(
            sum(part.clips for part in parts),
            sum(part.seconds for part in parts),
            {name: Distribution.merge(part.values.get(name, none) for part in parts) for name in names},
            {name: Distribution.merge(part.peaks.get(name, none) for part in parts) for name in names},
        )

    def spike_line(self, measure: str) -> float | None:
        """The value above which a measure is a spike: the captures' 99.9th percentile."""
        return self.values[measure].percentile(SPIKE) if measure in self.values else None


@dataclass(frozen=True, eq=False)
class Reference:
    """Captures to hold motion against, measured over steps of `step` seconds.

    performers: by name. statistics: what each captured clip had, by "measure statistic"; where most of them lie is what is usual.
    """

    step: float
    performers: Mapping[str, Captured]
    statistics: Mapping[str, tuple[float, ...]]

    @staticmethod
    def learn(judged: Iterable[Judged]) -> Reference:
        """Of captures that were measured as such, all over one step."""
        judged = list(judged)
        if not judged:
            raise MotionloomError("there is no capture to hold motion against; name a library or folder that has some")
        names = sorted({one.performer for one in judged})
        performers = {name: Captured.of(one for one in judged if one.performer == name) for name in names}
        whole = Reference(judged[0].step, performers, {})
        statistics: dict[str, list[float]] = {}
        for one in judged:
            for measure, summary in one.measures.items():
                for statistic in MEASURES.find(measure).statistics:
                    value = whole.statistic(measure, statistic, summary, one.seconds)
                    if value is not None:
                        statistics.setdefault(f"{measure} {statistic}", []).append(value)
        return Reference(whole.step, performers, {key: tuple(sorted(values)) for key, values in statistics.items()})

    @cached_property
    def pooled(self) -> Captured:
        """All performers together."""
        return Captured.merge(self.performers.values())

    def only(self, performer: str) -> Reference:
        """The same with one performer; lines and shares are then theirs, clips' own statistics still everybody's."""
        if performer not in self.performers:
            raise MotionloomError(f"no captures of performer {performer!r}; there are {list_names(sorted(self.performers), 30)}")
        return Reference(self.step, {performer: self.performers[performer]}, self.statistics)

    def statistic(self, measure: str, statistic: str, summary: Summary, seconds: float) -> float | None:
        """A statistic of a motion; None where the measure did not apply to it."""
        return find_statistic(statistic, summary.values, summary.peaks, seconds, self.pooled.spike_line(measure))

    def captured_statistic(self, measure: str, statistic: str) -> float | None:
        """The same of all captures together."""
        pooled = self.pooled
        if measure not in pooled.values:
            return None
        return find_statistic(statistic, pooled.values[measure], pooled.peaks[measure], pooled.seconds, pooled.spike_line(measure))

    def rank(self, measure: str, statistic: str, value: float) -> float | None:
        """The share of captured clips that have less than this value; None where none has the measure."""
        known = self.statistics.get(f"{measure} {statistic}")
        return None if not known else float(np.searchsorted(known, value, side="left")) / len(known)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "format": FORMAT,
            "step": self.step,
            "performers": {
                name: {
                    "clips": one.clips,
                    "seconds": one.seconds,
                    "values": {measure: held.to_json() for measure, held in one.values.items()},
                    "peaks": {measure: held.to_json() for measure, held in one.peaks.items()},
                }
                for name, one in self.performers.items()
            },
            "statistics": {key: [float(f"{value:.6g}") for value in values] for key, values in self.statistics.items()},
        }

    def write(self, path: Path) -> None:
        """Write the file that `read` reads."""
        write_file(path, json.dumps(self.to_json()).encode())

    @staticmethod
    def read(path: Path) -> Reference:
        """The reference in a file."""
        data = read_json(path, "a reference that `motionloom judge --save-reference` wrote")
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise FileError(f"{path}: not a reference of captures; `motionloom judge LIBRARY --save-reference {path.name}` writes one")
        try:
            performers = {
                str(name): Captured(
                    int(one["clips"]),
                    float(one["seconds"]),
                    {measure: Distribution.from_json(held) for measure, held in one["values"].items()},
                    {measure: Distribution.from_json(held) for measure, held in one["peaks"].items()},
                )
                for name, one in data["performers"].items()
            }
            statistics = {str(key): tuple(map(float, values)) for key, values in data["statistics"].items()}
            return Reference(float(data["step"]), performers, statistics)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise FileError(f"{path}: a damaged reference of captures ({error!r}); write it again with --save-reference") from None


def find_statistic(name: str, values: Distribution, peaks: Distribution, seconds: float, spike_line: float | None) -> float | None:
    """A percentile (p99.9), max, share (of values above zero), or spikes (quarter seconds a minute above the line)."""
    if values.total == 0:
        return None
    if name == "max":
        return values.largest
    if name == "share":
        return values.share_above_zero()
    if name == "spikes":
        return None if spike_line is None else 60 * peaks.count_above(spike_line) / seconds
    return values.percentile(float(name.removeprefix("p")))
