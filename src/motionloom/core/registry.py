"""Families of things that grow: makers, kinds of jobs and shelf entries, scorers, questions, panels. One file and one line each.

A family lists the modules that register its members and loads them on first use. A package of somebody else adds its own without
touching ours: it names its module as an entry point of the family's group, `[project.entry-points."motionloom.makers"]`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Generic, TypeVar

from motionloom.core.errors import MotionloomError, list_names

Member = TypeVar("Member")


class Registry(Generic[Member]):
    """The members of one family by name.

    what: for people, "maker" say. group: of entry points. modules: ours, in the order in which members are listed.
    """

    def __init__(self, what: str, group: str, modules: Sequence[str], error: type[MotionloomError] = MotionloomError) -> None:
        self.what, self.group, self.modules = what, group, tuple(modules)
        self._error = error
        self._members: dict[str, Member] = {}
        self._loaded = False
        self._lock = threading.RLock()

    def add(self, name: str, member: Member) -> Member:
        """Make a member known; the same name again replaces it, as when its module is loaded anew."""
        self._members[name] = member
        return member

    def all(self) -> dict[str, Member]:
        """Every member by name."""
        with self._lock:
            if not self._loaded:
                for module in self.modules:
                    import_module(module)
                for entry in entry_points(group=self.group):
                    entry.load()
                self._loaded = True
            return dict(self._members)

    def knows(self, name: str) -> bool:
        """Whether there is a member of a name; all are loaded only where none that is loaded has it."""
        return name in self._members or name in self.all()

    def find(self, name: str) -> Member:
        """The member of a name, or an error that says which there are."""
        for module in self.modules:  # one by one: some take long to load
            if name in self._members:
                break
            with self._lock:
                import_module(module)
        found = self._members.get(name) or self.all().get(name)
        if found is None:
            raise self._error(f"no {self.what} {name!r} is known here; there are {list_names(sorted(self._members), 30)}")
        return found
