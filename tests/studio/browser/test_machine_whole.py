"""From what clips do to driving: a clip is warped, a state loops, a segment is corrected on the timeline, and the machine lives on."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browser.test_machine_alignment import pixel, warps

pytestmark = pytest.mark.browser


def choose(window: Any, source: str, target: str | None = None) -> None:
    """Two states in the alignment tool, or a state and the last of its clips."""
    page = window.page
    page.get_by_label("From", exact=True).select_option(source)
    last = page.get_by_label("To", exact=True).locator("option").count() - 1
    page.get_by_label("To", exact=True).select_option(**({"index": last} if target is None else {"value": target}))
    page.wait_for_function("() => window.motionloom.alignment.getState().matrix !== null")


def save(window: Any) -> None:
    window.page.get_by_role("button", name="Save", exact=True).click()
    window.page.wait_for_function("() => !window.motionloom.alignment.getState().edited")


def drive(window: Any, state: str) -> None:
    """Drive the machine as it is now, and ask for a state."""
    page = window.page
    window.panel("machine")
    page.get_by_role("button", name="Drive", exact=True).click()
    page.wait_for_function("() => m.driving.getState().characters.length > 0".replace("m.", "window.motionloom."))
    page.get_by_role("region", name="Behaviours").get_by_role("button", name=state, exact=True).click()
    page.wait_for_function(
        "(state) => window.motionloom.driving.getState().characters.some((one) => one.state === state && one.mode !== 'transition')",
        arg=state,
    )
    assert window.call("() => m.driving.getState().machine.content === m.machines.getState().open.content")


def test_warped_looped_corrected_and_driven(
    server: Any, pressed_library: Path, tmp_path: Path, new_window: Callable[[str], Any], report: Callable[..., None]
) -> None:
    server.library = shutil.copytree(pressed_library, tmp_path / "whole")
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("align")
    content = window.call("() => m.machines.getState().open?.content")

    # A clip of the walk is warped onto its reference.
    choose(window, "walk")
    page.wait_for_function("() => window.motionloom.alignment.getState().preview !== null")
    (line,) = warps(window)
    middle = len(line["frames"]) // 2
    at = line["stop"] * middle / (len(line["frames"]) - 1)
    window.drag("matrix", pixel(window, at, line["frames"][middle]), pixel(window, at, line["frames"][middle] + 0.08))
    page.wait_for_function("() => window.motionloom.alignment.getState().keys.length === 1")
    save(window)
    page.get_by_role("button", name="Undo: Warp").wait_for()
    page.wait_for_function("(old) => window.motionloom.machines.getState().open.content !== old", arg=content)

    # The jump goes on for ever once it has a self-transition.
    choose(window, "jump", "jump")
    lasts = window.call("() => m.alignment.getState().matrix.rows / 60")
    page.get_by_role("button", name="Add a switch point").click()
    page.get_by_label("leaves (s)").fill(f"{lasts - 0.6:.2f}")
    page.get_by_label("enters (s)").fill("0.10")
    page.wait_for_function(
        "() => window.motionloom.alignment.getState().preview?.point.start > 0.5 && window.motionloom.alignment.getState().problem === ''"
    )
    save(window)
    page.wait_for_function("() => window.motionloom.machines.getState().open.states.find((each) => each.name === 'jump').cyclic")

    # Both are live: the walk is the warped one, and who jumps goes on jumping.
    drive(window, "walk")
    drive_on = "() => window.motionloom.driving.getState().frame"
    page.get_by_role("region", name="Behaviours").get_by_role("button", name="jump", exact=True).click()
    page.wait_for_function("() => window.motionloom.driving.getState().characters[0].state === 'jump'")
    begun = page.evaluate(drive_on)
    page.wait_for_function(f"(frame) => ({drive_on})() > frame", arg=begun + round(60 * lasts) + 60)
    assert window.call("() => m.driving.getState().characters[0].state") == "jump"
    page.keyboard.press("Escape")


def end_of(window: Any, name: str) -> tuple[float, float]:
    """Where, on the timeline's tracks, the span of a behaviour ends: pixels, just inside it."""
    page = window.page
    head = page.locator(".track-head", has=page.get_by_text("behaviours", exact=True)).bounding_box()
    canvas = page.get_by_test_id("tracks").bounding_box()
    assert head is not None
    assert canvas is not None
    state = window.state()
    span = next(each for each in state["annotations"] if each["track"] == "behaviours" and each["name"] == name)
    scale = (canvas["width"] - 24) / state["row"]["frames"]  # all of the clip is in sight, with 12 pixels at either side
    return 12 + span["stop"] * scale - 2, head["y"] - canvas["y"] + 16


def end_sooner(window: Any, name: str) -> None:
    """Drag the end of a behaviour's span on the timeline to the left."""
    x, y = end_of(window, name)
    (span,) = (each for each in window.state()["annotations"] if each["name"] == name)
    window.drag("tracks", (x, y), (x - 30, y))
    window.page.wait_for_function(
        "([name, stop]) => window.motionloom.activeState().annotations.some((one) => one.name === name && one.stop < stop)",
        arg=[name, span["stop"]],
    )
    window.saved()


def build_again(window: Any) -> float:
    """Press Build again, and how many seconds later the new machine is the open one."""
    page = window.page
    old = window.call("() => m.machines.getState().open.content")
    began = time.monotonic()
    page.get_by_role("button", name="Build again").click()
    page.wait_for_function("(old) => window.motionloom.machines.getState().open?.content !== old", arg=old)
    return time.monotonic() - began


def processor_seconds(server: Any) -> float:
    """What a server has worked so far, all threads together; 0 where nobody tells."""
    told = Path(f"/proc/{server.process.pid}/stat")
    if not told.exists():
        return 0.0
    user, system = told.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def test_a_segment_is_corrected_on_the_timeline_and_the_machine_built_again(
    server: Any, pressed_library: Path, tmp_path: Path, new_window: Callable[[str], Any], report: Callable[..., None]
) -> None:
    server.library = shutil.copytree(pressed_library, tmp_path / "whole")
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    lasts = "() => m.machines.getState().open.states.find((each) => each.name === 'jump').seconds"
    window.clips().filter(has_text="jump").first.click()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.name === 'jump'")
    window.panel("timeline")
    page.get_by_test_id("tracks").wait_for()
    end_sooner(window, "jump")

    window.panel("machine")
    page.wait_for_function("() => window.motionloom.machines.getState().open !== null")
    seconds = window.call(lasts)
    # In a studio that was just started and has kept nothing; then once more, as whoever built the machine there corrects it.
    for since in ("in a new studio", "in the same studio"):
        spent, wall = processor_seconds(server), build_again(window)
        worked = {"seconds": round(wall, 2), "processor seconds of the server": round(processor_seconds(server) - spent, 2)}
        report(f"segment corrected, machine built again {since}", worked)
        assert window.call(lasts) < seconds
        seconds = window.call(lasts)
        if since == "in a new studio":
            window.panel("timeline")
            end_sooner(window, "jump")
            window.panel("machine")
    drive(window, "jump")  # what is driven is the new one
