"""Steering: characters of a machine that go where they are told and keep clear of each other, step by step (paper 001 section 6.3).

Two levels: a way round what stands above (`ways`), reactions below (`avoidance`). Between them and the machine stands a choice of moves
(`repertoire`) that never promises what it cannot keep. All state is arrays; the same seed gives the same steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import Footing
from motionloom.behaviours.lap_order import begin_chance
from motionloom.behaviours.maker import Run
from motionloom.behaviours.parameters import names as parameter_names
from motionloom.behaviours.states import RATE
from motionloom.core.errors import MotionError
from motionloom.navigation.arriving import stop_apart
from motionloom.navigation.avoidance import Seen, find_avoidance
from motionloom.navigation.deeds import make_deeds
from motionloom.navigation.heading_filter import filter_deviation, wrap
from motionloom.navigation.minds import Minds, correct_promises, lengthen_promises, make_minds
from motionloom.navigation.repertoire import EVERY, TICK, Repertoire, longest_stride
from motionloom.navigation.request_log import RequestLog
from motionloom.navigation.scene import Goal, Obstacle, Place, Scene
from motionloom.navigation.walls import make_walls
from motionloom.navigation.ways import Ways, make_ways

Floats = NDArray[np.float64]
GROUPS = EVERY // TICK  # characters choose in turns
SEEN_FAR, SEEN = 12.0, 12  # metres and how many others an avoidance is told of
NEAR = 160  # others whose promises are kept clear of
STALE = 0.5  # metres that somebody may come nearer until who is near is looked up again
GAIN = 1.2  # turn a second for a radian off
LEAD = 0.3  # seconds: what is asked is heard later than it is asked
SPACE = 0.12  # metres beyond its radius that an avoidance gives a body
PASSED = 0.6  # metres: as near as corners of a way are passed
PUSHED = 10  # choices for which a walker lets itself be pushed back, before it turns to its way or stops
BACK = 1.5  # radians off its way from which on a walker takes no direction that leads on
PATIENCE = 2.0  # seconds that somebody waits, and up to as many more by chance, before another way is looked for
STEER, GO_ON, SET_OFF, ACT = 1, 2, 3, 4  # what is asked for, as the compiled choice says it
SQUEEZE = 0.1  # of the margin that somebody who has waited long does without
DETOUR = 2.5  # seconds that another way is gone
PERSONAL = 0.2  # metres beyond the margin that others are left where there is room
AGING = 0.3  # metres a second by which whoever has been on its way longer comes sooner in the order in which room is made
HURRY = 2  # choices that somebody waits before it does without
ENTERED = 0.8  # metres of room that somebody needs beyond their radius to come in: nobody comes into a jam


@dataclass(frozen=True)
class SteeringOptions:
    """avoidance: by name; margin: metres that promises keep apart beyond radii; stubborn: radians a second off the wanted turn from which
    on a walker rather stops; seed: of how long each waits."""

    avoidance: str = "orca"
    margin: float = 0.08
    stubborn: float = 2.5
    seed: int = 0

    def __post_init__(self) -> None:
        find_avoidance(self.avoidance)
        if not (0 <= self.margin <= 1 and self.stubborn > 0 and self.seed >= 0):
            raise MotionError("steering needs a margin of 0 to 1 m, a stubbornness above 0 and a seed from 0 on")


@dataclass(eq=False)
class Steering:
    """N characters of a machine in a scene, each told where to go with `send`; `step` moves them all by 1/60 s.

    starts (N, 3): x, z and heading; radii (N,) metres; enters (N,): the second at which each comes in, 0 for those who are there.
    What was asked of each is kept, so that `run_of` gives the run of the machine that makes the same motion again.
    """

    repertoire: Repertoire
    scene: Scene
    starts: Floats
    radii: Floats
    options: SteeringOptions = field(default_factory=SteeringOptions)
    enters: Floats | None = None
    footing: Footing | None = None
    places: Sequence[Place] = ()

    def __post_init__(self) -> None:
        rep, count = self.repertoire, len(self.starts)
        self.controller = Controller(rep.machine, count, rep.gait.stand, rep.tables, self.footing)
        self.step_number = 0
        self.count = count
        walked = self.scene.closed_to(rep.gait.walk)
        self.walls = make_walls(walked)
        known = [(float(x), float(z)) for x, z in self.starts[:, :2]] + list(self.places)
        self.ways: Ways = make_ways(walked, float(np.max(self.radii)), known)
        self.movers = tuple(obstacle for obstacle in self.scene.obstacles if obstacle.way is not None)
        self.mover_radii = np.array([_radius_of(each) for each in self.movers])
        self.top, self.stride = rep.moves.speed, longest_stride(rep.moves)
        self.turn = parameter_names().index("turn")
        self.entered = np.zeros(count, dtype=np.int64)
        self.log = RequestLog(self.entered)
        self.left = np.full(count, -1, dtype=np.int64)
        self.routes, self.rests = np.zeros((count, 4, 2)), np.zeros((count, 4))  # corners, and metres from each to the goal
        self.corners, self.at = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        self.newcomers = False
        self.goals = np.full((count, 3), np.inf)  # x, z, within; inf where there is none
        self.stops = np.zeros(count, dtype=bool)
        self.lost = np.zeros(count, dtype=bool)
        self.pushed = np.zeros(count, dtype=np.int64)  # choices for which each has walked away from its goal, ahead of others
        self.apart, self.deeds = stop_apart(rep.moves), make_deeds(rep, count)
        self._begin()

    def _begin(self) -> None:
        rng, count = np.random.default_rng(self.options.seed), self.count
        moves = self.repertoire.moves
        ticks = max(moves.walking.shape[3], moves.setting_off.shape[2], moves.spinning.shape[2], moves.stepping.shape[2])
        far = [np.hypot(each[..., 0], each[..., 1]).max(initial=0.0) for each in (moves.walking, moves.setting_off, moves.stepping)]
        self.reach = 2 * (float(max(far)) + float(np.max(self.radii))) + self.options.margin + PERSONAL + STALE
        self.near, self.seen = np.full((count, max(min(NEAR, count - 1), SEEN)), -1), np.full((count, SEEN), -1)
        self.patience = np.round((PATIENCE * (1 + rng.random(count))) * RATE / EVERY).astype(np.int64)
        self.minds: Minds = make_minds(self.starts, self.radii, ticks, self.options.stubborn, round(DETOUR * RATE / EVERY))
        self.wanted, self.toward, self.spots = np.zeros((count, 2)), np.zeros((count, 2)), np.zeros((count, 2))
        self.sent = np.zeros(count, dtype=np.int64)
        waiting = np.zeros(count) if self.enters is None else self.enters
        self.comes = np.round(waiting * RATE).astype(np.int64)
        self.order = rng.permutation(count)
        self._let_in()

    def send(self, character: int, goal: Goal, stop: bool = True, leave: bool = False) -> bool:
        """Tell a character where to go, and whether to stop there; False where there is no way. leave: whoever steps this will `remove`
        it as soon as it has arrived, so nobody has to keep clear of where it would go on to."""
        self._leave_deed(character)
        found = self.ways.find(self.controller.characters.place[character, :2], goal.at)
        if found is None:
            self.goals[character] = np.inf
            return False
        self._keep_way(character, found)
        asks = self.deeds.ask(character, goal)
        self.minds = lengthen_promises(self.minds, self.deeds.longest)
        stop, leave = stop or asks, leave and not asks
        self.goals[character] = (*goal.at, max(goal.within, self.apart) if stop else goal.within)
        self.stops[character] = stop
        self.minds.gates[character] = (*goal.at, goal.within if leave else 0.0)
        self.minds.detour[character] = 0
        self.sent[character] = max(self.step_number, int(self.comes[character]))
        return True

    def halt(self, character: int) -> None:
        """Tell a character to stop and stay; whoever does what its goal asked for goes on with that."""
        self.goals[character] = np.inf

    def remove(self, character: int) -> None:
        """Take a character out of the scene."""
        self.minds.here[character] = False
        self.goals[character] = np.inf
        self.left[character] = self.step_number

    def arrived(self) -> NDArray[np.bool_]:
        """Who is at their goal (N,): within reach of it, and where they are to stop there, standing; facing as it asks, and once its
        behaviour is done, or in it, if it is one that goes on."""
        c = self.controller.characters
        near = np.hypot(c.place[:, 0] - self.goals[:, 0], c.place[:, 1] - self.goals[:, 1]) <= self.goals[:, 2]
        still = (c.state == self.repertoire.moves.stand) & (c.goal < 0)
        there = near & (still | ~self.stops)
        if self.deeds.asked.any():
            there = np.where(self.deeds.asked, self.deeds.done(c, near, still), there)
        return np.asarray(self.minds.here & np.isfinite(self.goals[:, 2]) & there)

    def step(self) -> None:
        """All characters, 1/60 s on."""
        if self.step_number % TICK == 0:
            self._let_in()
            correct_promises(self.minds, self.controller.characters.place, self.step_number // TICK)
            group = self.step_number // TICK % GROUPS
            self._choose(np.arange(group, self.count, GROUPS))
        self._release()
        self.controller.advance()
        self.step_number += 1

    def _release(self) -> None:
        """Ask for the stops that were promised and not put off by a choice since."""
        from motionloom.navigation._choice_kernels import count_down

        due = np.empty(self.count, dtype=np.bool_)
        count_down(self.repertoire.moves, self.controller.characters, self.minds, due)
        if due.any():
            for number, stop in enumerate(self.repertoire.gait.stops):
                self._go(due & (self.minds.stop == number), stop, False)
            self._go(due, self.repertoire.gait.stand, False)

    def _leave_deed(self, n: int) -> None:
        """Whoever still does what the goal before asked for stands up first."""
        if self.deeds.begun[n] and self.controller.characters.state[n] == self.deeds.states[n]:
            self._go(np.arange(self.count) == n, self.repertoire.gait.stand, True)
        self.deeds.forget(n)

    def _do_deeds(self, group: NDArray[np.int64], arrived: NDArray[np.bool_], world: tuple[object, ...], tick: int) -> NDArray[np.int64]:
        """Those of a group who stand at their goals and do what these ask for, or wait to; they choose nothing else."""
        c, deeds = self.controller.characters, self.deeds
        near = np.hypot(c.place[:, 0] - self.goals[:, 0], c.place[:, 1] - self.goals[:, 1]) <= self.goals[:, 2]
        still = (c.state == self.repertoire.moves.stand) & (c.mode == 0) & (c.goal < 0) & (c.waiting == 0)
        busy = group[((near | deeds.begun) & deeds.asked & self.minds.here & ~arrived)[group]]
        for n in busy[still[busy] & ~deeds.begun[busy]].tolist():
            name = deeds.choose(n, c, tick, world, self.minds.paths.shape[1])
            if name:
                one = np.arange(self.count) == n
                self._go(one, name, True)
                if not self.repertoire.machine.state(name).cyclic:
                    self._go(one, self.repertoire.gait.stand, False)
        return busy

    def _keep_way(self, n: int, corners: Floats) -> None:
        if len(corners) > self.routes.shape[1]:
            more = len(corners) - self.routes.shape[1]
            self.routes, self.rests = np.pad(self.routes, ((0, 0), (0, more), (0, 0))), np.pad(self.rests, ((0, 0), (0, more)))
        self.routes[n, : len(corners)] = corners
        self.rests[n, : len(corners)] = np.cumsum(np.hypot(*np.diff(corners, axis=0, append=corners[-1:]).T)[::-1])[::-1]
        self.corners[n], self.at[n] = len(corners), 0

    def _let_in(self) -> None:
        """Those whose time has come enter, where there is room for as long as all others have promised."""
        minds, tick = self.minds, self.step_number // TICK
        for n in np.flatnonzero(~minds.here & (self.left < 0) & (self.comes <= self.step_number)).tolist():
            others = np.flatnonzero(minds.here)
            if len(others):
                last = minds.paths.shape[1] - 1
                rows = np.clip(tick - minds.begun[others][:, None] + np.arange(last + 1), 0, last)
                away = np.hypot(*np.moveaxis(minds.paths[others[:, None], rows] - self.starts[n, :2], -1, 0)).min(axis=1)
                if np.any(away - minds.radii[others] - minds.radii[n] < (ENTERED if self.step_number else 0.0)):
                    continue
            self._enter(n)

    def _enter(self, n: int) -> None:
        minds, c = self.minds, self.controller.characters
        c.place[n], c.feet[n], minds.here[n] = self.starts[n], -1.0, True
        minds.paths[n], minds.begun[n] = self.starts[n, :2], self.step_number // TICK
        minds.boxes[n], minds.before[n] = np.tile(self.starts[n, :2], 2), self.starts[n, :2]
        self.entered[n], self.newcomers = self.step_number, True
        self.controller.characters.chance[n] = begin_chance(int(n))  # what it did before it came in is not part of its run
        self.controller.place(self.repertoire.gait.stand, characters=int(n), at=tuple(self.starts[n].tolist()))

    def _choose(self, group: NDArray[np.int64]) -> None:
        from motionloom.navigation._choice_kernels import choose
        from motionloom.navigation._crowd_kernels import find_neighbours

        minds, c, moves = self.minds, self.controller.characters, self.repertoire.moves
        asking = group[minds.here[group] & np.isfinite(self.goals[group, 2])]
        near = self.near
        find_neighbours(c.place, minds.here, self.reach, np.arange(self.count) if self.newcomers else group, near)
        self.newcomers = False
        squeezes = minds.waited > self.patience  # who has waited long makes do with less room
        minds.radii[:] = self.radii - np.where(squeezes, SQUEEZE * self.options.margin, 0.0)
        minds.space[:] = np.where(minds.waited > HURRY, 0.0, PERSONAL)
        self.seen[group] = near[group, :SEEN]
        alone = group[near[group, SEEN - 1] < 0]  # who has few about looks farther
        find_neighbours(c.place, minds.here, SEEN_FAR, alone, self.seen)
        wants, offs, faces = self._want(asking, self.seen)
        ends = np.full((self.count, 3), np.inf)
        ends[:, 2] = -1.0
        staying = self.stops & np.isfinite(self.goals[:, 2]) & (self.at == self.corners - 1)
        ends[staying] = self.goals[staying]
        ranks = self._rank()
        order = asking[np.argsort(ranks[asking])]
        acts, values = np.zeros(self.count, dtype=np.int64), np.zeros(self.count)
        tick = self.step_number // TICK
        movers = self._follow_movers(tick, minds.paths.shape[1])
        arrived = self.arrived()
        order = order[~arrived[order]]
        aims = np.where(((self.at == self.corners - 1) & (minds.detour == 0))[:, None], self.goals[:, :2], np.inf)
        world = (c.place, minds, near, self.walls, movers, self.mover_radii, self.options.margin, self.stride)
        if self.deeds.asked.any():
            order = order[~np.isin(order, self._do_deeds(order, arrived, world, tick))]
        done = ~np.isfinite(self.goals[:, 2]) | arrived
        still = (c.state == moves.stand) & (c.mode == 0) & (c.goal < 0) & (c.waiting == 0)
        idle = group[(minds.here & done & still)[group]]
        choose(
            self.controller.tables, moves, c, order, idle, wants, offs, faces, self.toward, aims, self.spots, ends, self.patience,
            ranks, ~done, world, tick, acts, values,
        )  # fmt: skip
        minds.detour[asking] = np.maximum(minds.detour[asking] - (c.state[asking] == moves.walk), 0)
        self._ask(acts, values)

    def _rank(self) -> NDArray[np.int64]:
        """The order (N,) in which room is made: who has least left to go and has been on its way longest comes first, who goes nowhere
        last."""
        rows = np.arange(self.count)
        to = self.routes[rows, self.at] - self.controller.characters.place[:, :2]
        left = np.hypot(to[:, 0], to[:, 1]) + self.rests[rows, self.at] - AGING * (self.step_number - self.sent) / RATE
        ranks = np.empty(self.count, dtype=np.int64)
        ranks[np.lexsort((self.order, left, ~np.isfinite(self.goals[:, 2])))] = rows
        return ranks

    def _want(self, asking: NDArray[np.int64], near: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        """The turn (N,) that each of those who ask would like, how far (N,) its direction is off, and how far (N,) its way is."""
        from motionloom.navigation._gaze_kernels import look_for_way
        from motionloom.navigation._way_kernels import follow

        minds, c, moves = self.minds, self.controller.characters, self.repertoire.moves
        aims = np.zeros((self.count, 2))
        follow(self.ways.tight, self.ways.low, self.ways.cell, c.place, self.routes, self.corners, self.at, PASSED, asking, aims, self.lost)
        for n in asking[self.lost[asking]][:20]:  # pushed off its way: another one
            found = self.ways.find(c.place[n, :2], self.goals[n, :2])
            if found is not None:
                self._keep_way(int(n), found)
                aims[n] = found[0]
        self.spots[asking] = aims[asking]
        to = aims - c.place[:, :2]
        away = np.maximum(np.hypot(to[:, 0], to[:, 1]), 1e-9)
        looking = minds.detour > 0
        to[looking] = np.stack([np.sin(minds.look[looking]), np.cos(minds.look[looking])], axis=1)
        to /= np.where(looking, 1.0, away)[:, None]
        velocities = (c.place[:, :2] - minds.before) * (RATE / EVERY)
        minds.before[asking] = c.place[asking, :2]
        walks = (c.state == moves.walk).astype(np.float64)
        self.toward[asking] = to[asking]
        faces = wrap(np.arctan2(to[:, 0], to[:, 1]) - c.place[:, 2])
        gone = asking[(walks[asking] > 0) & ~looking[asking]]
        look_for_way(c.place, velocities, to, away, minds.radii + SPACE, self.top, near, self.walls, gone)
        top = np.full(self.count, self.top)
        seen = Seen(
            np.ascontiguousarray(c.place[:, :2]), velocities, c.place[:, 2].copy(), self.top * to, minds.radii + SPACE, top,
            0.05 + 0.95 * walks, near, self.walls, asking,
        )  # fmt: skip
        chosen = find_avoidance(self.options.avoidance).choose(seen)
        self.wanted[asking] = chosen[asking]
        fast = np.hypot(chosen[:, 0], chosen[:, 1]) > 0.1 * self.top
        pushed = (walks > 0) & ~looking & (np.abs(faces) > BACK) & ((chosen * to).sum(axis=1) < 0)
        self.pushed[asking] = np.where(pushed[asking], self.pushed[asking] + 1, 0)
        away_from = self.pushed > PUSHED
        direction = np.where((fast & ~away_from)[:, None], chosen, to)
        heading = c.place[:, 2] + LEAD * np.where(walks > 0, np.clip(c.heard[:, self.turn], -2, 2), 0.0)
        deviation = wrap(np.arctan2(direction[:, 0], direction[:, 1]) - heading)
        value, rate = filter_deviation(minds.filtered, minds.rate, deviation, EVERY / RATE)
        minds.filtered[asking], minds.rate[asking] = value[asking], rate[asking]
        wants = np.clip(GAIN * np.where(walks > 0, minds.filtered, deviation), moves.turns[0], moves.turns[-1])
        return self._not_circling(wants, to * away[:, None], away), deviation, faces

    def _not_circling(self, wants: Floats, to: Floats, away: Floats) -> Floats:
        """Turns (N,), but straight on for those whose aim lies within the circle that they turn on: they would go round it for ever."""
        c, moves = self.controller.characters, self.repertoire.moves
        side = np.where(wants > 0, moves.turns[-1], moves.turns[0])
        radius = self.top / np.maximum(np.abs(side), 1e-2)
        heading = c.place[:, 2] + np.sign(side) * np.pi / 2
        middle = np.stack([np.sin(heading), np.cos(heading)], axis=1) * radius[:, None]
        within = np.where(np.isfinite(self.goals[:, 2]), self.goals[:, 2], 0.0)
        inside = np.hypot(*(to - middle).T) < radius - 0.8 * within
        return np.where(inside & (np.abs(wants) > 0.8 * np.abs(side)) & (self.minds.detour == 0) & (away < 2 * radius), 0.0, wants)

    def _follow_movers(self, tick: int, ticks: int) -> Floats:
        """Where what moves by itself will be (M, T, 2) at the next ticks."""
        if not self.movers:
            return np.zeros((0, ticks, 2))
        times = np.asarray((tick + 1 + np.arange(ticks)) * (TICK / RATE), dtype=np.float64)
        return np.stack([each.places(times) + _middle_of(each) for each in self.movers])

    def _ask(self, acts: NDArray[np.int64], values: Floats) -> None:
        """Ask the machine for what was chosen, and keep what was asked."""
        controller, gait = self.controller, self.repertoire.gait
        steer = np.flatnonzero((acts == STEER) | (acts == GO_ON) | (acts == SET_OFF))
        steer = steer[np.abs(controller.characters.asked[steer, self.turn] - values[steer]) > 1e-3]
        if len(steer):
            controller.steer_many(values[steer], steer)
            self.log.note_turns(self.step_number, steer, values[steer])
        self._go((acts == GO_ON) | (acts == SET_OFF), gait.walk, True)
        for k, act in enumerate(gait.acts):
            self._go(acts == ACT + k, act, True)
            self._go(acts == ACT + k, gait.stand, False)

    def _go(self, which: NDArray[np.bool_], state: str, replace: bool) -> None:
        numbers = np.flatnonzero(which)
        if len(numbers):
            self.controller.go_many(state, numbers, replace)
            self.log.note_state(self.step_number, numbers, state, replace)

    def run_of(self, character: int, frames: int = 0) -> Run:
        """The run of the machine that a character has made so far, from when it came in until it left."""
        last = self.left[character] if self.left[character] >= 0 else self.step_number
        steps = frames or max(int(last - self.entered[character]), 1)
        start: tuple[float, float, float] = tuple(self.starts[character].tolist())
        return Run(self.repertoire.gait.stand, steps, self.log.requests_of(character), at=start, feet=True, seed=character)


def _radius_of(obstacle: Obstacle) -> float:
    import shapely

    return float(shapely.minimum_bounding_radius(obstacle.shape))


def _middle_of(obstacle: Obstacle) -> Floats:
    import shapely

    middle = shapely.minimum_bounding_circle(obstacle.shape).centroid
    return np.array([middle.x, middle.y])
