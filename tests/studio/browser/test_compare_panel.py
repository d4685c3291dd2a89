"""Two clips side by side: scores as curves under one playhead, balance on the ground, both measured anew when plants change."""

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
def pair(tmp_path: Path) -> Path:
    """A walk, and the same walk skating over the ground."""
    with Library.create(tmp_path / "pair") as library:
        made = sample.make("ada", "walk")
        walk = library.add(made.motion, "a walk", source="sample", subject="ada", plants=made.plants, height=1.7)
        skating = scale_path(made.motion, 1.3)
        recipe = {"kind": "test", "sources": [{"clip": walk, "start": 0, "stop": len(skating)}], "options": {}, "seed": 0, "version": 1}
        library.add(skating.with_arrays(skating.rotations, skating.root_positions, recipe=recipe), "skating", plants=made.plants)
    return tmp_path / "pair"


def test_the_skating_walk_scores_worse(server: Any, pair: Path, new_window: Callable[[str], Any]) -> None:
    server.library = pair
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    skating = window.call("() => m.rows().find((row) => row.name === 'skating').id")
    window.call("(clip) => m.showClips([clip])", skating)
    window.panel("compare")
    page.get_by_label("Beside it").select_option(label="a walk")
    page.wait_for_function("() => window.motionloom.traces.getState().traces.size === 2")
    scores = page.get_by_role("table", name="Scores").get_by_role("row").first.get_by_role("cell")
    assert float(scores.nth(0).inner_text()) > float(scores.nth(1).inner_text())
    assert page.get_by_role("list", name="Compared").get_by_role("listitem").all_inner_texts() == ["skating", "a walk"]
    assert window.call("() => m.stage.getState().cast.length") == 1

    # Pressing the charts scrubs, and both characters move with the one playhead.
    box = page.get_by_test_id("charts").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    end = window.call("() => { const { frames, fps } = m.transport.getState(); return (frames - 1) / fps; }")
    assert window.call("() => m.transport.getState().time") == pytest.approx(end / 2, abs=0.1)

    # A person lifts a foot: the score is measured anew.
    before = page.get_by_role("table", name="Scores").inner_text()
    frames = window.call("() => m.transport.getState().frames")
    for foot in ("left_heel", "left_toe"):
        window.call(
            "(clip, foot, stop) => m.sendCommand({ kind: 'set_plants', clip, foot, start: 0, stop, planted: false })", skating, foot, frames
        )
    page.wait_for_function("(old) => document.querySelector('table.totals').innerText !== old", arg=before)

    window.panel("timeline")
    assert not window.call("() => m.traces.getState().drawn")
