"""Order as an artist uses it: words painted, an end dropped, the wave pinned, another take, kept and exported, all of it undone."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motionloom import formats, sample
from motionloom.library import Library

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """Walks of ada and a wave."""
    server.library = tmp_path / "ordered"
    with Library.create(server.library) as library:
        for behaviour in ("walk", "walk_slow", "start", "stop", "wave", "stand"):
            made = sample.make("ada", behaviour)
            library.add(made.motion, behaviour, labels=[behaviour], plants=made.plants, subject="ada", made=False, height=1.7)
    server.start()
    return new_window(server.address).open().wait_for_clip()


def paint(page: Any, word: str, start: float, stop: float) -> None:
    """Drag over a track from one part of it to another."""
    box = page.get_by_role("application", name=f"Track {word}: drag to paint").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + start * box["width"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + (start + stop) / 2 * box["width"], y)
    page.mouse.move(box["x"] + stop * box["width"], y)
    page.mouse.up()


def answered(page: Any, before: str = "") -> str:
    """Until there is another answer than one before, and it ends where it is asked to; the order comes out. It goes on getting better."""
    return page.wait_for_function(
        """(before) => { const { answer, demand: { end } } = window.motionloom.ordering.getState();
            if (!answer || answer.order === before) return "";
            const [x, z] = answer.way.at(-1);
            return !end || Math.hypot(x - end[0], z - end[1]) < 0.1 ? answer.order : ""; }""",
        arg=before,
    ).json_value()


def drop_end(page: Any, x: float, z: float) -> None:
    """Press the floor at a place, metres."""
    floor = page.get_by_role("application", name="The floor from above")
    at = floor.evaluate(
        "(svg, [x, z]) => { const at = new DOMPoint(-x, -z).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; }", [x, z]
    )
    page.mouse.click(*at)


def kept_piece(page: Any) -> dict[str, Any]:
    """The piece of the answer that the pinned stretch lies in, as soon as an answer has one: it gets better while it is watched."""
    return page.wait_for_function(
        """() => { const { answer, pins } = window.motionloom.ordering.getState(), [[from, to]] = pins;
            const piece = answer?.pieces.find(({ start, stop }) => start <= from + 1e-6 && stop >= to - 1e-6);
            return piece && { clip: piece.clip, mirrored: piece.mirrored, second: Math.round(1e3 * piece.second) }; }"""
    ).json_value()


def test_a_demand_is_painted_answered_pinned_kept_and_exported(window: Any, tmp_path: Path) -> None:
    page = window.page
    page.get_by_role("button", name="Order").first.click()
    page.get_by_role("radiogroup", name="Brush").wait_for()
    if page.get_by_role("application", name="Track wave: drag to paint").count() == 0:
        page.get_by_label("Add a track").select_option("wave")
    paint(page, "walk", 0.0, 0.35)
    paint(page, "wave", 0.4, 0.65)
    paint(page, "walk", 0.7, 1.0)
    page.get_by_role("img", name="as asked").wait_for()

    answered(page)
    x, z = page.evaluate("() => window.motionloom.ordering.getState().answer.way.at(-1)")
    drop_end(page, x + 0.4, z - 0.3)
    page.wait_for_function("() => window.motionloom.ordering.getState().demand.end")
    order = answered(page)

    page.locator(".order-piece button", has_text="wave").first.click()
    pinned = kept_piece(page)
    page.get_by_role("button", name="Order the rest anew").click()
    answered(page, order)
    assert kept_piece(page) == pinned

    page.get_by_role("button", name="Keep as a clip").click()
    page.wait_for_function("() => window.motionloom.activeState()?.row?.name?.startsWith('demand 1')")
    page.get_by_role("option", name="demand 1, ").click()
    page.keyboard.press("Control+e")
    dialog = page.get_by_role("dialog", name="Export 1 clip")
    dialog.get_by_label("Format").select_option(".glb")
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Export the file").click()
    saved.value.save_as(tmp_path / "ordered.glb")
    page.keyboard.press("Escape")
    back, end = formats.load(tmp_path / "ordered.glb"), page.evaluate("() => window.motionloom.ordering.getState().demand.end")
    assert math.dist(back.root_positions[-1, [0, 2]], end[:2]) < 0.1

    page.locator("canvas").first.click()
    for _ in range(5):  # the clip, the end and three strokes
        page.keyboard.press("Control+z")
    page.get_by_role("option", name="demand 1, ").wait_for(state="detached")  # the clip: a demand has an option of its own
    page.wait_for_function("() => document.querySelectorAll('.order-span').length === 0")
    window.saved()
