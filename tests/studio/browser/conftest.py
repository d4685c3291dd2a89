"""A browser, and windows of the studio in it. Tests that ask for one are skipped, with the reason, where there is no Chromium."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, sync_playwright

import motionloom.studio
from motionloom.library import Library
from motionloom.studio import pictures
from tests.conftest import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
CLIENT = Path(motionloom.studio.__file__).parent / "static" / "index.html"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
# No GPU, no first-run pages, no talk with the outside.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# How long anything may take before it counts as never coming; a figure of speed is reported, never asserted.
PATIENCE_MS = 1000 * PATIENCE
# Without a GPU the processor draws the page, and tests do not look at pictures: half a pixel for each pixel of the page, each way, and
# 25 frames a second. A test that is about either says `@pytest.mark.drawn_whole`.
PIXELS = 0.5
FEWER_FRAMES = "{ const ask = requestAnimationFrame; window.requestAnimationFrame = (draw) => setTimeout(() => ask(draw), 25); }"
# Answers this many milliseconds late and pages this many times slower: `MOTIONLOOM_SLOW_MS=600 MOTIONLOOM_SLOW_CPU=4` shows
# what a test takes for granted of a fast machine.
LATENCY_MS = int(os.environ.get("MOTIONLOOM_SLOW_MS", "0"))
CPU_RATE = int(os.environ.get("MOTIONLOOM_SLOW_CPU", "1"))
# Said by Chromium about a server that is away, which some tests want.
EXPECTED = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_SOCKET_NOT_CONNECTED",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_INCOMPLETE_CHUNKED",
    "WebSocket connection",
    "GPU stall",
)


class Window:
    """A window of the studio, and what a person does in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(f"{message.text} {message.location}") if message.type == "error" else None)

    def open(self) -> Window:
        self.page.goto(self.address)
        self.page.wait_for_selector(".studio")
        return self

    def wait_for_clip(self) -> Window:
        """Until a clip is on stage and drawn."""
        self.page.wait_for_function("() => window.motionloom.measure.figures.interactive !== null")
        return self

    def saved(self) -> None:
        """Until every edit is on the server's disk."""
        self.page.wait_for_function("() => window.motionloom.session.getState().unsent === 0")

    def call(self, script: str, *arguments: Any) -> Any:
        """A script in the page; `m` is window.motionloom."""
        return self.page.evaluate(f"(given) => {{ const m = window.motionloom; return ({script})(...given); }}", list(arguments))

    def state(self) -> dict[str, Any]:
        """The active clip as this window shows it."""
        return self.call("() => m.activeState()")  # type: ignore[no-any-return]

    def clips(self) -> Locator:
        """The clips in sight in the library."""
        return self.page.get_by_role("listbox", name="Clips").get_by_role("option")

    def panel(self, name: str) -> None:
        """Open a panel by its name, in this workspace or in its own: it has the keys."""
        self.call("(name) => { document.activeElement?.blur(); m.openPanel(name); }", name)

    def frame(self) -> int:
        return int(self.page.get_by_test_id("frame").inner_text().split("/")[0])

    def drag(self, canvas: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move and let go on a canvas of the timeline; points in its pixels."""
        box = self.page.get_by_test_id(canvas).bounding_box()
        assert box is not None
        mouse = self.page.mouse
        mouse.move(box["x"] + start[0], box["y"] + start[1])
        mouse.down()
        mouse.move(box["x"] + end[0], box["y"] + end[1], steps=6)
        mouse.up()

    def drop(self, *files: Path) -> None:
        """Let files fall on the page."""
        given = [{"name": file.name, "text": file.read_text(encoding="latin-1")} for file in files]
        transfer = self.page.evaluate_handle(
            """(files) => { const transfer = new DataTransfer();
                for (const { name, text } of files) transfer.items.add(new File([Uint8Array.from(text, (c) => c.charCodeAt(0))], name));
                return transfer; }""",
            given,
        )
        for event in ("dragenter", "dragover", "drop"):
            self.page.dispatch_event("body", event, {"dataTransfer": transfer})


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], None]:
    """Gives a library the pictures of its clips, each drawn once, as it has them when a person opens it again.

    Else every studio would start a process that imports and draws the same four clips. Clips that a test adds are drawn as ever, and
    tests/studio/test_pictures.py is about libraries without pictures.
    """
    known = pictures.PictureShelf(tmp_path_factory.mktemp("drawn"))

    def draw(folder: Path) -> None:
        shelf = pictures.PictureShelf(folder / "studio" / "cache")
        with Library.open(folder) as library:
            clips = {clip.content: clip.id for clip in library.clips()}
        for content, clip in clips.items():
            if not known.has(content):
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(pictures, "NICENESS", os.nice(0))  # a painter lowers its priority; this process keeps its own
                    pictures.draw_pictures(folder, clip, known.path(content, "thumbnail"), known.path(content, "filmstrip"))
                known.add(content)
            for kind in get_args(pictures.Picture):
                shelf.path(content, kind).parent.mkdir(exist_ok=True)
                shutil.copy(known.path(content, kind), shelf.path(content, kind))

    return draw


@pytest.fixture
def folder(folder: Path, drawn: Callable[[Path], None]) -> Path:
    """The library of four clips, with their pictures."""
    drawn(folder)
    return folder


@pytest.fixture(scope="session")
def machine_library(machine_library: Path, drawn: Callable[[Path], None]) -> Path:
    """The library with a machine, with the pictures of its clips."""
    drawn(machine_library)
    return machine_library


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Headless Chromium: the system's where there is one, else playwright's own."""
    if not CLIENT.is_file():
        pytest.skip("the studio's browser side is not built (python3 dev.py test builds it)")
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    executable = found or playwright.chromium.executable_path
    if not os.path.exists(executable):
        pytest.skip("no Chromium on this machine (python3 dev.py test tries to install one)")
    browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A person's browser: what one test stores is not there for the next."""
    whole = request.node.get_closest_marker("drawn_whole") is not None
    context = browser.new_context(
        viewport={"width": 1280, "height": 720}, device_scale_factor=1 if whole else PIXELS, accept_downloads=True
    )
    if not whole:
        context.add_init_script(FEWER_FRAMES)
    yield context
    context.close()


@pytest.fixture
def new_window(context: BrowserContext) -> Iterator[Callable[[str], Window]]:
    """Opens windows on an address; at the end none of them may have complained."""
    windows: list[Window] = []

    def new_window(address: str) -> Window:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        _slow_down(context, page)
        windows.append(Window(page, address))
        return windows[-1]

    yield new_window
    complaints = [text for window in windows for text in window.errors if not any(known in text for known in EXPECTED)]
    assert not complaints, complaints


def _slow_down(context: BrowserContext, page: Page) -> None:
    """Makes a page as slow as the environment asks for."""
    if not LATENCY_MS and CPU_RATE == 1:
        return
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_RATE})


@pytest.fixture(scope="session")
def report() -> Callable[[str, dict[str, Any]], None]:
    """Keeps measured figures in out/studio-figures.json and says them; figures never decide a test."""

    def report(name: str, figures: dict[str, Any]) -> None:
        file = ROOT / "out" / "studio-figures.json"
        file.parent.mkdir(exist_ok=True)
        known = json.loads(file.read_text()) if file.is_file() else {}
        file.write_text(json.dumps({**known, name: figures}, indent=2) + "\n")
        print(f"\n{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()))

    return report
