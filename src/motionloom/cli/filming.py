"""How far a film is, on the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motionloom.compute import Progress

FILMING = "Rendering"


def count_frames(progress: Progress) -> Callable[[int, int], None]:
    """What a film is told its frames by."""

    def tell(done: int, total: int) -> None:
        if progress.state.total != total or progress.state.title != FILMING:
            progress.begin(FILMING, total)
        progress.advance()

    return tell
