"""Glitches in the studio: a badge in the list, a filter, one press that mends, and undo that takes it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom.library import Library
from motionloom.library.file_reading import examine
from tests.glitches.damage import begin_elsewhere, freeze, walk

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """A library with a fine walk, two spoilt ones, and one that nobody has looked at."""
    server.library = tmp_path / "walks"
    spoilt = {"fine": walk(), "starts in a T-pose": begin_elsewhere(walk())[0], "freezes": freeze(walk())[0]}
    with Library.create(server.library) as library:
        for name, motion in spoilt.items():
            library.add(motion, name, **examine(motion).details())
        library.add(freeze(walk())[0], "of an older library")
    server.start()
    return new_window(server.address).open().wait_for_clip()


def test_badges_filter_mend_and_undo(window: Any) -> None:
    page = window.page
    assert page.locator(".clip-item .chip.problem").count() == 2
    page.get_by_role("button", name="Filters and order").click()
    page.get_by_role("button", name="Look for problems in a clip").click()
    page.get_by_label("Has problems (3)").check()
    page.keyboard.press("Escape")
    page.get_by_role("option", name="fine").wait_for(state="detached")
    assert window.clips().count() == 3

    page.get_by_role("option", name="starts in a T-pose").click()
    window.panel("check")
    page.get_by_text("within a frame").first.wait_for()
    page.get_by_role("button", name="Mend", exact=True).click()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.mends")
    assert window.state()["row"]["problems"] == []
    assert window.state()["row"]["frames"] == len(walk()) - 2
    page.get_by_text("No pops, jumps, freezes, flips or trembling found").wait_for()
    page.get_by_role("option", name="starts in a T-pose, ").wait_for(state="detached")  # its stand-in has no problems: neither is listed
    page.keyboard.press("Control+z")
    page.get_by_role("option", name="starts in a T-pose, ").wait_for()
    window.saved()


def test_a_selection_is_mended_in_one_step(window: Any) -> None:
    page = window.page
    page.get_by_role("option", name="freezes").click()
    page.get_by_role("option", name="starts in a T-pose").click(modifiers=["Control"])
    bar = page.get_by_role("toolbar", name="2 clips selected")
    bar.get_by_role("button", name="Mend").click()
    page.get_by_role("option", name="freezes mended").wait_for()
    page.get_by_role("option", name="starts in a T-pose mended").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_role("option", name="freezes mended").wait_for(state="detached")
    page.get_by_role("option", name="starts in a T-pose mended").wait_for(state="detached")
    window.saved()


def test_a_performer_is_set_and_taken_back(window: Any) -> None:
    page = window.page
    page.get_by_role("option", name="fine").click()
    window.panel("clip")
    field = page.get_by_role("textbox", name="Performer")
    field.fill("16")
    field.press("Enter")
    window.saved()
    assert window.state()["row"]["subject"] == "16"
    page.get_by_role("listbox", name="Clips").focus()
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.activeState()?.row?.subject === ''")
