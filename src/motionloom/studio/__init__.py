"""The studio's server: the room where artists meet the machines. Thin: it calls the rooms above and never computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.core.lazy import load_later

if TYPE_CHECKING:
    from motionloom.studio.app import create_app as create_app
    from motionloom.studio.serving import serve as serve

# The web server is loaded only when it is used: `motionloom --help` must not wait for it.
__all__, __getattr__ = load_later(__name__, __file__)
