"""The shared page and the notebook's widget in Chromium: they draw, play and scrub, offline, and stand where the motion does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

import motionloom as ml
from motionloom.core.editing import resample
from motionloom.render import sharing
from motionloom.render.sharing import to_player
from motionloom.render.shown import Shown
from motionloom.sample import make

pytestmark = pytest.mark.browser

HOST = """<!doctype html><div id="cell"></div><script type="module">
import widget from "./player.js";
const values = { shown: await (await fetch("./shown.json")).text(), height: 420, time: 0, playing: false };
const heard = {};
window.told = [];
window.model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; },
  save_changes: () => window.told.push({ ...values, shown: "" }),
  on: (name, call) => { (heard[name] ??= []).push(call); },
  off: (name, call) => { heard[name] = heard[name].filter((each) => each !== call); },
  say: (name, value) => { values[name] = value; (heard[`change:${name}`] ?? []).forEach((call) => call()); },
};
window.end = await widget.render({ model: window.model, el: document.getElementById("cell") });
window.ready = true;
</script>"""


def watch(page: Page) -> list[str]:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    return errors


def test_a_shared_page_plays_and_scrubs_without_a_network(browser: Browser, tmp_path: Path) -> None:
    take = make("ada", "walk")
    walk = take.motion
    run = make("boris", "run").motion
    spans = [(span.name, span.start, span.stop) for span in take.annotations]
    ml.share([walk, run], tmp_path / "two.html", plants=[take.plants, np.zeros((len(run), 4), bool)], annotations=spans)
    context = browser.new_context(offline=True, viewport={"width": 1000, "height": 700})
    page = context.new_page()
    errors = watch(page)
    page.goto((tmp_path / "two.html").as_uri())
    page.wait_for_function("() => window.motionloomPlayer?.drawn.count > 3 && window.motionloomPlayer.drawn.time > 0")
    page.get_by_role("button", name="Pause").click()
    assert not page.evaluate("() => window.motionloomPlayer.clock.now.playing")
    # Its forward kinematics are ours.
    for index, motion in enumerate((walk, resample(run, 60))):
        theirs = page.evaluate(f"() => Array.from(window.motionloomPlayer.frames[{index}].positions)")
        assert np.abs(np.array(theirs).reshape(motion.positions().shape) - motion.positions()).max() < 1e-3
    timeline = page.get_by_role("slider", name="Time")
    box = timeline.bounding_box()
    assert box is not None
    length = page.evaluate("() => window.motionloomPlayer.clock.length")
    page.mouse.move(box["x"] + 5, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.up()
    page.wait_for_function("half => Math.abs(window.motionloomPlayer.drawn.time - half) < 0.05", arg=length / 2)
    before = page.evaluate("() => window.motionloomPlayer.clock.now.time")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => window.motionloomPlayer.clock.now.time") == pytest.approx(before + 1 / walk.fps)
    for name, start in (("Ghosts", "false"), ("Plants", "true"), ("Bones", "false")):
        button = page.get_by_role("button", name=name)
        assert button.get_attribute("aria-pressed") == start
        button.click()
        assert button.get_attribute("aria-pressed") != start
    page.get_by_label("Character").select_option(run.name)
    page.wait_for_function("() => window.motionloomPlayer.drawn.count > 5")
    assert errors == []
    context.close()


def test_the_widget_and_the_notebook_hear_each_other(browser: Browser, tmp_path: Path) -> None:
    walk = make("ada", "walk").motion
    files = {"host.html": HOST, "player.js": sharing.read_player(), "shown.json": to_player([Shown(walk)])}
    kinds = {".html": "text/html", ".js": "text/javascript", ".json": "application/json"}
    page = browser.new_page()
    errors = watch(page)

    def answer(route) -> None:
        name = route.request.url.rpartition("/")[2]
        route.fulfill(body=files.get(name, ""), content_type=kinds.get(Path(name).suffix, "text/plain"))

    page.route("http://notebook.test/**", answer)
    page.goto("http://notebook.test/host.html")
    page.wait_for_function("() => window.ready")
    page.evaluate("() => window.model.say('time', 1.25)")
    page.get_by_text("1.25 of").wait_for()
    page.evaluate("() => window.model.say('playing', true)")
    page.wait_for_function("() => window.told.some((each) => each.playing && each.time > 1.3)")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_function("() => window.told.at(-1).playing === false")
    page.evaluate("() => window.end()")
    assert page.locator(".mlp").count() == 0
    assert errors == []
    page.close()
