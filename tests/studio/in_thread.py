"""asyncio in tests: on a thread of its own, for a worker that also drives Chromium has a loop running already."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run(scene: Coroutine[Any, Any, Any]) -> Any:
    """What the coroutine gives."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, scene).result()
