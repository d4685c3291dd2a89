"""The terms of naturalness. A new one is a function decorated with `register`; a new file of them is a name in `base._ROOMS`."""

from motionloom.score.terms.base import TERMS, Term, register

__all__ = ["TERMS", "Term", "register"]
