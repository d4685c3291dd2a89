"""What a search for transplants found, rule by rule, as paper 004 section 3.4 counts it; beside it what the paper found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from motionloom.enrich.transplants.rule import RULES


@dataclass(frozen=True)
class RuleCount:
    """Of one rule: applications, of them those whose pair fitted; motions and frames (at 60 Hz) made; of these the annotatable ones, which
    have half a second before and after them, and those of them that look human; duplicates that were dropped."""

    rule: str
    applications: int = 0
    pairs: int = 0
    motions: int = 0
    frames: int = 0
    annotatable: int = 0
    human: int = 0
    duplicates: int = 0

    def with_application(self, results: Sequence[Mapping[str, Any]], kept: Sequence[Mapping[str, Any]]) -> RuleCount:
        """One more application: its results, and those of them that are no duplicates."""
        return replace(
            self,
            applications=self.applications + 1,
            pairs=self.pairs + bool(results),
            motions=self.motions + len(kept),
            frames=self.frames + sum(each["frames"] for each in kept),
            annotatable=self.annotatable + sum(each["judged"] for each in kept),
            human=self.human + sum(each["human"] for each in kept),
            duplicates=self.duplicates + len(results) - len(kept),
        )

    def possibilities(self, motions: int) -> int:
        """How many applications there are: pairs, or motions for a rule without a donor."""
        return motions if RULES.find(self.rule).single else motions * (motions - 1) // 2

    def extrapolated(self, motions: int) -> float:
        """Frames that would look human if the rule were applied everywhere."""
        return self.human / max(1, self.applications) * self.possibilities(motions)

    @property
    def share(self) -> float:
        """Of all frames made, those that are annotatable and look human."""
        return self.human / max(1, self.frames)


@dataclass(frozen=True)
class Counts:
    """What a search found of so many motions that last so many seconds in all; labels: what the judge rests on; depth: of transplants."""

    motions: int
    seconds: float
    rules: tuple[RuleCount, ...]
    labels: str
    depth: int = 1

    @property
    def total(self) -> RuleCount:
        """All rules together."""
        names = ("applications", "pairs", "motions", "frames", "annotatable", "human", "duplicates")
        return RuleCount("", **{name: sum(getattr(rule, name) for rule in self.rules) for name in names})

    @property
    def times(self) -> float:
        """Frames that look human over the frames there were."""
        return self.total.human / max(1.0, self.seconds * 60)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {**asdict(self), "rules": [asdict(rule) for rule in self.rules], "times": round(self.times, 3)}


# As printed in paper 004 section 3.4. The printed applications add up to 136, not to the 106 it says, and the frames to 34,837, not 27,491;
# the shares are of all frames of a rule, annotatable and human; its words "a quarter million", "a million" as numbers.
PAPER_MOTIONS, PAPER_SECONDS = 118, 22_645 / 60
PAPER = {
    "any_pair": {"applications": 29, "pairs": 29, "frames": 3904, "share": 0.35, "extrapolated": 250_000},
    "similar_plants": {"applications": 41, "pairs": 19, "frames": 12_660, "share": 0.44, "extrapolated": 1_000_000},
    "similar_motion": {"applications": 36, "pairs": 18, "frames": 15_432, "share": 0.28, "extrapolated": 750_000},
    "turned_arms": {"applications": 30, "pairs": 30, "frames": 2841, "share": 0.35, "extrapolated": 4000},
}
PAPER_TOTAL = {"applications": 106, "motions": 234, "frames": 27_491, "annotatable": 13_451, "human": 10_226}


HEADS = {"rule": 16, "applied": 13, "pairs fit": 13, "frames made": 18, "human": 12, "if applied everywhere": 26, "duplicates": 10}


def describe_counts(counts: Counts) -> list[str]:
    """The table of paper 004 section 3.4, theirs beside ours, a line a row."""
    lines = [f"{counts.motions} motions, {counts.seconds / 60:.1f} minutes, depth {counts.depth}; frames at 60 Hz"]
    lines.append(_row(HEADS))
    lines += [_describe_rule(rule, counts.motions) for rule in counts.rules]
    total, paper = counts.total, PAPER_TOTAL
    lines.append(
        f"in all: {total.applications} ({paper['applications']}) applications, {total.motions} ({paper['motions']}) motions, "
        f"{total.frames:,} ({paper['frames']:,}) frames, {total.annotatable:,} ({paper['annotatable']:,}) annotatable, "
        f"{total.human:,} ({paper['human']:,}) of them human; {counts.times:.2f} times the frames there were"
    )
    lines.append("in brackets: paper 004 section 3.4 as printed; human: annotatable and looking human, of all frames made")
    lines.append(f"human as the judge says; it rests on {counts.labels}")
    return lines


def _describe_rule(rule: RuleCount, motions: int) -> str:
    own = (
        f"{rule.applications}",
        f"{rule.pairs}",
        f"{rule.frames:,}",
        f"{rule.share:.0%}",
        f"{rule.extrapolated(motions):,.0f}",
    )
    paper = PAPER.get(rule.rule)
    if paper is None:
        return _row((rule.rule, *own, str(rule.duplicates)))
    theirs = (f"{paper[name]:,}" for name in ("applications", "pairs", "frames"))
    beside = (*theirs, f"{paper['share']:.0%}", f"{paper['extrapolated']:,}")
    return _row((rule.rule, *(f"{mine} ({their})" for mine, their in zip(own, beside, strict=True)), str(rule.duplicates)))


def _row(cells: Iterable[str]) -> str:
    return " ".join(
        f"{cell:<{width}}" if n == 0 else f"{cell:>{width}}" for n, (cell, width) in enumerate(zip(cells, HEADS.values(), strict=True))
    )
