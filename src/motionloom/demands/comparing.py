"""Two libraries, or two choices within one, held against the same demands (paper 004, section 4): scores, and a certificate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from motionloom.compute import Progress
from motionloom.demands.demand import Demand, DemandError
from motionloom.demands.hand_demands import without_missing
from motionloom.demands.making import Wish
from motionloom.demands.many import Told, answer_many
from motionloom.demands.pool import Pool
from motionloom.demands.words import HUMAN
from motionloom.library import Library
from motionloom.score.rarity import LINE

PAPER = {"demands": 100, "frames": 28_800, "not_human": 0.034, "newly_made": 0.201, "false_positives": 7}
SURE = 0.95


@dataclass(frozen=True)
class Side:
    """What one library made of the demands: scores (least cost is best) and rarities in their order; of all frames that are shown how many
    were judged not to look human, how many are newly made, and how many a person called unnatural though the machine called them human.

    rare: newly made frames that the machine called human, of seconds over the line of naturalness: a stand-in where no person has judged.
    """

    name: str
    frames: int
    scores: tuple[float, ...]
    rarities: tuple[float, ...]
    satisfied: tuple[float, ...]
    not_human: int
    newly_made: int
    false_positives: int
    pool_frames: int
    rare: int = 0

    def to_json(self) -> dict[str, Any]:
        """Plain data, with shares and the certificate."""
        accepted = sum(rarity <= LINE for rarity in self.rarities)
        return {
            **vars(self),
            "share_not_human": self.not_human / max(self.frames, 1),
            "share_newly_made": self.newly_made / max(self.frames, 1),
            "acceptable": accepted,
            "certificate": certify(accepted, len(self.rarities)),
        }


@dataclass(frozen=True)
class Comparison:
    """Two sides and the demands both were held against."""

    one: Side
    other: Side
    demands: int

    def to_json(self) -> dict[str, Any]:
        """Plain data; the paper's own figures beside ours."""
        better = sum(b < a - 1e-6 for a, b in zip(self.one.scores, self.other.scores, strict=True))
        worse = sum(b > a + 1e-6 for a, b in zip(self.one.scores, self.other.scores, strict=True))
        return {
            "one": self.one.to_json(),
            "other": self.other.to_json(),
            "demands": self.demands,
            "better": better,
            "worse": worse,
            "paper": PAPER,
        }


def certify(accepted: int, tried: int, sure: float = SURE) -> dict[str, float]:
    """With what confidence what share of the motion made is acceptable: the lower bound of Clopper and Pearson (1934), one-sided."""
    from scipy.stats import beta

    low = 0.0 if accepted == 0 else float(beta.ppf(1 - sure, accepted, tried - accepted + 1))
    return {"sure": sure, "at_least": low, "seen": accepted / max(tried, 1)}


def compare_pools(
    sides: Sequence[tuple[str, Library, Pool]], demands: Sequence[Demand], wish: Wish | None = None, progress: Progress | None = None
) -> tuple[Comparison, list[list[Told]]]:
    """The same demands, iterations and seed for two pools; words that either lacks are left out for both. What came of each comes out too.

    A demand that either refuses counts for neither. Stopped, it goes on where it was when it is run again.
    """
    known = set.intersection(*({word for word in pool.words if pool.mask(word).any()} for _, _, pool in sides))
    asked = [demand for demand, _ in without_missing(demands, known)]
    told = [answer_many(library, pool, asked, wish, progress) for _, library, pool in sides]
    both = [n for n in range(len(asked)) if not any(side[n].refused for side in told)]
    told = [[side[n] for n in both] for side in told]
    if not both:
        raise DemandError("every demand was refused by one of the two; ask for what both can do")
    found = [_summarise(name, library, pool, made) for (name, library, pool), made in zip(sides, told, strict=True)]
    return Comparison(found[0], found[1], len(both)), told


def _summarise(name: str, library: Library, pool: Pool, made: Sequence[Told]) -> Side:
    frames = np.concatenate([each.frames for each in made if each.frames is not None])
    outcomes = [each.outcome or {} for each in made]
    stretches = pool.stretch_of[frames]
    new = np.array([stretch.made for stretch in pool.stretches])[stretches]
    unnatural = {judged.clip for judged in library.judgements(question="natural") if not judged.verdict}
    refused = np.array([stretch.clip in unnatural for stretch in pool.stretches])[stretches]
    human = pool.mask(HUMAN)[frames]
    return Side(
        name,
        len(frames),
        tuple(round(each.cost, 4) for each in made),
        tuple(outcome["rarity"] for outcome in outcomes),
        tuple(-1.0 if outcome["satisfied"] is None else outcome["satisfied"] for outcome in outcomes),
        int((new & ~human).sum()) if HUMAN in pool.words else 0,
        int(new.sum()),
        int((new & human & refused).sum()),
        len(pool),
        int((new & human & (pool.rarity[frames] > LINE)).sum()),
    )


def draw_comparison(comparison: Comparison, path: Path | IO[bytes]) -> None:
    """The sorted plot of paper 004's figure 4: scores of both, in the order of the first's."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    one, other = np.array(comparison.one.scores), np.array(comparison.other.scores)
    order = np.argsort(one)
    figure, axes = pyplot.subplots(figsize=(7, 3.6), dpi=120)
    axes.plot(one[order], "--", color="tab:blue", label=comparison.one.name)
    axes.plot(other[order], "-", color="tab:red", label=comparison.other.name)
    axes.set_yscale("symlog", linthresh=10)
    axes.set_xlabel(f"demands, in the order of {comparison.one.name}")
    axes.set_ylabel("score (less is better)")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def format_comparison(comparison: Comparison) -> str:
    """A few lines for people, the paper's figures beside ours."""
    told = comparison.to_json()
    one, other = told["one"], told["other"]
    lines = [f"{comparison.demands} demands; {other['name']} is better for {told['better']}, worse for {told['worse']}"]
    for side in (one, other):
        sure = side["certificate"]
        lines.append(
            f"  {side['name']}: {side['pool_frames']} frames to choose from, median score {np.median(side['scores']):.1f}, worst "
            f"{max(side['scores'], default=math.nan):.0f}; {side['acceptable']} of {comparison.demands} under the line: with "
            f"{100 * sure['sure']:.0f} % confidence at least {100 * sure['at_least']:.0f} % of what is made is acceptable"
        )
    lines.append(
        f"  of {other['frames']} frames shown from {other['name']} {100 * other['share_not_human']:.1f} % are not human (paper 3.4 %), "
        f"{100 * other['share_newly_made']:.1f} % newly made (20.1 %), {other['false_positives']} false positives by people (7 of 28,800); "
        f"{other['rare']} were called human and are over the line of naturalness, a stand-in for people"
    )
    return "\n".join(lines)
