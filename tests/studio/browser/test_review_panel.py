"""Made motion judged with one key each; nothing is lost on reload; a scorer is held against the verdicts. They are made up here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.feet.skate_damage import scale_path
from motionloom.library import Library

pytestmark = pytest.mark.browser


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A capture and four made clips, every second one skating."""
    with Library.create(tmp_path / "made") as library:
        first = sample.make("ada", "walk")
        library.add(first.motion, "a capture", source="sample", subject="ada", plants=first.plants, height=1.7)
        for n in range(4):
            walk = sample.make("ada", "walk", seed=n)
            motion = scale_path(walk.motion, 1.0 if n % 2 == 0 else 1.6)
            motion = motion.with_arrays(motion.rotations, motion.root_positions, recipe={"made_by": "test", "seed": n})
            library.add(motion, f"made {n}", plants=walk.plants, height=1.7)
    return tmp_path / "made"


def verdicts(window: Any) -> list[str]:
    return window.page.locator("[aria-label=Queue] .span-button span:last-child").all_inner_texts()  # type: ignore[no-any-return]


def test_one_key_each_and_nothing_is_lost(server: Any, made: Path, new_window: Callable[[str], Any]) -> None:
    server.library = made
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    page.get_by_role("tab", name="Review 4").click()
    page.get_by_text("0 of 4 judged").wait_for()
    page.get_by_role("button", name="Begin").click()
    for n, key in enumerate("ynyy"):
        page.wait_for_function("(name) => window.motionloom.activeState()?.row?.name === name", arg=f"made {n}")
        assert window.call("() => m.transport.getState().playing")
        page.keyboard.press(key)
    page.get_by_text("All 4 are judged.").wait_for()
    assert verdicts(window) == ["natural", "not", "natural", "natural"]

    # The last one was a slip: take it back, and say it right.
    page.keyboard.press("u")
    page.get_by_text("3 of 4 judged").wait_for()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.name === 'made 3'")
    page.keyboard.press("n")
    page.get_by_text("All 4 are judged.").wait_for()
    window.saved()

    server.kill()
    server.start()
    page.reload()
    window.wait_for_clip()
    page.get_by_text("All 4 are judged.").wait_for()
    assert verdicts(window) == ["natural", "not", "natural", "not"]

    page.get_by_role("button", name="Measure", exact=True).click()
    page.get_by_test_id("agreement").wait_for()
    assert page.get_by_test_id("agreement").inner_text().startswith("Agrees with you on 4 of 4")

    # N still selects spans where the review is not open.
    page.get_by_role("tab", name="Clip", exact=True).click()
    page.keyboard.press("n")
    window.saved()
    page.get_by_role("tab", name="Review").click()
    page.get_by_text("All 4 are judged.").wait_for()
    assert verdicts(window) == ["natural", "not", "natural", "not"]


def test_an_empty_queue_says_where_to_begin(server: Any, folder: Path, new_window: Callable[[str], Any]) -> None:
    with Library.open(folder) as library:
        library.apply({"kind": "delete_clips", "clips": [library.find("made walk")]})
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    window.page.get_by_role("tab", name="Review").click()
    window.page.get_by_text("Nothing to judge yet").wait_for()
    window.page.get_by_role("button", name="Make transitions").click()
    window.page.get_by_role("tab", name="Transitions", selected=True).wait_for()
