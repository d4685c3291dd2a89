"""A first-time user: from an empty studio to an edit that is still there after a reload, and in and out with files."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import PATIENCE

pytestmark = pytest.mark.browser

# Pixels from the top of the tracks: the first annotation lane is taken by the sample's own label, the second is free.
FREE_LANE = 40


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
    page.wait_for_function("() => window.motionloom.rows().some((row) => row.name.startsWith('ada_walk'))")

    # Find a clip and open it.
    name = window.call("() => m.rows().find((row) => row.name.startsWith('ada_walk')).name")
    page.get_by_role("searchbox", name="Search clips").fill(name.replace("_", " "))
    window.clips().filter(has_text=name).click()
    page.wait_for_function("(name) => window.motionloom.activeState()?.row.name === name", arg=name)
    assert re.match(r"\d+ of \d+ clips", page.locator(".list-foot").inner_text())

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
    window.drag("tracks", (120, FREE_LANE), (260, FREE_LANE))
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


@pytest.mark.data
def test_two_ways_in_and_one_out(empty: Any, new_window: Callable[[str], Any], shared_data: Path, tmp_path: Path) -> None:
    """A real BVH and an AMC with its ASF by drop, with a bad file beside them; the clip goes out again as GLB."""
    window = new_window(empty.address).open()
    page = window.page
    bad = tmp_path / "broken.bvh"
    bad.write_text("HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0\n")
    skeleton = next((shared_data / "cmu-asfamc").rglob("*.asf"))
    motion = next(skeleton.parent.glob("*.amc"))
    window.drop(shared_data / "cmu" / "016" / "16_15.bvh", bad, motion, skeleton)
    window.wait_for_clip()
    page.wait_for_function("() => window.motionloom.rows().length === 2")
    assert window.call("() => m.rows().map((row) => row.name).sort()") == sorted(["16_15", motion.stem])
    # The bad one is named, with what is wrong with it, and did not stop the good one.
    problem = page.locator(".problems li").first
    problem.wait_for()
    assert "broken.bvh" in problem.inner_text()
    assert "line 4" in problem.inner_text()

    window.clips().filter(has_text="16_15").click()
    page.get_by_role("toolbar", name="1 clip selected").get_by_role("button", name="Export").click()
    page.get_by_role("button", name="GLB").click()
    link = page.get_by_role("link", name="Save the file")
    link.wait_for()
    with page.expect_download() as started:
        link.click()
    file = Path(started.value.path())
    assert started.value.suggested_filename == "16_15.glb"
    assert file.read_bytes()[:4] == b"glTF"


def test_a_strange_file_is_refused_in_words(empty: Any, new_window: Callable[[str], Any], tmp_path: Path) -> None:
    window = new_window(empty.address).open()
    strange = tmp_path / "holiday.jpg"
    strange.write_bytes(b"not motion")
    window.drop(strange)
    alert = window.page.get_by_role("alert").filter(has_text="holiday.jpg")
    alert.wait_for()
    assert ".bvh" in alert.inner_text()


def test_a_job_can_be_cancelled_and_resumed(empty: Any, new_window: Callable[[str], Any]) -> None:
    window = new_window(empty.address).open()
    page = window.page
    page.get_by_role("button", name="Load the sample").click()
    window.panel("jobs")
    page.get_by_role("button", name="Cancel Load the sample").click()
    job = page.locator(".job").filter(has_text="Load the sample")
    job.get_by_text("Cancelled").wait_for()
    made = window.call("() => m.rows().length")
    job.get_by_role("button", name="Resume Load the sample").click()
    page.wait_for_function("(before) => window.motionloom.rows().length > before + 2", arg=made)
    assert job.get_by_text("Cancelled").count() == 0


def test_every_key_is_shown_and_panels_have_names(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    for name in ("Library", "Viewer", "bottom panels", "right panels"):
        assert page.get_by_role("region", name=name, exact=True).count() == 1, name
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    text = dialog.inner_text()
    for word in ("Play or pause", "Undo", "Redo", "Frame the selected joint", "Mark in", "Split at the playhead", "1 – 9"):
        assert word in text, word
    page.keyboard.press("Escape")
    assert dialog.count() == 0


def test_spans_are_edited_with_the_keys(server: Any, new_window: Callable[[str], Any]) -> None:
    """Marks, annotate, name, split, trim, move, delete: without the mouse."""
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.clips().filter(has_text="walk 2").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row.name === 'walk 2'")
    press = page.keyboard.press

    def spans() -> list[tuple[str, int, int]]:
        return [(item["name"], item["start"], item["stop"]) for item in window.state()["annotations"]]

    for key in ("i", *["Shift+ArrowRight"] * 2, "o", "2"):
        press(key)
    assert spans() == [("run", 0, 20)]
    for key in (*["ArrowLeft"] * 8, "s"):
        press(key)
    assert spans() == [("run", 0, 12), ("run", 12, 20)]
    for key in ("n", "3", "Alt+ArrowRight", "Alt+Shift+ArrowRight"):
        press(key)
    assert spans() == [("run", 0, 12), ("jump", 13, 22)]
    press("Delete")
    assert len(spans()) == 1
    for _ in range(6):
        press("Control+z")
    page.wait_for_function("() => window.motionloom.activeState().annotations.length === 0")


def test_clips_are_renamed_labelled_and_deleted_with_undo(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page

    def names() -> list[str]:
        return sorted(window.clips().locator(".name").all_inner_texts())

    first, *others = names()
    window.clips().filter(has_text=first).click()
    page.keyboard.press("F2")
    page.get_by_role("textbox", name="New name").fill("leap")
    page.keyboard.press("Enter")
    window.clips().filter(has_text="leap").wait_for()
    page.get_by_label("Add a label").fill("high")
    page.keyboard.press("Enter")
    window.clips().filter(has_text="leap").get_by_text("high").wait_for()

    window.clips().filter(has_text="leap").click()
    window.clips().filter(has_text=others[0]).click(modifiers=["Control"])
    page.keyboard.press("Delete")
    window.clips().filter(has_text="leap").wait_for(state="detached")
    assert names() == others[1:]
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_function("(count) => document.querySelectorAll('.clip-item').length === count", arg=len(others) + 1)
    assert names() == sorted(["leap", *others])


def test_the_clip_of_last_time_opens_though_news_of_another_comes_first(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.clips().filter(has_text="jump").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row.name === 'jump'")
    other = window.call("() => m.rows().find((row) => row.name === 'walk 2').id")
    held: list[Any] = []
    holding = True
    page.route("**/api/clips", lambda route: held.append(route) if holding else route.continue_())
    page.reload(wait_until="commit")
    page.wait_for_function("() => window.motionloom?.session.getState().connected")
    command = {"kind": "add_label", "clips": [other], "label": "late"}
    httpx.post(
        f"{server.address}/api/commands", json={"id": uuid.uuid4().hex, "window": "another", "command": command}, timeout=PATIENCE
    ).raise_for_status()
    page.wait_for_function("() => window.motionloom.rows().length === 1")
    holding = False
    for route in held:
        route.continue_()
    window.wait_for_clip()
    assert window.state()["row"]["name"] == "jump"


def test_the_picture_fills_its_pane_before_the_next_one_is_drawn(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    grown = window.call("""() => {
      const pane = document.querySelector(".viewer-canvas");
      pane.style.bottom = "-80px";
      const [outer, inner] = [pane, pane.querySelector("canvas")].map((each) => each.getBoundingClientRect());
      return [outer.width, outer.height, inner.width, inner.height];
    }""")
    assert grown[:2] == grown[2:]


def test_three_first_steps_end_with_a_clip_of_ones_own(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.clips().filter(has_text="walk 1").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row.name === 'walk 1'")
    window.call("() => m.settings.setState({ firstStep: 1 })")
    steps = page.get_by_role("region", name="First steps")
    steps.get_by_text("1 of 3").wait_for()
    page.keyboard.press("Space")
    steps.get_by_text("2 of 3").wait_for()
    page.keyboard.press("Space")
    page.keyboard.press("a")
    steps.get_by_text("3 of 3").wait_for()
    known = len(window.call("() => m.rows()"))
    steps.get_by_role("button", name="Make it loop").click()
    steps.get_by_text("is yours").wait_for()
    assert len(window.call("() => m.rows()")) == known + 1
    assert window.state()["row"]["made"]
    steps.get_by_role("button", name="No first steps").click()
    page.reload()
    window.wait_for_clip()
    assert not steps.is_visible()
