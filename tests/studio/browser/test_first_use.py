"""A first-time user: from an empty studio to an edit that is still there after a reload, and in and out with files."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

ANNOTATIONS_Y = 16  # middle of the first track, pixels


@pytest.fixture
def empty(server: Any, tmp_path: Path) -> Any:
    """A studio that has no library yet."""
    server.library = tmp_path / "new library"
    server.start()
    return server


def test_from_the_sample_to_a_saved_annotation(empty: Any, new_window: Callable[[str], Any]) -> None:
    window = new_window(empty.address).open()
    page = window.page
    page.get_by_role("button", name="Load the sample").click()
    window.wait_for_clip()
    page.wait_for_function("() => window.motionloom.session.getState().jobs.some((job) => job.kind === 'sample' && job.state === 'done')", timeout=120_000)

    # Find a clip and open it.
    page.get_by_role("searchbox", name="Search clips").fill("walk ada")
    clip = page.get_by_role("option").filter(has_text="ada_walk").first
    name = clip.locator(".name").inner_text()
    clip.click()
    page.wait_for_function("(name) => window.motionloom.activeState()?.row.name === name", arg=name)
    assert page.get_by_role("option").count() < 73

    # Play: time passes; pause: it does not.
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => window.motionloom.transport.getState().time > 0.3")
    page.keyboard.press("Space")
    page.wait_for_function("() => !window.motionloom.transport.getState().playing")

    # Scrub, and step by frame.
    window.drag("ruler", (40, 16), (200, 16))
    at = window.frame()
    assert at > 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert window.frame() == at + 1

    # Paint an annotation, undo it, redo it.
    before = len(window.state()["annotations"])
    window.call("() => m.clearAnnotations?.()")
    page.keyboard.press("Home")
    paint_on_empty_track(window)
    window.saved()
    assert len(window.state()["annotations"]) == before + 1
    page.keyboard.press("Control+z")
    page.wait_for_function("(count) => window.motionloom.activeState().annotations.length === count", arg=before)
    page.keyboard.press("Control+y")
    page.wait_for_function("(count) => window.motionloom.activeState().annotations.length === count", arg=before + 1)
    painted = window.state()["annotations"]
    window.saved()

    # Reload: the same clip opens and the annotation is there; undo still reaches back past the reload.
    page.reload()
    window.wait_for_clip()
    page.wait_for_function("(name) => window.motionloom.activeState()?.row.name === name", arg=name)
    assert window.state()["annotations"] == painted
    page.keyboard.press("Control+z")
    page.wait_for_function("(count) => window.motionloom.activeState().annotations.length === count", arg=before)
