"""The studio's server: the room where artists meet the machines. Thin: it calls the rooms above and never computes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motionloom.studio.app import create_app
    from motionloom.studio.serving import serve

__all__ = ["create_app", "serve"]


def __getattr__(name: str) -> Any:
    """Load the web server only when it is used: `motionloom --help` must not wait for it."""
    if name == "serve":
        from motionloom.studio.serving import serve

        return serve
    if name == "create_app":
        from motionloom.studio.app import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
