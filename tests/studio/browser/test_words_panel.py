"""Words as a person teaches them: name some, answer seconds by keys, paint one, see the guess at the playhead, take it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from motionloom import sample
from motionloom.library import Library
from tests.studio.browser.conftest import PATIENCE_MS

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """Walks, a run and a stand of ada."""
    server.library = tmp_path / "spoken"
    with Library.create(server.library) as library:
        for behaviour in ("walk", "run", "stand"):
            made = sample.make("ada", behaviour)
            library.add(made.motion, behaviour, labels=[behaviour], plants=made.plants, subject="ada", made=False, height=1.7)
    server.start()
    return new_window(server.address).open().wait_for_clip()


def test_words_are_taught_painted_and_undone(window: Any) -> None:
    page = window.page
    page.keyboard.press("Control+8")
    page.get_by_role("tab", name="Words").click()
    for word in ("walk", "run", "stand"):
        page.get_by_label("A new word").fill(word)
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("button", name=f"Paint {word} from here").wait_for()

    page.get_by_role("button", name="Ask me").click()
    answered = page.get_by_test_id("words-answers")
    for count in range(1, 4):
        # Enabled: the next question is there and on stage. The count may come earlier, from the socket, while the last one is still shown.
        expect(page.get_by_role("button", name="That is it")).to_be_enabled(timeout=PATIENCE_MS)
        name = page.evaluate("() => window.motionloom.activeState().row.name")
        row = page.get_by_role("region", name="Vocabulary").get_by_role("button", name=name).first
        if row.get_attribute("aria-pressed") != "true":
            page.keyboard.press({"walk": "1", "run": "2", "stand": "3"}[name])  # the panel has the focus: its keys answer
            page.wait_for_function("(button) => button.getAttribute('aria-pressed') === 'true'", arg=row.element_handle())
        page.get_by_role("button", name="That is it").click()
        page.wait_for_function("([element, text]) => element.textContent.startsWith(text)", arg=[answered.element_handle(), f"{count} "])

    page.get_by_role("button", name="Paint walk from here").click()
    page.get_by_role("button", name="Stop painting walk here").click()
    page.get_by_role("button", name="On this clip").click()
    page.wait_for_function("() => window.motionloom.activeState().annotations.length > 0")
    page.get_by_text("%").first.wait_for()  # the guess at the playhead
    page.locator("canvas").first.click()
    undone = ""
    while not undone.startswith("Say what"):  # the guess, what was painted, the last answer: each when the one before is done and heard of
        undone, seq = window.call("() => [m.session.getState().history.undo, m.session.getState().documents.seq]")
        assert undone, "the answer was not to be undone"
        page.keyboard.press("Control+z")
        page.wait_for_function("(before) => window.motionloom.session.getState().documents.seq > before", arg=seq)
        window.saved()
    page.wait_for_function("([element, text]) => element.textContent.startsWith(text)", arg=[answered.element_handle(), "2 "])
