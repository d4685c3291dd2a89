"""Figures of the studio, measured in the browser and reported; they never decide a test, what was shown does."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from docs.measure_studio_start import measure_start
from playwright.sync_api import Browser

from motionloom import formats, sample
from motionloom.core import Motion
from motionloom.core.editing import concatenate
from motionloom.library import Library
from motionloom.library.additions import store_clip

pytestmark = pytest.mark.browser

FRAMES = 5000
CLIPS = 2000
STARTS = 3
MOVES = 60

# Presses the ruler at MOVES places; for each, how many displayed frames passed until the scene showed that moment, and ms.
SCRUB = """
async (moves) => {
  const ruler = document.querySelector("[data-testid=ruler]");
  const box = ruler.getBoundingClientRect();
  const event = (type, x) => {
    const where = { clientX: box.left + x, clientY: box.top + 8 };
    ruler.dispatchEvent(new PointerEvent(type, { ...where, buttons: 1, button: 0, pointerId: 1, bubbles: true }));
  };
  const nextFrame = () => new Promise((next) => requestAnimationFrame(next));
  const log = [];
  ruler.setPointerCapture = () => undefined; // there is no real pointer to capture
  event("pointerdown", 20);
  for (let i = 0; i < moves; i++) {
    await nextFrame();
    await new Promise((next) => setTimeout(next, 3)); // between two frames, as a hand would
    const begun = performance.now();
    event("pointermove", 20 + ((i * 7919) % Math.floor(box.width - 40)));
    const wanted = m.transport.getState().time;
    let frames = 0;
    do { await nextFrame(); frames++; } while (m.measure.figures.drawn.at(-1).time !== wanted && frames < 60);
    log.push([frames, performance.now() - begun]);
  }
  event("pointerup", 20);
  return log;
}
"""


def long_motion(shared_data: Path | None) -> tuple[Motion, str]:
    """5,000 frames: the longest real take (4,580 frames) begun again at its end, else a sample take again and again."""
    if shared_data is not None:
        take = formats.load(shared_data / "cmu" / "086" / "86_01.bvh")
        return concatenate([take, take])[:FRAMES], "CMU 86_01, begun again at its end"
    take = sample.make("ada", "take_patrol").motion
    return concatenate([take] * (FRAMES // len(take) + 1))[:FRAMES], "a sample take repeated"


@pytest.fixture
def captures(request: pytest.FixtureRequest) -> Path | None:
    """The real captures where they are there; figures are taken without them too."""
    folder = Path(__file__).resolve().parents[4] / "shared" / "data"
    return folder if (folder / "catalogue.csv").is_file() else None


def test_from_the_command_to_the_first_clip(browser: Browser, folder: Path, report: Callable[..., None]) -> None:
    command = [sys.executable, "-m", "motionloom", "studio", str(folder)]
    starts = [measure_start(browser, command) for _ in range(STARTS)]
    assert all(start["address said"] < start["first clip drawn"] for start in starts)
    names = list(starts[0])
    report("start", {f"{name} s, of {STARTS} starts": [round(start[name], 2) for start in starts] for name in names})


def test_opening_and_scrubbing_a_long_clip(
    server: Any, tmp_path: Path, captures: Path | None, new_window: Callable[[str], Any], report: Callable[..., None]
) -> None:
    motion, said = long_motion(captures)
    server.library = tmp_path / "long"
    with Library.create(server.library) as library:
        library.add(motion[:200], "a short one", labels=["walk"])
        library.add(motion, "long")
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    interactive = window.call("() => m.measure.figures.interactive")
    assert window.state()["row"]["name"] == "a short one"

    opening = window.call(
        """async () => {
          const row = [...m.session.getState().documents.rows.values()].find(({ row }) => row.name === "long").row;
          const drawn = m.measure.figures.drawn;
          const begun = performance.now();
          await m.showClips([row.id]);
          const loaded = performance.now();
          while (!(drawn.at(-1).at > loaded)) await new Promise((next) => requestAnimationFrame(next));
          return { ms: performance.now() - begun, frames: m.transport.getState().frames };
        }"""
    )
    assert opening["frames"] == FRAMES
    page.wait_for_timeout(600)

    log = window.call(SCRUB, MOVES)
    frames = sorted(count for count, _ in log)
    milliseconds = sorted(ms for _, ms in log)
    # Every moment that was asked for was shown, in the end.
    assert frames[-1] < 60

    playing = window.call(
        """async () => {
          m.seek(0);
          document.activeElement.blur();
          window.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
          await new Promise((next) => setTimeout(next, 3000));
          const recent = m.measure.figures.drawn.slice(-30);
          window.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
          return ((recent.length - 1) * 1000) / (recent.at(-1).at - recent[0].at);
        }"""
    )
    report(
        "long clip",
        {
            "clip": f"{FRAMES} frames, {said}",
            "machine": f"{platform.machine()}, WebGL in software",
            "page to interactive ms": round(interactive),
            "open ms": round(opening["ms"]),
            "scrub displayed frames, median and worst": [frames[MOVES // 2], frames[-1]],
            "scrub ms, median and worst": [round(milliseconds[MOVES // 2], 1), round(milliseconds[-1], 1)],
            "playback frames a second": round(playing, 1),
        },
    )


def test_two_thousand_clips(
    server: Any, tmp_path: Path, motion: Motion, new_window: Callable[[str], Any], report: Callable[..., None]
) -> None:
    """Listed and filtered with only what is in sight on the page."""
    server.library = tmp_path / "many"
    with Library.create(server.library) as library:
        stored = store_clip(library.store, motion, "one", source="tests")
        words = ("walk", "run", "jump", "turn")
        library.add_stored([replace(stored, name=f"clip {i:04d}", labels=(words[i % 4],)) for i in range(CLIPS)])
    server.start()
    window = new_window(server.address).open().wait_for_clip()
    page = window.page
    page.get_by_text("2,000 clips").wait_for()
    assert window.clips().count() < 40

    figures = window.call(
        """async () => {
          const nextFrame = () => new Promise((next) => requestAnimationFrame(next));
          const box = document.querySelector(".clips");
          const gaps = [];
          let last = await nextFrame();
          for (let i = 0; i < 40; i++) { box.scrollTop += 2500; const now = await nextFrame(); gaps.push(now - last); last = now; }
          const seen = document.querySelector(".clip-item .name").textContent;
          const search = document.querySelector("input[type=search]");
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
          const type = async (text) => {
            const begun = performance.now();
            set.call(search, text);
            search.dispatchEvent(new Event("input", { bubbles: true }));
            const foot = document.querySelector(".list-foot");
            do await nextFrame(); while (!(text ? foot.textContent.includes(" of 2,000") : foot.textContent.startsWith("2,000")));
            return performance.now() - begun;
          };
          const filter = [];
          for (const text of ["clip 19", "", "jump", ""]) filter.push(await type(text));
          return { scroll: gaps.sort((a, b) => a - b), seen, filter };
        }"""
    )
    assert figures["seen"] > "clip 1000"
    page.get_by_role("searchbox", name="Search clips").fill("jump 00")
    page.get_by_text(" of 2,000 clips").wait_for()
    assert all("jump" in text for text in window.clips().all_inner_texts())
    gaps = figures["scroll"]
    report(
        "2,000 clips",
        {
            "scrolling ms a frame, median and worst": [round(gaps[len(gaps) // 2], 1), round(gaps[-1], 1)],
            "filtering ms, worst of four": round(max(figures["filter"])),
            "rows on the page": window.clips().count(),
        },
    )
