"""Enrich as an artist uses it: two hundred candidates are made, thirty are answered by keys, the judge learns, the order of what waits
changes, what was accepted is in the library with its lineage. The answers are made up."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.library import Library
from motionloom.making.proposals import count_proposals, find_proposals
from motionloom.making.recipe import from_json

pytestmark = pytest.mark.browser
TRIES, CANDIDATES, ANSWERS = 110, 200, 30
LEARNT = "() => window.motionloom.session.getState().jobs.some((job) => job.kind === 'teach' && job.state === 'done')"


@pytest.fixture
def window(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """Four takes of ada."""
    server.library = tmp_path / "enriched"
    with Library.create(server.library) as library:
        for behaviour in ("walk", "walk_slow", "wave", "jog"):
            made = sample.make("ada", behaviour)
            labels = [behaviour, "greeting"] if behaviour == "wave" else [behaviour]
            library.add(made.motion, behaviour, labels=labels, plants=made.plants, subject="ada", made=False, height=1.7)
    server.start()
    return new_window(server.address).open().wait_for_clip()


def waiting(folder: Path) -> list[int]:
    """The candidates that wait, the most human first."""
    with Library.open(folder) as library:
        return [each.id for each in find_proposals(library, question="looks_human", order="best", limit=1000)]


def test_candidates_are_made_answered_and_learned_from(window: Any, server: Any, report: Callable[..., None]) -> None:
    page = window.page
    page.keyboard.press("Control+8")
    _light_an_arm(page)
    search = page.get_by_role("region", name="Search")
    search.get_by_label("Tries").fill(str(TRIES))
    search.get_by_role("button", name="Search for transplants").click()
    page.get_by_role("region", name="Yield").get_by_text("Frames that look human").wait_for()
    before = waiting(server.library)
    assert len(before) >= CANDIDATES
    sheet = page.get_by_role("region", name="Candidates")
    sheet.get_by_text(f"{len(before)} wait").wait_for()
    sheet.locator(".enrich-tile").first.wait_for()

    sheet.get_by_role("button", name="Review by keys").click()
    seconds = _answer(page, window)
    report("enrich: review by keys", {"verdicts": ANSWERS, "seconds": round(seconds, 1)})
    left = [each for each in before if each in set(waiting(server.library))]
    assert left == waiting(server.library)  # answers alone put nothing in a new order
    page.get_by_role("tab", name="Enrich", exact=True).click()
    sheet.get_by_role("button", name=f"Learn from {ANSWERS} answers").click()
    page.wait_for_function(LEARNT)
    after = waiting(server.library)
    assert sorted(after) == sorted(left)
    assert after != left
    _check_library(server.library)


def _light_an_arm(page: Any) -> None:
    """A part that is pointed at lights up on the body."""
    transplant = page.get_by_role("region", name="Transplant")
    transplant.get_by_label("Donor").select_option(label="wave: greeting")  # names of captures are often numbers
    transplant.get_by_role("button", name="right arm", exact=True).hover()
    page.wait_for_function("() => document.querySelectorAll('.enrich-body line.lit').length >= 3")


def _answer(page: Any, window: Any) -> float:
    """Thirty answers by keys, each when the candidate is on stage; every third is no. The seconds that took."""
    page.get_by_test_id("item").wait_for()
    begun = time.monotonic()
    for n in range(ANSWERS):
        name = page.get_by_test_id("item").inner_text()
        page.wait_for_function("(name) => window.motionloom.live.getState().characters[0]?.name === name", arg=name)
        page.keyboard.press("n" if n % 3 == 2 else "y")
        page.wait_for_function("(n) => document.querySelector('[data-testid=waiting]').innerText.startsWith(`${n} of`)", arg=n + 1)
    window.saved()
    return time.monotonic() - begun


def _check_library(folder: Path) -> None:
    """What was accepted is there, made of the four takes; what was rejected is not."""
    with Library.open(folder) as library:
        counts = count_proposals(library, question="looks_human")
        assert (counts.accepted, counts.rejected) == (20, 10)
        made = [clip for clip in library.clips() if clip.made]
        performed = {clip.id for clip in library.clips() if not clip.made}
        assert len(made) == counts.accepted
        for clip in made:
            recipe = from_json(library.recipe(clip.id))
            assert recipe.kind in ("transplant", "turn_arms")
            assert {source.clip for source in recipe.walk() if source.clip} <= performed
            assert clip.subject == "ada"
