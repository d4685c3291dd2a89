"""Hours of live control: a studio's machine is driven by random wishes over its socket; poses stay finite, on the floor and prompt."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.library import Library
from motionloom.trials.killing import import_motion
from motionloom.trials.loading import SLACK_FILES, SLACK_MEGABYTES
from motionloom.trials.served import PATIENCE, Served

CLIPS = ("stand", "walk", "turn_left_90", "start", "stop", "jump")  # of the machine that is driven
RATE = 60  # steps of live control a second
WISH = 1 / 90  # how likely a step asks for something: every second and a half
DEEPEST, HIGHEST = -0.3, 3.5  # metres between which every joint stays
WARM_MINUTES = 0.5  # before anything is measured: what is loaded on first use is no leak


@dataclass
class Soaked:
    """What came of it: minutes of control, seconds that a step took (median, 99.9th percentile, longest), open files and megabytes."""

    minutes: float
    steps: int = 0
    wishes: int = 0
    median: float = 0.0
    slow: float = 0.0
    longest: float = 0.0
    files: tuple[int, int] = (0, 0)
    megabytes: tuple[float, float] = (0.0, 0.0)
    faults: list[str] = field(default_factory=list)


def soak_studio(folder: Path, minutes: float = 60.0, seed: int = 0, each: Callable[[], object] = lambda: None) -> Soaked:
    """Drive for so many minutes of the character's time, as fast as the studio answers; `each` is called after every one of them."""
    from websockets.sync.client import connect

    result, rng = Soaked(minutes), np.random.default_rng(seed)
    library = _make_library(folder / "library")
    with Served(library) as served:
        machine, states = _build_machine(served)
        with connect(f"ws://127.0.0.1:{served.port}/api/panels/machine/machines/{machine}/live", max_size=None) as live:
            _drive(live, states, rng, round(60 * RATE * min(WARM_MINUTES, minutes)), Soaked(minutes), lambda: None)
            before = served.measure()
            seconds = _drive(live, states, rng, round(60 * RATE * minutes), result, each)
            after = served.measure()
        result.files, result.megabytes = (before[0], after[0]), (before[1], after[1])
    result.median, result.slow, result.longest = (float(value) for value in (*np.quantile(seconds, (0.5, 0.999)), max(seconds)))
    if after[0] > before[0] + SLACK_FILES:
        result.faults.append(f"open files went from {before[0]} to {after[0]}")
    if after[1] > before[1] + SLACK_MEGABYTES:
        result.faults.append(f"memory went from {before[1]:.0f} to {after[1]:.0f} MB")
    if "Traceback" in served.said():
        result.faults.append("a traceback in the studio's words")
    return result


def _make_library(place: Path) -> Path:
    from motionloom import sample

    with Library.create(place) as library:
        for name in CLIPS:
            made = sample.make("ada", name)
            import_motion(library, name, made.motion)
            clip = library.find(name)
            library.apply({"kind": "add_label", "clips": [clip], "label": made.label})
            library.apply({"kind": "set_subject", "clips": [clip], "subject": "ada"})
    return place


def _build_machine(served: Served) -> tuple[str, list[str]]:
    """The machine that one press builds: its id and its states."""
    _, job = served.ask("POST", "/api/panels/machine/build", {"window": "trial"})
    end = time.monotonic() + 5 * PATIENCE
    while job["state"] in ("waiting", "running") and time.monotonic() < end:
        time.sleep(0.2)
        _, job = served.ask("GET", f"/api/jobs/{job['id']}")
    if job["state"] != "done":
        raise RuntimeError(f"the machine was not built: {job}")
    _, machines = served.ask("GET", "/api/panels/machine/machines")
    machine = machines["machines"][0]["id"] if isinstance(machines, dict) else machines[0]["id"]
    _, detail = served.ask("GET", f"/api/panels/machine/machines/{machine}")
    return machine, [state["name"] for state in detail["states"]]


def _drive(live: Any, states: list[str], rng: np.random.Generator, steps: int, result: Soaked, each: Callable[[], object]) -> list[float]:
    """Step after step with random wishes; the seconds that each took."""
    seconds = list[float]()
    for n in range(steps):
        said: dict[str, Any] = {"serial": n, "frames": 1, "feet": True}
        if rng.random() < WISH:
            result.wishes += 1
            said |= _wish(states, rng)
        began = time.perf_counter()
        live.send(json.dumps(said))
        answer = live.recv()
        seconds.append(time.perf_counter() - began)
        result.steps += 1
        if (wrong := _look(answer)) is not None:
            result.faults.append(f"step {n}: {wrong}")
            break
        if (n + 1) % (60 * RATE) == 0:
            each()
    return seconds


def _wish(states: list[str], rng: np.random.Generator) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {"steer": [{"character": 0, "turn": float(rng.uniform(-1.5, 1.5))}]}
    return {"go": [{"character": 0, "state": states[int(rng.integers(len(states)))], "replace": bool(rng.random() < 0.5)}]}


def _look(answer: str | bytes) -> str | None:
    """What is wrong with an answer: joints that are no numbers or not above the floor, or no poses at all."""
    if isinstance(answer, str):
        return answer[:200]
    header = json.loads(answer[8 : 8 + int.from_bytes(answer[4:8], "little")])
    (info,) = (info for info in header["arrays"] if info["name"] == "positions")
    positions = np.frombuffer(answer, "<f4", int(np.prod(info["shape"])), info["offset"]).reshape(info["shape"])
    if not np.isfinite(positions).all():
        return "a pose that is no number"
    low, high = float(positions[..., 1].min()), float(positions[..., 1].max())
    return None if low > DEEPEST and high < HIGHEST else f"joints from {low:.2f} to {high:.2f} m"
