"""Takes a picture of every workspace with real data, at three sizes, and says what is cut, wrapped or out of sight in it.

Run `python docs/make_workspace_pictures.py LIBRARY` on a library with labels, a machine and a table of transitions (see "Workspaces" in
docs/studio.md). Those of 1440 x 900 go to docs/pictures/studio, all of them to out/workspaces. The library is copied first.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from studio_copy import FLAGS, studio

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures" / "studio"
SIZES = ((1280, 720), (1440, 900), (1920, 1080))
SHOWN = (1440, 900)
SPACES = ("browse", "clean", "animate", "perform", "machine", "review", "lab")
# Words that are cut or wrapped, and controls that lie outside of their bar or of the window.
WRONG = """() => { const found = [];
    const held = ".top-bar button, .dock-tabs button, .transport button, .transport select, .panel-body .button, .panel-body h3";
    for (const one of document.querySelectorAll(held)) {
        if (!one.checkVisibility()) continue;
        const box = one.getBoundingClientRect(), bar = one.closest(".top-bar, .dock-tabs, .transport")?.getBoundingClientRect();
        const out = box.left < -0.5 || box.right > innerWidth + 0.5 || (bar && (box.left < bar.left - 0.5 || box.right > bar.right + 0.5));
        if (out || one.scrollWidth > one.clientWidth + 1 || box.height > 42) found.push(one.textContent || one.getAttribute("aria-label"));
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
    parser.add_argument("--only", nargs="*", default=SPACES)
    asked = parser.parse_args()
    with studio(asked.library) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size[0], "height": size[1]})
            page.set_default_timeout(300_000)
            page.goto(address)
            page.wait_for_function("() => window.motionloom?.measure.figures.interactive != null")
            page.wait_for_function("() => window.motionloom.rows().every((row) => row.thumbnail)")
            for space in asked.only:
                if prepare(page, space, asked.clip):
                    take(page, space, size)
            page.close()
        browser.close()


def prepare(page: Page, space: str, clip: str) -> bool:
    """The workspace with something going on in it; False where it is not in use."""
    page.keyboard.press("Escape")
    page.evaluate(
        """async ([space, name]) => { const m = window.motionloom;
            await m.showClips([m.rows().find((row) => row.name === name).id]); m.seek(1.2); m.showWorkspace(space); }""",
        [space, clip],
    )
    page.wait_for_timeout(1200)
    if space not in page.get_by_role("navigation", name="Workspaces").inner_text().lower():
        return False
    if space == "clean":
        page.evaluate("() => window.motionloom.openPanel('feet')")
        page.evaluate("() => window.motionloom.settings.setState({ closeUp: 'left' })")
        page.wait_for_timeout(1500)
        page.evaluate("() => window.motionloom.openPanel('check')")
    elif space == "perform":
        perform(page)
    elif space == "machine":
        page.evaluate("() => window.motionloom.openPanel('graph')")
        page.get_by_role("button", name="Drive", exact=True).click()
        page.wait_for_function("() => window.motionloom.driving.getState().characters[0]?.state")
        page.keyboard.press("2")
    elif space == "lab":
        page.evaluate("() => window.motionloom.openPanel('compare')")
    if space != "clean":
        page.evaluate("() => window.motionloom.settings.setState({ closeUp: 'none' })")
    page.wait_for_timeout(2500)
    return True


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


def take(page: Page, space: str, size: tuple[int, int]) -> None:
    """The picture, and what is wrong in it."""
    page.mouse.move(5, 5)
    page.evaluate("() => document.querySelectorAll('.toast [aria-label=Dismiss]').forEach((button) => button.click())")
    page.wait_for_timeout(600)
    folder = ROOT / "out" / "workspaces"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{space}-{size[0]}.png"
    page.screenshot(path=str(file))
    if size == SHOWN:
        Image.open(file).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"workspace-{space}.png", optimize=True)
    print(f"{space} {size[0]}x{size[1]}: {page.evaluate(WRONG) or 'nothing cut, nothing wrapped'}", flush=True)


if __name__ == "__main__":
    main()
