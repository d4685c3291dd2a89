"""Steering in the plan panel: characters of a scene that go where a hand points, round each other, step by step over a socket.

The window keeps the clock, as it does when it drives: a step says how much time has passed and who is sent where; the answer has the poses
of that moment and of those to come.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from motionloom.core.errors import MotionloomError
from motionloom.studio.arrays import pack_arrays
from motionloom.studio.errors import StudioError, explain, parse_json
from motionloom.studio.panels.machine_live import look_ahead
from motionloom.studio.panels.machine_messages import MAX_FRAMES, MAX_REQUESTS, MachineRequest, MachineRun
from motionloom.studio.panels.machine_shelf import MachineId, open_machine
from motionloom.studio.protocol.base import Answer, Problem, Request
from motionloom.studio.session import Studio

if TYPE_CHECKING:
    from motionloom.behaviours.open_machine import OpenMachine
    from motionloom.navigation.repertoire import Repertoire
    from motionloom.navigation.scene import Agent, Scene

router = APIRouter()
MOST_STEERED = 24  # characters whose poses go through a socket many times a second
NEAR = 0.3  # metres within which somebody who was sent has arrived

Place = Annotated[list[Annotated[float, Field(ge=-1000, le=1000)]], Field(min_length=2, max_length=2)]


class SteerBegin(Request):
    """A scene as plain data; go: everybody sets off for their own goals at once, a crowd."""

    scene: dict[str, Any]
    go: bool = True
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0


class SteerSend(Request):
    """A character is sent to a place x, z on the floor."""

    character: Annotated[int, Field(ge=0)]
    at: Place


class SteerStep(Request):
    """So many frames have passed; who is sent where now, and whether everybody's run so far is wanted."""

    serial: Annotated[int, Field(ge=0)]
    frames: Annotated[int, Field(ge=0, le=MAX_FRAMES)]
    send: Annotated[list[SteerSend], Field(default_factory=list, max_length=100)]
    runs: bool = False


class SteeredCharacter(Answer):
    """What somebody does: its state, where it is (x, z, heading), where it goes, if anywhere, and how much room its body has, metres."""

    name: str
    state: str
    place: list[float]
    goal: list[float] | None
    arrived: bool
    room: float | None


class SteerMoment(Answer):
    """How everybody stands after a step; runs where they were wanted."""

    serial: int
    rate: float
    frame: int
    characters: list[SteeredCharacter]
    runs: list[MachineRun] | None = None


BEGIN: TypeAdapter[SteerBegin] = TypeAdapter(SteerBegin)
STEPS: TypeAdapter[SteerStep] = TypeAdapter(SteerStep)
MESSAGES = (SteerBegin, SteerSend, SteerStep, SteeredCharacter, SteerMoment)


@router.websocket("/machines/{machine}/steer")
async def steer(socket: WebSocket, machine: MachineId) -> None:
    """One window's scene: its first message begins it, all others are steps."""
    studio: Studio = socket.app.state.studio
    await socket.accept()
    try:
        begin = BEGIN.validate_python(parse_json(await socket.receive_text()))
        steered = await asyncio.to_thread(start, studio, machine, begin)
        while True:
            text = await socket.receive_text()
            try:
                answer = await asyncio.to_thread(steered.step, STEPS.validate_python(parse_json(text)))
                await socket.send_bytes(answer)
            except ValidationError as error:
                await socket.send_text(_problem(explain(error)))
            except MotionloomError as error:
                await socket.send_text(_problem(str(error)))
    except (ValidationError, MotionloomError) as error:
        await socket.send_text(_problem(explain(error) if isinstance(error, ValidationError) else str(error)))
        await socket.close(1008)
    except WebSocketDisconnect:
        pass


def _problem(text: str) -> str:
    return Problem(error=text).model_dump_json()


def start(studio: Studio, machine: str, begin: SteerBegin) -> Steered:
    """Everybody where the scene has them begin."""
    from motionloom.navigation.scene_file import scene_from_json

    scene = scene_from_json(begin.scene)
    if not 1 <= len(scene.agents) <= MOST_STEERED:
        raise StudioError(
            f"the studio steers 1 to {MOST_STEERED} characters, this scene has {len(scene.agents)}; `motionloom crowd` takes more"
        )
    opened = open_machine(studio.require(), machine)
    return Steered(opened, _repertoire(opened), scene, begin)


@lru_cache(maxsize=4)
def _repertoire(opened: OpenMachine) -> Repertoire:
    """A machine's moves; playing them all takes a second or two."""
    from motionloom.navigation.repertoire import make_repertoire

    return make_repertoire(opened.machine, opened.controller.tables)


class Steered:
    """The characters of a scene, and where each is sent: goal after goal of its own, until a hand sends it elsewhere."""

    def __init__(self, opened: OpenMachine, repertoire: Repertoire, scene: Scene, begin: SteerBegin) -> None:
        from motionloom.core.ground import ground_height
        from motionloom.navigation.steering import Steering, SteeringOptions

        starts = np.array([(*agent.start, agent.heading) for agent in scene.agents])
        radii = np.array([agent.radius for agent in scene.agents])
        goals = [goal.at for agent in scene.agents for goal in agent.goals]
        options = SteeringOptions(seed=begin.seed)
        self.steering = Steering(repertoire, scene, starts, radii, options, footing=opened.footing, places=goals)
        self.agents: tuple[Agent, ...] = scene.agents
        self.left = [list(agent.goals) if begin.go else [] for agent in scene.agents]
        self.ground = float(ground_height(opened.machine.states[0].motions[0]))
        for n in range(len(self.agents)):
            self._send_on(n)

    def _send_on(self, n: int) -> None:
        if self.left[n]:
            goal = self.left[n].pop(0)
            self.steering.send(n, goal, stop=not self.left[n])

    def step(self, request: SteerStep) -> bytes:
        """Let time go on, send whom a hand sends, and say how everybody stands."""
        from motionloom.behaviours.states import RATE
        from motionloom.core.kinematics import forward_kinematics

        for _ in range(request.frames):
            self.steering.step()
            for n in np.flatnonzero(self.steering.arrived()).tolist():
                self._send_on(n)
        for sent in request.send:
            self._send(sent)
        controller = self.steering.controller
        characters = self._describe_all()
        rotations, roots = look_ahead(controller)
        skeleton = controller.machine.skeleton
        world, positions = forward_kinematics(rotations, roots, skeleton.offsets, skeleton.parents)
        positions = positions - np.array([0, self.ground, 0], positions.dtype)
        runs = self._runs() if request.runs else None
        moment = SteerMoment(serial=request.serial, rate=RATE, frame=self.steering.step_number, characters=characters, runs=runs)
        arrays = {name: np.ascontiguousarray(values, np.float32) for name, values in (("positions", positions), ("rotations", world))}
        return pack_arrays(arrays, moment.model_dump())

    def _send(self, sent: SteerSend) -> None:
        from motionloom.navigation.scene import Goal

        if sent.character >= len(self.agents):
            raise StudioError(f"no character {sent.character}; there are {len(self.agents)}, counted from 0")
        self.left[sent.character] = []
        self.steering.send(sent.character, Goal((sent.at[0], sent.at[1]), NEAR))

    def _describe_all(self) -> list[SteeredCharacter]:
        from motionloom.navigation._crowd_kernels import closest_pairs

        steering, c = self.steering, self.steering.controller.characters
        room, arrived = np.empty(len(self.agents)), steering.arrived()
        closest_pairs(c.place, steering.minds.here, steering.radii, room)
        return [
            SteeredCharacter(
                name=agent.name,
                state=steering.controller.state(n),
                place=np.round(c.place[n], 3).tolist(),
                goal=np.round(steering.goals[n, :2], 3).tolist() if np.isfinite(steering.goals[n, 2]) else None,
                arrived=bool(arrived[n]),
                room=round(float(room[n]), 3) if np.isfinite(room[n]) else None,
            )
            for n, agent in enumerate(self.agents)
        ]

    def _runs(self) -> list[MachineRun]:
        """Everybody's run so far."""
        found = list[MachineRun]()
        for n in range(len(self.agents)):
            run = self.steering.run_of(n)
            if self.steering.step_number == 0 or len(run.requests) > MAX_REQUESTS:
                raise StudioError(f"there is nothing to keep yet, or more than {MAX_REQUESTS} requests; begin anew")
            requests = [MachineRequest(**each.to_json()) for each in run.requests]
            found.append(MachineRun(start=run.start, at=list(run.at), requests=requests, skip=0, frames=run.frames, seed=run.seed))
        return found
