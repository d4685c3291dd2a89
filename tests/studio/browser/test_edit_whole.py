"""The artist edits seconds, the machine does minutes: posed, keyed, spread over five minutes, inspected, put right, spread again, all of it
undone; then on a character of one's own, which is a USD file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motionloom import sample
from motionloom.align.joining import follow_on
from motionloom.core.editing import concatenate, resample
from motionloom.library import Library
from tests.edits.character_files import read_glb
from tests.studio.browser.test_layers_panel import Animator, away

pytestmark = pytest.mark.browser
RATE, MINUTES = 15.0, 5
PARTS = ("walk", "turn_left_90", "walk_slow", "stand", "turn_right_45")
SHOTS: Path | None = None  # where somebody who wants to look has pictures put


@pytest.fixture
def folder(tmp_path: Path, drawn: Callable[[Path], None]) -> Path:
    """A walk, and five minutes of walks, turns and stands by the same performer."""
    made = [sample.make("ada", name) for name in PARTS]
    parts = [resample(each.motion, RATE) for each in made]
    plants = [each.plants[:: round(60 / RATE)][: len(part)] for each, part in zip(made, parts, strict=True)]
    rounds = int(np.ceil(MINUTES * 60 * RATE / sum(map(len, parts))))
    motions = [parts[0]]
    for part in (parts * rounds)[1:]:
        motions.append(follow_on(motions[-1], part))
    whole = int(MINUTES * 60 * RATE)
    with Library.create(tmp_path / "library") as library:
        library.add(made[0].motion[:180], "walk", labels=["walk"], plants=made[0].plants[:180], made=False)
        bits = np.concatenate([plants[n % len(plants)] for n in range(len(motions))])[:whole]
        library.add(concatenate(motions)[:whole], "five minutes", plants=bits, made=False)
    drawn(tmp_path / "library")
    return tmp_path / "library"


class Artist(Animator):
    """Somebody who edits, spreads and undoes."""

    def shown(self, name: str) -> None:
        self.until("(name) => m.activeState()?.row?.name === name && m.stage.getState().loaded.has(m.stage.getState().active)", name)

    def open(self, name: str) -> None:
        self.page.get_by_role("option").filter(has=self.page.get_by_text(name, exact=True)).first.click()
        self.shown(name)

    def pose(self, seconds: float, across: float, down: float) -> None:
        """Drag the left hand and, with a brush, the chest, twist the right forearm by its ring; key it."""
        self.window.panel("layers")
        self.until("() => m.layers.getState().shown !== null && m.posing.getState().pins.size === 4")
        self.window.call("(at) => m.seek(at)", seconds)
        self.until("(at) => Math.abs(m.transport.getState().time - at) < 0.2", seconds)
        hand, foot, chest = (self.joint(role) for role in ("left_wrist", "left_ankle", "chest"))
        before = self.position(foot), self.position(hand)
        self.drag(hand, across, down)
        assert away(self.position(foot), before[0]) < 1e-4
        assert away(self.position(hand), before[1]) > 0.05
        self.page.get_by_label("Brush", exact=True).fill("0.25")
        self.drag(chest, 12, 3)
        self.page.get_by_label("Brush", exact=True).fill("0")
        elbow = self.joint("right_elbow")
        turned = self.turn(elbow)
        self.twist(elbow)
        assert away(self.turn(elbow), turned) > 0.05
        self.shot(f"posed-at-{seconds:.1f}")
        self.page.keyboard.press("k")
        self.until("() => m.layers.getState().stack.layers[0]?.poses.length === 1 && m.layers.getState().changed[1] > 0")
        self.window.saved()

    def apply(self, name: str) -> None:
        self.page.get_by_role("button", name="Apply as a new clip").click()
        self.shown(name)

    def shot(self, name: str) -> None:
        if SHOTS is not None:
            self.page.wait_for_timeout(900)
            self.page.screenshot(path=SHOTS / f"{name}.png")

    def undo_all(self) -> int:
        """Press undo until there is nothing left to undo; how often."""
        self.page.locator("canvas").first.click()
        steps = 0
        while (was := self.window.call("() => JSON.stringify(m.session.getState().history)")) and self.window.call(
            "() => m.session.getState().history.undo !== null"
        ):
            self.page.keyboard.press("Control+z")
            self.until("(was) => JSON.stringify(m.session.getState().history) !== was", was)
            self.window.saved()
            steps += 1
            assert steps < 30
        return steps


def test_seconds_are_edited_and_five_minutes_follow(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page, artist = window.page, Artist(window)
    artist.open("walk")
    artist.pose(1.0, 20, -40)
    window.call("() => m.seek(2.4)")
    page.keyboard.press("t")
    artist.until("() => m.layers.getState().stack.layers[0].times.length === 1")
    window.saved()
    second = _second(window)
    window.drag("tracks", (12 + 2.4 * second, 11), (12 + 2.55 * second, 11))
    artist.until("() => m.layers.getState().stack.layers[0].times[0].shift < -0.05")
    window.saved()
    artist.shot("1-keyed")
    artist.apply("walk edited")

    page.get_by_role("tab", name="Spread").click()
    examples, predict = (page.get_by_role("region", name=name) for name in ("Examples", "Predict"))
    examples.get_by_label("Name of a new edit").fill("reach")
    examples.get_by_role("button", name="Begin a new edit").click()
    examples.get_by_role("listitem").get_by_text("walk edited").wait_for()
    artist.open("five minutes")
    predict.get_by_role("button", name="Predict this clip").click()
    artist.shown("five minutes reach")
    row = window.state()["row"]
    # One moment dragged in time made eight minutes of them. The mean of its pace is of logarithms, so it is some percent short.
    assert 0.9 < row["frames"] / row["fps"] / (60 * MINUTES) < 1.1
    page.get_by_role("button", name="Confidence along the clip").wait_for()
    page.get_by_role("button", name="Go to the least certain moment").click()
    unsure = float(window.call("() => m.transport.getState().time"))
    lowest = float(window.call("() => { const { values, least } = m.spread.getState().sureness; return values[least]; }"))
    artist.shot("2-predicted")

    artist.pose(unsure, 10, -20)
    artist.apply("five minutes reach edited")
    for key, at in (("i", unsure - 0.7), ("o", unsure + 0.7)):
        window.call("(at) => m.seek(at)", max(0.0, at))
        page.keyboard.press(key)
    page.get_by_role("tab", name="Spread").click()
    examples.get_by_role("button", name="Add to reach").click()
    examples.get_by_role("listitem").nth(1).wait_for()
    artist.open("five minutes")
    frame = round(unsure * RATE)
    artist.until("(clip) => m.spread.getState().sureness?.clip === m.stage.getState().active && !m.spread.getState().busy", "")
    predict.get_by_role("button", name="Predict this clip").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.name.startsWith('five minutes reach')")
    page.get_by_text("Put it right and add it as an example").wait_for()
    surer = window.call(
        "(frame) => { const { values } = m.spread.getState().sureness; return values[Math.min(frame, values.length - 1)]; }", frame
    )
    assert surer > lowest
    artist.shot("3-again")

    assert artist.undo_all() == 10  # 2 poses keyed, a moment held and dragged, 2 applied, 2 predicted, 2 examples, marks are no steps
    page.get_by_role("option", name="walk edited").wait_for(state="detached")
    assert window.clips().count() == 2
    examples.get_by_role("listitem").first.wait_for(state="detached")
    artist.shot("4-undone")

    sample.make("boris", "stand").motion[:3].save(tmp_path / "hero.usdc")
    artist.open("walk")
    window.panel("character")
    page.get_by_label("Character file").set_input_files(tmp_path / "hero.usdc")
    page.wait_for_function("() => window.motionloom.characters.getState().worn !== null")
    artist.shot("5-worn")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export .glb with this clip").click()
    download.value.save_as(tmp_path / "out.glb")
    told = read_glb((tmp_path / "out.glb").read_bytes())[0]
    assert [animation["name"] for animation in told["animations"]] == ["walk"]
    assert told["meshes"][0]["name"] == "Body"
    assert not window.errors


def _second(window: Any) -> float:
    """Pixels of a second on the timeline, the whole clip in sight."""
    window.page.get_by_role("button", name="Show the whole clip").click()
    view, canvas = window.call("() => m.transport.getState()"), window.page.get_by_test_id("tracks").bounding_box()
    return float((canvas["width"] - 24) / view["frames"] * view["fps"])
