"""Keys do what they say whatever was clicked last; whoever works without a mouse still presses what has the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

PLAYING = "() => window.motionloom.transport.getState().playing"
STOPPED = "() => !window.motionloom.transport.getState().playing"


def test_space_plays_after_a_click_and_presses_after_tab(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    onion = page.get_by_role("button", name="Onion skin")
    onion.click()
    sheet = page.get_by_role("dialog", name="Onion skin")
    sheet.wait_for()
    page.keyboard.press("Space")
    page.wait_for_function(PLAYING)
    assert sheet.count() == 1  # the button was not pressed again
    page.get_by_role("tab", name="Clip").click()
    page.keyboard.press("Space")
    page.wait_for_function(STOPPED)

    # With Tab: to the button after the one that was clicked, and Space presses it.
    page.get_by_role("button", name="Mark planted feet").click()
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.activeElement.getAttribute('aria-label') === 'Onion skin'")
    page.keyboard.press("Space")
    sheet.wait_for()
    assert not window.call("() => m.transport.getState().playing")
    page.keyboard.press("Enter")
    sheet.wait_for(state="detached")


def test_keys_work_after_a_list_was_used(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    clip = window.state()["id"]
    window.call("(clip) => m.sendCommand({ kind: 'set_note', clip, text: 'to be undone' })", clip)
    window.saved()
    speed = page.get_by_role("combobox", name="Speed")
    speed.focus()
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.activeState().note === ''")
    # A value picked with the mouse is done with; the click opens the list, which is no part of the page.
    speed.click()
    speed.select_option("0.5")
    page.keyboard.press("Space")
    page.wait_for_function(PLAYING)


def test_enter_on_the_viewer_opens_nothing_and_teaches_nothing(server: Any, new_window: Callable[[str], Any]) -> None:
    """A key belongs to what is seen and has the focus: Enter is the feet panel's, not the viewer's, and not while it is out of sight."""
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    clip, seq = window.state()["id"], window.call("() => m.session.getState().documents.seq")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" and "/panels/" in request.url else None)

    def press_on_the_viewer() -> None:
        page.get_by_role("img", name="The characters in space").click(position={"x": 30, "y": 200})
        page.keyboard.press("Enter")
        page.keyboard.press("Shift+Enter")
        page.keyboard.press("c")  # heard after them: what they asked for has been asked for
        page.wait_for_function("() => true")

    press_on_the_viewer()
    window.panel("feet")
    page.get_by_text("Nothing put right yet").wait_for()
    press_on_the_viewer()
    assert asked == []
    assert (window.state()["id"], window.call("() => m.session.getState().documents.seq")) == (clip, seq)

    # In its own panel it does what it says, and undo takes that back.
    window.panel("feet")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.motionloom.teaching.getState().shown !== null")
    page.wait_for_function("() => window.motionloom.session.getState().history.undo !== null")
    page.get_by_role("img", name="The characters in space").click(position={"x": 30, "y": 200})
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.teaching.getState().status.current === null")


def test_a_files_plants_are_replaced_only_when_a_person_says_so(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.clips().filter(has_text="jump").click()
    page.wait_for_function("() => window.motionloom.activeState()?.plants.by === 'file'")
    before = window.state()["plants"]
    window.panel("feet")
    page.get_by_role("button", name="Guess plants").click()
    page.get_by_role("button", name="Leave them").click()
    assert window.state()["plants"] == before
    page.get_by_role("button", name="Guess plants").click()
    page.get_by_role("button", name="Replace them").click()
    page.wait_for_function("() => window.motionloom.activeState().plants.by === 'machine'")
    page.wait_for_function("() => window.motionloom.session.getState().history.undo !== null")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.activeState().plants.by === 'file'")
    assert window.state()["plants"] == before


def test_every_stop_of_tab_has_a_ring(server: Any, new_window: Callable[[str], Any]) -> None:
    """Whoever works without a mouse sees where they are: once round the page, in a workspace with fields, lists and a canvas."""
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    page.keyboard.press("Control+2")
    look = """() => { const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
        const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
        const seen = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
        const name = one.getAttribute("aria-label") || one.textContent || one.tagName;
        return one === document.body ? null : { name, good: ring && seen }; }"""
    stops: list[dict[str, Any]] = []
    for _ in range(200):
        page.keyboard.press("Tab")
        stop = page.evaluate(look)
        if stop is None and stops:
            break
        if stop is not None:
            stops.append(stop)
    assert len(stops) > 30
    assert [stop["name"] for stop in stops if not stop["good"]] == []
