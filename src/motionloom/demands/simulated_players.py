"""Plausible logs: players who run, walk, wait and jump between places of a map (a MovingAI grid), round walls and each other.

They stand in for a game's logs (paper 004 had Unreal Tournament's). Their speeds and turns are those of people, not of game figures.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.core.errors import FileError
from motionloom.demands.demand import Demand
from motionloom.demands.position_log import TICK, Track, demands_of_log

SCALE = 0.5  # metres a cell
FREE = ".GS"
LARGEST = 2048  # cells along a side
STEP = 0.05  # seconds
SPEEDS = (0.0, 1.3, 3.0)  # standing, walking, running
STAYS = ((0.6, 2.5), (3.0, 9.0), (2.5, 7.0))  # seconds of each, from and to
CHANCES = ((0.0, 0.7, 0.3), (0.45, 0.0, 0.55), (0.35, 0.65, 0.0))  # of what comes after what
PICKUP = (1.2, 2.5)  # metres a second squared: speeding up, slowing down
TURN = 2.0  # radians a second at most, walking; running less
JUMPS = 0.05  # a second, while moving
FLIGHT = 0.6  # seconds
PLAYERS = 3  # on a map together
APART = 1.2  # metres at which players keep clear


@dataclass
class _Player:
    place: NDArray[np.float64]
    heading: float
    route: list[tuple[float, float]]
    speed: float = 0.0
    gait: int = 1
    until: float = 0.0
    falls_until: float = -1.0


def read_cells(path: Path) -> NDArray[np.bool_]:
    """Which cells (rows, columns) of a MovingAI map are free: column grows along x, row along z."""
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    if len(lines) < 5 or lines[3].strip() != "map" or len(lines[4]) > LARGEST or len(lines) > LARGEST + 4:
        raise FileError(f"{path}: expected a MovingAI map of up to {LARGEST} cells: type, height, width and map in its first four lines")
    width = max(map(len, lines[4:]))
    cells = np.array([[cell in FREE for cell in line.ljust(width, "@")] for line in lines[4:] if line], bool)
    if cells.sum() < 2:
        raise FileError(f"{path}: nobody can walk there; no cell is free")
    return cells


def map_demands(maps: Sequence[Path], count: int, seed: int = 0) -> list[Demand]:
    """So many demands of players who are simulated for a minute on each of the maps, as many from each, three players at a time."""
    found = list[Demand]()
    for n, path in enumerate(maps):
        share = (count * (n + 1)) // len(maps) - (count * n) // len(maps)
        there = demands_of_log(simulate(read_cells(path), PLAYERS, 60.0, seed + n))
        chosen = np.linspace(0, len(there) - 1, min(share, len(there))).round().astype(int)
        found += [replace(there[k], name=f"{path.stem} {there[k].name}") for k in np.unique(chosen)]
    return found


def simulate(cells: NDArray[np.bool_], players: int, seconds: float, seed: int = 0, scale: float = SCALE) -> list[Track]:
    """The tracks of so many players on a map."""
    from scipy.ndimage import binary_erosion

    rng = np.random.default_rng([seed, 2004])
    part = _largest_part(cells)
    inner = _largest_part(binary_erosion(part)) if binary_erosion(part).any() else part
    part = inner if inner.sum() > 0.3 * part.sum() else part  # a cell off the walls, where the map is wide enough
    roam = np.argwhere(part)
    there = [_Player(_middle(roam[rng.integers(len(roam))], scale), rng.uniform(-np.pi, np.pi), []) for _ in range(players)]
    ticks: list[list[list[float]]] = [[] for _ in there]
    every = round(TICK / STEP)
    for n in range(round(seconds / STEP)):
        for k, player in enumerate(there):
            velocity = _step(player, n * STEP, part, roam, there, rng, scale)
            if n % every == 0:
                ticks[k].append([n * STEP, *player.place, *velocity, player.heading, float(n * STEP < player.falls_until)])
    return [_track(f"player {k + 1}", np.array(each)) for k, each in enumerate(ticks)]


def _track(name: str, ticks: NDArray[np.float64]) -> Track:
    return Track(name, ticks[:, 0], ticks[:, 1:3], ticks[:, 3:5], np.unwrap(ticks[:, 5]), ticks[:, 6] > 0.5)


def _step(
    player: _Player,
    now: float,
    cells: NDArray[np.bool_],
    roam: NDArray[np.intp],
    everybody: list[_Player],
    rng: np.random.Generator,
    scale: float,
) -> NDArray[np.float64]:
    """Move a player by a step; the velocity (2,) comes out."""
    if now >= player.until and now >= player.falls_until:
        player.gait = int(rng.choice(3, p=CHANCES[player.gait]))
        player.until = now + rng.uniform(*STAYS[player.gait])
    if player.gait and player.speed > 1 and now >= player.falls_until and rng.random() < JUMPS * STEP:
        player.falls_until = now + FLIGHT
    while player.route and np.hypot(*(np.array(player.route[0]) - player.place)) < 0.7:
        player.route.pop(0)
    if not player.route:
        goal = roam[rng.integers(len(roam))]
        player.route = _route(cells, player.place, goal, scale)
    wanted = SPEEDS[player.gait]
    if player.route:
        toward = np.array(player.route[0]) - player.place
        for other in everybody:
            away = player.place - other.place
            far = float(np.hypot(*away))
            if other is not player and 1e-6 < far < APART:
                toward = toward / max(np.hypot(*toward), 1e-6) + 2 * (APART - far) / far * away
        off = (np.arctan2(*toward) - player.heading + np.pi) % (2 * np.pi) - np.pi
        most = TURN / (1 + 0.4 * player.speed) * STEP
        player.heading += float(np.clip(off, -most, most))
        wanted = wanted if abs(off) < 0.9 else min(wanted, 0.8 if abs(off) < 1.8 else 0.0)
    else:
        wanted = 0.0
    slower, faster = -PICKUP[1] * STEP, PICKUP[0] * STEP
    player.speed = max(0.0, player.speed + float(np.clip(wanted - player.speed, slower, faster)))
    velocity = player.speed * np.array([np.sin(player.heading), np.cos(player.heading)])
    ahead = player.place + STEP * velocity
    if _is_free(cells, ahead, scale):
        player.place = ahead
    else:
        here = np.floor(player.place / scale).astype(np.intp)
        player.place = player.place + 0.2 * ((here + 0.5) * scale - player.place)
        player.speed, velocity, player.route = 0.0, 0 * velocity, []
    return velocity


def _route(cells: NDArray[np.bool_], place: NDArray[np.float64], goal: NDArray[np.intp], scale: float) -> list[tuple[float, float]]:
    """Places on the shortest way over the cells, every third one."""
    start = (int(np.clip(place[1] / scale, 0, cells.shape[0] - 1)), int(np.clip(place[0] / scale, 0, cells.shape[1] - 1)))
    end = (int(goal[0]), int(goal[1]))
    best, before, queue = {start: 0.0}, dict[tuple[int, int], tuple[int, int]](), [(0.0, start)]
    while queue:
        _, here = heapq.heappop(queue)
        if here == end or len(best) > 20_000:
            end = here
            break
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            there = (here[0] + dr, here[1] + dc)
            if not (0 <= there[0] < cells.shape[0] and 0 <= there[1] < cells.shape[1] and cells[there]):
                continue
            if dr and dc and not (cells[here[0], there[1]] and cells[there[0], here[1]]):
                continue
            cost = best[here] + (1.4142 if dr and dc else 1.0)
            if cost < best.get(there, np.inf):
                best[there], before[there] = cost, here
                heapq.heappush(queue, (cost + float(np.hypot(there[0] - end[0], there[1] - end[1])), there))
    way = [end]
    while way[-1] in before:
        way.append(before[way[-1]])
    return [tuple(_middle(np.array(cell), scale).tolist()) for cell in [*way[::-1][3:-1:3], end]]


def _middle(cell: NDArray[np.intp], scale: float) -> NDArray[np.float64]:
    return np.array([(cell[1] + 0.5) * scale, (cell[0] + 0.5) * scale])


def _is_free(cells: NDArray[np.bool_], place: NDArray[np.float64], scale: float) -> bool:
    row, column = int(np.floor(place[1] / scale)), int(np.floor(place[0] / scale))
    return 0 <= row < cells.shape[0] and 0 <= column < cells.shape[1] and bool(cells[row, column])


def _largest_part(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest connected part of the free cells."""
    from scipy.ndimage import label

    parts, count = label(cells)
    return np.asarray(parts == 1 + int(np.argmax(np.bincount(parts[parts > 0] - 1, minlength=count))))
