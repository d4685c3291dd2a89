"""The enrich panel's answers: parts of a body, moments of a candidate."""

from motionloom.core.parts import CUTS
from motionloom.studio.panels.enrich import Cut


def test_the_route_knows_every_cut():
    assert set(Cut.__args__) == set(CUTS)
