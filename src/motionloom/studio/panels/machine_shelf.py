"""Where the library keeps its machines: one document each, its bytes beside it, every edit a version that can be undone."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import Path
from numpy.typing import NDArray

from motionloom.core.errors import LibraryError
from motionloom.studio.errors import NotThere, StudioError
from motionloom.studio.protocol.base import ID_PATTERN
from motionloom.studio.session import OpenLibrary, Studio

if TYPE_CHECKING:
    from motionloom.behaviours.control import Controller
    from motionloom.behaviours.machine import Machine
    from motionloom.behaviours.states import TransitionPoint
    from motionloom.library import Document

KIND = "behaviour_machine"
KEPT = 4  # machines that are kept open, the ones a person goes back and forth between
MATRICES = 16  # cost matrices that an open machine keeps
MachineId = Annotated[str, Path(pattern=ID_PATTERN)]


@dataclass(eq=False)
class OpenMachine:
    """A machine as it is on the shelf, with what is computed from it once."""

    machine: Machine

    def __post_init__(self) -> None:
        self._costs: OrderedDict[tuple[str, str], NDArray[np.float64]] = OrderedDict()
        self._own, self._tried = frozenset(id(point) for point in self.machine.transitions), dict[int, float]()

    @cached_property
    def controller(self) -> Controller:
        """For its tables; nobody steps this one."""
        from motionloom.behaviours.control import Controller

        return Controller(self.machine)

    @cached_property
    def limit(self) -> float:
        """The captures' own 99.9th percentile of joint accelerations, m/s2."""
        from motionloom.behaviours.measures import limit_of

        return limit_of(self.machine)

    def try_transition(self, point: TransitionPoint) -> float:
        """The largest acceleration of a joint, m/s2, when this transition is played; the machine's own are tried once."""
        from motionloom.behaviours.transition_trials import try_transition

        if id(point) not in self._own:
            return try_transition(self.controller, point)
        if id(point) not in self._tried:
            self._tried[id(point)] = try_transition(self.controller, point)
        return self._tried[id(point)]

    def costs(self, source: str, target: str) -> NDArray[np.float64]:
        """Metres (Fa, Fb) between the frames of two states' references."""
        from motionloom.behaviours.states import cost_between

        if (source, target) not in self._costs:
            pair = self.machine.state(source).motions[0], self.machine.state(target).motions[0]
            self._costs[source, target] = cost_between(*pair)
            while len(self._costs) > MATRICES:
                self._costs.popitem(last=False)
        return self._costs[source, target]


_open: OrderedDict[str, OpenMachine] = OrderedDict()
_lock = threading.Lock()


def find_document(current: OpenLibrary, machine: str) -> Document:
    """A machine's document, or 404."""
    try:
        document = current.library.document(machine)
    except LibraryError as error:
        raise NotThere(str(error)) from None
    if document.kind != KIND or document.deleted is not None:
        raise NotThere(f"no machine {machine}; it may have been deleted, undo brings it back")
    return document


def open_machine(current: OpenLibrary, machine: str) -> OpenMachine:
    """A machine by the id of its document; the last few are kept by their content."""
    from motionloom.behaviours.machine_file import from_bytes

    document = find_document(current, machine)
    with _lock:
        found = _open.get(document.content)
        if found is None:
            read = from_bytes(current.library.document_bytes(machine), f"machine {document.name!r}")
            found = _open[document.content] = OpenMachine(read)
        _open.move_to_end(document.content)
        while len(_open) > KEPT:
            _open.popitem(last=False)
    return found


def add_machine(studio: Studio, machine: Machine, name: str, data: Mapping[str, Any], window: str) -> str:
    """Put a new machine on the shelf; its id comes out."""
    from motionloom.library import make_id

    identity = make_id()
    _write(studio, identity, machine, name, data, window, f"Build machine {name}")
    return identity


def save_machine(studio: Studio, document: Document, machine: Machine, window: str, title: str) -> None:
    """A new version of a machine, under a title that undo shows."""
    _write(studio, document.id, machine, document.name, document.data, window, title)


def rename_machine(studio: Studio, document: Document, name: str, window: str) -> None:
    """The same machine under another name."""
    _apply(studio, _set(document.id, name, document.data, document.content), window, f"Rename machine {document.name} to {name}")


def delete_machine(studio: Studio, document: Document, window: str) -> None:
    """Take a machine off the shelf; undo brings it back."""
    _apply(studio, {"kind": "delete_document", "document": document.id}, window, f"Delete machine {document.name}")


def _write(studio: Studio, identity: str, machine: Machine, name: str, data: Mapping[str, Any], window: str, title: str) -> None:
    from motionloom.behaviours.machine_file import to_bytes
    from motionloom.library.store import BYTES

    content = studio.require().library.store.write(to_bytes(machine), BYTES)
    _apply(studio, _set(identity, name, data, content), window, title)


def _set(identity: str, name: str, data: Mapping[str, Any], content: str) -> dict[str, Any]:
    return {"kind": "set_document", "document": identity, "of_kind": KIND, "name": name, "data": data, "content": content}


def _apply(studio: Studio, command: Mapping[str, Any], window: str, title: str) -> None:
    """One edit of this window, with words of its own."""
    if not window:
        raise StudioError("an edit needs the window that makes it, so that the window can undo it")
    studio.require().library.apply({"kind": "batch", "commands": [command], "title": title}, window=window)
    studio.feed.nudge()
