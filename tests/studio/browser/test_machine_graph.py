"""The graph view: ways and what they cost, missing ones explained, a path made natural, the driven state alight."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def window(server: Any, machine_library: Path, tmp_path: Path, new_window: Callable[[str], Any]) -> Any:
    """The graph of a machine, open."""
    server.library = shutil.copytree(machine_library, tmp_path / "graph")
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    window.panel("graph")
    window.page.get_by_role("group", name="States and links").wait_for()
    return window


def edge(window: Any, source: str, target: str) -> dict[str, Any] | None:
    return window.call(  # type: ignore[no-any-return]
        "(a, b) => m.machines.getState().open.edges.find((edge) => edge.source === a && edge.target === b) ?? null", source, target
    )


def state(window: Any, name: str) -> Any:
    return window.page.get_by_role("group", name="States and links").get_by_role("button", name=name, exact=True)


def test_a_cost_is_edited_and_undone(window: Any) -> None:
    page = window.page
    before = edge(window, "stand", "jump")
    assert before is not None
    state(window, "stand").click()
    page.get_by_role("list", name="Leads to").get_by_role("button", name="jump").click()
    field = page.get_by_role("region", name="Link").get_by_label("Cost")
    field.fill("0.5")
    field.press("Enter")
    page.wait_for_function("() => window.motionloom.machines.getState().open.edges.some((edge) => edge.cost === 0.5)")
    page.get_by_role("button", name="Undo: Change the cost of stand → jump").click()
    page.wait_for_function("() => !window.motionloom.machines.getState().open.edges.some((edge) => edge.cost === 0.5)")
    assert edge(window, "stand", "jump") == before
    assert float(field.input_value()) == pytest.approx(before["cost"], abs=0.01)


def test_a_missing_way_is_explained_and_one_taken_out_comes_back(window: Any) -> None:
    page = window.page
    assert edge(window, "walk", "jump") is None
    state(window, "walk").click()
    page.get_by_text("No link to").click()
    page.get_by_role("button", name="jump", exact=True).last.click()
    missing = page.get_by_role("region", name="Missing link")
    missing.get_by_text("Nothing leads there yet.").wait_for()
    assert missing.locator("p.soft").count() == 2

    state(window, "jump").click()
    page.get_by_role("list", name="Leads to").get_by_role("button", name="start").click()
    page.get_by_role("button", name="Take out", exact=True).click()
    page.get_by_role("button", name="Look for one and add it").click()
    page.get_by_role("button", name="Take out", exact=True).wait_for()
    assert edge(window, "jump", "start") is not None


def test_a_path_becomes_natural(window: Any) -> None:
    page = window.page
    path = ["walk", "stop", "stand", "jump"]
    page.get_by_role("button", name="Ask for a path…").click()
    for name in path:
        state(window, name).click()
    assert page.get_by_test_id("asked-path").inner_text() == " → ".join(path)
    page.get_by_role("button", name="Try it").click()
    page.get_by_text("Now it goes walk → stop → jump").wait_for()
    for words in ("Only on the path", "The least in all"):
        answer = page.get_by_role("group", name=words)
        answer.get_by_text("changed by").wait_for()
        assert answer.locator(".changes li").count() >= 1
    page.get_by_role("group", name="The least in all").get_by_role("button", name="Use this").click()
    page.get_by_role("button", name="Undo: Make walk → stop → stand → jump natural").wait_for()
    page.get_by_role("button", name="Ask for a path…").click()
    for name in path:
        state(window, name).click()
    page.get_by_role("button", name="Try it").click()
    page.get_by_text("It is the natural one already.").wait_for()


def test_the_driven_state_is_alight(window: Any) -> None:
    page = window.page
    window.panel("machine")
    page.get_by_role("button", name="Drive", exact=True).click()
    page.locator('.node[data-live="here"][aria-label="stand"]').wait_for()
    page.keyboard.press("2")
    page.locator('.node[data-live="goal"][aria-label="walk"]').wait_for()
    page.locator('.node[data-live="here"][aria-label="walk"]').wait_for()
    assert page.locator('.node[data-live="here"]').count() == 1
