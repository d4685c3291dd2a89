"""What a panel's server side is: a name, routes, the messages the client needs types for, and its long work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter
from pydantic import BaseModel

if TYPE_CHECKING:
    from motionloom.studio.jobs.context import JobContext
    from motionloom.studio.session import Studio


@dataclass(frozen=True)
class Panel:
    """Mounted under /api/panels/{name}; `messages` go into the generated TypeScript.

    jobs: kind -> work, started with `current.runner.add(kind, title, arguments)`. News goes out with
    `studio.hub.publish(PanelMessage(type="panel", panel=name, data=...))`. client: for panels of other packages, a JavaScript
    module whose default export is a function of the studio's offers (`studio/src/panels/added.ts`) that gives the panel.
    """

    name: str
    title: str
    router: APIRouter
    messages: tuple[type[BaseModel], ...] = ()
    jobs: Mapping[str, Callable[[Studio, JobContext], None]] = field(default_factory=dict)
    client: Path | None = None
