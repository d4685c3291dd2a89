"""Is it worth keeping? Asked of what a machine proposes to add to the library; its own score and reason stand beside it."""

from __future__ import annotations

from motionloom.making.questions.registry import Question, register

KEEP = register(Question("keep", "Is this worth keeping?", yes="Keep", no="Not"))
