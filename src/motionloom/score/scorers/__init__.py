"""Scorers behind one interface: physics of captured motion, the paper's sum, and two learnt baselines."""

from motionloom.score.scorers import hmm, physics, svm
from motionloom.score.scorers.base import Score, Scorer
from motionloom.score.scorers.registry import find, load, names, register, save

__all__ = ["Score", "Scorer", "find", "hmm", "load", "names", "physics", "register", "save", "svm"]
