"""The live demo: make a table, put characters on stage, press an activity and see it done within the transition's length."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.library import Library

pytestmark = pytest.mark.browser

# The root of the first character at every drawn frame, with the moment: what a person sees of jumps.
WATCH = """() => { const m = window.motionloom; const seen = (window.seen = []);
  m.live.subscribe(({ characters, time }, before) => {
    if (time === before.time || !characters[0]) return;
    const { track } = characters[0];
    const at = Math.round(Math.min((time - track.begins) * track.fps, track.frames - 1)) * track.joints * 3;
    seen.push([time, track.positions[at], track.positions[at + 2]]);
  }); }"""


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "captures") as library:
        for behaviour in ("walk", "run", "stand", "start", "stop"):
            made = sample.make("ada", behaviour)
            labels = [behaviour] if behaviour in ("walk", "run", "stand") else []
            library.add(made.motion, behaviour, source="sample", subject="ada", labels=labels, plants=made.plants, height=1.7)
    return tmp_path / "captures"


def test_characters_do_what_is_pressed(
    server: Any, captures: Path, new_window: Callable[[str], Any], report: Callable[[str, dict[str, Any]], None]
) -> None:
    server.library = captures
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("transitions")
    page.get_by_text("Any pose to any activity").wait_for()
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Put a character on stage").click()
    page.get_by_text("Character 1").first.wait_for()
    assert window.call("() => m.live.getState().characters[0].doing") == "stand"
    page.evaluate(WATCH)

    reached = {}
    for activity in ("walk", "run", "stand"):
        begun = window.call("() => m.live.getState().time")
        page.get_by_role("button", name=activity, exact=True).click()
        page.wait_for_function("(name) => window.motionloom.live.getState().characters[0].doing === name", arg=activity)
        entry = window.call("() => m.performance.getState().log[0]")
        assert entry["to"] == activity
        assert entry["natural"] == (entry["rarity"] <= 1 and entry["hop"] <= 0.1)
        # It is doing it once the transition is over: wait for the end of this one. Whoever waits for the end of what plays may wait for
        # ever: where little was captured after it, the next one begins as it ends.
        end = window.call(
            """() => { const { playing, next } = [...m.performance.getState().performers.values()][0];
                const made = next ?? playing; return made.from + made.blend / made.fps; }"""
        )
        page.wait_for_function("(end) => window.motionloom.live.getState().time >= end", arg=end)
        reached[activity] = round(window.call("() => m.live.getState().time") - begun, 2)
    assert page.get_by_role("list", name="Live on stage").get_by_text("natural").count() >= 1
    # The timeline is the performance's: a lane a character, not the tracks of the clip that was open.
    deeds = page.get_by_role("list", name="What Character 1 did").get_by_role("listitem").all_inner_texts()
    assert [deed for deed, _ in itertools.groupby(deeds)][:4] == ["stand", "walk", "run", "stand"]  # who goes on running does it anew
    assert page.get_by_test_id("tracks").count() == 0

    page.get_by_role("button", name="One more").click()
    page.get_by_role("button", name="Character 2", exact=True).wait_for()
    page.get_by_role("button", name="walk", exact=True).click(modifiers=["Shift"])
    page.wait_for_function("() => window.motionloom.live.getState().characters.every(({ doing }) => doing === 'walk')")
    drawn = window.call("() => m.measure.figures.drawn.length")
    page.wait_for_timeout(7000)  # long enough that what was sent runs out and is continued
    frames = window.call("() => m.measure.figures.drawn.length") - drawn
    performers = window.call("() => [...m.performance.getState().performers.values()].map(({ playing }) => playing.from)")
    assert min(performers) > 3
    seen = page.evaluate("() => window.seen")
    speeds = [
        ((x - a) ** 2 + (z - b) ** 2) ** 0.5 / (after - before)
        for (before, a, b), (after, x, z) in itertools.pairwise(seen)
        if after - before > 1e-3
    ]
    assert max(speeds) < 9, "a character jumped"
    report("transitions", {"seconds until it does it": reached, "frames in 7 s with two characters": frames})

    page.get_by_role("button", name="Keep").first.click()
    page.get_by_text("Kept as").wait_for()
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.made && window.motionloom.live.getState().owner === null")
    assert window.state()["plants"]["known"]


def test_playing_a_clip_ends_the_performance(server: Any, captures: Path, new_window: Callable[[str], Any]) -> None:
    server.library = captures
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("transitions")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Put a character on stage").click()
    page.get_by_role("button", name="Back to the clip").wait_for()
    page.keyboard.press("Space")
    page.wait_for_function("() => !window.motionloom.live.getState().running")
    page.keyboard.press("Space")
    page.wait_for_function("() => window.motionloom.live.getState().running")
    # The timeline shows what is on stage, not the clip that was there before.
    on_stage = page.get_by_role("region", name="On stage")
    on_stage.get_by_text("Character 1").wait_for()
    deeds = on_stage.get_by_role("list", name="What Character 1 did").get_by_role("listitem")
    deeds.first.wait_for()
    activity = page.locator("[data-panel=transitions] .activities button:enabled[aria-pressed=false]").first
    name = activity.inner_text().split("\n")[0].strip()
    activity.click()
    page.wait_for_function("() => document.querySelectorAll('.lane li').length === 2")  # a lane an actor, a deed for each thing it does
    assert name.startswith(deeds.nth(1).inner_text().strip())
    assert page.get_by_test_id("tracks").count() == 0
    assert page.get_by_test_id("frame").inner_text() == "live"
    page.get_by_role("button", name="Back to the clip").click()
    page.wait_for_function("() => window.motionloom.live.getState().owner === null")
    page.get_by_test_id("tracks").wait_for()
    page.get_by_role("button", name="Put a character on stage").click()
    on_stage.wait_for()
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.motionloom.live.getState().owner === null")
    page.reload()
    window.wait_for_clip()
    page.get_by_role("button", name="Put a character on stage").wait_for()  # the table is kept, and so is the open tab
