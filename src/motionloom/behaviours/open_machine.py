"""Behaviour machines on the shelf: an open one keeps what is computed from it once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motionloom.behaviours.building import Built
from motionloom.behaviours.control import Controller
from motionloom.behaviours.footing import Footing, find_footing
from motionloom.behaviours.machine import Machine
from motionloom.behaviours.machine_file import from_bytes, read_machine, to_bytes
from motionloom.behaviours.measures import limit_of
from motionloom.behaviours.missing import Missing
from motionloom.behaviours.states import TransitionPoint, cost_between
from motionloom.behaviours.transition_trials import try_transition
from motionloom.library import Document, Library
from motionloom.making.shelf import NewEntry, ShelfKind, put, register

KIND = "behaviour_machine"
MATRICES = 16  # cost matrices that an open machine keeps


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
        return Controller(self.machine)

    @cached_property
    def footing(self) -> Footing:
        """What its clips say about feet."""
        return find_footing(self.machine)

    @cached_property
    def limit(self) -> float:
        """The captures' own 99.9th percentile of joint accelerations, m/s2."""
        return limit_of(self.machine)

    def try_transition(self, point: TransitionPoint) -> float:
        """The largest acceleration of a joint, m/s2, when this transition is played; the machine's own are tried once."""
        if id(point) not in self._own:
            return try_transition(self.controller, point)
        if id(point) not in self._tried:
            self._tried[id(point)] = try_transition(self.controller, point)
        return self._tried[id(point)]

    def costs(self, source: str, target: str) -> NDArray[np.float64]:
        """Metres (Fa, Fb) between the frames of two states' references."""
        if (source, target) not in self._costs:
            pair = self.machine.state(source).motions[0], self.machine.state(target).motions[0]
            self._costs[source, target] = cost_between(*pair)
            while len(self._costs) > MATRICES:
                self._costs.popitem(last=False)
        return self._costs[source, target]


def to_entry(built: Built, subject: str = "", missing: Iterable[Missing] = (), wanted: Sequence[str] | None = None) -> NewEntry:
    """A machine that was built, as it goes on the shelf. missing: what mining says of edges that it did not find; wanted: the states that
    were asked for, so that it can be built again."""
    kept = set(built.machine.graph.names)
    data = {
        "subject": subject,
        "states": [state.to_json() for state in built.states],
        "left_out": [list(each) for each in built.left_out],
        **({} if wanted is None else {"wanted": list(wanted)}),
        "missing": [
            {"source": each.source, "target": each.target, "reason": each.reason, "advice": each.advice}
            for each in missing
            if {each.source, each.target} <= kept
        ],
    }
    return NewEntry(to_bytes(built.machine), data, built.clips)


def edited_entry(document: Document, machine: Machine) -> NewEntry:
    """A new version of a machine: other transitions or costs, made of the same clips."""
    return NewEntry(to_bytes(machine), document.data, tuple(document.clips))


def shelve(library: Library, name: str, entry: NewEntry, window: str = "") -> Document:
    """The machine on a library's shelf: the same one where it is there already, else put there."""
    there = (each for each in library.documents(KIND) if library.document_bytes(each.id) == entry.content)
    found = next(there, None)
    return library.document(put(library, KIND, name, entry, window=window)) if found is None else found


def _open(library: Library, document: Document, content: bytes) -> OpenMachine:
    return OpenMachine(from_bytes(content, f"machine {document.name!r}"))


def read_entry(path: Path) -> NewEntry:
    """A machine's file as it goes on a shelf; its frames are in it, and of which clips of a library they are nobody knows."""
    machine = read_machine(path)
    states: list[dict[str, Any]] = [{"name": state.name, "clips": [motion.name for motion in state.motions]} for state in machine.states]
    return NewEntry(to_bytes(machine), {"subject": "", "states": states, "left_out": [], "missing": []})


MACHINES = register(ShelfKind(KIND, "Machine", ".npz", _open, lambda library, path: read_entry(path)))
