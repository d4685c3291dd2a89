"""What is typed is nobody else's: a note survives a reload and a second window; what was opened offline comes when the server is back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

NOTE = "(note) => window.motionloom.activeState()?.note === note"


def test_an_unfinished_note_survives_a_reload_and_is_not_called_saved(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    status = page.locator(".connection")
    page.get_by_text("All saved").wait_for()
    page.get_by_role("textbox", name="Note").type("look at the left")
    assert status.inner_text() == "A note is not saved yet"
    page.reload()
    window.wait_for_clip()
    field = page.get_by_role("textbox", name="Note")
    page.wait_for_function("() => document.querySelector('textarea.note')?.value === 'look at the left'")
    assert status.inner_text() == "A note is not saved yet"
    field.click()
    page.keyboard.press("End")
    page.keyboard.type(" foot")
    page.get_by_role("button", name="Natural", exact=True).focus()
    page.wait_for_function(NOTE, arg="look at the left foot")
    window.saved()
    page.get_by_text("All saved").wait_for()
    page.keyboard.press("Control+z")
    page.wait_for_function(NOTE, arg="")


def test_a_second_windows_note_does_not_replace_what_is_typed(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    first, second = (new_window(server.address).open().wait_for_clip() for _ in range(2))
    clip = first.state()["id"]
    field = first.page.get_by_role("textbox", name="Note")
    field.type("mine")
    second.call("(clip) => m.sendCommand({ kind: 'set_note', clip, text: 'theirs' })", clip)
    second.saved()
    first.page.wait_for_function(NOTE, arg="theirs")
    assert field.input_value() == "mine"
    first.page.get_by_text("Another window wrote “theirs” meanwhile").wait_for()
    field.press("End")
    first.page.keyboard.type(" too")
    field.blur()
    second.page.wait_for_function("(clip) => window.motionloom.clipState(clip)?.note === 'mine too'", arg=clip)
    first.page.keyboard.press("Control+z")
    first.page.wait_for_function(NOTE, arg="theirs")


def test_a_panel_whose_file_had_not_come_is_fetched_when_the_server_is_back(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address)
    page = window.page
    page.route("**/assets/views-*.js", lambda route: route.abort("connectionrefused"))
    window.open().wait_for_clip()
    page.get_by_text("All saved").wait_for()
    server.kill()
    page.wait_for_function("() => !window.motionloom.session.getState().connected")
    window.panel("feet")
    page.get_by_text("This part of the page could not be loaded").wait_for()
    page.unroute("**/assets/views-*.js")
    server.start()
    page.get_by_text("Nothing put right yet").wait_for()


def test_feet_opened_offline_come_when_the_server_is_back(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    page.get_by_text("All saved").wait_for()
    # The panels come after the first clip, in a file of their own: on a busy machine the server was gone before that.
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => /views-[^/]*[.]js$/.test(name))")
    server.kill()
    page.wait_for_function("() => !window.motionloom.session.getState().connected")
    window.panel("feet")
    page.get_by_text("The oracle answers when the server is back").wait_for()
    server.start()
    page.get_by_text("Nothing put right yet").wait_for()
