"""Nothing is cut off at any size, panels can be hidden, and the list goes on where the person was."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytestmark = pytest.mark.browser

SIZES = [(1440, 900), (1280, 720), (1024, 768), (800, 600)]
# The corners of an element that are seen: inside the window and covered by nothing else.
SEEN = """(element) => { const box = element.getBoundingClientRect();
    const across = [box.left + 3, box.right - 3], down = [box.top + 3, box.bottom - 3];
    const corners = down.flatMap((y) => across.map((x) => [x, y]));
    return corners.map(([x, y]) => { const top = document.elementFromPoint(x, y); return top !== null && element.contains(top); }); }"""
ALL = [True] * 4
# Nothing in it has to be scrolled to.
WHOLE = "(element) => element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth"


def test_tabs_play_and_the_label_sheet_are_whole(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address)
    for width, height in SIZES:
        window.page.set_viewport_size({"width": width, "height": height})
        check_one_size(window.open().wait_for_clip(), f"at {width}")


def check_one_size(sized: Any, label: str) -> None:
    page = sized.page
    for tab in page.get_by_role("tab").all():
        assert tab.evaluate(SEEN) == ALL, tab.inner_text()
    assert page.get_by_role("button", name="Play", exact=True).evaluate(SEEN) == ALL
    assert page.get_by_role("button", name="Import", exact=True).evaluate(SEEN) == ALL
    sized.clips().first.click()
    page.get_by_role("toolbar", name="1 clip selected").get_by_role("button", name="Label").click()
    sheet = page.get_by_role("dialog", name="Label")
    sheet.get_by_role("combobox").wait_for()
    for part in (sheet, sheet.get_by_role("combobox"), sheet.get_by_role("button", name="Add")):
        assert part.evaluate(SEEN) == ALL
    assert sheet.evaluate(WHOLE)
    sheet.get_by_role("combobox").fill(label)
    sheet.get_by_role("button", name="Add").click()
    page.wait_for_function("(label) => window.motionloom.activeState().row.labels.includes(label)", arg=label)
    for name in ("Filters and order", "Onion skin"):
        page.get_by_role("button", name=name).click()
        assert page.get_by_role("dialog", name=name).evaluate(SEEN) == ALL, name
        assert page.get_by_role("dialog", name=name).evaluate(WHOLE), name
        page.keyboard.press("Escape")


def test_panels_are_hidden_and_come_back_as_they_were(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    page.get_by_role("searchbox", name="Search clips").fill("walk")
    viewer = page.get_by_role("img", name="The characters in space")
    tracks = page.get_by_role("group", name="Tracks")
    before = viewer.bounding_box()
    page.get_by_role("button", name="Hide: Library").click()
    page.get_by_role("button", name="Hide: Side panels").click()
    assert viewer.bounding_box()["width"] > before["width"] + 500
    viewer.click(position={"x": 30, "y": 200})
    page.keyboard.press("Alt+2")
    tracks.wait_for(state="hidden")
    page.reload()
    window.wait_for_clip()
    assert tracks.count() == 0
    page.get_by_role("toolbar", name="Transport").wait_for()  # under the viewer, always
    page.keyboard.press("Shift+F")  # all are hidden already: everything comes back
    tracks.wait_for()
    assert viewer.bounding_box() == before
    page.keyboard.press("Shift+F")
    tracks.wait_for(state="hidden")
    page.get_by_role("button", name="Show: Library").click()
    window.clips().first.wait_for()
    # A bar of progress shows what is done and no more; where nothing is known, nothing.
    done, half, unknown = (filled(page, value) for value in ("0", "0.5", None))
    assert (done, unknown) == (0, 0)
    assert 0.3 < half < 0.7


def filled(page: Any, value: str | None) -> float:
    """The part of a bar of progress that is drawn in colour."""
    page.evaluate(
        """(value) => { const bar = document.getElementById("a-bar") ?? document.body.appendChild(document.createElement("progress"));
            bar.id = "a-bar"; bar.max = 1; bar.style = "position: fixed; left: 20px; top: 200px; z-index: 99";
            value === null ? bar.removeAttribute("value") : bar.setAttribute("value", value); }""",
        value,
    )
    pixels = np.asarray(Image.open(io.BytesIO(page.locator("#a-bar").screenshot())).convert("RGB")).astype(int)
    return float((np.ptp(pixels, axis=2) > 60).mean())


def test_after_delete_the_next_clip_is_shown_and_keys_lead_on_from_it(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page

    def shown(name: str) -> None:
        page.wait_for_function("(name) => window.motionloom.activeState()?.row?.name === name", arg=name)

    names = window.clips().locator(".name").all_inner_texts()
    assert names == ["jump", "made walk", "walk 1", "walk 2"]
    window.clips().filter(has_text="made walk").click()
    shown("made walk")
    page.keyboard.press("Delete")
    shown("walk 1")
    page.keyboard.press("Delete")
    shown("walk 2")
    page.keyboard.press("Delete")  # the last in the list: the one before it
    shown("jump")
    for _ in range(3):
        page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelectorAll('.clip-item').length === 4")
    window.clips().filter(has_text="walk 1").click()
    selected = "(name) => document.querySelector('.clip-item.focused .name')?.textContent === name"
    for key, name in (("Home", "jump"), ("End", "walk 2"), ("PageUp", "jump"), ("PageDown", "walk 2"), ("ArrowUp", "walk 1")):
        page.keyboard.press(key)
        page.wait_for_function(selected, arg=name)


def test_formats_that_cannot_be_written_here_are_not_offered(server: Any, new_window: Callable[[str], Any], monkeypatch: Any) -> None:
    monkeypatch.setenv("MOTIONLOOM_BLENDER_PYTHON", "/no/such/python")
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.clips().first.click()
    page.get_by_role("toolbar", name="1 clip selected").get_by_role("button", name="Export").click()
    menu = page.get_by_role("dialog", name="Export")
    menu.get_by_role("button", name="BVH").wait_for()
    assert menu.get_by_role("button", name="FBX").count() == 0
    assert menu.get_by_text("FBX is written where Blender").count() == 1
