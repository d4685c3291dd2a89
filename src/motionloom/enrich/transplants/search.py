"""A randomised search for transplants (paper 004 section 3): rules drawn by chance, applied on all cores, duplicates dropped.

Applications come in rounds. Within one they know nothing of each other, so that any number of processes gives the same results; between
two, the shares of the rules adapt, and what looks human joins the motions that transplants are made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.compute.seeds import make_rng
from motionloom.core.errors import LibraryError
from motionloom.enrich.looks_human.shelf import find_judge, open_judge
from motionloom.enrich.transplants.applying import Application, apply_rule
from motionloom.enrich.transplants.counting import Counts, RuleCount
from motionloom.enrich.transplants.pool import Opener, Pieces, Sequence_, depth_of, gather_pool, measure_similarity
from motionloom.enrich.transplants.rule import RULES, Settings
from motionloom.enrich.transplants.shares import Sharing, draw_rule
from motionloom.making.choice import Choice
from motionloom.making.recipe import Source, from_json
from motionloom.making.sources import recipe_source
from motionloom.making.work import Work

ROUND = 64  # applications between which nothing adapts
LEAST_CHANGE = np.radians(2.0)  # what differs less from its host is the host
GOOD = 0.8  # share of judged frames that must look human for a result to become a donor or host itself
DEEPEST = 8  # transplants within transplants
VERSION = 1
_CHOICE, _PIECES, _SETTINGS = Choice(), Pieces(), Settings()  # frozen


@dataclass(frozen=True)
class Search:
    """What to search for: how many applications, or until `frames` that look human (0 for no such aim); how rules share them, how deep.

    round: applications between which shares do not adapt and results do not become donors.
    """

    choice: Choice = _CHOICE
    pieces: Pieces = _PIECES
    applications: int = 106
    frames: int = 0
    sharing: Sharing = "uniform"
    depth: int = 1
    seed: int = 0
    settings: Settings = _SETTINGS
    rules: tuple[str, ...] = ()
    round: int = ROUND

    def to_json(self) -> dict[str, Any]:
        """Plain data, by which the job is known."""
        return {**asdict(self), "choice": self.choice.to_json(), "rules": list(self.rules)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Search:
        """The search of plain data, checked."""
        given = {key: data[key] for key in ("applications", "frames", "sharing", "depth", "seed", "round") if key in data}
        pieces, settings = Pieces(**data.get("pieces", {})), Settings(**data.get("settings", {}))
        rules = tuple(RULES.find(name).name for name in data.get("rules", ()))
        found = Search(Choice.from_json(data.get("choice", {})), pieces, settings=settings, rules=rules, **given)
        if not 1 <= found.depth <= DEEPEST or min(found.applications, found.round) < 1:
            raise LibraryError(f"transplants go 1 to {DEEPEST} deep, in one application or more; found {found.depth}, {found.applications}")
        return found


@dataclass
class Found:
    """A search as it goes: counts by rule, rewards for the bandit, fingerprints of what there is, and the families that grew.

    families: for each motion of the pool all that has its legs, itself first.
    """

    counts: dict[str, RuleCount]
    families: list[list[Source]]
    rewards: dict[str, list[float]] = field(default_factory=dict)
    prints: set[str] = field(default_factory=set)

    def take(self, rule: str, base: int, results: list[dict[str, Any]], depth: int) -> list[dict[str, Any]]:
        """Count an application; what is new of it comes out."""
        kept = []
        for each in results:
            if each["change"] >= LEAST_CHANGE and each["print"] not in self.prints:
                self.prints.add(each["print"])
                kept.append(each)
        self.counts[rule] = self.counts[rule].with_application(results, kept)
        made, human = (sum(each[name] for each in kept) for name in ("judged", "human"))
        self.rewards.setdefault(rule, []).append(human / made if made else 0.0)
        for each in kept:
            source = recipe_source(from_json(each["recipe"]))
            if depth > 1 and each["share"] >= GOOD and depth_of(source) < depth:
                self.families[base].append(source)
        return kept


def run_search(work: Work, search: Search, keep: Callable[[list[dict[str, Any]]], Any] = lambda kept: None) -> Counts:
    """Apply the rules; keep: told what is new after every round, so that nothing but recipes and counts is held."""
    library = work.library
    pool = gather_pool(library, search.choice, search.pieces)
    rules = search.rules or tuple(RULES.all())
    document = find_judge(library)
    judge = open_judge(library)
    chances = _similarity(work, pool) if any(RULES.find(rule).alike for rule in rules) else np.zeros((0, 0))
    found = Found({rule: RuleCount(rule) for rule in rules}, [[each.source] for each in pool])
    inputs = {"search": search.to_json(), "pool": [each.source.to_json() for each in pool]}
    inputs |= {"judge": "" if document is None else document.content, "labels": judge.labels}
    applied = 0
    while applied < search.applications and not (search.frames and _human(found) >= search.frames):
        drawn = list(_draw_round(search, rules, found, chances, applied))
        items = {
            f"application {n}": Application(
                str(library.folder), rule, one.to_json(), two.to_json(), search.seed, n, search.settings, document.id if document else ""
            )
            for n, rule, _, one, two in drawn
        }
        done = work.map("Transplanting", inputs | {"round": applied}, apply_rule, items, version=VERSION)
        kept = [each for n, rule, base, _, _ in drawn for each in found.take(rule, base, done[f"application {n}"], search.depth)]
        keep(kept)
        applied += len(drawn)
    return Counts(len(pool), sum(each.seconds for each in pool), tuple(found.counts.values()), judge.labels, search.depth)


def _human(found: Found) -> int:
    return sum(count.human for count in found.counts.values())


def _draw_round(
    search: Search, rules: tuple[str, ...], found: Found, chances: NDArray[np.float64], applied: int
) -> Iterator[tuple[int, str, int, Source, Source]]:
    """The applications of the next round: a number, a rule, the place of the first motion in the pool, and two sources."""
    count = len(found.families)
    for n in range(applied, min(applied + search.round, search.applications)):
        rng = make_rng(search.seed, "draw", n)
        rule = draw_rule(rules, found.rewards, rng, search.sharing)
        if RULES.find(rule).alike:
            a, b = (int(place) for place in np.unravel_index(rng.choice(chances.size, p=chances.ravel()), chances.shape))
        else:
            a, b = (int(place) for place in rng.choice(count, 2, replace=False))
        one, two = (family[int(rng.integers(len(family)))] for family in (found.families[a], found.families[b]))
        yield n, rule, a, one, two


def _similarity(work: Work, pool: list[Sequence_]) -> NDArray[np.float64]:
    """Chances of pairs for rule 3, measured once for a job."""
    file = work.folder / "similarity.npy"
    if file.is_file():
        kept = np.load(file, allow_pickle=False)
        if kept.shape == (len(pool), len(pool)):
            return np.asarray(kept)
    opener = Opener(work.library, keep=len(pool))
    work.progress.begin("Which motions are alike", len(pool))
    found = measure_similarity(pool, lambda source: opener.candidate(source).motion, work.progress.advance)
    partial = file.with_name("similarity.partial.npy")
    np.save(partial, found, allow_pickle=False)
    partial.replace(file)
    return found
