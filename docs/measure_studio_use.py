"""Measures the studio while it is used: main thread a frame, stalls, heap, and what goes over the wire.

Run `python docs/measure_studio_use.py` after `python3 dev.py studio` has been run once. It starts `motionloom studio` on the sample (or on
`--library FOLDER`; a table of transitions is made where there is none), lets two characters perform in headless Chromium and says

- how long the page's main thread works a drawn frame, and its longest task at a quarter of the processor's speed: in processor time of
  that thread, so that other work on the machine does not count (the time on the wall is said beside it);
- the heap after a garbage collection, once a minute of scripted use (`--minutes 30`; 8 if not said): clips are opened and played, found,
  annotated and undone, all workspaces gone through, characters asked. Before the first reading the same is done for 150 rounds, each
  workspace fifteen times: V8 compiles what is used, and compiles it better when it is used often, and keeps that. What the heap was
  before is said too, with what grew since then: our data, or code;
- how many bytes the page's own files take, compressed as they are sent.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from studio_copy import FLAGS, studio

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "out" / "sample-library"
MAIN_THREAD = "CrRendererMain"
THROTTLE = 4
STALL_MS = 100
WORKSPACES = ("browse", "clean", "animate", "sketch", "perform", "order", "machine", "enrich", "review", "lab")
WARM_ROUNDS = 150  # before the heap counts: code is compiled and caches fill


def main() -> None:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--library", type=Path, help="a library with a table of transitions; the sample if not given")
    parser.add_argument("--minutes", type=float, default=8, help="of scripted use; 0 for none")
    parser.add_argument("--seconds", type=float, default=15, help="of performing, each time")
    asked = parser.parse_args()
    library = asked.library or SAMPLE
    if asked.library is None:
        subprocess.run([sys.executable, "-m", "motionloom", "sample", str(SAMPLE)], check=True, stdout=subprocess.DEVNULL)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with studio(library) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.set_default_timeout(300_000)
        session = page.context.new_cdp_session(page)
        say("transfer", measure_transfer(page, session, address))
        begin_performance(page)
        say("performing", measure_tasks(browser, page, asked.seconds))
        session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        say(f"performing, {THROTTLE}x slower", measure_tasks(browser, page, asked.seconds))
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        if asked.minutes:
            say("heap", measure_heap(page, session, asked.minutes))
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f}")


def say(what: str, figures: dict[str, Any]) -> None:
    print(f"{what}: {json.dumps(figures)}", flush=True)


def measure_transfer(page: Page, session: CDPSession, address: str) -> dict[str, Any]:
    """Opens the page; the bytes of its own files as they came over the wire, by kind."""
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.send("Network.enable")
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: f"{event['type']} {event['response']['url']}"}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address)
    page.wait_for_function("() => window.motionloom?.measure.figures.interactive != null")
    page.wait_for_timeout(1500)
    session.send("Network.disable")
    own = {kinds[key]: size for key, size in sizes.items() if kinds.get(key, "").startswith(("Document", "Script", "Stylesheet"))}
    return {"kB": round(sum(own.values()) / 1000, 1), "files": len(own)}


def begin_performance(page: Page) -> None:
    """Two characters on stage who do what they are asked; the table is made first where there is none."""
    page.evaluate("() => window.motionloom.openPanel('transitions')")
    make, more = page.get_by_role("button", name="Make the table"), page.get_by_role("button", name="One more")
    begin = page.get_by_role("button", name="Put a character on stage")
    make.or_(begin).or_(more).first.wait_for()
    if make.is_visible():
        make.click()
    begin.or_(more).first.wait_for()
    if begin.is_visible():
        begin.click()
    page.wait_for_function("() => window.motionloom.live.getState().characters.length >= 1")
    more.click()
    page.wait_for_function("() => window.motionloom.live.getState().characters.length >= 2")


def ask_for_something(page: Page, turn: int) -> None:
    """Presses one of the activities, as a person would."""
    page.evaluate(
        """(turn) => {
            const all = [...document.querySelectorAll("[data-panel=transitions] .activities button")].filter((one) => !one.disabled);
            all[turn % Math.max(1, all.length)]?.click(); }""",
        turn,
    )


def measure_tasks(browser: Browser, page: Page, seconds: float) -> dict[str, Any]:
    """Milliseconds that the main thread works a drawn frame, and its longest tasks, while characters perform."""
    drawn = "() => { const all = window.motionloom.measure.figures.drawn; return all.length ? all[all.length - 1].at : 0; }"
    count = "(since) => window.motionloom.measure.figures.drawn.filter((one) => one.at > since).length"
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    since = page.evaluate(drawn)
    for turn in range(max(1, round(seconds / 3))):
        ask_for_something(page, turn)
        page.wait_for_timeout(3000)
    frames = page.evaluate(count, since)
    tasks = read_tasks(browser.stop_tracing(), page)
    work = [task["tdur"] / 1000 for task in tasks]
    wall = [task["dur"] / 1000 for task in tasks]
    return {
        "frames": frames,
        "main thread, ms a frame": round(sum(work) / max(1, frames), 2),
        "longest task, ms of processor time": round(max(work), 1),
        "longest task, ms on the wall": round(max(wall), 1),
        f"tasks over {STALL_MS} ms of processor time": sum(one > STALL_MS for one in work),
        f"tasks over {STALL_MS} ms on the wall": sum(one > STALL_MS for one in wall),
    }


def read_tasks(trace: bytes, page: Page) -> list[dict[str, Any]]:
    """The tasks of the page's main thread: of the process that worked most, for Chromium keeps a spare one."""
    events = json.loads(trace)["traceEvents"]
    named = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name" and event["args"]["name"] == MAIN_THREAD}
    tasks = [event for event in events if (event["pid"], event["tid"]) in named and event["name"].endswith("RunTask") and "tdur" in event]
    totals: dict[int, float] = {}
    for task in tasks:
        totals[task["pid"]] = totals.get(task["pid"], 0.0) + task["tdur"]
    busiest = max(totals, key=lambda pid: totals[pid])
    return [task for task in tasks if task["pid"] == busiest]


def measure_heap(page: Page, session: CDPSession, minutes: float) -> dict[str, Any]:
    """The heap once a minute of use, after a garbage collection; the first rounds warm up."""
    page.keyboard.press("Escape")
    cold = read_heap(page, session)
    print(f"  before: {cold:.2f} MB", flush=True)
    for turn in range(WARM_ROUNDS):
        use(page, turn)
    heap, kinds = [read_heap(page, session)], read_kinds(session)
    print(f"  warm, {WARM_ROUNDS} rounds: {heap[0]:.2f} MB, {kinds}", flush=True)
    begun, turn = time.monotonic(), WARM_ROUNDS
    while time.monotonic() - begun < 60 * minutes:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            use(page, turn)
            turn += 1
        heap.append(read_heap(page, session))
        counters = session.send("Memory.getDOMCounters")
        print(f"  {(time.monotonic() - begun) / 60:.1f} min, {turn} rounds: {heap[-1]:.2f} MB, {counters['nodes']} nodes", flush=True)
    half = max(1, len(heap) // 2)
    grown = {name: round(size - kinds[name], 2) for name, size in read_kinds(session).items()}
    return {
        "minutes": minutes,
        "rounds": turn,
        "MB before": round(cold, 2),
        "MB warm": round(heap[0], 2),
        "MB at the end": round(heap[-1], 2),
        "least MB": round(min(heap), 2),
        "most MB": round(max(heap), 2),
        "second half over first, MB": round(statistics.mean(heap[-half:]) - statistics.mean(heap[:half]), 2),
        "grown since it was warm, MB": grown,
    }


def read_heap(page: Page, session: CDPSession) -> float:
    """Megabytes of V8's heap at rest, what nobody holds any more collected."""
    rest(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


def read_kinds(session: CDPSession) -> dict[str, float]:
    """Megabytes of what is on the heap: our data, code that the browser has compiled, and the browser's own (elements, requests)."""
    chunks: list[str] = []

    def note(event: dict[str, Any]) -> None:
        chunks.append(event["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", note)
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", note)
    found = json.loads("".join(chunks))
    fields, names = found["snapshot"]["meta"]["node_fields"], found["snapshot"]["meta"]["node_types"][0]
    nodes, step = found["nodes"], len(fields)
    kind, size = fields.index("type"), fields.index("self_size")
    totals = {"data": 0.0, "compiled code": 0.0, "the browser's own": 0.0}
    for at in range(0, len(nodes), step):
        name = names[nodes[at + kind]]
        group = "compiled code" if name == "code" else "the browser's own" if name == "native" else "data"
        totals[group] += nodes[at + size] / 1e6
    return totals


def use(page: Page, turn: int) -> None:
    """A few seconds of what people do; always the same ten clips, so that what is kept of clips is full after a while."""
    page.evaluate(
        """async (turn) => { const m = window.motionloom;
            const rows = m.rows().sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, 10);
            await m.showClips([rows[turn % rows.length].id]); }""",
        turn,
    )
    page.keyboard.press("Space")
    page.wait_for_timeout(700)
    page.keyboard.press("Space")
    workspace = WORKSPACES[(turn + turn // 10) % 10]  # every clip in every workspace
    page.evaluate("(name) => window.motionloom.showWorkspace(name)", workspace)
    page.wait_for_timeout(200)
    page.keyboard.press("Control+k")
    page.keyboard.type("walk")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.keyboard.press("Control+z")
    page.keyboard.press(("g", "z", "v", "p")[turn % 4])
    if workspace == "perform" and page.evaluate("() => window.motionloom.performance.getState().table !== null"):
        perform_a_little(page, turn)


def perform_a_little(page: Page, turn: int) -> None:
    begin = page.get_by_role("button", name="Put a character on stage")
    if begin.is_visible():
        begin.click()
        page.wait_for_timeout(800)
        ask_for_something(page, turn)
        page.wait_for_timeout(1200)
        page.keyboard.press("Escape")


def rest(page: Page) -> None:
    """The same state each time: the first clip in Browse, nothing under way."""
    page.keyboard.press("Escape")
    page.evaluate(
        """async () => { const m = window.motionloom;
            m.showWorkspace("browse");
            await m.showClips([m.rows().sort((a, b) => (a.name < b.name ? -1 : 1))[0].id]); }"""
    )
    page.wait_for_function("() => window.motionloom.session.getState().unsent === 0")
    page.wait_for_timeout(1500)


if __name__ == "__main__":
    main()
