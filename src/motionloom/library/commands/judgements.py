"""The command on judgements: a person's yes or no to a question about a clip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from motionloom.library.commands.registry import check_text, register
from motionloom.library.edit import Edit

NATURAL = "natural"


@register
@dataclass(frozen=True)
class Judge:
    """Says whether a clip looks natural (or answers another question); None takes the judgement back."""

    kind: ClassVar[str] = "judge"
    clip: str
    natural: bool | None
    question: str = NATURAL
    person: str = ""

    def describe(self, edit: Edit) -> str:
        verdict = {True: "yes", False: "no", None: "not judged"}[self.natural]
        return f"Judge {edit.clip(self.clip)['name']}: {check_text(self.question, 'a question')} {verdict}"

    def apply(self, edit: Edit) -> None:
        edit.clip(self.clip)
        key = {"clip": self.clip, "question": check_text(self.question, "a question"), "person": self.person[:200]}
        row = edit.find("judgements", *key.values())
        if self.natural is None:
            if row is not None:
                edit.delete("judgements", row)
        elif row is None:
            edit.insert("judgements", {**key, "verdict": int(self.natural)})
        else:
            edit.update("judgements", row, verdict=int(self.natural))
