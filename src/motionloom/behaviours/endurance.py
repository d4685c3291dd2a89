"""Minutes of one behaviour on end: whether it drifts, pops or slides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller, play
from motionloom.behaviours.footing import Footing, find_footing, to_plants
from motionloom.behaviours.lap_repeats import Repeats, find_repeats
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.measures import limit_of, usual_in
from motionloom.behaviours.states import RATE
from motionloom.core import Motion
from motionloom.core.errors import FileError, MotionError
from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.core.kinematics import accelerations
from motionloom.feet.plants import Plants
from motionloom.feet.skate_measures import measure_slide

SETTLE = 2.0  # seconds before measuring begins
AVERAGED = 10.0  # seconds over which a swing in every lap is evened out


@dataclass(frozen=True, eq=False)
class Endurance:
    """A state played on end with one value asked.

    asked, got: of the parameter (turn where there is none), in the mean; strayed: radians by which the heading, or metres by which
    the way, is off at the end (None where nothing is asked of the state); drifted: the same between the means of its first and its last ten
    seconds, without the swing of a lap; sank: metres by which the hips' mean height in the last fifth
    differs from the first; over: share of joint accelerations above limit, the captures' own 99.9th percentile, m/s2; worst of them;
    slide, slide_bare, slide_captures: mean cm/s of planted feet held, bare, and in the state's own clips; repeats: how soon its poses come
    again, None where its feet tell no laps; motion: with its feet held. takes_limit, takes_over: the same percentile of the whole takes,
    and the share above it, where they are at hand.
    """

    state: str
    minutes: float
    parameter: str
    asked: float | None
    got: float
    strayed: float | None
    drifted: float | None
    sank: float
    limit: float
    over: float
    worst: float
    slide: float
    slide_bare: float
    slide_captures: float
    repeats: Repeats | None
    motion: Motion
    takes_limit: float | None = None
    takes_over: float | None = None

    def to_json(self) -> dict[str, object]:
        """Plain data, without the motion."""
        told = {name: value for name, value in vars(self).items() if name != "motion"}
        return {**told, "repeats": None if self.repeats is None else vars(self.repeats)}


def endure(
    machine: Machine,
    name: str,
    minutes: float = 5.0,
    values: Sequence[float] = (),
    footing: Footing | None = None,
    takes: Sequence[Motion] = (),
) -> list[Endurance]:
    """The state played for so many minutes, once for each value of its parameter; takes: those that it is made of, whole."""
    state = machine.state(name)
    if not state.cyclic:
        raise MotionError(f"state {name!r} ends by itself; cyclic ones are {', '.join(s.name for s in machine.states if s.cyclic)}")
    footing = find_footing(machine) if footing is None else footing
    whole = usual_in(takes) if takes else None
    if state.parameter is None:
        return [_endure(machine, name, minutes, None, footing, whole)]
    low, high = state.parameter.values[[0, -1]]
    if not values and state.parameter.words:
        values = [state.parameter.value_of(word) for word in state.parameter.words]
    elif not values:
        values = [low, low / 2, 0.0, high / 2, high] if state.parameter.name == "turn" else [low, (low + high) / 2, high]
    return [_endure(machine, name, minutes, float(value), footing, whole) for value in values]


def _endure(machine: Machine, name: str, minutes: float, asked: float | None, footing: Footing, whole: float | None) -> Endurance:
    state, seconds = machine.state(name), 60 * minutes + SETTLE
    kind = state.parameter.name if state.parameter is not None else "turn"
    requests = [] if asked is None else [(0.0, (kind, asked))]
    bare, beliefs = play(Controller(machine, start=name), seconds, requests), list[NDArray[np.float64]]()

    def note(controller: Controller) -> None:
        beliefs.append(footing.beliefs(controller.tables, controller.characters)[0])

    held = play(Controller(machine, start=name, footing=footing), seconds, requests, f"{name}_{minutes:g}_minutes", note)
    plants = to_plants(np.array(beliefs))
    expected = asked if state.parameter is not None and state.parameter.kind.played else None  # a style is no rate
    begin = round(SETTLE * RATE)
    way = _way(bare, kind)[begin:]
    lasted = (len(way) - 1) / RATE
    limit = limit_of(machine)
    found = accelerations(held)[begin:]
    heights = bare.root_positions[begin:, 1].astype(np.float64)
    fifth = len(heights) // 5
    return Endurance(
        name,
        minutes,
        kind,
        asked,
        float(way[-1] - way[0]) / lasted,
        None if expected is None else float(way[-1] - way[0]) - expected * lasted,
        None if expected is None else _drift(way - expected * np.arange(len(way)) / RATE),
        float(heights[-fifth:].mean() - heights[:fifth].mean()),
        limit,
        float((found > limit).mean()),
        float(found.max()),
        measure_slide(foot_points(held), plants, footing.ground).mean_cm_per_second,
        measure_slide(foot_points(bare), plants, footing.ground).mean_cm_per_second,
        _slide_of_captures(machine, name, footing),
        find_repeats(bare[begin:], plants[begin:]),
        held,
        whole,
        None if whole is None else float((found > whole).mean()),
    )


def _drift(off: NDArray[np.float64]) -> float:
    """By how much what is off (F,) differs between its first and its last ten seconds, or halves of what is shorter."""
    window = min(round(AVERAGED * RATE), len(off) // 2)
    return float(off[-window:].mean() - off[:window].mean())


def _way(motion: Motion, kind: str) -> NDArray[np.float64]:
    """The heading (F,), or the length of the way so far."""
    if kind == "turn":
        return headings(motion)
    steps = np.linalg.norm(np.diff(motion.root_positions[:, [0, 2]].astype(np.float64), axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _slide_of_captures(machine: Machine, name: str, footing: Footing) -> float:
    """Mean cm/s at which planted feet of the state's own clips slide."""
    first = sum(len(m) for state in machine.states[: machine.graph.index(name)] for m in state.motions)
    slides = []
    for motion in machine.state(name).captured or machine.state(name).motions:
        plants = Plants(footing.tables.touching[first : first + len(motion)], RATE)
        slides.append(measure_slide(foot_points(motion), plants, footing.ground).mean_cm_per_second)
        first += len(motion)
    return float(np.mean(slides))


def draw_endurance(rows: Sequence[Endurance], path: Path) -> None:
    """One picture: how far each is off what was asked of it, and how high its hips are, in the mean of every ten seconds."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    FigureCanvasAgg(figure)
    off, heights = figure.subplots(1, 2)
    turns, window = rows[0].parameter == "turn", round(AVERAGED * RATE)
    for row in rows:
        motion = row.motion[round(SETTLE * RATE) :]
        starts = np.arange(0, max(len(motion) - window, 0) + 1, window)
        way = _way(motion, row.parameter) - (row.asked or 0.0 if row.strayed is not None else row.got) * np.arange(len(motion)) / RATE
        means = [np.array([values[k : k + window].mean() for k in starts]) for values in (way, motion.root_positions[:, 1])]
        label = "nothing asked" if row.asked is None else f"asked {row.asked:.2f}"
        off.plot((starts + window / 2) / RATE / 60, (means[0] - means[0][0]) * (180 / np.pi if turns else 1.0), label=label)
        heights.plot((starts + window / 2) / RATE / 60, means[1], label=label)
    unit, what = ("degrees", "heading") if turns else ("metres", "way")
    off.set(xlabel="minutes", ylabel=unit, title=f"{rows[0].state}: {what} off what was asked")
    heights.set(xlabel="minutes", ylabel="metres", title="height of the hips")
    heights.set_ylim(*(np.array(heights.get_ylim()).mean() + np.array([-0.02, 0.02])))
    off.legend(fontsize=8)
    try:
        figure.savefig(path, dpi=80)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; name a .png, .svg or .pdf file") from None
