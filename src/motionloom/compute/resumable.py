"""One function over many items, stopped at any moment and gone on with: what is finished is kept, by its inputs.

Work is known by its title and inputs; run it again and only what is missing is done. Results are plain JSON data; arrays
go to files that the result names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, TypeVar

from motionloom.compute.executor import InProcess
from motionloom.compute.job_store import JobStore
from motionloom.compute.mapping import map_unordered
from motionloom.compute.progress import Progress
from motionloom.compute.seeds import make_key
from motionloom.core.kernel_cache import ARITHMETIC

Item = TypeVar("Item")


def work_key(kind: str, inputs: Mapping[str, Any], version: int = 1) -> str:
    """The key under which finished items of some work are kept; those of another arithmetic would not fit to new ones."""
    return make_key(kind, version, ARITHMETIC, inputs)


def run_job(
    kind: str,
    inputs: Mapping[str, Any],
    function: Callable[[Item], Any],
    items: Mapping[str, Item],
    *,
    store: JobStore | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    version: int = 1,
    job: str = "",
) -> dict[str, Any]:
    """The results of function(item) by item key, in the order of `items` whoever ran them; finished ones come from the store.

    Change `version` when the function changes what it gives. The first item that fails stops the work and its error is
    raised; what was finished is kept, until `job` is forgotten where one is named.
    """
    progress = progress or Progress()
    key = work_key(kind, inputs, version)
    found = store.results(key) if store is not None else {}
    results = {name: found[name] for name in items if name in found}
    missing = [(name, item) for name, item in items.items() if name not in results]
    progress.begin(kind, len(items), done=len(results))
    for outcome in map_unordered(executor or InProcess(), _Task(function), missing, cancel=progress.cancel):
        name, value = outcome.item[0], outcome.get()
        if store is not None:
            store.finish_item(key, name, value, job)
        results[name] = value
        progress.advance(note=name)
    # Through JSON where it came from the store: make fresh results look the same.
    return {name: json.loads(json.dumps(results[name])) for name in items}


@dataclass(frozen=True)
class _Task:
    """Calls the function with the item of a (key, item) pair; a class, because it must travel to other processes."""

    function: Callable[[Any], Any]

    def __call__(self, pair: tuple[str, Any]) -> Any:
        return self.function(pair[1])
