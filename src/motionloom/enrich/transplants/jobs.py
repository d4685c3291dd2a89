"""Long work: search for transplants and put them before people, as recipes only; or only count them, as the paper does."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import Any

from motionloom.compute import make_key
from motionloom.core.errors import count_of
from motionloom.core.files import write_file
from motionloom.core.parts import CUTS
from motionloom.enrich.looks_human.question import QUESTION
from motionloom.enrich.transplants.maker import TRANSPLANT
from motionloom.enrich.transplants.rule import RULES
from motionloom.enrich.transplants.search import Search, run_search
from motionloom.library import Library
from motionloom.making.proposals import NewProposal, known_digests, raise_proposals
from motionloom.making.recipe import Recipe, from_json
from motionloom.making.work import JobKind, Work, register

JOB = "transplant"
YIELD = "yield.json"  # in the job's folder
ROOM = "enrich"


def transplant(work: Work) -> str:
    """Search, raise what is new under the question whether it looks human, and keep the counts.

    arguments: see `Search`; least: the share of judged frames that must look human (0 raises all); propose: false only counts.
    """
    told = work.arguments
    search, least, propose = Search.from_json(told), float(told.get("least", 0.0)), bool(told.get("propose", True))
    batch = make_key(JOB, work.library.id, dict(told))[:12]
    raised = 0

    def keep(kept: list[dict[str, Any]]) -> None:
        nonlocal raised
        if propose:
            raised += _raise(work, batch, [each for each in kept if each["share"] >= least and each["judged"]])

    counts = run_search(work, search, keep)
    write_file(work.folder / YIELD, json.dumps({"batch": batch, **counts.to_json()}, sort_keys=True).encode())
    work.result = counts
    words = f"{count_of(counts.total.motions, 'transplant')}; frames that look human: {counts.times:.1f} times those of the captures"
    return f"{words}; {raised} proposed" if propose else words


def _raise(work: Work, batch: str, kept: list[dict[str, Any]]) -> int:
    """Raise results that were not proposed before; how many they are."""
    recipes = [from_json(each["recipe"]) for each in kept]
    known = known_digests(work.library, [recipe.digest for recipe in recipes], room=ROOM, besides=batch)
    proposals = [
        NewProposal(
            recipe,
            name_of(work.library, recipe),
            score=round(1.0 - each["chance"], 4),
            confidence=each["chance"],
            reason=f"{describe_recipe(recipe)}; {each['share']:.0%} of the judged frames look human, says the judge",
        )
        for recipe, each in zip(recipes, kept, strict=True)
        if recipe.digest not in known
    ]
    if proposals:
        title = "Propose transplants"
        raise_proposals(work.library, proposals, question=QUESTION, title=title, room=ROOM, batch=batch, window=work.window)
    return len(proposals)


def name_of(library: Library, recipe: Recipe) -> str:
    """A name for a transplant: its host, what was cut, its donor."""
    names = [_source_name(library, source) for source in recipe.sources]
    if recipe.kind == TRANSPLANT:
        return f"{names[0]} with the {CUTS[recipe.options['cut']]} of {names[1]}"
    return f"{names[0]}, {' and '.join(sorted({role.partition('_')[0] for role in recipe.options['turns']}))} arm turned"


def _source_name(library: Library, source: Any) -> str:
    if source.recipe is not None:
        return f"({name_of(library, source.recipe)})"
    return library.clip(source.clip).name


def describe_recipe(recipe: Recipe) -> str:
    """How a transplant was found."""
    rule = recipe.options.get("rule", "")
    return f"rule {RULES.find(rule).number}, {RULES.find(rule).title}" if rule in RULES.all() else "by hand"


def _title(arguments: Mapping[str, Any]) -> str:
    return f"Transplant limbs, {count_of(int(arguments.get('applications', 106)), 'application')}"


def last_yield(library: Library) -> dict[str, Any] | None:
    """The counts of the last search that came to its end, as plain data; they stay until its job is forgotten."""
    done = [job for job in library.jobs.all() if job.kind == JOB and job.state == "done"]
    files = [library.jobs.folder_of(job.id) / YIELD for job in done]
    found = max((file for file in files if file.is_file()), key=lambda file: file.stat().st_mtime, default=None)
    if found is None:
        return None
    plain: dict[str, Any] = json.loads(found.read_text())
    return plain


def next_seed(library: Library) -> int:
    """A seed that no search of this library has run to its end with: a search that was stopped is gone on with, a new one finds others."""
    used = {int(job.arguments.get("seed", 0)) for job in library.jobs.all() if job.kind == JOB and job.state == "done"}
    return next(seed for seed in itertools.count() if seed not in used)


TRANSPLANTING = register(JobKind(JOB, _title, transplant))
