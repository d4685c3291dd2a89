"""What a panel's server side is: a name, a router and the messages the client needs types for."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from pydantic import BaseModel


@dataclass(frozen=True)
class Panel:
    """Mounted under /api/panels/{name}; `messages` go into the generated TypeScript."""

    name: str
    title: str
    router: APIRouter
    messages: tuple[type[BaseModel], ...] = ()
