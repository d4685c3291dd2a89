"""The alignment tool: drag a warp's beginning, watch the blend change, save, undo."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser


def warps(window: Any) -> list[dict[str, Any]]:
    return window.call("() => m.alignment.getState().warps")  # type: ignore[no-any-return]


def blend(window: Any) -> list[float]:
    """Where the blended character's hips are at each frame of the preview on stage."""
    return window.call(  # type: ignore[no-any-return]
        """() => { const { track } = m.live.getState().characters[1]; const step = track.joints * 3;
            return Array.from({ length: track.frames }, (_, f) => track.positions[f * step + 2]); }"""
    )


def pixel(window: Any, across: float, down: float) -> tuple[float, float]:
    """Where a second of the source and one of the target are on the canvas."""
    box = window.page.get_by_test_id("matrix").bounding_box()
    rows, columns = window.call("() => { const { rows, columns } = m.alignment.getState().matrix; return [rows / 60, columns / 60]; }")
    width, height = box["width"] - 50, box["height"] - 30
    return 40 + across / rows * width, 8 + down / columns * height


def show_alignment(server: Any, new_window: Callable[[str], Any]) -> Any:
    """A window with the alignment tool open, from walk to stop."""
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    window.panel("align")
    window.page.get_by_label("From", exact=True).select_option("walk")
    window.page.get_by_label("To", exact=True).select_option("stop")
    window.page.wait_for_function("() => window.motionloom.alignment.getState().preview !== null")
    return window


def test_drag_watch_save_undo(server: Any, machine_library: Path, tmp_path: Path, new_window: Callable[[str], Any]) -> None:
    server.library = shutil.copytree(machine_library, tmp_path / "aligned")
    window = show_alignment(server, new_window)
    page = window.page
    page.wait_for_function("() => window.motionloom.live.getState().characters.length === 3")
    names = window.call("() => m.live.getState().characters.map((one) => one.name)")
    assert names == ["walk", "walk → stop", "stop"]
    before, shown = warps(window), blend(window)
    page.get_by_role("button", name="Pause the preview").click()

    # Dragged by its beginning: the blend on stage changes while the button is still down.
    first = before[0]
    canvas = page.get_by_test_id("matrix").bounding_box()
    start = pixel(window, first["start"], first["frames"][0])
    end = pixel(window, first["start"] + 0.1, first["frames"][0] + 0.3)
    page.mouse.move(canvas["x"] + start[0], canvas["y"] + start[1])
    page.mouse.down()
    page.mouse.move(canvas["x"] + end[0], canvas["y"] + end[1], steps=8)
    page.wait_for_function("(old) => window.motionloom.alignment.getState().preview.point.start > old + 0.05", arg=first["start"])
    during = blend(window)
    assert during != shown
    page.mouse.up()
    there = warps(window)[0]
    assert there["start"] == pytest.approx(first["start"] + 0.1, abs=0.03)
    assert there["frames"][0] == pytest.approx(first["frames"][0] + 0.3, abs=0.06)

    # Its beginning is anchored; its end makes it longer. The server finds the best way through the matrix from there.
    last = pixel(window, there["stop"], there["frames"][-1])
    longer = pixel(window, there["stop"] + 0.1, there["frames"][-1])
    window.drag("matrix", last, longer)
    page.wait_for_function("(old) => window.motionloom.alignment.getState().preview.point.stop > old + 0.05", arg=there["stop"])
    assert warps(window)[0]["start"] == there["start"]

    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => !window.motionloom.alignment.getState().edited")
    page.wait_for_function("(count) => window.motionloom.alignment.getState().warps.length === count", arg=len(before))
    saved = warps(window)
    assert any(warp["stop"] == pytest.approx(there["stop"] + 0.1, abs=0.03) for warp in saved)
    assert all(warp["index"] is not None for warp in saved)
    page.get_by_role("button", name="Undo: Align walk → stop").wait_for()
    page.reload()
    window.wait_for_clip()
    page.get_by_label("From", exact=True).select_option("walk")
    page.get_by_label("To", exact=True).select_option("stop")
    page.wait_for_function("(count) => window.motionloom.alignment.getState().warps.length === count", arg=len(saved))
    assert warps(window) == saved

    page.keyboard.press("Control+z")
    page.wait_for_function(
        "(start) => window.motionloom.alignment.getState().warps[0]?.start === start && !window.motionloom.alignment.getState().edited",
        arg=first["start"],
    )
    assert warps(window) == before


def test_several_warps_and_a_place_that_cannot_be(
    server: Any, machine_library: Path, tmp_path: Path, new_window: Callable[[str], Any]
) -> None:
    server.library = shutil.copytree(machine_library, tmp_path / "several")
    window = show_alignment(server, new_window)
    page = window.page
    count = len(warps(window))
    page.get_by_role("button", name="Add a switch point").click()
    assert len(warps(window)) == count + 1
    page.get_by_label("leaves (s)").fill("0.02")
    page.get_by_role("alert").get_by_text("not every lap of walk").wait_for()
    assert page.get_by_role("button", name="Save", exact=True).is_disabled()
    # Chromium says that the server refused it, which is what was wanted.
    assert [text for text in window.errors if "400" not in text] == []
    window.errors.clear()
    page.get_by_test_id("matrix").focus()
    page.keyboard.press("Delete")
    assert len(warps(window)) == count
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => !window.motionloom.alignment.getState().edited")
    page.wait_for_function("(count) => window.motionloom.alignment.getState().warps.length === count", arg=count - 1)
    page.get_by_role("button", name="Find the switch points again").click()
    page.wait_for_function("(count) => window.motionloom.alignment.getState().warps.length === count", arg=count)
    page.get_by_role("button", name="Revert").click()
    page.wait_for_function("(count) => window.motionloom.alignment.getState().warps.length === count", arg=count - 1)


def test_a_clip_is_warped_inside_a_state_and_a_state_loops(
    server: Any, machine_library: Path, tmp_path: Path, new_window: Callable[[str], Any]
) -> None:
    server.library = shutil.copytree(machine_library, tmp_path / "inside")
    window = show_alignment(server, new_window)
    page = window.page

    # A clip of the walk onto its reference: the line is dragged where the two do not do the same at once, and both are on stage.
    page.get_by_label("To", exact=True).select_option(index=page.get_by_label("To", exact=True).locator("option").count() - 1)
    page.wait_for_function(
        "() => window.motionloom.alignment.getState().clip !== null && window.motionloom.alignment.getState().preview !== null"
    )
    assert window.call("() => m.live.getState().characters.map((one) => one.name)")[1] == "half of each"
    page.get_by_role("button", name="Pause the preview").click()
    (line,), shown = warps(window), blend(window)
    middle = len(line["frames"]) // 2
    at = line["stop"] * middle / (len(line["frames"]) - 1)
    window.drag("matrix", pixel(window, at, line["frames"][middle]), pixel(window, at, line["frames"][middle] + 0.06))
    page.wait_for_function("() => window.motionloom.alignment.getState().keys.length === 1")
    page.wait_for_function(
        "(old) => window.motionloom.alignment.getState().warps[0].frames.some((f, k) => Math.abs(f - old[k]) > 0.03)", arg=line["frames"]
    )
    assert blend(window) != shown
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => !window.motionloom.alignment.getState().edited && window.motionloom.alignment.getState().matrix !== null")
    page.get_by_role("button", name="Undo: Warp").wait_for()

    # The jump with itself: it has no loop until a person puts one.
    page.get_by_label("From", exact=True).select_option("jump")
    page.get_by_label("To", exact=True).select_option("jump")
    page.wait_for_function("() => window.motionloom.alignment.getState().matrix !== null")
    assert warps(window) == []
    lasts = window.call("() => m.alignment.getState().matrix.rows / 60")
    page.get_by_role("button", name="Add a switch point").click()
    page.get_by_label("leaves (s)").fill(f"{lasts - 0.5:.2f}")
    page.get_by_label("enters (s)").fill("0.10")
    page.wait_for_function(
        "() => window.motionloom.alignment.getState().preview?.point.start > 0.5 && window.motionloom.alignment.getState().problem === ''"
    )
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => window.motionloom.machines.getState().open.states.find((each) => each.name === 'jump').cyclic")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => !window.motionloom.machines.getState().open.states.find((each) => each.name === 'jump').cyclic")
    page.wait_for_function("() => window.motionloom.alignment.getState().matrix !== null")
    # Chromium says that the server refused the loop while it was typed, which is what was wanted.
    assert [text for text in window.errors if "400" not in text] == []
    window.errors.clear()
