"""A studio that is killed in the middle of each of its writing routes: what it confirmed is there afterwards."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.library import Library
from motionloom.library.maintenance.check import check_library
from motionloom.making.sample_library import add_sample
from motionloom.trials.served import Served

Clips = Mapping[str, str]  # id by name
WINDOW = "trial"
CLIP = object()
BEFORE = 3  # other writes, at most, that are confirmed before the one that is killed
FIRST = 0.1  # seconds that a route may take, before it was ever asked
LATE = 1.3  # of the time that a route took: a kill comes within this
LEAN = {"name": "lean", "weight": 1.0, "muted": False, "fade_in": 0.3, "fade_out": None, "times": []}


@dataclass(frozen=True)
class Route:
    """A route that writes. body(clips, word): what is sent; told: whether it takes an id, by which its change is found again."""

    path: str
    body: Callable[[Clips, str], dict[str, Any] | bytes]
    told: bool = True


def _command(kind: str, **fields: Any) -> Route:
    """fields: `CLIP` stands for the clip's id, "" for the word."""

    def body(clips: Clips, word: str) -> dict[str, Any]:
        return {"command": {"kind": kind, **{name: _fill(value, clips, word) for name, value in fields.items()}}}

    return Route("/api/commands", body)


def _fill(value: Any, clips: Clips, word: str) -> Any:
    if isinstance(value, list):
        return [_fill(each, clips, word) for each in value]
    return clips["walk"] if value is CLIP else word if value == "" else value


def _layers(clips: Clips, word: str) -> dict[str, Any]:
    pose = {"at": 0.1, "turns": {"chest": [0.3, 0, 0]}, "root": None}
    return {"title": "Key a pose", "stack": {"layers": [{**LEAN, "poses": [pose], "name": word}], "feet": "keep"}}


def _box(clips: Clips, word: str) -> dict[str, Any]:
    return {"title": "Add a box", "boxes": [{"id": word, "width": 0.5, "height": 0.45, "depth": 0.5, "x": 0.0, "z": 1.0}]}


def _upload(clips: Clips, word: str) -> bytes:
    """A form with a small file, a different one each time."""
    channels = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
    hierarchy = f"HIERARCHY\nROOT hips\n{{\nOFFSET 0 0 0\n{channels}\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n"
    frames = "\n".join(f"{n} {int(word, 16) % 10_000} 0 0 0 0" for n in range(4))
    text = f"{hierarchy}MOTION\nFrames: 4\nFrame Time: 0.0333333\n{frames}\n"
    head = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{word}.bvh"\r\nContent-Type: text/plain\r\n\r\n'
    return f"{head}{text}\r\n--x--\r\n".encode()


FRAMES = {"start": 5, "stop": 20}
ROUTES: dict[str, Route] = {
    "add_label": _command("add_label", clips=[CLIP], label=""),
    "add_annotation": _command("add_annotation", clip=CLIP, annotation="", name="", **FRAMES),
    "rename_clip": _command("rename_clip", clip=CLIP, name=""),
    "set_note": _command("set_note", clip=CLIP, text=""),
    "set_details": _command("set_details", clip=CLIP, description="", subject="ada"),
    "set_plants": _command("set_plants", clip=CLIP, foot="left_heel", planted=True, **FRAMES),
    "judge": _command("judge", clip=CLIP, natural=False),
    "undo": Route("/api/undo", lambda clips, word: {}),
    "collection": Route(
        "/api/panels/collections/collect", lambda clips, word: {"collection": word, "name": word, "clips": [clips["walk"]]}
    ),
    "search": Route("/api/panels/collections/searches", lambda clips, word: {"search": word, "name": word, "words": {"label": "slow"}}),
    "props": Route("/api/panels/props/clips/{clip}", _box),
    "layers": Route("/api/panels/layers/clips/{clip}", _layers),
    "make": Route("/api/panels/editing/make", lambda clips, word: {"clips": [clips["walk"]], "edit": {"kind": "mirror"}}, told=False),
    "import": Route("/api/import?window=trial", _upload, told=False),
}


@dataclass
class StudioKilled:
    """What came of kills: by route, how many were in the middle of it and how many writes of it were confirmed; faults: all that
    should not have happened."""

    kills: int = 0
    killed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ROUTES, 0))
    confirmed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ROUTES, 0))
    faults: list[str] = field(default_factory=list)


def kill_studios(folder: Path, kills: int, seed: int = 0, each: Callable[[], object] = lambda: None) -> StudioKilled:
    """Start a studio on one library again and again, let it write, and kill it in the middle of a route; each route in its turn."""
    rng, found, took = np.random.default_rng([seed, 11]), StudioKilled(), dict.fromkeys(ROUTES, FIRST)
    place, clips = _make_library(folder / "studio-library")
    names = sorted(ROUTES)
    for number in range(kills):
        victim = names[number % len(names)]
        before = [names[n] for n in rng.integers(len(names), size=int(rng.integers(BEFORE + 1)))]
        said = _write_and_kill(place, clips, before, victim, float(rng.uniform(0, LATE)), took, found)
        found.kills += 1
        found.killed[victim] += 1
        _look(place, victim, said, found)
        each()
    return found


def _make_library(place: Path) -> tuple[Path, Clips]:
    with Library.create(place) as library, ThreadPoolExecutor(1) as here:  # starting processes takes longer than making one clip
        (walk,) = add_sample(library, executor=here, only=[("ada", "walk", 0)])
        return place, {"walk": walk}


Said = tuple[str, str, Any]  # the route, the id that was sent with it, what was answered


def _write_and_kill(
    place: Path, clips: Clips, before: list[str], victim: str, moment: float, took: dict[str, float], found: StudioKilled
) -> list[Said]:
    """What was confirmed before the kill; the last write is asked for by a thread while this one waits and kills."""
    said = list[Said]()
    with Served(place) as served:
        for name in before:
            began = time.monotonic()
            _ask(served, clips, name, said, found)
            took[name] = time.monotonic() - began
        last = threading.Thread(target=_ask, args=(served, clips, victim, said, found))
        last.start()
        time.sleep(moment * took[victim])
        served.process.kill()
        last.join()
        served.process.wait()
        if "Traceback" in (words := served.said()):
            found.faults.append(f"{victim}: a traceback in the studio's words: {words[words.index('Traceback') :][:200]!r}")
    return said


def _ask(served: Served, clips: Clips, name: str, said: list[Said], found: StudioKilled) -> None:
    route, word = ROUTES[name], uuid.uuid4().hex
    body = route.body(clips, word)
    sent = body if isinstance(body, bytes) else json.dumps({"window": WINDOW, **({"id": word} if route.told else {}), **body}).encode()
    kind = "multipart/form-data; boundary=x" if isinstance(body, bytes) else "application/json"
    with contextlib.suppress(OSError, http.client.HTTPException, json.JSONDecodeError):  # it was killed meanwhile
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=120)
        try:
            connection.request("POST", route.path.format(clip=clips["walk"]), sent, {"Content-Type": kind})
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status >= 300:
            found.faults.append(f"{name}: refused with {answer.status}: {text[:200]}")
            return
        said.append((name, word, json.loads(text) if text else {}))


def _look(place: Path, victim: str, said: list[Said], found: StudioKilled) -> None:
    """Whether all that was confirmed is there, and the library whole."""
    undone = any(name == "undo" for name, _, _ in said) or victim == "undo"
    with Library.open(place) as library:
        for name, word, answer in said:
            found.confirmed[name] += 1
            if not _is_there(library, name, word, answer, undone):
                found.faults.append(f"lost: {name} {word}")
        found.faults += [problem.line for problem in check_library(library).problems if not problem.harmless]


def _is_there(library: Library, name: str, word: str, answer: Any, undone: bool) -> bool:
    """undone: an undo was asked for meanwhile, so that only the change itself is looked for, not what it changed."""
    if name == "import":  # accepted: the job is known, and can be gone on with
        return any(job.id == answer["id"] for job in library.jobs.all())
    if name == "make":
        return all(len(library.motion(made["clip"])) for made in answer["clips"])
    if not answer.get("applied", True):  # the same again, or nothing to undo
        return True
    if library.find_change(word) is None:
        return False
    if undone or name not in CONTENT:
        return True
    return CONTENT[name](library, word)


CONTENT: dict[str, Callable[[Library, str], bool]] = {
    "add_label": lambda library, word: any(word in clip.labels for clip in library.clips()),
    "add_annotation": lambda library, word: any(span.name == word for span in library.annotations()),
    "collection": lambda library, word: any(each.name == word for each in library.documents("collection")),
    "search": lambda library, word: any(each.name == word for each in library.documents("search")),
}
