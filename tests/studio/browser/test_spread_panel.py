"""Spread as an artist uses it: an edited second is added, another clip predicted, the least certain moment put right, all of it undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.library import Library
from motionloom.making.derive import derive
from motionloom.making.makers.edit import mirror_recipe
from motionloom.making.sources import clip_source

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """Two walks of ada, and an edit of one of them: its left and right exchanged."""
    server.library = tmp_path / "edited"
    with Library.create(server.library) as library:
        for behaviour in ("walk", "walk_slow"):
            made = sample.make("ada", behaviour)
            library.add(made.motion, behaviour, labels=[behaviour], plants=made.plants, subject="ada", made=False, height=1.7)
        derive(library, mirror_recipe(clip_source(library.clip(library.find("walk")), 0, 90)), "edited walk")
    server.start()
    return new_window(server.address).open().wait_for_clip()


def shown(page: Any, name: str) -> None:
    page.wait_for_function("(name) => window.motionloom.activeState()?.row?.name === name", arg=name)


def test_an_edit_spreads_is_put_right_and_undone(window: Any) -> None:
    page = window.page
    page.keyboard.press("Control+3")
    page.get_by_role("option", name="edited walk").click()
    shown(page, "edited walk")
    page.get_by_role("tab", name="Spread").click()
    examples, predict = (page.get_by_role("region", name=name) for name in ("Examples", "Predict"))
    examples.get_by_label("Name of a new edit").fill("strange")
    examples.get_by_role("button", name="Begin a new edit").click()
    examples.get_by_role("listitem").get_by_text("edited walk").wait_for()

    page.get_by_role("option", name="walk_slow").click()
    shown(page, "walk_slow")
    page.get_by_role("button", name="Confidence along the clip").wait_for()  # what it would be
    predict.get_by_label("Strength").fill("0.5")
    predict.get_by_role("button", name="Predict this clip").click()
    shown(page, "walk_slow strange")
    page.get_by_role("list", name="On stage").get_by_text("ghost").wait_for()
    page.get_by_role("button", name="Go to the least certain moment").click()

    examples.get_by_role("button", name="Add to strange").click()  # as if it had been put right
    examples.get_by_text("walk_slow strange", exact=True).first.wait_for()
    assert examples.get_by_role("listitem").count() == 2
    page.locator("canvas").first.click()
    page.keyboard.press("Control+z")
    examples.get_by_role("listitem").nth(1).wait_for(state="detached")
    page.keyboard.press("Control+z")
    page.get_by_role("option", name="walk_slow strange").wait_for(state="detached")
    page.keyboard.press("Control+z")
    examples.get_by_role("listitem").first.wait_for(state="detached")
    window.saved()
