"""Every edit of a library is one of these commands: plain data {kind, ...} with one undo.

A new one is a frozen dataclass in a file of its family that calls `register`, and a line here.
"""

from motionloom.library.commands import annotations, batch, clips, documents, judgements, labels, plants
from motionloom.library.commands.registry import Command, kinds, parse, register, to_data

__all__ = [
    "Command",
    "annotations",
    "batch",
    "clips",
    "documents",
    "judgements",
    "kinds",
    "labels",
    "parse",
    "plants",
    "register",
    "to_data",
]
