"""The long work that teaches whoever registered for a question by what people answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.making.questions import find_learner
from motionloom.making.work import JobKind, Work, register

JOB = "teach"


def teach(task: Work) -> str:
    """Teach one learner by the verdicts on its question. arguments: question, learner."""
    return find_learner(str(task.arguments["question"]), str(task.arguments["learner"])).teach(task)


def _title(arguments: Mapping[str, Any]) -> str:
    return f"Teach {arguments['learner']} by your verdicts"


TEACH = register(JobKind(JOB, _title, teach))
