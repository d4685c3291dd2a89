"""Workspaces: each keeps its arrangement, nothing that a person was doing is lost by switching, and nothing is cut at the usual sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

SIZES = [(1280, 720), (1440, 900), (1920, 1080)]
# Buttons, tabs and fields in sight that are cut off by the window, or whose words are cut or wrapped.
CUT = """() => [...document
    .querySelectorAll(".top-bar button, .dock-tabs button, .transport button, .transport select, .panel-body .button")]
    .filter((one) => one.checkVisibility())
    .filter((one) => { const box = one.getBoundingClientRect();
        const out = box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5;
        const bar = one.closest(".top-bar, .dock-tabs, .transport");
        const room = bar?.getBoundingClientRect();
        const over = room && (box.left < room.left - 0.5 || box.right > room.right + 0.5 || box.bottom > room.bottom + 0.5);
        return out || over || one.scrollWidth > one.clientWidth + 1 || box.height > 40; })
    .map((one) => one.textContent || one.getAttribute("aria-label"))"""


def spaces(page: Any) -> Any:
    return page.get_by_role("navigation", name="Workspaces").get_by_role("button")


def tabs(page: Any, dock: str) -> list[str]:
    return [text.strip() for text in page.get_by_role("tablist", name=f"{dock} panels").get_by_role("tab").all_inner_texts()]


def test_each_workspace_keeps_its_panels_and_arrangement(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    names = [text.strip() for text in spaces(page).all_inner_texts()]
    assert names[:2] == ["Browse", "Clean"]
    assert {"Animate", "Perform", "Machine", "Review", "Lab"} <= set(names)
    assert tabs(page, "right") == ["Clip", "Skeleton"]
    page.keyboard.press("Control+2")
    assert spaces(page).and_(page.locator("[aria-current=page]")).inner_text().strip() == "Clean"
    assert tabs(page, "right") == ["Check", "Feet", "Clip"]
    page.get_by_role("tab", name="Feet").click()
    page.keyboard.press("Alt+1")
    page.keyboard.press("Control+1")
    assert page.get_by_role("button", name="Hide: Library").count() == 1  # folded there, not here
    page.reload()
    window.wait_for_clip()
    page.keyboard.press("Control+2")
    page.get_by_role("tab", name="Feet", selected=True).wait_for()
    page.get_by_role("button", name="Show: Library").wait_for()


def test_nothing_is_lost_by_switching(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    page.get_by_role("searchbox", name="Search clips").fill("walk")
    window.clips().filter(has_text="walk 2").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row.name === 'walk 2'")
    page.get_by_label("Add a label").fill("half ty")
    window.call("() => m.seek(0.4)")
    canvas = page.evaluate_handle("() => document.querySelector('.viewer-canvas canvas')")
    for workspace in ("Machine", "Perform", "Browse"):
        page.get_by_role("button", name=workspace, exact=True).click()
        page.wait_for_function("() => document.querySelector('.panel-body')")
    assert page.get_by_label("Add a label").input_value() == "half ty"
    assert page.get_by_role("searchbox", name="Search clips").input_value() == "walk"
    assert window.state()["row"]["name"] == "walk 2"
    assert window.call("() => m.transport.getState().time") == pytest.approx(0.4)
    assert page.evaluate("(canvas) => canvas === document.querySelector('.viewer-canvas canvas')", canvas)  # not drawn anew
    # Undo is one for all: what was done in one workspace is taken back in another.
    page.get_by_label("Add a label").press("Enter")
    window.saved()
    page.get_by_role("button", name="Machine", exact=True).click()
    page.keyboard.press("Control+z")
    page.wait_for_function("() => !window.motionloom.activeState().row.labels.includes('half ty')")


def test_workspaces_without_room_wait_in_a_menu_and_panels_come_when_they_are_shown(server: Any, new_window: Callable[[str], Any]) -> None:
    """Ten fit at 1,280 pixels; in a narrow window the menu has the rest, and the palette waits for a panel that is not there yet."""
    server.start()
    window = new_window(server.address)
    page = window.page
    waiting = []
    page.route("**/assets/views-*.js", lambda route: waiting.append(route))  # what the first clip does not need is slow to come
    window.open().wait_for_clip()
    fits = "(row) => [...row.children].filter((one) => one.offsetTop === row.children[0].offsetTop).length"
    row = page.locator(".workspaces .row")
    count = row.evaluate("(row) => row.children.length")
    row.evaluate("(row) => { while (row.children.length < 10) row.append(row.children[1].cloneNode(true)); }")
    assert row.evaluate(fits) == 10
    row.evaluate("(row, count) => { while (row.children.length > count) row.lastChild.remove(); }", count)
    page.set_viewport_size({"width": 900, "height": 720})
    page.get_by_role("button", name="More: workspaces for which there is no room here").click()
    page.get_by_role("list", name="More").get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Review: workspaces for which there is no room here").and_(
        page.locator("[aria-pressed=true]")
    ).wait_for()
    page.keyboard.press("Control+k")
    page.keyboard.type("Draw a wall")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert window.call("() => m.planning.getState().tool") == "select"  # nothing is done in a panel that cannot be seen
    for route in waiting:
        route.continue_()
    page.wait_for_function("() => window.motionloom.planning.getState().tool === 'wall'")
    # With room again the menu goes, though all would not fit beside it.
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(".workspaces > .popover").wait_for(state="detached")


def test_nothing_is_cut_or_wrapped_in_any_workspace(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    for number in range(1, 11):
        window.page.keyboard.press(f"Control+{number}") if number < 10 else window.call("() => m.showWorkspace('lab')")
        for size in SIZES:
            window.page.set_viewport_size({"width": size[0], "height": size[1]})
            window.call("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            assert window.page.evaluate(CUT) == [], (number, size)


def test_the_chip_says_what_holds_the_stage_and_escape_leaves_it(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    chip = page.get_by_role("status", name="On stage")
    assert chip.inner_text().split() == ["Clip", *window.state()["row"]["name"].split()]
    window.call("() => m.showClips(m.rows().slice(0, 2).map(({ id }) => id))")
    chip.get_by_text("Clips").wait_for()
    page.get_by_role("img", name="The characters in space").click(position={"x": 30, "y": 200})
    page.keyboard.press("Escape")
    chip.get_by_text("Clip", exact=True).wait_for()
    assert window.call("() => m.stage.getState().cast") == []
