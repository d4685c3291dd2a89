"""Characters driven live. The window keeps the clock: it says how much time has passed and what is asked, and gets the poses back.

With them come those of the next moments, as they will be if nothing is asked: the window plays them at its display's own rate until it
hears more, so a late answer is not seen. What is asked shows in the first picture after the answer.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import numpy as np
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from motionloom.core.errors import MotionloomError
from motionloom.studio.arrays import pack_arrays
from motionloom.studio.errors import StudioError, explain, parse_json
from motionloom.studio.panels.machine_messages import (
    MAX_CHARACTERS,
    MAX_REQUESTS,
    CourseNow,
    MachineCharacter,
    MachineMoment,
    MachineRecorded,
    MachineRequest,
    MachineRun,
    MachineStep,
)
from motionloom.studio.panels.machine_shelf import MachineId, open_machine
from motionloom.studio.protocol.base import Problem
from motionloom.studio.session import Studio

if TYPE_CHECKING:
    from motionloom.behaviours.control import Controller
    from motionloom.behaviours.footing import Footing
    from motionloom.behaviours.requests import Request
    from motionloom.navigation.course import CourseWatch
    from motionloom.navigation.scene import Scene

router = APIRouter()
STEPS: TypeAdapter[MachineStep] = TypeAdapter(MachineStep)
APART = 1.3  # metres between characters when they come
AHEAD = 15  # frames that are shown beforehand: a quarter of a second


@router.websocket("/machines/{machine}/live")
async def live(socket: WebSocket, machine: MachineId) -> None:
    """One window's characters, until it leaves."""
    studio: Studio = socket.app.state.studio
    await socket.accept()
    try:
        driven = await asyncio.to_thread(start, studio, machine)
        while True:
            await answer_step(socket, driven, await receive(socket))
    except MotionloomError as error:
        await socket.send_text(problem(str(error)))
        await socket.close(1008)
    except WebSocketDisconnect:
        pass


async def answer_step(socket: WebSocket, driven: Driven, text: str) -> None:
    """Take a step that a window asked for, and send it what came of it."""
    answer = _answer(driven, text)
    await (socket.send_bytes(answer) if isinstance(answer, bytes) else socket.send_text(answer))


async def receive(socket: WebSocket) -> str:
    """What a window says next."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    return received.get("text") or ""


def _answer(driven: Driven, text: str) -> bytes | str:
    """The poses after a step, or what was wrong with the request."""
    try:
        return driven.step(STEPS.validate_python(parse_json(text)))
    except ValidationError as error:
        return problem(explain(error))
    except MotionloomError as error:
        return problem(str(error))


def problem(text: str) -> str:
    """What was wrong, as a window is told it."""
    return Problem(error=text).model_dump_json()


def start(studio: Studio, machine: str, scene: Scene | None = None) -> Driven:
    """One character in the machine's first cyclic state, or where a scene has its first one begin; the first step is taken here, where
    compiling it keeps nobody waiting."""
    from motionloom.behaviours.control import Controller
    from motionloom.behaviours.maker import SEEDS
    from motionloom.navigation.course import CourseWatch

    opened = open_machine(studio.require(), machine)
    seed = secrets.randbelow(SEEDS - MAX_CHARACTERS)  # every drive has laps in an order of its own; a recording keeps it
    controller = Controller(opened.machine, tables=opened.controller.tables, footing=opened.footing, seed=seed)
    driven = Driven(controller, opened.footing, seed, None if scene is None else CourseWatch(opened.machine, scene))
    driven.step(MachineStep(serial=0, frames=0, go=[], steer=[]))
    return driven


class Driven:
    """Characters of one machine and what is asked of them, and when: every step is a frame of the machine and nothing comes between two
    but requests, so the same requests at the same steps make the same motion again."""

    def __init__(self, controller: Controller, footing: Footing, seed: int = 0, watch: CourseWatch | None = None) -> None:
        from motionloom.core.ground import ground_height

        self.controller, self.footing, self.seed, self.watch = controller, footing, seed, watch
        self.frame = 0
        place = (0.0, 0.0, 0.0)
        if watch is not None:
            place = (*watch.agent.start, watch.agent.heading)
            controller.place(watch.agent.state or controller.state(), at=place)
        self.begun = [(0, controller.state(), place)]  # of each character: the frame it came at, its state and its place
        self.asked: list[list[Request]] = [[]]
        self.ground = float(ground_height(controller.machine.states[0].motions[0]))

    def step(self, request: MachineStep) -> bytes:
        """Let time go on, take the requests, and say how everybody stands."""
        from motionloom.behaviours.states import RATE
        from motionloom.core.kinematics import forward_kinematics

        self.controller.set_footing(self.footing if request.feet else None)
        for _ in range(request.frames):  # frame by frame, so that what comes is what was shown beforehand
            self.controller.step()
            self.frame += 1
            if self.watch is not None:
                self.watch.see(self.controller.characters)
        if request.add:
            self._add()
        self._ask(request)
        characters = self._describe_all()
        rotations, roots = look_ahead(self.controller)
        skeleton = self.controller.machine.skeleton
        world, positions = forward_kinematics(rotations, roots, skeleton.offsets, skeleton.parents)
        positions = positions - np.array([0, self.ground, 0], positions.dtype)
        run = None if request.recorded is None else self.run_of(request.recorded)
        moment = MachineMoment(serial=request.serial, rate=RATE, frame=self.frame, characters=characters, run=run, course=self._fare())
        return pack_arrays({"positions": _single(positions), "rotations": _single(world)}, moment.model_dump())

    def _fare(self) -> CourseNow | None:
        """How the first character fares in the scene that it is driven through."""
        from motionloom.behaviours.states import RATE

        watch = self.watch
        if watch is None:
            return None
        goal, off = watch.goal, [None if each is None else round(each, 4) for each in (watch.off_now, watch.off_line)]
        return CourseNow(
            goals=len(watch.agent.goals),
            reached=watch.reached,
            next=None if goal is None else list(goal.at),
            behaviour="" if goal is None else goal.behaviour,
            off_now=off[0],
            off_line=off[1],
            touched=watch.touched[-20:],
            seconds=round(watch.frame / RATE, 2),
            place=np.round(self.controller.characters.place[0], 3).tolist(),
        )

    def _add(self) -> None:
        place = find_place(len(self.controller))
        self.controller = add_character(self.controller, place, self.seed + len(self.controller))
        self.begun.append((self.frame, self.controller.state(len(self.controller) - 1), place))
        self.asked.append([])

    def _ask(self, request: MachineStep) -> None:
        """Make the requests, and note when."""
        from motionloom.behaviours.requests import Request

        for n in (*(go.character for go in request.go), *(steer.character for steer in request.steer)):
            self._check(n)
        for n, wishes in enumerate(self.asked):
            step = self.frame - self.begun[n][0]
            goes = [Request(step, go.state, replace=go.replace) for go in request.go if go.character == n]
            steers = [Request(step, parameter="turn", value=steer.turn) for steer in request.steer if steer.character == n]
            for wish in (*goes, *steers):
                wish.ask(self.controller, n)
                wishes.append(wish)

    def run_of(self, recorded: MachineRecorded) -> MachineRun:
        """What a character did from a frame of the drive on."""
        n = self._check(recorded.character)
        begun, start, place = self.begun[n]
        skip = max(recorded.first - begun, 0)
        if self.frame - begun <= skip or len(self.asked[n]) > MAX_REQUESTS:
            raise StudioError(f"there is nothing to keep yet, or more than {MAX_REQUESTS} requests; drive on, or press Drive to begin anew")
        requests = [MachineRequest(**each.to_json()) for each in self.asked[n]]
        return MachineRun(start=start, at=list(place), requests=requests, skip=skip, frames=self.frame - begun - skip, seed=self.seed + n)

    def _describe_all(self) -> list[MachineCharacter]:
        """What everybody does as soon as requests are looked at; nobody moves by it."""
        kept = self.controller.characters.copy()
        self.controller.advance(0.0)
        described = [self.describe(n) for n in range(len(self.controller))]
        self.controller.restore(kept)
        return described

    def describe(self, n: int) -> MachineCharacter:
        """What a character does, in words and shares."""
        c, tables, graph = self.controller.characters, self.controller.tables, self.controller.machine.graph
        state, goal, point = int(c.state[n]), int(c.goal[n]), int(c.point[n])
        length = float(tables.firsts[state + 1] - tables.firsts[state] - 1)
        moving = self.controller.mode(n) == "transition"
        start, stop = tables.windows[point] if moving else (0.0, 1.0)
        target = graph.names[tables.ways[point, 1]] if moving and tables.ways[point, 1] != state else None
        return MachineCharacter(
            state=graph.names[state],
            mode=self.controller.mode(n),  # type: ignore[arg-type]  # one of MODES
            phase=float(np.clip(c.at[n] / length, 0, 1)),
            target=target,
            share=float(np.clip((c.at[n] - start) / (stop - start), 0, 1)) if moving else 0.0,
            goal=None if goal < 0 else graph.names[goal],
            route=self._route(state, goal),
            queue=self._queue(n),
            done=int(c.done[n]),
            turn=float(c.asked[n, 0]),
        )

    def _route(self, state: int, goal: int) -> list[str]:
        """The states on the way to the goal, both ends included."""
        graph, route = self.controller.machine.graph, [state]
        while goal >= 0 and route[-1] != goal:
            route.append(int(self.controller.tables.routes[route[-1], goal]))
        return [graph.names[each] for each in route] if goal >= 0 else []

    def _queue(self, n: int) -> list[str]:
        """What waits, in order."""
        from motionloom.behaviours.characters import QUEUE
        from motionloom.behaviours.control import GO

        c, found = self.controller.characters, []
        for k in range(int(c.waiting[n])):
            slot = (int(c.head[n]) + k) % QUEUE
            amount = float(c.amounts[n, slot])
            found.append(self.controller.machine.graph.names[int(amount)] if c.kinds[n, slot] == GO else f"steer {amount:.1f}")
        return found

    def _check(self, n: int) -> int:
        if n >= len(self.controller):
            raise StudioError(f"no character {n}; there are {len(self.controller)}, counted from 0")
        return n


def look_ahead(controller: Controller) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Rotations (N, F, J, 4) and roots (N, F, 3) now and in the moments to come, if nothing is asked; nobody moves by it."""
    kept = controller.characters.copy()
    rotations, roots = [controller.rotations.copy()], [controller.roots.copy()]
    for _ in range(AHEAD):
        controller.step()
        rotations.append(controller.rotations.copy())
        roots.append(controller.roots.copy())
    controller.restore(kept)
    return np.stack(rotations, axis=1), np.stack(roots, axis=1)


def find_place(number: int) -> tuple[float, float, float]:
    """Where one more character comes: x, z metres and heading, beside where the first began."""
    return (APART * ((number + 1) // 2) * (1 if number % 2 else -1), 0.0, 0.0)


def add_character(controller: Controller, place: tuple[float, float, float], seed: int = 0) -> Controller:
    """The same characters where they are, and one more at a place, with laps in an order of its own."""
    from motionloom.behaviours.control import Controller

    if len(controller) >= MAX_CHARACTERS:
        raise StudioError(f"{MAX_CHARACTERS} characters are on stage, which is as many as can be driven here")
    more = Controller(controller.machine, tables=controller.tables, footing=controller.footing, seed=seed)
    more.place(more.state(), at=place)
    more.restore(controller.characters.join(more.characters))
    return more


def _single(values: NDArray[np.floating]) -> NDArray[np.float32]:
    return np.ascontiguousarray(values, np.float32)
