"""Several commands as one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from motionloom.core.errors import LibraryError
from motionloom.library.commands.registry import check_text, parse, register
from motionloom.library.edit import Edit


@register
@dataclass(frozen=True)
class Batch:
    """Several edits that happen, and are undone, as one: all or none."""

    kind: ClassVar[str] = "batch"
    commands: tuple[Mapping[str, Any], ...]
    title: str = ""

    def describe(self, edit: Edit) -> str:
        return check_text(self.title, "a title") if self.title else f"{len(self.commands)} edits"

    def apply(self, edit: Edit) -> None:
        if not self.commands:
            raise LibraryError("a batch needs at least one command")
        for data in self.commands:
            if data.get("kind") == self.kind:
                raise LibraryError("a batch cannot hold another batch; put its commands in one list")
            parse(data).apply(edit)
