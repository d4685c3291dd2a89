"""Proposals and made motion judged with one key each; nothing is lost on reload; a scorer is held against the verdicts.

The verdicts are made up here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.feet.skate_damage import scale_path
from motionloom.library import Library
from motionloom.making.makers.edit import mirror_recipe, part_recipe
from motionloom.making.makers.loop import loop_recipe
from motionloom.making.proposals import NewProposal, count_proposals, raise_proposals
from motionloom.making.sources import clip_source

pytestmark = pytest.mark.browser
PROPOSALS = 40


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A capture and four made clips, every second one skating."""
    with Library.create(tmp_path / "made") as library:
        first = sample.make("ada", "walk")
        library.add(first.motion, "a capture", source="sample", subject="ada", plants=first.plants, height=1.7, made=False)
        for n in range(4):
            walk = sample.make("ada", "walk", seed=n)
            motion = scale_path(walk.motion, 1.0 if n % 2 == 0 else 1.6)
            motion = motion.with_arrays(motion.rotations, motion.root_positions, recipe={"kind": "test", "seed": n})
            library.add(motion, f"made {n}", plants=walk.plants, height=1.7)
    return tmp_path / "made"


@pytest.fixture
def proposed(tmp_path: Path) -> Path:
    """Sample clips with proposals of two questions: parts and loops to keep, mirrored ones that should look natural."""
    with Library.create(tmp_path / "proposed") as library:
        for behaviour in ("walk", "jog"):
            clip = sample.make("ada", behaviour)
            library.add(clip.motion, behaviour, source="sample", subject="ada", plants=clip.plants, height=1.7, made=False)
        walk, jog = (library.clip(library.find(name)) for name in ("walk", "jog"))
        keep = [NewProposal(loop_recipe(clip_source(walk)), "walk loop", 0.02, 0.9, "its last pose is 2 cm from its first")]
        keep += [
            NewProposal(part_recipe(clip_source(walk, n, 90 + n)), f"part {n}", 0.1 * n, reason="a part of a walk")
            for n in range(PROPOSALS - 11)
        ]
        natural = [NewProposal(mirror_recipe(clip_source(jog, n, 80 + n)), f"mirrored {n}") for n in range(10)]
        raise_proposals(library, keep, question="keep", title="Propose parts", room="test")
        raise_proposals(library, natural, question="natural", title="Propose mirrored", room="test")
    return tmp_path / "proposed"


def names(window: Any) -> list[str]:
    return window.page.locator("[aria-label=Queue] .span-button .name").all_inner_texts()  # type: ignore[no-any-return]


def shown(window: Any) -> list[str]:
    """Who is on stage."""
    return window.call("() => m.live.getState().characters.map((c) => `${c.name}${c.ghost ? ' ghost' : ''}`)")  # type: ignore[no-any-return]


def begin(page: Any, count: int) -> None:
    """Begin to answer all that waits."""
    page.get_by_role("button", name=f"Review {count}").click()
    page.get_by_text(f"0 of {count} answered").wait_for()
    page.get_by_role("button", name="Begin").click()


def test_forty_proposals_by_keys(server: Any, proposed: Path, new_window: Callable[[str], Any], report: Callable[..., None]) -> None:
    server.library = proposed
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    begin(page, 40)
    page.get_by_test_id("item").get_by_text("walk loop").wait_for()
    page.wait_for_function("() => window.motionloom.live.getState().characters.length === 2")
    assert shown(window) == ["walk loop", "walk ghost"]
    assert page.get_by_text("its last pose is 2 cm from its first").is_visible()
    page.wait_for_function("() => window.motionloom.live.getState().time > 0.3")
    page.screenshot(path=str(proposed.parent / "review.png"))

    # Every third is rejected; each is looked at before the next key: it has to be on stage.
    begun = time.monotonic()
    for n in range(PROPOSALS):
        name = page.get_by_test_id("item").inner_text()
        page.wait_for_function("(name) => window.motionloom.live.getState().characters[0]?.name === name", arg=name)
        page.keyboard.press("n" if n % 3 == 2 else "y")
        page.wait_for_function(
            "(n) => document.querySelector('[data-testid=waiting]').innerText.match(n === 40 ? /^All 40/ : new RegExp(`^${n} of`))",
            arg=n + 1,
        )
    window.saved()
    seconds = time.monotonic() - begun
    report("review by keys", {"verdicts": PROPOSALS, "seconds": round(seconds, 1), "a_minute": round(60 * PROPOSALS / seconds)})
    assert 60 * PROPOSALS / seconds > 30

    with Library.open(proposed) as library:
        counts = count_proposals(library)
    assert (counts.pending, counts.accepted, counts.rejected) == (0, 27, 13)

    # Undo by key: the last one waits again, and is shown.
    page.keyboard.press("u")
    window.saved()
    page.get_by_text("39 of 40 answered").wait_for()
    page.get_by_test_id("item").get_by_text("mirrored 9").wait_for()
    with Library.open(proposed) as library:
        assert count_proposals(library).pending == 1


def test_questions_skip_back_and_the_original_at_its_side(server: Any, proposed: Path, new_window: Callable[[str], Any]) -> None:
    server.library = proposed
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    page.get_by_role("button", name="Review 40").click()
    page.get_by_label("Question", exact=True).select_option("natural")
    page.get_by_text("0 of 10 answered").wait_for()
    page.wait_for_function("() => document.querySelectorAll('[aria-label=Queue] .span-button').length === 10")
    assert names(window) == [f"mirrored {n}" for n in range(10)]
    page.get_by_label("Question", exact=True).select_option("keep")
    page.get_by_label("Order", exact=True).select_option("worst")
    page.get_by_text("part 28").first.wait_for()
    page.get_by_role("button", name="Begin").click()
    for key, name in (("s", "part 27"), ("s", "part 26"), ("b", "part 27"), ("b", "part 28")):
        page.keyboard.press(key)
        page.get_by_test_id("item").get_by_text(name, exact=True).wait_for()
    page.wait_for_function("() => window.motionloom.live.getState().characters.length === 2")
    page.get_by_text("Original at its side").click()
    page.wait_for_function("() => window.motionloom.live.getState().characters[1]?.offset?.[0] > 1")
    # A key belongs to what is visible: another tab answers nothing.
    window.panel("clip")
    page.keyboard.press("y")
    window.saved()
    window.panel("review")
    page.get_by_text("0 of 30 answered").wait_for()
    assert window.call("() => m.live.getState().owner") is None

    page.get_by_role("button", name="No to all listed").click()
    page.get_by_text("All 30 are answered.").wait_for()
    window.saved()
    with Library.open(proposed) as library:
        assert count_proposals(library, question="keep").rejected == 30
    page.keyboard.press("u")
    page.get_by_text("0 of 30 answered").wait_for()


def test_made_clips_one_key_each_and_nothing_is_lost(server: Any, made: Path, new_window: Callable[[str], Any]) -> None:
    server.library = made
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    begin(page, 4)
    for n, key in enumerate("ynyy"):
        page.wait_for_function("(name) => window.motionloom.activeState()?.row?.name === name", arg=f"made {n}")
        page.wait_for_function("() => window.motionloom.transport.getState().playing")
        page.keyboard.press(key)
    page.get_by_text("All 4 are answered.").wait_for()

    # The last one was a slip: take it back, and say it right.
    page.keyboard.press("u")
    page.get_by_text("3 of 4 answered").wait_for()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.name === 'made 3'")
    page.keyboard.press("n")
    page.get_by_text("All 4 are answered.").wait_for()
    window.saved()

    server.kill()
    server.start()
    page.reload()
    window.wait_for_clip()
    page.get_by_text("All 4 are answered.").wait_for()
    page.get_by_label("Answered", exact=True).select_option("rejected")
    page.wait_for_function("() => document.querySelectorAll('[aria-label=Queue] .span-button .name').length === 2")
    assert names(window) == ["made 1", "made 3"]

    page.get_by_role("button", name="Measure", exact=True).click()
    page.get_by_test_id("agreement").wait_for()
    assert page.get_by_test_id("agreement").inner_text().startswith("Agrees with you on 4 of 4")


def test_an_empty_queue_says_where_to_begin(server: Any, folder: Path, new_window: Callable[[str], Any]) -> None:
    with Library.open(folder) as library:
        library.apply({"kind": "delete_clips", "clips": [library.find("made walk")]})
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    window.panel("review")
    window.page.get_by_text("Nothing to judge yet").wait_for()
    window.page.get_by_role("button", name="Make transitions").click()
    window.page.get_by_role("tab", name="Transitions", selected=True).wait_for()
