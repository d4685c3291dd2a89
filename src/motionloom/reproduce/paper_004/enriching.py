"""Transplants of the library that all results of paper 004 share: one search, and the library enriched with what it found."""

from __future__ import annotations

from dataclasses import replace

from motionloom.enrich.transplants.counting import Counts
from motionloom.library import Library
from motionloom.making.choice import Choice
from motionloom.making.proposals import Proposal, find_proposals
from motionloom.reproduce.libraries import reporting_library
from motionloom.reproduce.result import Given

SECONDS, SEED = 3.6, 1  # of a motion, as in the paper
FULL, QUICK = (118, 106), (24, 48)  # motions, applications
QUESTION = "looks_human"
KEPT = 60, 12  # transplants that join the library: full, quick


def search(given: Given) -> Counts:
    """Rules applied at random; what they gave waits as proposals."""
    return given.once("transplants", lambda: _search(given))


def _search(given: Given) -> Counts:
    from motionloom.enrich.transplants.pool import Pieces
    from motionloom.enrich.transplants.search import Search
    from motionloom.making.work import run_here

    motions, applications = QUICK if given.quick else FULL
    asked = Search(Choice(), Pieces(SECONDS, motions, SEED), applications, seed=SEED)
    found: Counts = run_here(reporting_library(given), "transplant", asked.to_json(), workers=1, progress=given.progress).result
    return found


def proposed(given: Given) -> list[Proposal]:
    """All transplants that the search found and that are long enough to be judged, as they were raised."""
    search(given)
    return given.once("proposed", lambda: find_proposals(reporting_library(given), question=QUESTION, limit=10_000))


def enrich(given: Given) -> Library:
    """The library with transplants as clips, spread evenly over all of them, and what looks human written on them."""
    return given.once("enriched", lambda: _enrich(given))


def _enrich(given: Given) -> Library:
    from motionloom.making.derive import NewMade, derive_all
    from motionloom.making.makers import make
    from motionloom.making.sources import Sources
    from motionloom.making.work import run_here

    library, found = reporting_library(given), proposed(given)
    chosen = found[:: max(1, len(found) // KEPT[given.quick])][: KEPT[given.quick]]
    opened = Sources(library)
    made = [NewMade(each.recipe, make(opened, each.recipe), each.name) for each in chosen]
    derive_all(library, made, title="Transplants join", sources=opened)
    judged = replace(Choice(), origin="made").to_json()
    run_here(library, "write_looks_human", {"choice": judged}, workers=1, progress=given.progress)
    return library
