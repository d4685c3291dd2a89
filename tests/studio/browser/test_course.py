"""Parts of the obstacle course of paper 001 (section 7.1.1) driven by keys: a leap over the pit, and along the line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from motionloom.library import Library

pytestmark = pytest.mark.browser
# Somebody at the arrow keys, who sees every answer of the server: they turn towards what of the line is so far ahead of them.
FOLLOW = """([line, ahead, calm]) => {
  let held = null;
  const press = (type, key) => document.body.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true }));
  const lengths = line.slice(1).map(([x, z], k) => Math.hypot(x - line[k][0], z - line[k][1]));
  const at = (far) => {
    let k = 0;
    while (k < lengths.length - 1 && far > lengths[k]) far -= lengths[k++];
    const share = far / lengths[k];
    return [line[k][0] + share * (line[k + 1][0] - line[k][0]), line[k][1] + share * (line[k + 1][1] - line[k][1])];
  };
  const total = lengths.reduce((sum, each) => sum + each, 0);
  window.motionloom.driving.subscribe(({ course }) => {
    if (!course) return;
    const [x, z, heading] = course.place;
    let [nearest, best] = [0, Infinity];
    for (let far = 0; far <= total; far += 0.1) {
      const away = Math.hypot(at(far)[0] - x, at(far)[1] - z);
      if (away < best) [nearest, best] = [far, away];
    }
    const [tx, tz] = at(nearest + ahead);
    const error = Math.atan2(Math.sin(Math.atan2(tx - x, tz - z) - heading), Math.cos(Math.atan2(tx - x, tz - z) - heading));
    const wanted = Math.abs(error) < calm || course.reached > 0 ? null : error > 0 ? "ArrowLeft" : "ArrowRight";
    if (wanted === held) return;
    if (held) press("keyup", held);
    if (wanted) press("keydown", wanted);
    held = wanted;
  });
}"""
# Somebody who presses Space as soon as they see that they have come so far.
LEAP = """(far) => {
  const stop = window.motionloom.driving.subscribe(({ course }) => {
    if (!course || course.place[1] < far) return;
    stop();
    for (const type of ["keydown", "keyup"]) {
      document.body.dispatchEvent(new KeyboardEvent(type, { key: " ", code: "Space", bubbles: true, cancelable: true }));
    }
  });
}"""
SPACE_AT = 15.9  # metres at which Space is pressed
TICK_MS = 100  # of the page's clock, which the test keeps: a busy machine takes longer, and everybody does the same
TICKS = 1200
SHOTS: Path | None = None  # where somebody who wants to look has pictures put
PART = 10  # corners of the line that are followed: a page that draws on a busy machine shows a second in ten
COURSE = Path(__file__).parents[3] / "examples" / "obstacle-course" / "course.json"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A library with a clip, the course's machine, and two parts of the course as scenes: the line is the last, which opens first."""
    from motionloom.behaviours.machine_file import write_machine
    from motionloom.behaviours.open_machine import KIND, read_entry
    from motionloom.making import shelf
    from motionloom.navigation.scene_shelf import KIND as SCENE, to_entry
    from motionloom.reproduce.paper_001.course import build
    from motionloom.sample import make

    whole = json.loads(COURSE.read_text())
    (line,) = (goal["along"][:PART] for goal in whole["agents"][0]["goals"] if "along" in goal)
    runs = {"name": "ada", "start": [0, 12.25], "state": "run", "radius": 0.25, "goals": [{"at": [0.5, 24.5], "within": 1.5}]}
    walks = {
        "name": "ada",
        "start": [9, 30],
        "heading_degrees": 180,
        "state": "walk",
        "radius": 0.25,
        "goals": [{"at": line[-1], "within": 0.8, "along": line}],
    }
    write_machine(build(), tmp_path / "course.npz")
    with Library.create(tmp_path / "course") as library:
        library.add(make("ada", "stand").motion, "stand", subject="ada", made=False)
        shelf.put(library, KIND, "course", read_entry(tmp_path / "course.npz"), window="w1")
        for name, agent in (("pit", runs), ("line", walks)):
            shelf.put(library, SCENE, name, to_entry({**whole, "name": name, "agents": [agent]}), window="w1")
    return tmp_path / "course"


class Driver:
    """Somebody at the keys."""

    def __init__(self, window: Any) -> None:
        self.window, self.page = window, window.page

    def begin(self, scene: str) -> None:
        self.page.clock.resume()
        self.page.get_by_label("Scene", exact=True).select_option(label=scene)
        self.page.wait_for_function("(name) => window.motionloom.planning.getState().name === name", arg=scene)
        self.page.get_by_role("button", name="Drive by keys").click()
        self.page.get_by_test_id("course-goals").wait_for()
        self.page.get_by_role("group", name="Driving").wait_for()  # from then on keys are the driver's
        self._pause()

    def _pause(self) -> None:
        """Stops the page's clock, a little ahead of it: on a busy machine it may be past that when it hears of it, and is asked again."""
        for ahead in (TICK_MS, 1000, 4000, 16000):
            try:
                self.page.clock.pause_at((self.page.evaluate("Date.now()") + ahead) / 1000)
                return
            except Error as error:
                if "to the past" not in str(error):
                    raise
        pytest.fail("the page's clock could not be stopped")

    def until(self, done: str) -> None:
        """Lets the page's clock go on, tick by tick, each answered before the next: keys come in time however slow the page is."""
        for _ in range(TICKS):
            if self.window.call(f"() => {done}"):
                return
            self.page.clock.run_for(TICK_MS)
            while not self.window.call("() => m.answered()"):  # a page whose clock stands waits for nothing itself
                time.sleep(0.005)
        pytest.fail(f"not {done} after {TICKS * TICK_MS / 1000} s: {self.course()}")

    def course(self) -> dict[str, Any]:
        return self.window.call("() => m.driving.getState().course")  # type: ignore[no-any-return]

    def look(self, name: str) -> None:
        if SHOTS is not None:
            self.page.screenshot(path=SHOTS / f"{name}.png")


def test_the_pit_is_leapt_and_the_line_followed_by_keys(
    server: Any, course: Path, new_window: Callable[[str], Any], report: Callable[..., None]
) -> None:
    server.library = course
    server.start()
    window = new_window(server.address)
    window.page.clock.install()
    window.open().wait_for_clip()
    page, driver = window.page, Driver(window)
    window.panel("plan")
    driver.begin("pit")
    page.evaluate(LEAP, SPACE_AT)
    driver.until("m.driving.getState().characters[0]?.state === 'leap'")
    driver.look("leap")
    driver.until("m.driving.getState().course?.reached === 1")
    assert driver.course()["touched"] == []
    page.get_by_test_id("course-touched").get_by_text("Nothing touched").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Drive by keys").wait_for()

    driver.begin("line")
    line = window.call("() => m.planning.getState().scene.agents[0].goals[0].along")
    page.evaluate(FOLLOW, [line, 1.2, 0.2])
    driver.until("m.driving.getState().course?.reached === 1")
    driver.look("line")
    end = driver.course()
    assert end["reached"] == 1
    assert "cm off the line so far" in page.get_by_test_id("course-line").inner_text()
    assert end["off_line"] < 0.3  # 11 cm where the whole line is followed (docs/navigation.md)
    report("course", {"off_line_cm": 100 * end["off_line"], "seconds": end["seconds"]})
    page.get_by_role("button", name="Stop driving").click()
    assert not window.errors
