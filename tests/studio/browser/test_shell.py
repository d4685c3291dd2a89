"""The shell: everything is found by its name, keys can be changed, menus open where one presses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.studio.browser.conftest import PATIENCE_MS

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, new_window: Callable[[str], Any]) -> Any:
    server.start()
    return new_window(server.address).open().wait_for_clip()


def find(window: Any, text: str) -> Any:
    """Type into the palette; its list."""
    window.page.keyboard.press("Control+k")
    window.page.get_by_role("combobox", name="Find an action").fill(text)
    return window.page.get_by_role("listbox", name="Found").get_by_role("option")


def test_the_palette_finds_actions_clips_labels_and_workspaces(window: Any) -> None:
    page = window.page
    expect(find(window, "undo").first).to_have_text(re.compile(r"^Undo\s*Edit\s*Ctrl\s*Z$"), timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    find(window, "workspace machine").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="States", selected=True).wait_for()
    find(window, "jump").first.wait_for()
    page.get_by_role("option", name="jump Clip").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row.name === 'jump'")
    find(window, "slow label").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.clip-item').length === 1")
    # An action of a panel that is out of sight shows the panel first; Ctrl K is heard in a field, too.
    page.get_by_role("searchbox", name="Search clips").focus()
    find(window, "panel feet").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Feet", selected=True).wait_for()
    find(window, "nothing is called like this")
    page.get_by_text("Nothing is called that.").wait_for()


def test_a_key_is_changed_kept_and_shown(window: Any) -> None:
    page = window.page
    page.keyboard.press("?")
    page.get_by_role("button", name="Change the key of Play or pause").click()
    page.keyboard.press("m")
    page.get_by_role("dialog", name="Keys").get_by_text("Play or pause").locator("..").get_by_text("M", exact=True).wait_for()
    page.keyboard.press("Escape")
    page.reload()
    window.wait_for_clip()
    page.keyboard.press("m")
    page.wait_for_function("() => window.motionloom.transport.getState().playing")
    assert page.get_by_role("button", name="Pause", exact=True).get_attribute("title") == "Pause (M)"
    page.keyboard.press("Space")
    assert window.call("() => m.transport.getState().playing")
    page.keyboard.press("?")
    page.get_by_role("button", name="All as they came").click()
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.wait_for_function("() => !window.motionloom.transport.getState().playing")


def test_menus_of_clips_and_spans(window: Any) -> None:
    page = window.page
    window.clips().filter(has_text="jump").click(button="right")
    menu = page.get_by_role("menu", name="jump")
    assert menu.get_by_role("menuitem", name="Show together").is_disabled()
    menu.get_by_role("menuitem", name="Label the clips").click()
    page.get_by_role("dialog", name="Label 1 clip").get_by_role("combobox").fill("high")
    page.keyboard.press("Enter")
    window.clips().filter(has_text="jump").get_by_text("high").wait_for()

    window.clips().filter(has_text="walk 1").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row.name === 'walk 1'")
    page.get_by_test_id("tracks").click(button="right", position=where(window, "step"))
    menu = page.get_by_role("menu")
    menu.get_by_role("menuitem", name="Delete the span").wait_for()
    page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    page.get_by_test_id("tracks").click(button="right", position=where(window, "step"))
    menu.get_by_role("menuitem", name="Name it run").click()
    page.wait_for_function("() => window.motionloom.activeState().annotations[0].name === 'run'")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.activeState().annotations[0].name === 'step'")


def test_a_panel_in_a_window_of_its_own_is_the_same_studio(window: Any) -> None:
    page = window.page
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Clip in a window of its own").click()
    own = opened.value
    own.get_by_label("Add a label").fill("from there")
    own.keyboard.press("Enter")
    page.wait_for_function("() => window.motionloom.activeState().row.labels.includes('from there')")
    own.get_by_label("Add a label").evaluate("(field) => field.blur()")
    own.keyboard.press("Space")  # the studio's keys are heard there
    page.wait_for_function("() => window.motionloom.transport.getState().playing")
    page.get_by_role("button", name="Bring it back").click()
    page.get_by_label("Add a label").wait_for()
    assert own.is_closed()


def where(window: Any, name: str) -> dict[str, float]:
    """The middle of an annotation of the first lane, in pixels of the tracks."""
    box = window.page.get_by_test_id("tracks").bounding_box()
    (span,) = [item for item in window.state()["annotations"] if item["name"] == name]
    middle = (span["start"] + span["stop"]) / 2 / window.state()["row"]["frames"]
    return {"x": middle * box["width"], "y": 14}
