"""What was found: each statistic beside that of captures, the worst moments, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from motionloom.core.errors import count_of
from motionloom.judge.measure import MEASURES
from motionloom.judge.reference import Reference, find_statistic
from motionloom.judge.summary import Judged, Moment, Summary

UNUSUAL = 0.99  # share of captured clips that must have less for a value to be called unusual
APART = 0.5  # seconds between two worst moments of a clip


@dataclass(frozen=True)
class Row:
    """One statistic of one measure, in `unit`; of what was judged, of captures, the one over the other.

    rank: the share of captured clips that have less. worst: the worst moment of the measure. clips: how many of the clips judged are
    unusual in it. ratio: None where captures have none of it.
    """

    measure: str
    statistic: str
    unit: str
    value: float
    captured: float | None
    ratio: float | None
    rank: float | None
    worst: Moment | None
    clips: int = 0

    @property
    def unusual(self) -> bool:
        """Whether hardly any captured clip has so much."""
        return self.rank is not None and self.rank > UNUSUAL and (self.captured is None or self.value > self.captured)


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the measures say of a motion, or of many (`parts`, one a clip)."""

    name: str
    seconds: float
    rows: tuple[Row, ...]
    measures: dict[str, Summary]
    reference: Reference | None = None
    parts: tuple[Verdict, ...] = ()

    def row(self, measure: str, statistic: str) -> Row | None:
        """The row of a statistic; None where the measure did not apply."""
        return next((row for row in self.rows if (row.measure, row.statistic) == (measure, statistic)), None)

    def value(self, measure: str, statistic: str) -> float | None:
        """A statistic; None where the measure did not apply."""
        row = self.row(measure, statistic)
        return None if row is None else row.value

    def spikes(self, measure: str) -> list[Moment]:
        """The moments above the captures' 99.9th percentile, in order of time; none without captures."""
        line = None if self.reference is None else self.reference.pooled.spike_line(measure)
        return [] if line is None else [moment for moment in self.measures[measure].moments if moment.value > line]

    def worst(self, count: int = 5) -> list[tuple[Moment, float]]:
        """The worst moments over all measures and how many times the captures' 99.9th percentile they have; at most two of one measure."""
        if self.reference is None:
            return []
        ranked = []
        for name, summary in self.measures.items():
            line = self.reference.pooled.spike_line(name)
            ranked += [(moment, moment.value / line) for moment in summary.moments if line]
        ranked.sort(key=lambda pair: -pair[1])
        kept: list[tuple[Moment, float]] = []
        for moment, times in ranked:
            alike = [m for m, _ in kept if m.measure == moment.measure]
            near = any(m.clip == moment.clip and abs(m.seconds - moment.seconds) < APART for m, _ in kept)
            if len(kept) < count and len(alike) < 2 and not near:
                kept.append((moment, times))
        return kept

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "motion": self.name,
            "seconds": self.seconds,
            "rows": [{**asdict(row), "unusual": row.unusual} for row in self.rows],
            **({"clips": [part.to_json() for part in self.parts]} if self.parts else {}),
        }


def make_verdict(judged: Judged, reference: Reference | None = None) -> Verdict:
    """The verdict on what was measured of one motion."""
    rows = _rows(judged.measures, judged.seconds, reference, ranked=True)
    return Verdict(judged.clip, judged.seconds, tuple(rows), judged.measures, reference)


def make_joint_verdict(name: str, judged: Sequence[Judged], reference: Reference | None = None) -> Verdict:
    """The verdict on many motions together, with each one's own among its parts."""
    parts = tuple(make_verdict(one, reference) for one in judged)
    seconds = sum(one.seconds for one in judged)
    measures = {measure: Summary.merge(one.measures[measure] for one in judged) for measure in (judged[0].measures if judged else ())}
    rows = []
    for row in _rows(measures, seconds, reference, ranked=False):
        own = [part.row(row.measure, row.statistic) for part in parts]
        rows.append(Row(**{**vars(row), "clips": sum(one is not None and one.unusual for one in own)}))
    return Verdict(name, seconds, tuple(rows), measures, reference, parts)


def _rows(measures: dict[str, Summary], seconds: float, reference: Reference | None, ranked: bool) -> list[Row]:
    rows = []
    for name, summary in measures.items():
        measure = MEASURES.find(name)
        for statistic in measure.statistics:
            line = None if reference is None else reference.pooled.spike_line(name)
            value = find_statistic(statistic, summary.values, summary.peaks, seconds, line)
            if value is None:
                continue
            captured = None if reference is None else reference.captured_statistic(name, statistic)
            ratio = value / captured if captured else None
            rank = reference.rank(name, statistic, value) if reference is not None and ranked else None
            unit = {"share": "", "spikes": "a minute"}.get(statistic, measure.unit)
            rows.append(Row(name, statistic, unit, value, captured, ratio, rank, summary.worst()))
    return rows


def format_table(verdict: Verdict) -> str:
    """A table for people: value, captured, ratio, the share of captured clips below, where it is worst."""
    many = len(verdict.parts) > 1
    head = f"{'measure':<22}{'value':>12}{'captured':>12}{'ratio':>8}{'clips over' if many else 'rank':>12}   worst"
    lines = [f"{verdict.name} ({count_of(len(verdict.parts), 'clip') + ', ' if many else ''}{verdict.seconds:.1f} s)", head]
    seen = set()
    for row in verdict.rows:
        last = str(row.clips) if many else "" if row.rank is None else f"{100 * row.rank:.0f} %"
        marked = last + (" !" if row.unusual or row.clips else "  ")
        worst = "" if row.measure in seen else _describe(row, many)
        seen.add(row.measure)
        value, captured = _number(row.value, row.unit, row.statistic), _number(row.captured, row.unit, row.statistic)
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        lines.append(f"{row.measure + ' ' + row.statistic:<22}{value:>12}{captured:>12}{ratio:>8}{marked:>14} {worst}".rstrip())
    return "\n".join(lines)


def _describe(row: Row, many: bool) -> str:
    if row.worst is None:
        return ""
    place = f"{row.worst.seconds:.2f} s {row.worst.channel}"
    return f"{row.worst.clip} {place}" if many else place


def _number(value: float | None, unit: str, statistic: str) -> str:
    if value is None:
        return ""
    if statistic == "share":
        return f"{100 * value:.1f} %"
    if statistic == "spikes":
        return f"{value:.1f} /min"
    if unit == "m":
        return f"{1000 * value:.1f} mm"
    return f"{value:.3g} {unit}" if value < 1000 else f"{value:.0f} {unit}"
