"""Looking: the camera by keys, bones and numbers, a foot from near, boxes, notes at a moment, collections and searches; and undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.studio.browser.test_shell import find

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, new_window: Callable[[str], Any]) -> Any:
    server.start()
    return new_window(server.address).open().wait_for_clip()


def axis(window: Any, name: str) -> tuple[float, float]:
    """Where the end of an axis stands in the gizmo, pixels from its middle."""
    end = window.page.locator(f".gizmo .end.{name}")
    where = end.evaluate("(end) => new DOMMatrix(getComputedStyle(end).transform)")
    return where["e"], where["f"]


def until_axis(window: Any, name: str, x: float, y: float) -> None:
    window.page.wait_for_function(
        """([name, x, y]) => { const at = new DOMMatrix(getComputedStyle(document.querySelector(`.gizmo .end.${name}`)).transform);
            return Math.hypot(at.e - x, at.f - y) < 1; }""",
        arg=[name, x, y],
    )


def test_the_camera_by_keys_by_the_axes_and_from_the_palette(window: Any) -> None:
    page = window.page
    page.keyboard.press("Numpad1")
    until_axis(window, "x", 25, 0)  # from the front x points to the right, and z at the camera
    until_axis(window, "z", 0, 0)
    page.keyboard.press("Numpad3")
    until_axis(window, "z", -25, 0)
    page.get_by_role("group", name="Axes").get_by_role("button", name="Look from the top").click()
    until_axis(window, "y", 0, 0)
    find(window, "look from the back").first.wait_for()
    page.keyboard.press("Enter")
    until_axis(window, "x", -25, 0)
    page.keyboard.press("Numpad5")
    assert window.call("() => m.settings.getState().parallel")
    page.keyboard.press("Numpad9")
    until_axis(window, "x", 25, 0)
    find(window, "turntable").first.wait_for()
    page.keyboard.press("Enter")
    before = axis(window, "x")
    page.wait_for_function(
        "(x) => Math.abs(new DOMMatrix(getComputedStyle(document.querySelector('.gizmo .end.x')).transform).e - x) > 2", arg=before[0]
    )


def test_bones_joints_and_the_numbers_of_the_moment(window: Any) -> None:
    page = window.page
    page.keyboard.press("z")
    page.keyboard.press("z")
    assert window.call("() => m.settings.getState().shape") == "bones"
    page.get_by_role("tab", name="Skeleton").click()
    joints = page.get_by_role("listbox", name="Joints")
    joints.get_by_role("option").nth(3).click()
    joints.focus()
    page.keyboard.press("ArrowDown")
    assert window.call("() => m.selection.getState().joint") is not None
    window.call("() => m.seek(0.5)")
    shown = [float(cell) for cell in page.get_by_test_id("channels").locator("tbody tr").first.locator("td").all_inner_texts()]
    expected = window.call(
        """() => { const clip = m.stage.getState().loaded.get(m.stage.getState().active), { joint } = m.selection.getState();
            const { fps, time } = m.transport.getState(), at = (Math.round(time * fps) * clip.frames.joints + joint) * 3;
            return [...clip.frames.positions.slice(at, at + 3)]; }"""
    )
    assert shown == pytest.approx(expected, abs=6e-4)


def test_a_foot_from_near_says_height_and_speed(window: Any) -> None:
    page = window.page
    page.keyboard.press("v")
    readings = page.get_by_test_id("foot-readings")
    page.wait_for_function("() => /cm .* m\\/s/.test(document.querySelector('[data-testid=foot-readings]')?.textContent ?? '')")
    first = readings.inner_text()
    window.call("() => m.seek(0.4)")
    page.wait_for_function("(first) => document.querySelector('[data-testid=foot-readings]').innerText !== first", arg=first)
    page.keyboard.press("v")
    page.get_by_role("region", name="Close-up of the right foot").wait_for()
    page.keyboard.press("v")
    readings.wait_for(state="detached")


def test_boxes_are_saved_with_the_clip_and_undone(window: Any, new_window: Callable[[str], Any], server: Any) -> None:
    page = window.page
    find(window, "add a box").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.motionloom.props.getState().boxes.length === 1")
    page.get_by_role("button", name="Props on the floor").click()
    page.get_by_label("Height, metres").fill("0.8")
    page.keyboard.press("Enter")
    window.saved()
    page.keyboard.press("Escape")
    page.reload()
    window.wait_for_clip()
    page.wait_for_function("() => window.motionloom.props.getState().boxes[0]?.height === 0.8")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.props.getState().boxes[0]?.height === 0.45")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.props.getState().boxes.length === 0")


def test_notes_at_a_moment_are_gone_to_by_keys_and_undone(window: Any) -> None:
    page = window.page
    window.call("() => m.seek(0.2)")
    page.keyboard.press("m")
    window.call("() => m.seek(0.5)")
    page.keyboard.press("Alt+m")
    page.get_by_role("dialog", name="Note at 0.50 s").get_by_role("textbox").fill("heel slides")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.motionloom.activeState().annotations.filter((one) => one.track === 'notes').length === 2")
    window.call("() => m.seek(0)")
    frames = []
    for _ in range(3):
        page.keyboard.press(".")
        frames.append(window.frame())
    assert frames[0] == frames[2] < frames[1]
    page.keyboard.press(",")
    assert window.frame() == frames[1]
    notes = page.get_by_role("region", name="Notes at a moment")
    assert notes.get_by_role("textbox").count() == 2
    assert "heel slides" not in window.state()["row"]["annotations"]
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.motionloom.activeState().annotations.filter((one) => one.track === 'notes').length === 1")


def test_clips_are_collected_searches_kept_and_both_found_in_the_palette(window: Any) -> None:
    page = window.page
    listed = page.get_by_role("listbox", name="Clips")
    listed.focus()
    page.keyboard.press("Control+a")
    count = window.clips().count()
    find(window, "collect the clips").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name=f"Collect {count} clips").get_by_role("combobox").fill("To mend")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.motionloom.collections.getState().collections.length === 1")
    find(window, "to mend").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("collection: To mend").wait_for()
    window.clips().filter(has_text="jump").click()
    find(window, "take out of the collection").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("(count) => document.querySelectorAll('.clip-item').length === count", arg=count - 1)
    page.keyboard.press("Control+z")
    page.wait_for_function("(count) => document.querySelectorAll('.clip-item').length === count", arg=count)
    find(window, "show clips without a label").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("no label").wait_for()
    find(window, "save this search").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Save this search").get_by_role("combobox").fill("Unlabelled")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Remove the filter no label").click()
    find(window, "unlabelled").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("no label").wait_for()
    window.saved()
