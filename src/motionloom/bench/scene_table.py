"""A table over scenes: crowds of whole characters beside pyrvo's discs, judged by the same code; rows that are there already are kept."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import motionloom
from motionloom.bench.rows import Run
from motionloom.bench.steer import DT, SCRIPT, peer_job, run_discs
from motionloom.core.errors import FileError
from motionloom.core.files import write_file
from motionloom.navigation.crowd import CrowdOptions, CrowdRun, report_crowd, run_crowd
from motionloom.navigation.crowd_feet import measure_slides
from motionloom.navigation.repertoire import Repertoire
from motionloom.navigation.scene import Scene

TOUCH = 1e-3  # metres that discs may be inside each other: RVO2 keeps them apart only up to rounding
ROOMS = ("behaviours", "navigation")  # whose code a row is of

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A scene of the table: the file it was read from, and the scene."""

    path: Path
    scene: Scene

    @property
    def size(self) -> int:
        """How many people it has, about."""
        return len(self.scene.agents) + 100 * len(self.scene.emitters)


def make_rows(
    repertoire: Repertoire,
    machine: str,
    cases: Sequence[Case],
    options: CrowdOptions,
    run: Run,
    feet: int = 0,
    out: Path | None = None,
    seen: Callable[[Case, CrowdRun], None] = lambda case, crowd: None,
) -> Iterator[dict[str, Any]]:
    """The row of each scene, small scenes first. machine: a digest of it; out: a JSON file of rows, written after each; rows in it that
    are of the same scene, machine, options and code are not made again. seen: is shown every crowd that was run."""
    rows = read_rows(out)
    ours = digest_code() + machine + f"{options} {feet}"
    for case in sorted(cases, key=lambda each: (each.size, each.path.stem)):
        scene = hashlib.sha256(case.path.read_bytes()).hexdigest()
        of, beside = _digest(ours, scene), _digest(_peer_code(), scene, f"{repertoire.moves.speed} {options.body} {options.seconds}")
        kept = rows.get(case.path.stem, {})
        peer = kept.get("pyrvo") or {}
        if kept.get("of") != of or (run.with_peers and peer.get("of") != beside):
            row, crowd = compare_scene(repertoire, case.scene, options, run, feet, peer if peer.get("of") == beside else None)
            if row.get("pyrvo"):
                row["pyrvo"]["of"] = beside
            kept = {"file": case.path.stem, "of": of, **row}
            seen(case, crowd)
        rows[case.path.stem] = kept
        if out is not None:
            write_file(out, json.dumps([rows[name] for name in sorted(rows)], indent=1) + "\n")
        yield kept


def read_rows(path: Path | None) -> dict[str, dict[str, Any]]:
    """Rows of a file by the name of their scene; none where there is no file."""
    if path is None or not path.exists():
        return {}
    try:
        return {row["file"]: row for row in json.loads(path.read_text(encoding="utf-8"))}
    except (ValueError, TypeError, KeyError) as error:
        raise FileError(f"{path}: expected the rows of a table, found something else ({error}); name another file") from None


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def digest_code() -> str:
    """A digest of the code that moves crowds."""
    found = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((Path(motionloom.__file__).parent / room).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _peer_code() -> str:
    return hashlib.sha256(SCRIPT.read_bytes()).hexdigest()[:16]


def compare_scene(
    repertoire: Repertoire, scene: Scene, options: CrowdOptions, run: Run, feet: int = 0, known: dict[str, Any] | None = None
) -> tuple[dict[str, Any], CrowdRun]:
    """A row of the table: the crowd, and beside it pyrvo's discs where peers take part, unless what they come to is known; the crowd's run.
    feet: characters whose planted feet are looked at, for the most that one of them slides."""
    crowd = run_crowd(repertoire, scene, options, lambda second, left: run.say(f"{scene.name}: {second:.0f} s, {left} on their way"))
    row = report_crowd(crowd)
    if feet:
        row["slide"] = float(measure_slides(crowd, feet).max(initial=0.0))
    if run.with_peers:
        run.say(f"{scene.name}: pyrvo")
        row["pyrvo"] = known or compare_discs(crowd, options, run)
    return row, crowd


def compare_discs(crowd: CrowdRun, options: CrowdOptions, run: Run) -> dict[str, Any]:
    """What pyrvo's discs come to in the scene of a crowd, on its ways and as fast as it walks."""
    speed = crowd.steering.repertoire.moves.speed
    with tempfile.TemporaryDirectory() as folder:
        job = peer_job(crowd.scene, options.body, speed, options.seconds, Path(folder), crowd.steering.ways)
        found = run_discs(run, {**job, "places": str(Path(folder) / "places.npy")})
        touched = judge_discs(crowd, np.load(Path(folder) / "places.npy", mmap_mode="r")[: found["steps"]])
    done = [n for n, agent in enumerate(crowd.agents) if agent.goals and found["reached"][n] == len(agent.goals)]
    times, best = np.array([found["times"][n] for n in done]), crowd.shortest[done]
    return {
        "goals_reached": int(sum(found["reached"])),
        "agents_done": len(done),
        **touched,
        "time_over_best": float(np.mean(times * speed / best)) if done else None,
        "length_over_best": float(np.mean(np.array(found["length"])[done] / best)) if done else None,
        "seconds": found["steps"] * DT,
        "step_seconds": found["step"],
    }


def judge_discs(crowd: CrowdRun, places: NDArray[np.float32]) -> dict[str, Any]:
    """Collisions of discs at places (T, N, 2), nan for who is not there, in the walls of a crowd: count, deepest in metres, seconds."""
    from motionloom.navigation._crowd_kernels import closest_pairs, wall_distances

    steering = crowd.steering
    touching, deepest, seconds, hits = np.zeros(steering.count, dtype=bool), 0.0, 0.0, 0
    gaps, walls = np.empty(steering.count), np.empty(steering.count)
    for row in places:
        here = np.isfinite(row[:, 0])
        now = np.where(here[:, None], row, 0.0).astype(np.float64)
        closest_pairs(now, here, steering.radii, gaps)
        wall_distances(steering.walls, now, walls)
        inside = np.where(here, np.minimum(gaps, walls - steering.radii), 0.0)
        hits += int(np.sum((inside < -TOUCH) & ~touching))
        touching = inside < -TOUCH
        deepest, seconds = min(deepest, float(inside.min(initial=0.0))), seconds + float(touching.sum()) * DT
    return {"collisions": hits, "deepest": deepest, "collision_seconds": seconds}


def to_table(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Rows as a table of Markdown, and a line with their sums."""
    heads = (
        "scene", "agents", "goals: ours, pyrvo, all", "seconds: ours, pyrvo", "collisions: ours, pyrvo", "s, deepest cm of pyrvo",
        "time over best", "length over best", "slide cm/s",
    )  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in sorted(rows, key=lambda each: each["file"].lower()):
        peer = row.get("pyrvo") or {}
        hits = f"{row['collisions']}, {peer.get('collisions', '-')}"
        depth = "-" if not peer else f"{peer['collision_seconds']:.0f}, {abs(100 * peer['deepest']):.0f}"
        ratios = [f"{_short(row[name])}, {_short(peer.get(name))}" for name in ("time_over_best", "length_over_best")]
        goals = f"{row['goals_reached']}, {peer.get('goals_reached', '-')}, {row['goals']}"
        lasted = f"{row['seconds']:.0f}, {peer['seconds']:.0f}" if peer else f"{row['seconds']:.0f}, -"
        cells = (row["file"], row["agents"], goals, lasted, hits, depth, *ratios, _short(row.get("slide")))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    beside = [row for row in rows if row.get("pyrvo")]
    fewer = [row["file"] for row in beside if row["goals_reached"] < row["pyrvo"]["goals_reached"]]
    total = f"{len(rows)} scenes, {sum(row['goals_reached'] for row in rows)} of {sum(row['goals'] for row in rows)} goals"
    against = f", pyrvo {sum(row['pyrvo']['goals_reached'] for row in beside)}; fewer than pyrvo: {', '.join(fewer) or 'none'}"
    return [*lines, "", f"{total}{against if beside else ''}; {sum(row['collisions'] for row in rows)} collisions"]


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
