"""Ctrl-C while loops are compiled or read from disk.

LLVM calls back into Python when it has made or wants a function's code. What a signal raises in such a call is lost: numba then ends
with "no compiled object yet", or the process with a symbol that is not there, instead of stopping as a person asked it to.
"""

# mypy: disable-error-code="misc,no-untyped-call"
from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any

from numba.core import event


class _LaterInterrupt(event.Listener):
    """Keeps ctrl-C back while the main thread holds the compiler, and passes it on as soon as a function is done."""

    def __init__(self) -> None:
        self._depth, self._asked = 0, False
        self._usual: Any = None

    def on_start(self, event: event.Event) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # signals reach the main thread only
        if self._depth == 0:
            self._usual = signal.getsignal(signal.SIGINT)
            if callable(self._usual):
                signal.signal(signal.SIGINT, self._note)
        self._depth += 1

    def on_end(self, event: event.Event) -> None:
        if threading.current_thread() is not threading.main_thread() or self._depth == 0:
            return
        self._depth -= 1
        if self._depth == 0 and callable(self._usual):
            signal.signal(signal.SIGINT, self._usual)
        if self._asked:
            self._asked = False
            self._usual(signal.SIGINT, None)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._asked = True


def keep_interrupts_out_of_the_compiler() -> None:
    """From now on ctrl-C waits until the compiler has done with a function."""
    event.register("numba:compiler_lock", _LaterInterrupt())
