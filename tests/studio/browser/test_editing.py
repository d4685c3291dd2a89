"""Editing, film and export as a person does them: by menu, by keys and from the palette, and undone."""

from __future__ import annotations

import io
import itertools
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from motionloom import formats, sample
from motionloom.library import Library

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """A walk and a run of ada; the walk is open."""
    server.library = tmp_path / "edited"
    with Library.create(server.library) as library:
        for behaviour in ("walk", "run"):
            made = sample.make("ada", behaviour)
            library.add(made.motion, behaviour, labels=[behaviour], plants=made.plants, subject="ada", made=False, height=1.7)
    server.start()
    return new_window(server.address).open().wait_for_clip()


def shown(page: Any, name: str) -> None:
    """Until a clip of this name is the open one."""
    page.wait_for_function("(name) => window.motionloom.activeState()?.row?.name === name", arg=name)


def choose(page: Any, words: str) -> None:
    """Do something from the palette."""
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Find an action").fill(words)
    page.keyboard.press("Enter")


def mark(page: Any, start: int, stop: int) -> None:
    """Marks at two frames, by keys."""
    page.keyboard.press("Home")
    for frame in (start, stop):
        while int(page.get_by_test_id("frame").inner_text().split("/")[0]) < frame:
            page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("i" if frame == start else "o")


def test_edits_by_keys_menu_and_palette_and_undone(window: Any, tmp_path: Path) -> None:
    page = window.page
    frames = window.state()["row"]["frames"]
    page.locator("canvas").first.click()
    mark(page, 20, 60)
    page.keyboard.press("Shift+C")
    shown(page, "walk part")
    assert window.state()["row"]["frames"] == 40
    page.get_by_role("list", name="On stage").get_by_text("ghost").wait_for()
    page.keyboard.press("Control+z")
    shown(page, "walk")  # what it was made of
    assert window.state()["row"]["frames"] == frames

    fill_a_gap(window, tmp_path / "edited")

    page.get_by_role("option", name="walk").click(button="right")
    page.get_by_role("menuitem", name="Edit", exact=True).click()
    page.get_by_role("menuitem", name="Mirror").click()
    shown(page, "walk mirrored")
    choose(page, "Move and turn")
    page.get_by_label("Turn left").fill("90")
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    shown(page, "walk mirrored moved")
    for left in ("walk mirrored", "walk"):
        page.keyboard.press("Control+z")
        shown(page, left)

    page.get_by_role("option", name="run").click()
    page.get_by_role("option", name="walk").click(modifiers=["Control"])
    page.keyboard.press("Shift+J")
    shown(page, "run joined")
    page.keyboard.press("Control+z")
    page.get_by_role("option", name="run joined").wait_for(state="detached")
    window.saved()


def fill_a_gap(window: Any, folder: Path) -> None:
    """What lies between the marks is made anew from captures, with the original as a ghost; one undo takes it back."""
    page, before = window.page, window.state()["row"]
    mark(page, 80, 110)
    page.keyboard.press("Shift+I")
    dialog = page.get_by_role("dialog", name="Fill a gap of walk")
    dialog.get_by_label("Captures").select_option(label="All captures (2)")
    dialog.get_by_text("1.33 to 1.83 s").wait_for()
    dialog.get_by_role("button", name="Fill", exact=True).click()
    shown(page, "walk filled in")
    page.get_by_role("list", name="On stage").get_by_text("ghost").wait_for()
    window.saved()
    with Library.open(folder) as library:
        made, walk = (library.motion(library.find(name)) for name in ("walk filled in", "walk"))
    changed = np.flatnonzero((made.rotations != walk.rotations).any(axis=(1, 2)))
    assert (len(made), changed[0], changed[-1]) == (before["frames"], 80, 109)
    page.keyboard.press("Control+z")
    shown(page, "walk")


def test_film_is_what_is_seen_and_loses_no_frame(window: Any) -> None:
    page = window.page
    page.locator("canvas").first.click()
    page.keyboard.press("Shift+V")
    dialog = page.get_by_role("dialog", name="Film what the viewer shows")
    dialog.get_by_label("Kind").select_option("png")
    dialog.get_by_label("Size").select_option("custom")
    dialog.get_by_label("Across").fill("160")
    dialog.get_by_label("Down").fill("120")
    dialog.get_by_label("Rate").select_option("12")
    dialog.get_by_label("Turntable").check()
    seconds = window.state()["row"]["frames"] / window.state()["row"]["fps"]
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Film", exact=True).click()
    with zipfile.ZipFile(saved.value.path()) as archive:
        pictures = [np.asarray(Image.open(io.BytesIO(archive.read(name))).convert("RGB"), np.int16) for name in sorted(archive.namelist())]
    assert abs(len(pictures) - seconds * 12) <= 1.5
    assert {picture.shape for picture in pictures} == {(120, 160, 3)}
    changes = [int(np.abs(a - b).max()) for a, b in itertools.pairwise(pictures)]
    assert min(changes) > 20, "every frame shows another moment"
    page.get_by_role("dialog", name="Filming").wait_for(state="detached")
    assert window.state()["row"]["name"] == "walk"


def test_export_for_a_program_is_one_press_and_remembers(window: Any, tmp_path: Path) -> None:
    page = window.page
    page.get_by_role("option", name="walk").click()
    page.keyboard.press("Control+e")
    dialog = page.get_by_role("dialog", name="Export 1 clip")
    dialog.get_by_label("Unreal Engine").check()
    dialog.get_by_label("Format").select_option(".usdc")
    dialog.get_by_label("Rate").select_option("24")
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Export the file").click()
    assert saved.value.suggested_filename == "walk.usdc"
    saved.value.save_as(tmp_path / "walk.usdc")
    back = formats.read(tmp_path / "walk.usdc")
    assert (back.unit, back.motion.fps, back.motion.skeleton.names[0]) == ("cm", 24, "root")
    page.keyboard.press("Escape")
    page.get_by_role("option", name="walk").click()
    with page.expect_download() as again:
        page.keyboard.press("Control+Shift+E")
    assert again.value.suggested_filename == "walk.usdc"
