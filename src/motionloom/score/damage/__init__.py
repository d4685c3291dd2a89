"""Kinds of damage that make a captured motion unnatural: the synthetic stand-in for people's judgements.

A new kind is one function, decorated with `register`; a new file of them is imported here.
"""

from motionloom.score.damage import joins, limbs, moments, paths
from motionloom.score.damage.base import Damage, Damaged, find_kind, kinds, register

# Those the specification names come first in every table; the others were added to have more that is unseen.
NAMED = ("unaligned blend", "slide", "limb swap", "twitch", "interpenetration")

__all__ = ["NAMED", "Damage", "Damaged", "find_kind", "joins", "kinds", "limbs", "moments", "paths", "register"]
