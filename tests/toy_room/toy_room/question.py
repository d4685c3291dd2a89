"""A question for people: is this slower than it should be?"""

from __future__ import annotations

from motionloom.making.questions import Question, register

TOO_SLOW = register(Question("too_slow", "Is this a good slow motion?", yes="Good", no="Too slow"))
