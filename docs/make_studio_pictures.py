"""Drives the studio in Chromium and takes the pictures of docs/studio.md and of the README.

Run `python docs/make_studio_pictures.py` after the studio has been built (`python3 dev.py studio` does that);
names of parts (`... keys looking`) take only those. Workspaces with captures are `make_workspace_pictures.py`'s.
Everything is the sample library, but for the check panel, which shows a real capture where ../shared/data is there.
"""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures" / "studio"
CAPTURE = ROOT.parent / "shared" / "data" / "cmu" / "141" / "141_04.bvh"
START = "import sys; from motionloom.studio import serve; serve(sys.argv[1], port=int(sys.argv[2]), open_browser=False)"
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--no-first-run", "--disable-background-networking"]
SIZE: ViewportSize = {"width": 1360, "height": 800}
TALL: ViewportSize = {"width": 1360, "height": 1200}  # for what would scroll
LARGEST = 200_000  # bytes


def main() -> None:
    """Take every picture, or those of the parts that are named."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, studio(Path(folder) / "sample library") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport=SIZE)
        page.goto(address)
        load_sample(page)
        for name in sys.argv[1:] or PARTS:
            PARTS[name](page)
        browser.close()


@contextmanager
def studio(library: Path) -> Iterator[str]:
    """A studio without a library, in a process of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", START, str(library), str(port)])
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/api/library", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.kill()
        process.wait()


def load_sample(page: Page) -> None:
    """From the welcome page to a library with all its clips."""
    page.get_by_role("button", name="Load the sample").wait_for()
    save(page, "welcome")
    page.get_by_role("button", name="Load the sample").click()
    page.wait_for_function(
        "() => window.motionloom.session.getState().jobs.some((job) => job.kind === 'sample' && job.state === 'done')", timeout=120_000
    )
    page.wait_for_function("() => window.motionloom.rows().every((row) => row.thumbnail)", timeout=300_000)


def take_shell(page: Page) -> None:
    """The whole of it, and the palette over the workspace Clean."""
    show(page, "ada_walk_00", 1.27)
    save(page, "studio")
    panel(page, "check")
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Find an action").fill("walk")
    save(page, "palette")
    page.keyboard.press("Escape")
    page.evaluate("() => window.motionloom.showWorkspace('browse')")


def take_timeline(page: Page) -> None:
    """Spans of all kinds, marks and two curves."""
    show(page, "ada_take_errand_00", 4.1)
    drag_on_tracks(page, (90, 40), (210, 40))
    page.keyboard.press("2")
    drag_on_tracks(page, (380, 40), (470, 40))
    page.keyboard.press("4")
    page.get_by_role("button", name="Add a curve").click()
    page.get_by_label("Joint of the curve").nth(1).select_option("LeftFoot")
    page.evaluate("() => { window.motionloom.transport.setState({ markIn: 3.2, markOut: 7.5 }); }")
    page.get_by_role("separator").nth(1).focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    page.evaluate("() => document.activeElement.blur()")
    save(page, "timeline", page.locator(".dock.bottom"))
    page.get_by_role("button", name="Remove this curve").nth(1).click()
    page.get_by_role("separator").nth(1).focus()
    for _ in range(6):
        page.keyboard.press("ArrowDown")
    page.evaluate("() => { document.activeElement.blur(); window.motionloom.transport.setState({ markIn: null, markOut: null }); }")
    save(page, "clip", page.locator(".dock.right"))


def take_viewer(page: Page) -> None:
    """Onion skin and trails on one character, then three characters side by side."""
    show(page, "ada_jump_forward_00", 1.85)
    page.get_by_role("button", name="Joint trails").click()
    for joint in ("LeftHand", "RightFoot"):
        page.get_by_role("checkbox", name=joint, exact=True).check()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("f")
    save(page, "ghosts", page.locator(".dock.centre"))
    page.keyboard.press("g")
    page.get_by_role("button", name="Joint trails").click()
    page.get_by_role("button", name="No trails").click()
    page.keyboard.press("Escape")
    together(page, ["ada_walk_00", "boris_walk_00", "ada_march_00"], 1.3)
    page.keyboard.press("f")
    save(page, "together", page.locator(".dock.centre"))


def take_looking(page: Page) -> None:
    """Bones over the body, a foot from near, a box, notes, and the numbers of a joint."""
    show(page, "ada_walk_00", 0.9)
    page.keyboard.press("m")
    page.evaluate("() => window.motionloom.seek(1.27)")
    page.keyboard.press("Alt+m")
    page.keyboard.type("left heel comes down")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Props on the floor").click()
    page.get_by_role("button", name="Add a box beside the character").click()
    page.keyboard.press("Escape")
    panel(page, "skeleton")
    page.locator(".joint-tree li", has_text="LeftFoot").first.click()
    page.evaluate("() => window.motionloom.settings.setState({ shape: 'both', closeUp: 'left' })")
    save(page, "looking")
    page.evaluate("() => window.motionloom.settings.setState({ shape: 'body', closeUp: 'none' })")
    for _ in range(3):
        page.keyboard.press("Control+z")
    panel(page, "clip")


def take_library(page: Page) -> None:
    """The grid with a filter, several clips selected."""
    show(page, "ada_walk_00", 1.27)
    page.get_by_role("button", name="Show as a grid").click()
    page.get_by_role("searchbox", name="Search clips").fill("turn")
    page.wait_for_timeout(500)
    clips = page.get_by_role("listbox", name="Clips").get_by_role("option")
    clips.nth(0).click(modifiers=["Control"])
    clips.nth(3).click(modifiers=["Control"])
    page.get_by_role("button", name="Filters and order").click()
    save(page, "library", page.locator(".dock.left"))
    page.keyboard.press("Escape")
    page.get_by_role("searchbox", name="Search clips").fill("")
    page.get_by_role("button", name="Show as a list").click()


def take_jobs(page: Page) -> None:
    """An export that is done and an import with a bad file in it."""
    show(page, "ada_walk_00", 1.27)
    page.get_by_role("toolbar", name="1 clip selected").get_by_role("button", name="Export").click()
    page.get_by_role("button", name="GLB").click()
    page.get_by_role("link", name="Save the file").wait_for()
    page.get_by_label("Files to import").set_input_files(
        [{"name": "broken.bvh", "mimeType": "text/plain", "buffer": b"HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0\n"}]
    )
    page.locator(".problems, .job-error").first.wait_for()
    page.wait_for_timeout(300)
    save(page, "jobs", page.locator(".tray-sheet"))
    page.keyboard.press("Escape")


def take_check(page: Page) -> None:
    """A capture of 60 Hz under a header that says 120; none where there is no ../shared/data."""
    if not CAPTURE.is_file():
        return
    page.get_by_label("Files to import").set_input_files(CAPTURE)
    page.wait_for_function("() => window.motionloom.rows().some((row) => row.name === '141_04')")
    show(page, "141_04", 1.0)
    panel(page, "check")
    page.get_by_role("button", name="Play it at").wait_for()
    save(page, "check", page.locator(".dock.right"))
    panel(page, "clip")


def take_keys(page: Page) -> None:
    """The keys, all of them."""
    page.set_viewport_size(TALL)
    page.keyboard.press("?")
    save(page, "keys", page.get_by_role("dialog", name="Keys"))
    page.keyboard.press("Escape")
    page.set_viewport_size(SIZE)


def take_light(page: Page) -> None:
    """The light theme."""
    show(page, "boris_run_00", 0.8)
    page.get_by_role("button", name="Light theme").click()
    save(page, "light")
    page.get_by_role("button", name="Dark theme").click()


def panel(page: Page, name: str) -> None:
    """Open a panel by its name, in its workspace."""
    page.evaluate("(name) => { document.activeElement.blur(); window.motionloom.openPanel(name); }", name)


def show(page: Page, name: str, seconds: float) -> None:
    """Put a clip on stage, by its name, at a moment."""
    together(page, [name], seconds)
    page.get_by_role("searchbox", name="Search clips").fill(name)
    page.get_by_role("listbox", name="Clips").get_by_role("option").first.click()
    page.get_by_role("searchbox", name="Search clips").fill("")
    page.evaluate("(seconds) => { document.activeElement.blur(); window.motionloom.seek(seconds); }", seconds)


def together(page: Page, names: list[str], seconds: float) -> None:
    page.evaluate(
        """async ([names, seconds]) => {
          const rows = window.motionloom.rows();
          await window.motionloom.showClips(names.map((name) => rows.find((row) => row.name === name).id));
          window.motionloom.seek(seconds);
        }""",
        [names, seconds],
    )


def drag_on_tracks(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    box = page.get_by_test_id("tracks").bounding_box()
    if box is None:
        raise SystemExit("the timeline is not there")
    page.mouse.move(box["x"] + start[0], box["y"] + start[1])
    page.mouse.down()
    page.mouse.move(box["x"] + end[0], box["y"] + end[1], steps=5)
    page.mouse.up()


def save(page: Page, name: str, part: object = None, rest: bool = True) -> None:
    """Wait until the picture rests (where it does), take it, and keep it small."""
    page.mouse.move(5, 5)
    page.evaluate("() => document.activeElement.closest('[role=dialog]') ?? document.activeElement.blur()")
    page.wait_for_timeout(1200 if rest else 0)
    page.evaluate("() => document.querySelectorAll('.toast [aria-label=Dismiss]').forEach((button) => button.click())")
    page.wait_for_timeout(100)
    data = (part or page).screenshot()  # type: ignore[attr-defined]
    file = PICTURES / f"{name}.png"
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    picture.save(file, optimize=True)
    for colours in (256, 128, 64):
        if file.stat().st_size > LARGEST:
            picture.quantize(colours, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1000} kB")


PARTS = {
    "shell": take_shell,
    "timeline": take_timeline,
    "viewer": take_viewer,
    "looking": take_looking,
    "library": take_library,
    "jobs": take_jobs,
    "keys": take_keys,
    "check": take_check,
    "light": take_light,
}

if __name__ == "__main__":
    main()
