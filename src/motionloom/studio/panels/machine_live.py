"""Characters driven live. The window keeps the clock: it says how much time has passed and what is asked, and gets the poses back.

With them come those of the next moments, as they will be if nothing is asked: the window plays them at its display's own rate until it
hears more, so a late answer is not seen. What is asked shows in the first picture after the answer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import numpy as np
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from motionloom.core.errors import MotionloomError
from motionloom.studio.arrays import pack_arrays
from motionloom.studio.errors import StudioError, explain, parse_json
from motionloom.studio.panels.machine_messages import MAX_CHARACTERS, MachineCharacter, MachineMoment, MachineStep
from motionloom.studio.panels.machine_shelf import MachineId, open_machine
from motionloom.studio.protocol.base import Problem
from motionloom.studio.session import Studio

if TYPE_CHECKING:
    from motionloom.behaviours.control import Controller

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
            answer = _answer(driven, await _receive(socket))
            await (socket.send_bytes(answer) if isinstance(answer, bytes) else socket.send_text(answer))
    except MotionloomError as error:
        await socket.send_text(_problem(str(error)))
        await socket.close(1008)
    except WebSocketDisconnect:
        pass


async def _receive(socket: WebSocket) -> str:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    return received.get("text") or ""


def _answer(driven: Driven, text: str) -> bytes | str:
    """The poses after a step, or what was wrong with the request."""
    try:
        return driven.step(STEPS.validate_python(parse_json(text)))
    except ValidationError as error:
        return _problem(explain(error))
    except MotionloomError as error:
        return _problem(str(error))


def _problem(text: str) -> str:
    return Problem(error=text).model_dump_json()


def start(studio: Studio, machine: str) -> Driven:
    """One character in the machine's first cyclic state; the first step is taken here, where compiling it keeps nobody waiting."""
    from motionloom.behaviours.control import Controller

    opened = open_machine(studio.require(), machine)
    driven = Driven(Controller(opened.machine, tables=opened.controller.tables))
    driven.step(MachineStep(serial=0, frames=0, go=[], steer=[]))
    return driven


class Driven:
    """Characters of one machine and what is asked of them."""

    def __init__(self, controller: Controller) -> None:
        from motionloom.core.ground import ground_height

        self.controller = controller
        self.ground = float(ground_height(controller.machine.states[0].motions[0]))

    def step(self, request: MachineStep) -> bytes:
        """Let time go on, take the requests, and say how everybody stands."""
        from motionloom.behaviours.states import RATE
        from motionloom.core.kinematics import forward_kinematics

        for _ in range(request.frames):  # frame by frame, so that what comes is what was shown beforehand
            self.controller.step()
        if request.add:
            self.controller = add_character(self.controller)
        for go in request.go:
            self.controller.go(go.state, self._check(go.character), go.replace)
        for steer in request.steer:
            self.controller.steer(steer.turn, self._check(steer.character))
        self.controller.step(0.0)
        rotations, roots = look_ahead(self.controller)
        skeleton = self.controller.machine.skeleton
        world, positions = forward_kinematics(rotations, roots, skeleton.offsets, skeleton.parents)
        positions = positions - np.array([0, self.ground, 0], positions.dtype)
        characters = [self.describe(n) for n in range(len(self.controller))]
        moment = MachineMoment(serial=request.serial, rate=RATE, characters=characters)
        return pack_arrays({"positions": _single(positions), "rotations": _single(world)}, moment.model_dump())

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


def add_character(controller: Controller) -> Controller:
    """The same characters where they are, and one more beside where they began."""
    from motionloom.behaviours.control import Controller

    count = len(controller)
    if count >= MAX_CHARACTERS:
        raise StudioError(f"{MAX_CHARACTERS} characters are on stage, which is as many as can be driven here")
    more = Controller(controller.machine, tables=controller.tables)
    more.place(more.state(), at=(APART * ((count + 1) // 2) * (1 if count % 2 else -1), 0.0, 0.0))
    more.restore(controller.characters.join(more.characters))
    return more


def _single(values: NDArray[np.floating]) -> NDArray[np.float32]:
    return np.ascontiguousarray(values, np.float32)
