"""What captures show: how often each term of naturalness reaches how much, over many performers, each counting alike.

Rarity is said in powers of ten: 1 is what one captured second in ten reaches, 2 one in a hundred. Beyond what was captured the tail goes on
as a power of the value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import MotionError
from motionloom.score.terms import TERMS
from motionloom.score.windows import Terms, window_values

STEPS = np.array([0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.15, 1.3, 1.5, 1.7, 2.0])  # rarities at which values are kept
LINE = 6  # the step of one in ten
FLATTEST = 0.15  # decades of value that a decade of rarity takes at least, beyond what was captured
MOST = 6.0  # rarity: one in a million; nobody knows what is rarer
POWER = 4.0  # of the norm that joins the terms: the rarest counts most
QUANTILE = 0.9  # at which a term's growth with liveliness, and the level of a performer, is found
SLOPES = np.concatenate([[0.0], np.geomspace(0.05, 50.0, 40)])
FEWEST_PERFORMERS = 5  # fewer say too little of how performers differ
MANY_PERFORMERS = 20  # so many show by themselves how performers differ
DRAWS = 41  # levels that one more performer may have
FOLDS = 6  # groups of performers, each of which is measured by what the others show
FORMAT = "motionloom-captured-naturalness"


@dataclass(frozen=True)
class Level:
    """What captures show of one term: values (12,) at `STEPS` of rarity, over (1 + growth * liveliness)."""

    values: tuple[float, ...]
    growth: float = 0.0

    def rarity(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """How rare (N,) values (N,) are, where the motion does not move at all."""
        return rarity_of(values[:, None], np.array([self.values]))[:, 0]


@dataclass(frozen=True)
class Reference:
    """levels: what captures show of each term; joint: of all together, of performers that the terms were not learned from.

    performers and windows: whom and how many it was learned from.
    """

    levels: Mapping[str, Level]
    joint: Level
    performers: tuple[str, ...] = ()
    windows: int = 0

    @classmethod
    def learn(cls, captured: Sequence[tuple[str, Terms]], others: Sequence[tuple[str, Terms]] = ()) -> Self:
        """A reference from the terms of captures and who performed each; performers count alike, however much there is of them.

        others: captures of more performers, by whom only the line is drawn. The joint level is learned crosswise, each performer's windows
        by the terms of others, and as one more performer would show it: so the line holds for somebody new.
        """
        if not captured:
            raise MotionError("no capture to learn what is natural from; give some")
        plain = cls._learn_terms(captured)
        performers = tuple(sorted({performer for performer, _ in captured}))
        joint, who = list[NDArray[np.float64]](), list[str]()
        for fold in deal(performers):
            by = cls._learn_terms([each for each in captured if each[0] not in fold]) if len(performers) > 2 else plain
            for performer, terms in captured:
                if performer in fold:
                    joint.append(by.join(terms))
                    who += [performer] * len(joint[-1])
        for performer, terms in others:
            if performer not in performers:
                joint.append(plain.join(terms))
                who += [performer] * len(joint[-1])
        level = Level(_values_at_steps(*_as_somebody_new(np.concatenate(joint), np.array(who))))
        return replace(plain, joint=level, performers=tuple(sorted(set(who))), windows=len(who))

    @classmethod
    def _learn_terms(cls, captured: Sequence[tuple[str, Terms]]) -> Self:
        weights = _weigh(np.concatenate([[performer] * len(window_values(terms.values)) for performer, terms in captured]))
        levels = {}
        for n, term in enumerate(TERMS.all().values()):
            growth = 0.0
            if term.lively:
                each = [window_values(np.stack([terms.values[n], terms.liveliness])) for _, terms in captured]
                values, lively = np.concatenate(each).T
                growth = _find_growth(values, lively, weights)
            over = [window_values((terms.values[n] / (1 + growth * terms.liveliness))[None])[:, 0] for _, terms in captured]
            levels[term.name] = Level(_values_at_steps(np.concatenate(over), weights), growth)
        return cls(levels, Level(tuple(STEPS)))

    @cached_property
    def _table(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Growth (T,) and values (T, 12) of all terms, in the order of their registry."""
        levels = [self.levels[name] for name in TERMS.all()]
        return np.array([level.growth for level in levels]), np.array([level.values for level in levels])

    def rarities(self, terms: Terms) -> NDArray[np.float64]:
        """How rare (T, F) each term is at each frame: as rare as a second whose worst it is."""
        growth, values = self._table
        return rarity_of((terms.values / (1 + growth[:, None] * terms.liveliness)).T, values).T

    def window_rarities(self, terms: Terms) -> NDArray[np.float64]:
        """How rare (W, T) each term is in each window."""
        growth, values = self._table
        return rarity_of(window_values(terms.values / (1 + growth[:, None] * terms.liveliness)), values)

    def join(self, terms: Terms) -> NDArray[np.float64]:
        """The norm (W,) of all terms' rarities, window by window."""
        return join_rarities(self.window_rarities(terms))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        levels = {name: {"growth": level.growth, "values": list(level.values)} for name, level in self.levels.items()}
        about = {"format": FORMAT, "version": 1, "performers": list(self.performers), "windows": self.windows}
        return about | {"steps": STEPS.tolist(), "levels": levels, "joint": list(self.joint.values)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The reference that `to_json` described; an error where it is none, or has not every term."""
        missing = [name for name in TERMS.all() if name not in data.get("levels", {})]
        if data.get("format") != FORMAT or missing:
            what = f"one without {', '.join(missing)}" if data.get("format") == FORMAT else "something else"
            raise MotionError(f"expected what captures show of every term, found {what}; `motionloom score calibrate` learns it")
        levels = {name: Level(tuple(own["values"]), float(own["growth"])) for name, own in data["levels"].items()}
        return cls(levels, Level(tuple(data["joint"])), tuple(data["performers"]), int(data["windows"]))


def deal(performers: Sequence[str]) -> list[list[str]]:
    """Performers dealt into a few groups, by name, one after the other; up to `FOLDS` of them are a group each."""
    ordered = sorted(performers)
    return [ordered[n::FOLDS] for n in range(min(FOLDS, len(ordered)))]


def rarity_of(values: NDArray[np.float64], known: NDArray[np.float64]) -> NDArray[np.float64]:
    """How rare values (N, T) are, each by what captures show of its term at the `STEPS` of rarity, known (T, 12)."""
    rising = known + np.arange(known.shape[1]) * 1e-9  # of equal values the first counts: most seconds have no flight at all
    last, line = rising[:, -1], rising[:, LINE]
    at = np.clip((values[..., None] >= rising).sum(axis=-1) - 1, 0, len(STEPS) - 2)
    term = np.arange(len(known))
    low, high = rising[term, at], rising[term, at + 1]
    found = STEPS[at] + (STEPS[at + 1] - STEPS[at]) * np.clip((values - low) / (high - low), 0.0, 1.0)
    decades = np.maximum(np.log10(last / np.maximum(line, 1e-9)), FLATTEST)
    beyond = np.log10(np.maximum(values / last, 1.0)) * (STEPS[-1] - STEPS[LINE]) / decades
    return np.minimum(found + beyond, MOST)


def join_rarities(rarities: NDArray[np.float64]) -> NDArray[np.float64]:
    """The norm (W,) of rarities (W, T), each by its term's weight: the rarest counts most, and two that are rare count more than one."""
    weights = np.array([term.weight for term in TERMS.all().values()])
    return np.asarray(((weights * rarities) ** POWER).sum(axis=1) ** (1 / POWER))


@lru_cache(maxsize=1)
def bundled() -> Reference:
    """What performers show; `motionloom score calibrate` wrote it."""
    return Reference.from_json(json.loads(files("motionloom.score").joinpath("data/captured.json").read_text()))


def _weigh(who: NDArray[Any]) -> NDArray[np.float64]:
    """A weight (W,) for each window, so that every performer counts alike; 1 in all."""
    names, index, counts = np.unique(who, return_inverse=True, return_counts=True)
    return np.asarray(1 / counts[index] / len(names))


def _as_somebody_new(values: NDArray[np.float64], who: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Values (N,) and weights (N,) as one more performer is expected to show what performers who (W,) showed as values (W,).

    One more of many is expected to be like any of them. Where there are few, each performer has a level, the logarithm of what a tenth of
    their windows exceeds. One more has a level by Student's t about the mean of these, as is to be expected of a draw after so many others,
    and windows about it as any of them has about theirs.
    """
    from scipy.stats import t

    names, weights, logs = np.unique(who), _weigh(who), np.log(np.maximum(values, 1e-3))
    if not FEWEST_PERFORMERS <= len(names) < MANY_PERFORMERS:
        return values, weights
    levels = np.array([np.quantile(logs[who == name], QUANTILE) for name in names])
    spread = float(levels.std(ddof=1)) * np.sqrt(1 + 1 / len(names))
    drawn = levels.mean() + spread * t.ppf((np.arange(DRAWS) + 0.5) / DRAWS, len(names) - 1)
    about = logs - levels[np.searchsorted(names, who)]
    return np.exp(about[:, None] + drawn).ravel(), np.repeat(weights / DRAWS, DRAWS)


def _values_at_steps(values: NDArray[np.float64], weights: NDArray[np.float64]) -> tuple[float, ...]:
    """The values that 10 ** -step of the weight reaches, at every step."""
    order = np.argsort(values, kind="stable")
    reached = 1 - np.cumsum(weights[order]) + weights[order]
    at = np.interp(10 ** -STEPS[::-1], reached[::-1], values[order][::-1])[::-1]
    return tuple(float(f"{value:.6g}") for value in np.maximum.accumulate(at))


def _find_growth(values: NDArray[np.float64], lively: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """How a term's 90th percentile grows with liveliness: the growth whose quantile line has the least pinball loss."""
    losses = []
    for growth in SLOPES:
        shape = 1 + growth * lively
        over = values / shape
        order = np.argsort(over, kind="stable")
        level = over[order][np.searchsorted(np.cumsum(weights[order]), QUANTILE)]
        off = values - level * shape
        losses.append(float((weights * np.where(off > 0, QUANTILE * off, (QUANTILE - 1) * off)).sum()))
    return float(f"{SLOPES[int(np.argmin(losses))]:.4g}")
