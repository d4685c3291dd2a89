"""Takes a picture of every workspace with real data, at three sizes, and says what is cut, wrapped or out of sight in it.

Run `python docs/make_workspace_pictures.py LIBRARY` on a library with labels, a machine and a table of transitions (see "Workspaces" in
docs/studio.md). Those of 1440 x 900 go to docs/pictures/studio, all of them to out/workspaces. The library is copied first.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from studio_copy import FLAGS, studio

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures" / "studio"
SIZES = ((1280, 720), (1440, 900), (1920, 1080))
SHOWN = (1440, 900)
SHOWN_VIEWS = (
    *("browse", "clean", "animate", "sketch", "perform", "order", "machine", "enrich", "review", "lab"),
    *("clean-feet", "perform-plan", "machine-alignment"),
)
# Each workspace, and its other panels.
VIEWS = (
    *("browse", "browse-skeleton", "clean", "clean-feet", "animate", "animate-spread", "animate-character"),
    *("sketch", "perform", "perform-plan", "order", "machine", "machine-alignment"),
    *("enrich", "enrich-words", "enrich-review", "review", "lab", "lab-graph"),
)
# Words that are cut or wrapped, and controls that lie outside of their bar or of the window.
WRONG = """() => { const found = [];
    const held = ".top-bar button, .dock-tabs button, .transport button, .transport select, .panel-body .button, .panel-body h3";
    for (const one of document.querySelectorAll(held)) {
        if (!one.checkVisibility()) continue;
        const box = one.getBoundingClientRect(), bar = one.closest(".top-bar, .dock-tabs, .transport")?.getBoundingClientRect();
        const out = box.left < -0.5 || box.right > innerWidth + 0.5 || (bar && (box.left < bar.left - 0.5 || box.right > bar.right + 0.5));
        const parts = [one, ...[...one.querySelectorAll("span")].filter((part) => part.clientWidth > 0)];
        const words = parts.some((part) => part.scrollWidth > part.clientWidth + 1);
        if (out || words || box.height > 42) found.push(one.textContent || one.getAttribute("aria-label"));
    }
    for (const dock of document.querySelectorAll(".dock")) {
        const tabs = dock.querySelectorAll("[role=tab]").length;
        if (tabs > 3) found.push(`${tabs} panels on one side`);
    }
    return found; }"""


def main() -> None:
    """Every workspace at every size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("--clip", default="16_15", help="the clip that is open")
    parser.add_argument("--only", nargs="*", default=VIEWS)
    parser.add_argument("--sizes", nargs="*", type=int, default=[width for width, _ in SIZES], help="widths")
    asked = parser.parse_args()
    with studio(asked.library) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for size in (size for size in SIZES if size[0] in asked.sizes):
            page = browser.new_page(viewport={"width": size[0], "height": size[1]})
            page.set_default_timeout(300_000)
            page.goto(address)
            page.wait_for_function("() => window.motionloom?.measure.figures.interactive != null")
            page.wait_for_function("() => window.motionloom.rows().every((row) => row.thumbnail)")
            for view in asked.only:
                prepare(page, view, asked.clip)
                take(page, view, size)
            page.close()
        browser.close()


def prepare(page: Page, view: str, clip: str) -> None:
    """The workspace with something going on in it."""
    space = view.split("-")[0]
    page.keyboard.press("Escape")
    page.evaluate(
        """async ([space, name]) => { const m = window.motionloom;
            await m.showClips([m.rows().find((row) => row.name === name).id]); m.seek(1.2); m.showWorkspace(space);
            m.settings.setState({ closeUp: "none" }); }""",
        [space, clip],
    )
    page.wait_for_timeout(1200)
    PREPARED[view](page)
    page.wait_for_timeout(2500)


def shows(*panels: str) -> Callable[[Page], None]:
    """Panels brought to the front, one after another."""

    def bring(page: Page) -> None:
        for panel in panels:
            page.evaluate("(panel) => window.motionloom.openPanel(panel)", panel)
            page.wait_for_timeout(800)

    return bring


def teach(page: Page) -> None:
    """A foot from near, and the plants below."""
    shows("feet")(page)
    page.evaluate("() => window.motionloom.settings.setState({ closeUp: 'left' })")


def pose(page: Page) -> None:
    """An arm lifted and keyed."""
    shows("layers")(page)
    page.wait_for_function("() => window.motionloom.layers.getState().clip !== null && window.motionloom.posing.getState().pins.size > 0")
    page.wait_for_timeout(1500)  # until the camera rests
    joint = page.evaluate(
        "() => { const { loaded, active } = window.motionloom.stage.getState(); return loaded.get(active).detail.body.roles.left_wrist; }"
    )
    x, y = page.evaluate("(joint) => window.motionloom.viewer.current.screenOf(joint)", joint)
    box = page.locator(".viewer-canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + 15, box["y"] + y - 60, steps=6)
    page.wait_for_timeout(1500)
    page.mouse.up()
    page.wait_for_timeout(500)
    page.keyboard.press("k")
    page.wait_for_timeout(1500)


def plan(page: Page) -> None:
    """Somebody walks round a wall."""
    shows("plan")(page)
    page.evaluate("() => window.motionloom.planning.setState({ budget: 240 })")
    if not page.evaluate("() => (window.motionloom.planning.getState().scene.agents ?? []).length"):
        drag_on_floor(page, "Add a character", (0, 0), (0, 6))
        drag_on_floor(page, "Draw a wall", (-1.5, 3), (1.5, 3))
    page.wait_for_function("() => { const { answer, planning } = window.motionloom.planning.getState(); return answer && !planning; }")


def drag_on_floor(page: Page, tool: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.get_by_role("toolbar", name="Draw on the floor").get_by_label(tool).click()
    place = "(svg, [x, z]) => { const at = new DOMPoint(-x, -z).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; }"
    first, last = (page.locator("[data-panel=plan] .floor-map").evaluate(place, at) for at in (start, end))
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*last, steps=4)
    page.mouse.up()
    page.wait_for_timeout(1000)


def drive(page: Page) -> None:
    shows("graph")(page)
    page.get_by_role("button", name="Drive", exact=True).click()
    page.wait_for_function("() => window.motionloom.driving.getState().characters[0]?.state")
    page.keyboard.press("2")


def sketch(page: Page) -> None:
    """A walk of eight steps, completed from captured walks."""
    shows("sketch")(page)
    if page.evaluate("() => window.motionloom.sketching.getState().detail === null"):
        begun = page.get_by_role("region", name="Sketches").get_by_role("button", name="stroll")
        if begun.count():
            begun.first.click()
        else:
            page.get_by_label("Name of the sketch").fill("stroll")
            page.get_by_role("button", name="Begin").click()
    page.wait_for_function("() => window.motionloom.sketching.getState().shown !== null")
    page.get_by_label("Captures of a label").select_option("walk")
    page.get_by_role("button", name="Complete", exact=True).click()
    page.wait_for_function("() => { const { completed, busy } = window.motionloom.sketching.getState(); return completed && !busy; }")
    page.evaluate("() => window.motionloom.seek(2)")
    page.keyboard.press("f")


def order(page: Page) -> None:
    """A walk, a jump, a walk, painted over six seconds."""
    page.get_by_role("radiogroup", name="Brush").wait_for()
    for word in ("walk", "jump"):
        if page.get_by_role("application", name=f"Track {word}: drag to paint").count() == 0:
            page.get_by_label("Add a track").select_option(word)
    if page.evaluate("() => !window.motionloom.ordering.getState().answer"):
        for word, start, stop in (("walk", 0.0, 0.4), ("jump", 0.45, 0.6), ("walk", 0.65, 1.0)):
            box = page.get_by_role("application", name=f"Track {word}: drag to paint").bounding_box()
            assert box is not None
            y = box["y"] + box["height"] / 2
            page.mouse.move(box["x"] + start * box["width"], y)
            page.mouse.down()
            page.mouse.move(box["x"] + (start + stop) / 2 * box["width"], y)
            page.mouse.move(box["x"] + stop * box["width"], y)
            page.mouse.up()
    page.wait_for_function("() => window.motionloom.ordering.getState().answer !== null")  # it goes on looking for a better one
    page.keyboard.press("f")


def review_candidates(page: Page) -> None:
    """A transplant that waits for an answer."""
    shows("enrich")(page)
    page.get_by_role("region", name="Candidates").locator(".enrich-tile").first.click()


def enrich(page: Page) -> None:
    """A part of one clip for another, and candidates that wait."""
    shows("enrich")(page)
    page.get_by_role("region", name="Transplant").get_by_label("Donor").select_option(label="16_21")
    page.get_by_role("region", name="Candidates").locator(".enrich-tile").first.wait_for()


def compare(page: Page) -> None:
    """Two clips, measured."""
    page.evaluate(
        """async () => { const m = window.motionloom;
            await m.showClips(["16_15", "16_21"].map((name) => m.rows().find((row) => row.name === name).id)); m.seek(1.2); }"""
    )
    shows("compare")(page)
    page.get_by_text("Measuring…").first.wait_for(state="detached")
    page.keyboard.press("f")


def judge(page: Page) -> None:
    """The first proposal that waits."""
    begin = page.get_by_role("button", name="Begin").or_(page.get_by_role("region", name="Queue").get_by_role("button", name="loop")).first
    begin.click()


def perform(page: Page) -> None:
    """Two characters in the middle of something."""
    page.evaluate("() => window.motionloom.openPanel('transitions')")
    page.get_by_role("button", name="Put a character on stage").click()
    page.wait_for_function("() => window.motionloom.live.getState().characters.length >= 1")
    page.get_by_role("button", name="One more").click()
    page.wait_for_function("() => window.motionloom.live.getState().characters.length >= 2")
    for turn in range(3):
        buttons = page.locator("[data-panel=transitions] .activities button:enabled")
        buttons.nth(turn % max(1, buttons.count())).click()
        page.wait_for_timeout(1500)
    page.keyboard.press("f")
    page.keyboard.press("Space")  # at rest it is drawn finely


PREPARED: dict[str, Callable[[Page], None]] = {
    "browse": shows("clip"),
    "browse-skeleton": shows("skeleton"),
    "clean": shows("check"),
    "clean-feet": teach,
    "animate": pose,
    "animate-spread": shows("spread"),
    "animate-character": shows("character"),
    "sketch": sketch,
    "perform": perform,
    "perform-plan": plan,
    "order": order,
    "machine": drive,
    "machine-alignment": shows("align"),
    "enrich": enrich,
    "enrich-words": shows("words"),
    "enrich-review": review_candidates,
    "review": judge,
    "lab": compare,
    "lab-graph": shows("scatter"),
}


def take(page: Page, view: str, size: tuple[int, int]) -> None:
    """The picture, and what is wrong in it."""
    page.mouse.move(5, 5)
    page.evaluate("() => document.querySelectorAll('.toast [aria-label=Dismiss]').forEach((button) => button.click())")
    page.wait_for_timeout(600)
    folder = ROOT / "out" / "workspaces"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{view}-{size[0]}.png"
    page.screenshot(path=str(file))
    if size == SHOWN and view in SHOWN_VIEWS:
        Image.open(file).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"workspace-{view}.png", optimize=True)
    print(f"{view} {size[0]}x{size[1]}: {page.evaluate(WRONG) or 'nothing cut, nothing wrapped'}", flush=True)


if __name__ == "__main__":
    main()
