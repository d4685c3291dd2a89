"""A studio under load: windows that edit, strangers that try to get in, clients that leave in the middle, connections by the thousand."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from motionloom.library import Library
from motionloom.trials.killing import import_motion
from motionloom.trials.served import Served

FOREIGN = (  # what a page of somebody else, or a rebound name, sends
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Host": "evil.example"},
    {"Sec_Fetch_Site": "cross-site"},
)
SLACK_FILES = 10  # open files that may stay after everybody has gone
SLACK_MEGABYTES = 60.0  # what the process may keep: caches of pictures, numpy's pools
SETTLE = 60.0  # seconds in which connections that were closed may be noticed
LABEL_EVERY = 10  # edits; the others rename


@dataclass
class Loaded:
    """What came of it; faults is what should not have happened."""

    seconds: float = 0.0
    edits: int = 0
    strangers: int = 0
    left: int = 0
    connections: int = 0
    files: tuple[int, int] = (0, 0)
    megabytes: tuple[float, float] = (0.0, 0.0)
    faults: list[str] = field(default_factory=list)


@dataclass
class _Window:
    """One window's clip, and what was confirmed of it."""

    clip: str
    name: str = ""
    labels: list[str] = field(default_factory=list)
    edits: int = 0


def load_studio(
    folder: Path, seconds: float = 60.0, windows: int = 3, connections: int = 2000, each: Callable[[], object] = lambda: None
) -> Loaded:
    """Load a studio on a library of its own below a folder; `each` is called once a second."""
    result = Loaded(seconds)
    library, clips = _make_library(folder / "library", windows)
    with Served(library) as served:
        opened = [_Window(clip) for clip in clips]
        _for_seconds(served, opened, result, min(5.0, seconds), lambda: None)  # what is loaded on first use is no leak
        _hold_connections(served, min(100, connections), result)
        before = _settled(served)
        _for_seconds(served, opened, result, seconds, each)
        _hold_connections(served, connections, result)
        after = _settled(served, before[0] + SLACK_FILES)
        result.files, result.megabytes = (before[0], after[0]), (before[1], after[1])
    said = served.said()
    if "Traceback" in said:
        result.faults.append(f"a traceback in the studio's words: {said[said.index('Traceback') :][:200]!r}")
    if after[0] > before[0] + SLACK_FILES:
        result.faults.append(f"open files went from {before[0]} to {after[0]}")
    if after[1] > before[1] + SLACK_MEGABYTES:
        result.faults.append(f"memory went from {before[1]:.0f} to {after[1]:.0f} MB")
    _check(library, opened, result)
    return result


def _make_library(place: Path, windows: int) -> tuple[Path, list[str]]:
    from motionloom import sample

    motion = sample.make("ada", "stand").motion
    with Library.create(place) as library:
        for n in range(windows):
            import_motion(library, f"clip {n}", motion[n : n + 40])
        return place, [library.find(f"clip {n}") for n in range(windows)]


def _for_seconds(served: Served, windows: list[_Window], result: Loaded, seconds: float, each: Callable[[], object]) -> None:
    """All at once: windows that edit, strangers, and clients that leave."""
    stop = threading.Event()
    work: list[Callable[[], None]] = [partial(_edit, served, window, result, stop) for window in windows]
    work += [partial(_intrude, served, windows[0], result, stop), partial(_leave, served, result, stop)]
    threads = [threading.Thread(target=_noting, args=(each_work, result)) for each_work in work]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(min(1.0, seconds))
        each()
    stop.set()
    for thread in threads:
        thread.join()
    result.edits = sum(window.edits for window in windows)


def _noting(work: Callable[[], None], result: Loaded) -> None:
    try:
        work()
    except Exception as error:  # a fault of the studio, or of the trial: either way it is told
        result.faults.append(f"{type(error).__name__}: {error}")


def _edit(served: Served, window: _Window, result: Loaded, stop: threading.Event) -> None:
    """A window: its live socket open, edit after edit, each confirmed before the next."""
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{served.port}/api/live", max_size=None) as live:
        live.send(json.dumps({"type": "hello", "window": window.clip}))
        reading = threading.Thread(target=lambda: [None for _ in live])  # a page reads all that it is told
        reading.start()
        while not stop.is_set():
            n = window.edits
            if n % LABEL_EVERY == 0:
                command = {"kind": "add_label", "clips": [window.clip], "label": f"label {n}"}
            else:
                command = {"kind": "rename_clip", "clip": window.clip, "name": f"{window.clip} {n}"}
            body = {"id": f"{window.clip}-{n}", "window": window.clip, "command": command}
            status, answer = served.ask("POST", "/api/commands", body)
            if status != 200:
                result.faults.append(f"an edit was refused with {status}: {str(answer)[:100]}")
                break
            window.edits += 1
            if "label" in command:
                window.labels.append(str(command["label"]))
            else:
                window.name = str(command["name"])
        live.close()
        reading.join()


def _intrude(served: Served, window: _Window, result: Loaded, stop: threading.Event) -> None:
    """Strangers: each must be refused, whatever it asks for."""
    body = {"id": "stranger", "window": "stranger", "command": {"kind": "rename_clip", "clip": window.clip, "name": "stolen"}}
    while not stop.is_set():
        for headers in FOREIGN:
            for method, path, sent in (("GET", "/api/clips", None), ("POST", "/api/commands", body)):
                status, _ = served.ask(method, path, sent, **headers)
                result.strangers += 1
                if status < 400:
                    result.faults.append(f"a stranger got in: {method} {path} with {headers}")
                    return
        stop.wait(0.1)


def _leave(served: Served, result: Loaded, stop: threading.Event) -> None:
    """Clients that go in the middle of an upload, and of a greeting."""
    upload = (
        b"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: multipart/form-data; boundary=x\r\n"
        b"Content-Length: 100000\r\n\r\n"
    )
    greeting = (
        b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    while not stop.is_set():
        for begun in (upload % served.port + b'--x\r\nContent-Disposition: form-data; name="files"', greeting % served.port, b"GET / HT"):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", served.port), timeout=20) as client:
                client.sendall(begun)
                stop.wait(0.05)
            result.left += 1


def _hold_connections(served: Served, count: int, result: Loaded) -> None:
    """Connections that say nothing, all at once; the studio answers others meanwhile."""
    held = list[socket.socket]()
    try:
        while len(held) < _allowed(count):
            held.append(socket.create_connection(("127.0.0.1", served.port), timeout=20))
        status, answer = served.ask("GET", "/api/library")
        if status != 200:
            result.faults.append(f"with {len(held)} connections open it answered {status}: {str(answer)[:100]}")
    except OSError as error:
        result.faults.append(f"with {len(held)} connections open: {error}")
    finally:
        for client in held:
            client.close()
    result.connections = max(result.connections, len(held))


def _allowed(count: int) -> int:
    """So many, or what this process may have open."""
    try:
        import resource
    except ImportError:
        return min(count, 400)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 200
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    return min(count, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200)


def _settled(served: Served, enough: int | None = None) -> tuple[int, float]:
    """Open files and megabytes once whoever left has been noticed: when there are as few files as that, else when nothing falls any more.

    Threads of the studio end, and close their files, when a request comes after they have had nothing to do for ten seconds.
    """
    end, least, calm = time.monotonic() + SETTLE, served.measure(), 0
    while time.monotonic() < end and (calm < 10 if enough is None else least[0] > enough):
        time.sleep(0.3)
        served.ask("GET", "/api/library")
        now = served.measure()
        calm = 0 if now[0] < least[0] else calm + 1
        least = min(least, now)
    return served.measure()


def _check(library: Path, windows: list[_Window], result: Loaded) -> None:
    """All that was confirmed is there."""
    from motionloom.library.maintenance.check import check_library

    with Library.open(library) as opened:
        for window in windows:
            clip = opened.clip(window.clip)
            if window.name and clip.name != window.name:
                result.faults.append(f"lost: {window.name!r}; the clip is called {clip.name!r}")
            result.faults += [f"lost: {label}" for label in window.labels if label not in clip.labels]
        result.faults += [problem.line for problem in check_library(opened).problems if not problem.harmless]
