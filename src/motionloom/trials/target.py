"""What is fuzzed: every kind of file that we read, with a small sample of it and the way it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from motionloom.core.registry import Registry


@dataclass(frozen=True)
class Sample:
    """A good file: its bytes, the files that lie beside it, and how it is read and put to use."""

    content: bytes
    read: Callable[[Path], object]
    beside: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Target:
    """A kind of file: its name for people, its suffix, and its sample, made in a folder of its own that stays for as long as it is read.

    shelf: the kind of shelf entry that such a file becomes; empty where it becomes none.
    """

    name: str
    suffix: str
    prepare: Callable[[Path], Sample]
    shelf: str = ""


_MODULES = ("motionloom.trials.motion_targets", "motionloom.trials.own_targets", "motionloom.trials.taught_targets")
TARGETS: Registry[Target] = Registry("target of fuzzing", "motionloom.trials", _MODULES)


def register(target: Target) -> Target:
    """Make a target known."""
    return TARGETS.add(target.name, target)
