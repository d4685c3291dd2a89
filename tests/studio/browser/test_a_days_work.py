"""A day's work by keys and palette alone, the steps counted: from sixty files to an engine. docs/studio.md has the count.

With `MOTIONLOOM_CAPTURES=FOLDER` the sixty files are the first of that folder, and those with problems are whatever has some there.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from tests.glitches.damage import turn

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[3]
CLIPS, SPOILT, TWO, FRAMES = 60, 3, 2, 40
CAPTURES = os.environ.get("MOTIONLOOM_CAPTURES")


class Hands:
    """Someone who never touches the mouse; a step is a choice in the palette, a key, or what is typed into a dialog."""

    def __init__(self, window: Any) -> None:
        self.window, self.page, self.steps = window, window.page, 0

    def find(self, words: str) -> None:
        """Ctrl K, some words, Enter."""
        self.steps += 1
        self.page.keyboard.press("Control+k")
        self.page.get_by_role("combobox", name="Find an action").wait_for()
        self.page.keyboard.type(words)
        self.page.get_by_role("listbox", name="Found").get_by_role("option").first.wait_for()
        self.page.keyboard.press("Enter")

    def press(self, key: str, times: int = 1) -> None:
        self.steps += 1
        for _ in range(times):
            self.page.keyboard.press(key)

    def say(self, words: str) -> None:
        """Into the field of a dialog, and Enter."""
        self.steps += 1
        self.page.get_by_role("dialog").get_by_role("combobox").wait_for()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def until(self, condition: str, given: object = None) -> None:
        self.page.wait_for_function(f"(given) => {{ const m = window.motionloom; return {condition}; }}", arg=given)


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Sixty short takes, some of which begin with an arm elsewhere, and a table of their labels."""
    if CAPTURES:
        taken = sorted(Path(CAPTURES).rglob("*.bvh"))[:CLIPS]
        assert len(taken) == CLIPS, f"{CAPTURES} has {len(taken)} captures, not {CLIPS}"
        table = tmp_path / "labels.csv"
        table.write_text("path,label\n" + "".join(f"{file.name},take {file.parent.name}\n" for file in taken))
        return [*taken, table]
    motion = sample.make("ada", "walk", noise=0.5).motion
    folder = tmp_path / "captures"
    folder.mkdir()
    for number in range(CLIPS):
        start = number % (len(motion) - FRAMES)
        take = motion[start : start + FRAMES].with_arrays(
            motion.rotations[start : start + FRAMES], motion.root_positions[start : start + FRAMES] + [0.01 * number, 0, 0], recipe={}
        )
        (turn(take, "RightArm", slice(0, 2), 1.2) if number < SPOILT else take).save(folder / f"take_{number:02d}.bvh")
    lines = [f"take_{number:02d}.bvh,{'walk' if number % 2 else 'stroll'}" for number in range(CLIPS)]
    (folder / "labels.csv").write_text("path,label\n" + "\n".join(lines) + "\n")
    return sorted(folder.iterdir())


def test_sixty_files_labelled_mended_edited_filmed_and_exported_without_a_mouse(
    server: Any, tmp_path: Path, files: list[Path], new_window: Callable[[str], Any]
) -> None:
    server.library = tmp_path / "new library"
    server.start()
    window = new_window(server.address).open()
    hands, page = Hands(window), window.page
    if CAPTURES:
        page.set_default_timeout(1_200_000)  # minutes of capture are read, checked and written
    page.get_by_role("button", name="Load the sample").wait_for()
    # What was wanted last time, small; the dialog offers it again.
    window.call("() => m.settings.setState({ film: { kind: 'gif', size: 'custom', width: 96, height: 72, fps: 10, turntable: false } })")

    with page.expect_file_chooser() as asked:
        hands.find("import files")
    asked.value.set_files(files)
    hands.until("m.rows().length === given && m.rows().every((row) => row.labels.length === 1)", CLIPS)
    window.wait_for_clip()

    hands.find("clips with problems")
    hands.until("document.querySelectorAll('.clip-item .problem').length >= given", TWO if CAPTURES else SPOILT)
    hands.find("to the list")
    hands.press("Home")
    hands.press("Shift+ArrowDown")
    hands.until("m.selection.getState().clips.size === given", TWO)
    hands.find("mend a new clip")
    hands.until("m.rows().filter((row) => row.mends).length === given && m.selection.getState().clips.size === given", TWO)

    hands.find("to the start")
    hands.until("m.transport.getState().time === 0")
    hands.press("ArrowRight", 5)
    hands.press("i")
    hands.press("ArrowRight", 20)
    hands.press("o")
    hands.press("Shift+C")
    hands.until("m.activeState()?.row?.name.endsWith('part') && m.selection.getState().clips.size === given", TWO)
    hands.press("Shift+M")
    hands.until("m.activeState()?.row?.name.endsWith('mirrored') && m.selection.getState().clips.size === given", TWO)
    hands.find("collect the clips")
    hands.say("For the game")
    hands.until("m.collections.getState().collections[0]?.clips.length === given", TWO)

    hands.press("Shift+V")
    with page.expect_download() as film:
        hands.press("Enter")
    assert film.value.suggested_filename.endswith(".gif")
    page.get_by_role("dialog", name="Film").wait_for(state="detached")

    hands.find("show all clips")
    hands.find("select all")
    made = window.call("() => m.rows().length")
    with page.expect_download() as saved:
        hands.find("export for unreal")
    with zipfile.ZipFile(saved.value.path()) as archive:
        names = archive.namelist()
    assert len({Path(name).stem for name in names}) == made == CLIPS + 3 * TWO
    window.saved()

    said = re.search(r"(\d+) steps by keys and palette", (ROOT / "docs" / "studio.md").read_text(encoding="utf-8"))
    assert said is not None
    assert int(said.group(1)) == hands.steps
