"""The clip that is seen is the one that is selected, in sight in the list, and back on stage when its deletion is undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom.core import Motion
from motionloom.library import Library

pytestmark = pytest.mark.browser

OPEN = "(name) => window.motionloom.activeState()?.row?.name === name"
IN_SIGHT = """() => {
  const row = document.querySelector(".clip-item.active")?.getBoundingClientRect();
  const list = document.querySelector(".clips").getBoundingClientRect();
  return row !== undefined && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
}"""


def selected(window: Any) -> list[str]:
    """The names of the selected clips."""
    return window.call("() => m.rows().filter((row) => m.selection.getState().clips.has(row.id)).map((row) => row.name)")  # type: ignore[no-any-return]


def listen(window: Any) -> None:
    """Keeps every message that the window shows: they go by themselves."""
    window.call("""() => {
      window.said = [];
      const log = document.querySelector("[aria-label=Messages]");
      new MutationObserver(() => window.said.push(log.innerText)).observe(log, { childList: true, subtree: true });
    }""")


def heard(window: Any, text: str) -> None:
    window.page.wait_for_function("(text) => window.said.some((said) => said.includes(text))", arg=text)


def test_what_a_panel_opens_is_what_the_bin_deletes(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.clips().filter(has_text="jump").click()
    page.wait_for_function(OPEN, arg="jump")
    window.panel("review")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_function(OPEN, arg="made walk")
    assert selected(window) == ["made walk"]
    listen(window)
    page.get_by_role("toolbar", name="1 clip selected").get_by_role("button", name="Delete").click()
    heard(window, "Deleted made walk.")
    page.wait_for_function(OPEN, arg="walk 1")  # the next in the list
    assert selected(window) == ["walk 1"]


def test_an_undone_deletion_opens_the_clip_again_and_others_are_told(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    first, second = (new_window(server.address).open().wait_for_clip() for _ in range(2))
    for window in (first, second):
        window.clips().filter(has_text="jump").click()
        window.page.wait_for_function(OPEN, arg="jump")
        listen(window)
    first.clips().filter(has_text="jump").press("Delete")
    heard(second, "jump was deleted in another window.")
    for window in (first, second):
        window.page.wait_for_function(OPEN, arg="made walk")  # the next in the list
    assert "another window" not in str(first.call("() => window.said"))
    first.page.keyboard.press("Control+z")
    for window in (first, second):
        window.page.wait_for_function(OPEN, arg="jump")
        assert selected(window) == ["jump"]


def test_the_open_clip_stays_in_sight(server: Any, tmp_path: Path, motion: Motion, new_window: Callable[[str], Any]) -> None:
    with Library.create(tmp_path / "long") as library:
        for n in range(40):
            library.add(motion[n : n + 4], f"clip {n:02}")
    server.library = tmp_path / "long"
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    search = page.get_by_role("searchbox", name="Search clips")
    search.fill("clip 30")
    window.clips().filter(has_text="clip 30").click()
    page.wait_for_function(OPEN, arg="clip 30")
    search.fill("")
    page.wait_for_function(IN_SIGHT)
    page.reload()
    window.wait_for_clip()
    page.wait_for_function(OPEN, arg="clip 30")
    page.wait_for_function(IN_SIGHT)

    # Whoever scrolls is left where they are, though the list changes above the open clip.
    clips = page.get_by_role("listbox", name="Clips")
    clips.hover()
    page.mouse.wheel(0, -5000)
    page.wait_for_function("() => document.querySelector('.clips').scrollTop === 0")
    gone = window.call("() => m.rows().find((row) => row.name === 'clip 05').id")
    window.call("(clip) => m.sendCommand({ kind: 'delete_clips', clips: [clip] })", gone)
    window.saved()
    page.get_by_text("39 clips").wait_for()
    assert clips.evaluate("(list) => list.scrollTop") == 0
