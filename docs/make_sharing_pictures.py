"""The pictures of docs/sharing.md, made in Chromium: python docs/make_sharing_pictures.py (after `python3 dev.py` built the player)."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import motionloom as ml
from motionloom.sample import make

PICTURES = Path(__file__).parent / "pictures" / "sharing"
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]


def main() -> None:
    take = make("ada", "walk")
    spans = [(span.name, span.start, span.stop) for span in take.annotations]
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = ml.share(take.motion, Path(folder) / "walk.html", plants=take.plants, annotations=spans)
        found = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(args=FLAGS, executable_path=found)
        page = browser.new_page(viewport={"width": 1000, "height": 640}, color_scheme="dark")
        page.goto(f"{file.as_uri()}?still")
        page.wait_for_function("() => window.motionloomPlayer?.drawn.count > 0")
        page.get_by_role("button", name="Ghosts").click()
        page.evaluate("() => window.motionloomPlayer.clock.set({ time: 2 })")
        page.wait_for_timeout(2000)  # the picture at rest is the fine one
        page.screenshot(path=PICTURES / "page.png")
        browser.close()
    picture = Image.open(PICTURES / "page.png").convert("RGB")
    picture.quantize(128).save(PICTURES / "page.png", optimize=True)


if __name__ == "__main__":
    main()
