"""Driving through a scene of the plan panel by keys: the machine panel's steps, with a scene that is told first and watched all the way."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from motionloom.core.errors import MotionloomError
from motionloom.studio.errors import explain, parse_json
from motionloom.studio.panels.machine_live import answer_step, problem, receive, start
from motionloom.studio.panels.machine_shelf import MachineId
from motionloom.studio.protocol.base import Request
from motionloom.studio.session import Studio

router = APIRouter()


class DriveBegin(Request):
    """A scene as plain data (docs/navigation.md): its first agent with goals is driven, from where it begins."""

    scene: dict[str, Any]


BEGIN: TypeAdapter[DriveBegin] = TypeAdapter(DriveBegin)
MESSAGES = (DriveBegin,)


@router.websocket("/machines/{machine}/drive")
async def drive(socket: WebSocket, machine: MachineId) -> None:
    """One window's drive: its first message is the scene, all others are steps as of the machine panel."""
    from motionloom.navigation.scene_file import scene_from_json

    studio: Studio = socket.app.state.studio
    await socket.accept()
    try:
        begin = BEGIN.validate_python(parse_json(await receive(socket)))
        driven = await asyncio.to_thread(start, studio, machine, scene_from_json(begin.scene))
        while True:
            await answer_step(socket, driven, await receive(socket))
    except (ValidationError, MotionloomError) as error:
        await socket.send_text(problem(explain(error) if isinstance(error, ValidationError) else str(error)))
        await socket.close(1008)
    except WebSocketDisconnect:
        pass
