"""What a panel's server side is: a name, routes, and the messages the client needs types for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter
from pydantic import BaseModel


@dataclass(frozen=True)
class Panel:
    """Mounted under /api/panels/{name}; `messages` go into the generated TypeScript.

    Long work is a registered kind of job, started with `current.runner.start(kind, arguments)`. News goes out with
    `studio.hub.publish(PanelMessage(type="panel", panel=name, data=...))`. client: for panels of other packages, a JavaScript
    module that calls `window.motionloom.addPanel` with a function of what the studio offers (`studio/src/panels/added.ts`).
    """

    name: str
    title: str
    router: APIRouter
    messages: tuple[type[BaseModel], ...] = ()
    client: Path | None = None
