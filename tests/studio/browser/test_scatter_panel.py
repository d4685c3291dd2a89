"""Against a motion graph: compare, press a point, and both characters are on stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from motionloom import sample
from motionloom.library import Library
from tests.transitions.conftest import build_small

pytestmark = pytest.mark.browser


@pytest.fixture
def compared(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "compared") as library:
        for behaviour, seed in (("walk", 0), ("walk", 1), ("start", 0), ("stop", 0)):
            made = sample.make("ada", behaviour, seed)
            motion = replace(made.motion, recipe={})
            library.add(motion, f"{behaviour} {seed}", subject="ada", plants=made.plants, height=1.7)
        build_small(library)
    return tmp_path / "compared"


def test_press_a_point_and_watch_both(server: Any, compared: Path, new_window: Callable[[str], Any]) -> None:
    server.library = compared
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    window.panel("scatter")
    page.get_by_role("button", name="Compare 200 pairs").click()
    page.get_by_test_id("scatter").wait_for()
    buttons = page.get_by_role("list", name="Quadrants").get_by_role("button")
    assert sum(int(text.split()[-1]) for text in buttons.all_inner_texts()) == 200

    # A pair that the graph has a way for: a press on its point puts both on stage, from the same moment.
    page.wait_for_function("() => document.querySelector('[data-testid=scatter]').width > 100")
    where = window.call(
        """() => { const { points } = m.scatter.getState(); const canvas = document.querySelector("[data-testid=scatter]");
            const { width, height } = canvas.getBoundingClientRect(); const view = m.scatterView(points, width, height);
            const pair = points.ways.findIndex((way, i) => way > 0 && points.scores[i] < view.worst);
            return [m.scatterX(view, points.ways[pair]), m.scatterY(view, points.scores[pair])]; }"""
    )
    page.get_by_test_id("scatter").click(position={"x": where[0], "y": where[1]})
    page.wait_for_function("() => window.motionloom.live.getState().characters.length === 2")
    assert page.get_by_role("list", name="Live on stage").get_by_role("listitem").count() == 2
    chosen = window.call("() => m.scatter.getState().chosen")
    assert chosen is not None
    page.get_by_text("→").first.wait_for()

    # It plays again and again, and a count goes on to another pair.
    page.wait_for_function("() => { const { time, loop } = window.motionloom.live.getState(); return loop !== null && time < loop; }")
    for button in buttons.all():
        if not button.is_disabled():
            button.click()
            break
    page.wait_for_function("(old) => window.motionloom.scatter.getState().chosen !== old", arg=chosen)
    page.get_by_role("button", name="Back to the clip").click()
    page.reload()
    window.wait_for_clip()
    page.get_by_test_id("scatter").wait_for()  # the comparison is kept
