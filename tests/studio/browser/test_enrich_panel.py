"""Enrich as an artist uses it: candidates are made and looked at, some are answered, the judge learns, the order changes, what was accepted
is in the library with its lineage. The answers are made up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.library import Library
from motionloom.making.proposals import count_proposals, find_proposals

pytestmark = pytest.mark.browser
ANSWERS = 6


@pytest.fixture
def window(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """Three takes of ada."""
    server.library = tmp_path / "enriched"
    with Library.create(server.library) as library:
        for behaviour in ("walk", "walk_slow", "wave"):
            made = sample.make("ada", behaviour)
            library.add(made.motion, behaviour, labels=[behaviour], plants=made.plants, subject="ada", made=False, height=1.7)
    server.start()
    return new_window(server.address).open().wait_for_clip()


def test_candidates_are_made_answered_and_learned_from(window: Any, server: Any) -> None:
    page = window.page
    page.keyboard.press("Control+8")
    transplant = page.get_by_role("region", name="Transplant")
    transplant.get_by_label("Donor").select_option(label="wave")
    arm = transplant.get_by_role("button", name="right arm", exact=True)
    arm.hover()
    assert page.locator(".enrich-body line.lit").count() >= 3
    search = page.get_by_role("region", name="Search")
    search.get_by_label("Tries").fill("12")
    search.get_by_role("button", name="Search for transplants").click()
    sheet = page.get_by_role("region", name="Candidates")
    sheet.locator(".enrich-tile").first.wait_for()
    page.get_by_role("region", name="Yield").get_by_text("look human.").wait_for()
    with Library.open(server.library) as library:
        before = [each.id for each in find_proposals(library, question="looks_human", order="best", limit=100)]

    sheet.locator(".enrich-tile").first.click()  # opens the review beside it
    page.get_by_test_id("item").wait_for()
    for n in range(ANSWERS):
        shown = page.get_by_test_id("item").inner_text()
        page.keyboard.press("Y" if n % 2 else "N")
        page.wait_for_function("(shown) => document.querySelector('[data-testid=item]')?.textContent !== shown", arg=shown)
    page.get_by_role("tab", name="Enrich", exact=True).click()
    learn = sheet.get_by_role("button", name=f"Learn from {ANSWERS} answers")
    learn.wait_for()
    learn.click()
    with Library.open(server.library) as library:
        page.wait_for_function("() => !document.body.textContent.includes('Learning…')")
        counts = count_proposals(library, question="looks_human")
        assert (counts.accepted, counts.rejected) == (ANSWERS // 2, ANSWERS // 2)
        made = [clip for clip in library.clips() if clip.made]
        assert len(made) == ANSWERS // 2
        assert {library.recipe(clip.id)["kind"] for clip in made} <= {"transplant", "turn_arms"}
        window.page.wait_for_timeout(100)
        assert [each.id for each in find_proposals(library, question="looks_human", order="best", limit=100)] != before
