"""The package's build hook: a wheel carries the studio's page, which is built here where that was not done yet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StudioPage(BuildHookInterface):  # type: ignore[misc]  # hatchling has no types here
    """Builds the studio's browser side as `dev.py` does: with this machine's Node, or with the one of PyPI."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is packed; an editable installation has its page built by `dev.py` when it is first opened."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root)))
        import dev

        if not dev.client_is_current():
            dev.build_client()
        if not dev.client_is_current():
            raise RuntimeError("the studio's page could not be built: install Node 20 or newer, or let pip reach an index, and try again")
