"""Many demands answered from one library and measured: words, places, joins, feet, naturalness; by `judge` where it has a measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.compute import Progress
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.demands.demand import RATE, Demand, Place
from motionloom.demands.hand_demands import without_missing
from motionloom.demands.making import Answer, Wish
from motionloom.demands.many import Told, answer_many
from motionloom.demands.measured_words import measure_words
from motionloom.demands.pool import Pool
from motionloom.demands.satisfaction import satisfied_share
from motionloom.feet.cleanup.ground import level_ground
from motionloom.feet.plants import Plants
from motionloom.feet.skate_measures import measure_slide
from motionloom.judge import Reference, judge_motion
from motionloom.library import Library


@dataclass(frozen=True)
class Row:
    """What came of a demand.

    satisfied: share of asked frames in which all words that exist hold, of the frames that are shown; again: the same measured once more
    on the motion that came out, for measured words alone; start, end: metres off, degrees off; seams: the hardest acceleration about a
    join, m/s2, and above: quarter seconds over the captures' 99.9th percentile; held_slide: mean cm/s of plants that are held; low_slide:
    median cm/s of low feet, by `judge`; rarity: 1 is the line; missing: words that the library has not.
    """

    name: str
    seconds: float
    satisfied: float | None
    again: float | None
    start: tuple[float, float]
    end: tuple[float, float] | None
    joins: int
    seams: float
    above: float
    held_slide: float
    low_slide: float
    rarity: float
    cost: float
    bent: float
    stretched: float
    processor: float
    missing: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Report:
    """All rows, and the captures' own 99.9th percentile of acceleration that joins are held against; told: where the rows come from."""

    rows: tuple[Row, ...]
    line: float
    told: tuple[Told, ...] = ()

    @property
    def refused(self) -> list[tuple[str, str]]:
        """Demands that were refused, and why."""
        return [(each.demand.name, each.refused) for each in self.told if each.refused]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        rows = [asdict(row) for row in self.rows]
        return {"line": self.line, "summary": summarise(self), "demands": rows, "refused": self.refused}


def report_demands(
    library: Library,
    pool: Pool,
    demands: Sequence[Demand],
    reference: Reference,
    wish: Wish | None = None,
    progress: Progress | None = None,
) -> Report:
    """Answer the demands from a pool and measure what comes out; stopped, it goes on where it was when it is run again."""
    line = reference.pooled.spike_line("seams") or 0.0
    used = {word for word in pool.words if pool.mask(word).sum() >= 30}
    asked = without_missing(demands, used)

    def measure(answered: Answer, processor: float) -> dict[str, Any]:
        return asdict(measure_answer(answered, reference, (), processor))

    told = answer_many(library, pool, [demand for demand, _ in asked], wish, progress, measure, f"{line:.6g}")
    missing = {demand.name: words for demand, words in asked}
    rows = [_row(each.measured, missing[each.demand.name]) for each in told if each.measured is not None]
    return Report(tuple(rows), line, tuple(told))


def _row(data: dict[str, Any], missing: tuple[str, ...]) -> Row:
    pairs = {name: None if data[name] is None else (data[name][0], data[name][1]) for name in ("start", "end")}
    return Row(**{**data, **pairs, "missing": missing})


def measure_answer(answered: Answer, reference: Reference, missing: tuple[str, ...] = (), processor: float = 0.0) -> Row:
    """The row of an answer."""
    demand, made = answered.demand, answered.made
    motion, order = made.motion, made.about
    joins = [int(join) for join in made.outcome["joins"]]
    verdict = judge_motion(motion, reference, joins=[join / RATE for join in joins])
    seams, above = verdict.value("seams", "max") or 0.0, verdict.value("seams", "spikes") or 0.0
    plants = Plants(order.plants, RATE)
    slide = measure_slide(foot_points(motion), plants, level_ground(0.0))
    return Row(
        demand.name,
        demand.seconds,
        made.outcome["satisfied"],
        _measured_again(answered),
        _off(answered, demand.start, 0) or (0.0, 0.0),
        _off(answered, demand.end, -1),
        len(joins),
        seams,
        above * demand.seconds / 60,
        slide.mean_cm_per_second,
        100 * (verdict.value("slide", "p50") or 0.0),
        made.outcome["rarity"],
        answered.found.cost,
        made.outcome["bent"],
        made.outcome["stretched"],
        processor,
        missing,
    )


def _off(answered: Answer, place: Place | None, frame: int) -> tuple[float, float] | None:
    """Metres and degrees that a motion is off a place; None where none was asked."""
    if place is None:
        return None
    root = answered.motion.root_positions[frame].astype(np.float64)
    away = float(np.hypot(root[0] - place.x, root[2] - place.z))
    if place.heading is None:
        return away, 0.0
    turn = float(headings(answered.motion)[frame]) - place.heading
    return away, float(np.degrees(abs((turn + np.pi) % (2 * np.pi) - np.pi)))


def _measured_again(answered: Answer) -> float | None:
    """The share of asked frames in which measured words hold on the motion that came out; None where others were asked too."""
    from motionloom.core.masks import find_runs

    found = measure_words(answered.motion)
    if not answered.demand.words or any(word not in found for word in answered.demand.words):
        return None
    return satisfied_share(answered.demand, {word: find_runs(found[word]) for word in answered.demand.words})


def summarise(report: Report) -> dict[str, Any]:
    """Shares and figures over all demands."""
    rows = report.rows
    asked = [row for row in rows if row.satisfied is not None]
    ended = [row for row in rows if row.end is not None]
    total = sum(row.seconds for row in asked)
    return {
        "demands": len(rows),
        "satisfied": sum((row.satisfied or 0.0) * row.seconds for row in asked) / max(total, 1e-9),
        "satisfied_95": sum((row.satisfied or 0.0) >= 0.95 for row in asked),
        "asked": len(asked),
        "measured_again": float(np.mean([row.again for row in rows if row.again is not None] or [0.0])),
        "start_within": sum(row.start[0] <= 0.1 and row.start[1] <= 5 for row in rows),
        "end_within": sum(row.end is not None and row.end[0] <= 0.1 and row.end[1] <= 5 for row in ended),
        "ended": len(ended),
        "end_worst": [max((row.end[k] for row in ended if row.end), default=0.0) for k in (0, 1)],
        "joins": sum(row.joins for row in rows),
        "seams_under": sum(row.seams <= report.line for row in rows),
        "seams_worst": max((row.seams for row in rows), default=0.0),
        "slide_under": sum(row.held_slide < 1.0 for row in rows),
        "slide_mean": float(np.mean([row.held_slide for row in rows])),
        "low_slide_median": float(np.median([row.low_slide for row in rows])),
        "natural": sum(row.rarity <= 1.0 for row in rows),
        "rarity_median": float(np.median([row.rarity for row in rows])),
        "processor_median": float(np.median([row.processor for row in rows])),
    }


def format_summary(report: Report) -> str:
    """A few lines for people."""
    s = summarise(report)
    return "\n".join(
        (
            f"{s['demands']} demands, {s['joins']} joins",
            f"words hold in {100 * s['satisfied']:.1f} % of asked frames; in {s['satisfied_95']} of {s['asked']} demands in 95 % or more; "
            f"measured again on what came out {100 * s['measured_again']:.1f} %",
            f"starts within 10 cm and 5 degrees {s['start_within']} of {s['demands']}, ends {s['end_within']} of {s['ended']} "
            f"(worst {100 * s['end_worst'][0]:.1f} cm, {s['end_worst'][1]:.1f} degrees)",
            f"joins under the captures' 99.9th percentile ({report.line:.0f} m/s2): {s['seams_under']} of {s['demands']}, "
            f"worst {s['seams_worst']:.0f}",
            f"held feet slide under 1 cm/s: {s['slide_under']} of {s['demands']}, mean {s['slide_mean']:.2f} cm/s; "
            f"low feet by judge, median {s['low_slide_median']:.1f} cm/s",
            f"under the line of naturalness {s['natural']} of {s['demands']}, median rarity {s['rarity_median']:.2f}",
            f"{s['processor_median']:.1f} s of processor time each, in the median",
        )
    )


def format_rows(report: Report) -> str:
    """A line for each demand."""
    lines = [f"{'demand':<26}{'words':>7}{'again':>7}{'start':>8}{'end':>14}{'joins':>7}{'m/s2':>6}{'slide':>7}{'rarity':>8}{'s':>6}"]
    for row in report.rows:
        words, again = ("" if share is None else f"{100 * share:.0f} %" for share in (row.satisfied, row.again))
        end = "" if row.end is None else f"{100 * row.end[0]:.1f} cm {row.end[1]:.1f}\u00b0"
        lines.append(
            f"{row.name[:25]:<26}{words:>7}{again:>7}{100 * row.start[0]:>5.1f} cm{end:>14}{row.joins:>7}{row.seams:>6.0f}"
            f"{row.held_slide:>7.2f}{row.rarity:>8.2f}{row.processor:>6.1f}{'  without ' + ', '.join(row.missing) if row.missing else ''}"
        )
    return "\n".join([*lines, *(f"{name[:25]:<26} refused: {why}" for name, why in report.refused)])


def draw_sheet(library: Library, told: Sequence[Told], path: Path, count: int = 10) -> None:
    """A contact sheet: filmstrips of so many answers, evenly chosen, one below the other, with what was asked."""
    from PIL import Image, ImageDraw

    from motionloom.render import filmstrip

    made = [each for each in told if not each.refused]
    chosen = [made[round(n)] for n in np.linspace(0, len(made) - 1, min(count, len(made)))]
    sheet = Image.new("RGB", (1500, 200 * len(chosen)), "white")
    for n, each in enumerate(chosen):
        strip = Image.fromarray(np.asarray(filmstrip(each.make(library), 10))).convert("RGB").resize((1500, 180))
        asked = ", ".join(f"{s.start:g}-{s.stop:g} {'' if s.must else 'not '}{s.word}" for s in each.demand.spans)
        ImageDraw.Draw(sheet).text((6, 200 * n + 4), f"{each.demand.name}: {asked}"[:220], fill="black")
        sheet.paste(strip, (0, 200 * n + 20))
    sheet.save(path)
