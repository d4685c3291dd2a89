"""A scene drawn on the floor: a goal, a wall dragged into the way, plans at every edit, undo, clips; two sent through each other."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser
LONG_MS = 600_000  # a machine under load walks slowly; nothing is asserted of time
SHOTS: Path | None = None  # where somebody who wants to look has pictures put


@pytest.fixture
def folder(machine_library: Path, tmp_path: Path) -> Path:
    shutil.copytree(machine_library, tmp_path / "library")
    return tmp_path / "library"


class Floor:
    """Somebody who draws on the map."""

    def __init__(self, window: Any) -> None:
        self.window, self.page = window, window.page

    def place(self, x: float, z: float) -> tuple[float, float]:
        """Where a place on the floor is in the window."""
        return tuple(  # type: ignore[return-value]
            self.page.locator(".floor-map").evaluate(
                "(svg, [x, z]) => { const at = new DOMPoint(-x, -z).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; }", [x, z]
            )
        )

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        first, last = self.place(*start), self.place(*end)
        mouse.move(*first)
        mouse.down()
        mouse.move(*last, steps=4)
        mouse.up()

    def tool(self, label: str) -> None:
        self.page.get_by_role("toolbar", name="Draw on the floor").get_by_label(label).click()

    def planned(self, changed_from: Any = None, agents: int = 1) -> list[dict[str, Any]]:
        """The plans of so many, as soon as there are some that were not there before."""
        self.page.wait_for_function(
            """([before, agents]) => { const { answer, planning } = window.motionloom.planning.getState();
                return answer && !planning && answer.agents.length === agents && JSON.stringify(answer.agents) !== before; }""",
            arg=[changed_from, agents],
        )
        return self.window.call("() => m.planning.getState().answer.agents")  # type: ignore[no-any-return]

    def told(self) -> Any:
        return self.window.call("() => JSON.stringify(m.planning.getState().answer?.agents ?? null)")

    def walked(self) -> list[float]:
        """Where the first one who plays is on the map now, as it is drawn."""
        self.page.evaluate(
            """() => { window.walked = () => { const circle = document.querySelector(".floor-map circle.now");
                return circle ? [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))] : [0, 0]; }; }"""
        )
        return self.page.evaluate("() => window.walked()")  # type: ignore[no-any-return]

    def look(self, name: str) -> None:
        if SHOTS is not None:
            self.page.screenshot(path=SHOTS / f"{name}.png")


def test_a_wall_is_dropped_a_goal_given_and_the_plan_follows_every_edit(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page, floor = window.page, Floor(window)
    window.panel("plan")
    window.call("() => m.planning.setState({ budget: 240 })")  # a busy machine is no reason not to arrive
    page.get_by_text("press where somebody begins").wait_for()
    floor.tool("Add a character")
    floor.drag((0, 0), (0, 8))
    (free,) = floor.planned()
    assert free["reached"] == 1
    floor.look("free")
    floor.tool("Draw a wall")
    before = floor.told()
    floor.drag((1.4, 5), (4.4, 5))  # beside the way
    (past_it,) = floor.planned(before)
    assert past_it["reached"] == 1
    assert window.call("() => m.live.getState().owner") == "plan"
    page.get_by_role("button", name="Play", exact=True).click()
    began = floor.walked()
    page.wait_for_function("([x, y]) => Math.hypot(...window.walked().map((at, k) => at - [x, y][k])) > 1", arg=began)
    floor.look("beside")
    before = floor.told()
    floor.drag((2.9, 5), (0, 5))  # the wall, by its middle, into the way
    (round_it,) = floor.planned(before)
    assert round_it["reached"] == 1
    assert round_it["metres"] > past_it["metres"] + 0.2
    assert round_it["clearance"] > -0.01
    floor.look("wall")
    window.saved()
    assert window.call("() => m.planning.getState().scene.obstacles[0].wall[0][0]") == pytest.approx(-1.5, abs=0.05)
    window.call("() => m.undo()")
    page.wait_for_function("() => Math.abs(window.motionloom.planning.getState().scene.obstacles[0].wall[0][0] - 1.4) < 0.05")
    before = floor.told()
    floor.tool("Add a character")
    floor.drag((0.4, 10), (0.4, 0))  # towards the first one
    both = floor.planned(before, agents=2)
    assert [agent["reached"] for agent in both] == [1, 1]
    assert all(agent["clearance"] > -0.01 for agent in both)
    floor.look("two")
    window.saved()
    page.get_by_role("button", name="Keep as clips").click()
    page.wait_for_function("() => window.motionloom.rows().some((row) => row.name === 'bo in scene 1')")
    window.call("() => m.undo()")
    page.wait_for_function("() => !window.motionloom.rows().some((row) => row.name === 'bo in scene 1')")
    assert not window.errors


def test_two_are_sent_through_each_other_and_arrive_without_a_touch(server: Any, new_window: Callable[[str], Any]) -> None:
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page, floor = window.page, Floor(window)
    window.panel("plan")
    page.get_by_text("press where somebody begins").wait_for()
    floor.tool("Add a character")
    floor.drag((0, 0), (0, 9))
    floor.tool("Add a character")
    floor.drag((0.2, 9), (0.2, 0))
    page.wait_for_function("() => window.motionloom.planning.getState().scene.agents?.length === 2")
    window.call(
        """() => { window.least = Infinity; m.steering.subscribe(({ characters }) => {
            for (const { room } of characters) if (room !== null) window.least = Math.min(window.least, room); }); }"""
    )
    page.get_by_role("button", name="Let them go").click()
    page.wait_for_function("() => window.motionloom.live.getState().owner === 'steer'", timeout=LONG_MS)
    page.wait_for_function("() => window.least < 2", timeout=LONG_MS)
    floor.look("meeting")
    page.wait_for_function("() => window.motionloom.steering.getState().characters.every(({ arrived }) => arrived)", timeout=LONG_MS)
    floor.look("arrived")
    assert 0 < page.evaluate("() => window.least") < 2
    (first, second) = window.call("() => m.steering.getState().characters.map(({ place }) => place)")
    assert first[1] == pytest.approx(9, abs=1)
    assert second[1] == pytest.approx(0, abs=1)
    page.get_by_role("button", name="Keep what they did").click()
    page.wait_for_function("() => window.motionloom.rows().some((row) => row.name === 'bo steered in scene 1')")
    assert not window.errors
