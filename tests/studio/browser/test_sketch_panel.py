"""A walk sketched with feet and root only, completed in two styles, its paths flipped through, accepted and exported; keys stay exactly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom import formats, sample
from motionloom.keyframes.sketch import sketch_from_json
from motionloom.keyframes.thinning import read_channels
from motionloom.library import Library

pytestmark = pytest.mark.browser
SHOTS: Path | None = None  # where somebody who wants to look has pictures put
AXES = ("x", "y", "z")


@pytest.fixture
def folder(tmp_path: Path, drawn: Callable[[Path], None]) -> Path:
    """A walk and a sneaking one of one performer: two styles."""
    with Library.create(tmp_path / "library") as library:
        for name, label in (("walk", "calm"), ("sneak", "stealthy")):
            made = sample.make("ada", name)
            library.add(made.motion, name, labels=[label], plants=made.plants, made=False)
    drawn(tmp_path / "library")
    return tmp_path / "library"


def look(page: Any, name: str) -> None:
    if SHOTS is not None:
        page.wait_for_timeout(600)
        page.screenshot(path=SHOTS / f"{name}.png")


def until(page: Any, script: str, *arguments: Any) -> None:
    page.wait_for_function(
        f"(given) => {{ const s = window.motionloom.sketching.getState(); return ({script})(...given); }}", arg=list(arguments)
    )


def state(window: Any, script: str) -> Any:
    return window.call(f"() => {{ const s = m.sketching.getState(); return ({script}); }}")


def test_a_walk_is_sketched_completed_in_two_styles_and_accepted(
    server: Any, new_window: Callable[[str], Any], folder: Path, tmp_path: Path
) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("sketch")
    page.get_by_label("Name of the sketch").fill("stroll")
    page.get_by_role("button", name="Begin").click()
    until(page, "() => s.shown !== null")
    assert page.get_by_role("status", name="On stage").inner_text().split() == ["Sketch", "stroll"]
    keyed = state(window, "Object.keys(s.channels).sort()")
    assert all(name.startswith(("root.", "left_foot.", "right_foot.")) for name in keyed)
    look(page, "sketch")

    drag_a_foot(window)
    edit_keys(window)

    # Completed in one style, flipped through, then in the other.
    shown = {}
    for label in ("calm", "stealthy"):
        page.get_by_label("Captures of a label").select_option(label)
        page.get_by_role("button", name="Complete", exact=True).click()
        until(page, "() => s.completed !== null && !s.busy")
        shown[label] = state(window, "Array.from(s.shown.positions.slice(93 * 60, 93 * 61))")
    assert np.abs(np.array(shown["calm"]) - np.array(shown["stealthy"])).max() > 0.01
    page.keyboard.press(".")
    until(page, "() => s.completed?.path === 1 && s.ghost !== null && !s.busy")
    page.get_by_text("Path 2 of").wait_for()
    look(page, "path")
    keys = state(window, "s.channels")
    page.get_by_role("button", name="Accept").click()
    page.wait_for_function("() => window.motionloom.sketching.getState().detail === null && window.motionloom.activeState()?.row?.made")
    window.saved()
    export_by_the_dialog(page, tmp_path / "stroll.glb")
    server.stop()
    check_kept(folder, keys, tmp_path / "stroll.glb")


def export_by_the_dialog(page: Any, path: Path) -> None:
    """The accepted clip is chosen in the library and exported as an animator would."""
    name = page.evaluate("() => window.motionloom.activeState().row.name")
    page.get_by_role("option", name=name).click()
    page.keyboard.press("Control+e")
    dialog = page.get_by_role("dialog", name="Export 1 clip")
    dialog.get_by_label("Format").select_option(".glb")
    look(page, "export")
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Export the file").click()
    saved.value.save_as(path)


def drag_a_foot(window: Any) -> None:
    """A foot is dragged up in the picture at a frame; undo brings it back."""
    page = window.page
    window.call("() => m.seek(2.0)")
    joint = window.call("() => m.sketching.getState().detail.body.roles.left_ankle")
    before = state(window, "s.channels['left_foot.y']")
    box = page.locator(".viewer-canvas").bounding_box()
    x, y = window.call("(joint) => m.viewer.current.screenOf(joint)", joint)
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x, box["y"] + y - 30, steps=5)
    until(page, "(before) => JSON.stringify(s.channels['left_foot.y']) !== before", str_of(before))
    page.mouse.up()
    window.saved()
    at = [key["at"] for key in state(window, "s.channels['left_foot.y']")]
    assert 2.0 in at
    look(page, "dragged")
    page.keyboard.press("Control+z")
    until(page, "(before) => JSON.stringify(s.channels['left_foot.y']) === before", str_of(before))


def str_of(value: Any) -> str:
    import json

    return json.dumps(value, separators=(",", ":")).replace(".0,", ",").replace(".0}", "}")


def edit_keys(window: Any) -> None:
    """Keys are boxed, moved on whole frames, made linear and undone, in the dope sheet and in the curves."""
    page = window.page
    window.panel("keys")
    canvas = page.get_by_label("Keys of the sketch")
    canvas.wait_for()
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + 24)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 24 + 3 * 20, steps=4)
    page.mouse.up()
    until(page, "() => s.chosen.length > 3")
    look(page, "dope")
    before = state(window, "JSON.stringify(s.channels)")
    page.keyboard.press("Alt+ArrowRight")
    page.get_by_role("button", name="linear").click()
    until(
        page,
        "(before) => JSON.stringify(s.channels) !== before && s.channels[s.chosen[0].channel].some((key) => key.tangent === 'linear')",
        before,
    )
    window.saved()
    moments = state(window, "Object.values(s.channels).flat().map((key) => key.at * s.detail.fps)")
    assert np.abs(np.array(moments) - np.rint(moments)).max() < 1e-6
    page.get_by_role("button", name="Curves").click()
    look(page, "curves")
    page.get_by_role("button", name="Dope sheet").click()
    for _ in range(2):
        page.keyboard.press("Control+z")
    until(page, "(before) => JSON.stringify(s.channels) === before", before)
    window.saved()


def check_kept(folder: Path, keys: dict[str, Any], exported: Path) -> None:
    """What was accepted has its recipe, and every key is exactly where it was, in the clip and in a file."""
    with Library.open(folder) as library:
        clip = next(each for each in library.clips() if each.made)
        motion, recipe = library.motion(clip.id), library.recipe(clip.id)
    sketch = sketch_from_json(recipe["options"]["sketch"])
    assert {name: [[key.at, key.value] for key in rows] for name, rows in sketch.keys.items()} == {
        name: [[key["at"], key["value"]] for key in rows] for name, rows in keys.items()
    }
    for made in (motion, formats.load(exported)):
        channels = read_channels(made)
        for part in ("root", "left_foot", "right_foot"):
            for axis in AXES:
                for key in sketch.keys.get(f"{part}.{axis}", ()):
                    assert abs(channels[f"{part}.{axis}"][round(key.at * sketch.fps)] - key.value) < 1e-5
