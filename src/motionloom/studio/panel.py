"""What a panel's server side is: a name, routes, and the messages the client needs types for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter
from pydantic import BaseModel

if TYPE_CHECKING:
    from motionloom.studio.session import OpenLibrary


@dataclass(frozen=True)
class Panel:
    """Mounted under /api/panels/{name}; `messages` go into the generated TypeScript.

    Long work is a registered kind of job, started with `current.runner.start(kind, arguments)`. News goes out with
    `studio.hub.publish(PanelMessage(type="panel", panel=name, data=...))`. client: for panels of other packages, a JavaScript
    module that calls `window.motionloom.addPanel` with a function of what the studio offers (`studio/src/panels/added.ts`).
    load: called once, beside everything else, when a library has been open for a while: what a person would wait for later.
    """

    name: str
    title: str
    router: APIRouter
    messages: tuple[type[BaseModel], ...] = ()
    client: Path | None = None
    load: Callable[[OpenLibrary], None] | None = None
