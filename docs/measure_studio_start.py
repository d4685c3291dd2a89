"""Times the studio from the command to the first clip on the page, several starts one after another.

Run `python docs/measure_studio_start.py` after `python3 dev.py studio` has been run once: it starts `motionloom studio` on the sample
library, opens the page in Chromium, which runs already but has never seen it, and stops the clock when the first frame of a clip is drawn.
`--starts 20` takes more of them, `--dev` starts `python3 dev.py studio` instead, `--busy` keeps one core busy meanwhile, and
`--cold` has the system forget the files that it keeps in memory before each start (as root, on Linux).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "out" / "sample-library"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--no-first-run", "--disable-background-networking"]
DRAWN = "() => window.motionloom?.measure.figures.interactive ?? null"


def main() -> None:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--dev", action="store_true", help="start by dev.py")
    parser.add_argument("--busy", action="store_true", help="keep one core busy")
    parser.add_argument("--cold", action="store_true", help="forget cached files before each start")
    asked = parser.parse_args()
    command = [sys.executable, str(ROOT / "dev.py"), "studio"] if asked.dev else [sys.executable, "-m", "motionloom", "studio", str(SAMPLE)]
    subprocess.run([sys.executable, "-m", "motionloom", "sample", str(SAMPLE)], check=True, stdout=subprocess.DEVNULL)
    draw_pictures()
    with sync_playwright() as playwright, one_core_busy(asked.busy):
        found = next((path for name in NAMES if (path := shutil.which(name))), playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        starts = []
        for _ in range(asked.starts):
            if asked.cold:
                forget_files()
            starts.append(measure_start(browser, command))
            print("  ".join(f"{name} {value:.2f} s" for name, value in starts[-1].items()), flush=True)
        browser.close()
    totals = sorted(start["first clip drawn"] for start in starts)
    print(json.dumps({"starts": len(totals), "least": totals[0], "median": statistics.median(totals), "most": totals[-1]}))


def draw_pictures() -> None:
    """Let a studio draw the thumbnails that are missing: only the very first start is beside that work."""
    process = subprocess.Popen(
        [sys.executable, "-m", "motionloom", "studio", str(SAMPLE), "--port", "0", "--no-browser"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[2]
        for _ in range(240):
            with urllib.request.urlopen(f"{address}api/clips") as answer:
                if all(clip["thumbnail"] for clip in json.load(answer)["clips"]):
                    return
            time.sleep(0.5)
    finally:
        process.terminate()
        process.wait()


def measure_start(browser: Browser, command: Sequence[str]) -> dict[str, float]:
    """Seconds since the command until the address was said, the page was asked for, and its first clip was drawn."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    begun = time.time()
    process = subprocess.Popen([*command, "--port", port, "--no-browser"], stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stdout is not None
        while not (line := process.stdout.readline()).startswith("Motionloom studio:"):
            assert line, "the studio did not start"
        said = time.time()
        page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
        page.wait_for_function(DRAWN, timeout=60_000)
        # By the page's own clock: when the test notices is of no interest.
        drawn: float = page.evaluate("() => (performance.timeOrigin + window.motionloom.measure.figures.interactive) / 1000")
        asked: float = page.evaluate("() => performance.timeOrigin / 1000")
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # dev.py and the studio that it started
        process.communicate()  # until both are gone
        context.close()
    return {"address said": said - begun, "page asked for": asked - begun, "first clip drawn": drawn - begun}


@contextmanager
def one_core_busy(busy: bool) -> Iterator[None]:
    """Meanwhile another process counts as fast as it can."""
    spinning: subprocess.Popen[Any] | None = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if busy else None
    try:
        yield
    finally:
        if spinning is not None:
            spinning.kill()
            spinning.wait()


def forget_files() -> None:
    """Have the system drop its cache of file contents."""
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3")


if __name__ == "__main__":
    main()
