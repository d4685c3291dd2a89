"""Posing in the viewer: every move of the pointer is sent, solved, and the pose sent back; it is drawn as it comes."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Annotated

import numpy as np
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

from motionloom.core.errors import MotionloomError
from motionloom.studio.arrays import pack_arrays
from motionloom.studio.errors import StudioError, explain, parse_json
from motionloom.studio.panels.layers_composing import compose
from motionloom.studio.panels.layers_messages import (
    PoseBegin,
    PoseDrag,
    PoseKeyed,
    PoseKeyInfo,
    PoseMoment,
    PoseToKey,
    PoseTwist,
    PoseUndo,
    to_stack,
)
from motionloom.studio.protocol.base import Problem
from motionloom.studio.routes.parameters import ClipId
from motionloom.studio.session import Studio

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from motionloom.edits.posing import Posed
    from motionloom.edits.posing.limits import Limits
    from motionloom.studio.panels.layers_composing import Composed
    from motionloom.studio.session import OpenLibrary

    Pose = tuple[NDArray[np.float64], NDArray[np.float64]]  # rotations (J, 4), root (3,)

router = APIRouter()
PoseMessage = Annotated[PoseBegin | PoseDrag | PoseTwist | PoseUndo | PoseToKey, Field(discriminator="kind")]
MESSAGES: TypeAdapter[PoseMessage] = TypeAdapter(PoseMessage)
MOST_DRAGS = 1000


@router.websocket("/clips/{clip}/pose")
async def live(socket: WebSocket, clip: ClipId) -> None:
    """One window that poses a clip, until it leaves."""
    studio: Studio = socket.app.state.studio
    await socket.accept()
    try:
        posing = await asyncio.to_thread(Posing, studio.require(), clip)
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code", 1000))
            answer = await _answer(posing, received.get("text") or "")
            await (socket.send_bytes(answer) if isinstance(answer, bytes) else socket.send_text(answer))
    except MotionloomError as error:
        await socket.send_text(Problem(error=str(error)).model_dump_json())
        await socket.close(1008)
    except WebSocketDisconnect:
        pass


async def _answer(posing: Posing, text: str) -> bytes | str:
    """The pose after a message, or what was wrong with it. A drag is solved at once; what composes a clip goes to a thread."""
    try:
        message = MESSAGES.validate_python(parse_json(text))
        if isinstance(message, PoseBegin | PoseToKey):
            return await asyncio.to_thread(posing.hear, message)
        return posing.hear(message)
    except ValidationError as error:
        return Problem(error=explain(error)).model_dump_json()
    except MotionloomError as error:
        return Problem(error=str(error)).model_dump_json()


class Posing:
    """The pose that one window works on: a frame of what layers make of a clip, and what was done to it, drag by drag."""

    def __init__(self, current: OpenLibrary, clip: str) -> None:
        self.current, self.clip = current, clip
        self.composed: Composed | None = None
        self.frame = 0
        self.poses: list[Pose] = []  # the frame's own, and after every drag
        self.last: Posed | None = None
        current.clip(clip)

    def hear(self, message: PoseMessage) -> bytes | str:
        """Do what a message says, and answer it."""
        began, miss = time.perf_counter(), 0.0
        if isinstance(message, PoseBegin):
            self._begin(message)
        elif isinstance(message, PoseToKey):
            return self._key(message)
        elif isinstance(message, PoseUndo):
            self._opened()
            self.poses = self.poses[:1] if message.all or len(self.poses) < 2 else self.poses[:-1]
        elif isinstance(message, PoseDrag):
            miss = self._drag(message)
        else:
            self._twist(message)
        moment = PoseMoment(
            serial=message.serial, frame=self.frame, drags=len(self.poses) - 1, miss=miss, took=1000 * (time.perf_counter() - began)
        )
        return pack_arrays(self._world(), moment.model_dump())

    def _begin(self, message: PoseBegin) -> None:
        self.composed = compose(self.current, self.clip, to_stack(message.stack))
        motion = self.composed.motion
        self.frame = min(message.frame, len(motion) - 1)
        self.poses = [(motion.rotations[self.frame].astype(np.float64), motion.root_positions[self.frame].astype(np.float64))]

    def _opened(self) -> Composed:
        if self.composed is None:
            raise StudioError("choose a frame before posing it")
        return self.composed

    def _start(self, fresh: bool) -> Pose:
        """The pose that a drag starts from; the last one of the list becomes the drag's."""
        if fresh or len(self.poses) < 2:
            self.last = None
            self.poses.append(self.poses[-1])
            del self.poses[1:-MOST_DRAGS]
        return self.poses[-2]

    def _drag(self, message: PoseDrag) -> float:
        from motionloom.edits.posing import pose_frame

        skeleton = self._opened().motion.skeleton
        rotations, root = self._start(message.fresh)
        pins = [joint for joint in message.pins if joint != message.joint]
        limits = self._limits() if message.natural else None
        told: dict[str | int, list[float]] = {message.joint: message.to}
        found = pose_frame(skeleton, rotations, root, told, pins, brush=message.brush, warm=self.last, limits=limits)
        self.last = found
        self.poses[-1] = (found.rotations, found.root_positions)
        return float(np.linalg.norm(found.positions[message.joint] - np.array(message.to)))

    def _limits(self) -> Limits:
        from motionloom.edits.posing.limits import library_limits

        return library_limits(self.current.library)

    def _twist(self, message: PoseTwist) -> None:
        from motionloom.edits.posing.twist import twist_joint

        skeleton = self._opened().motion.skeleton
        rotations, root = self._start(message.fresh)
        self.poses[-1] = (twist_joint(skeleton, rotations, message.joint, message.angle), root)

    def _key(self, message: PoseToKey) -> str:
        from motionloom.edits.layers.keying import key_pose

        composed = self._opened()
        key = key_pose(composed.source, composed.stack, message.layer, composed.motion, self.frame, *self.poses[-1])
        told = PoseKeyInfo.model_validate(key.to_json())
        return PoseKeyed(serial=message.serial, layer=message.layer, key=told).model_dump_json()

    def _world(self) -> dict[str, NDArray[np.float32]]:
        from motionloom.core.kinematics import forward_kinematics

        skeleton = self._opened().motion.skeleton
        rotations, root = self.poses[-1]
        world, positions = forward_kinematics(rotations, root, skeleton.offsets, skeleton.parents)
        return {"positions": positions.astype(np.float32), "rotations": world.astype(np.float32)}
