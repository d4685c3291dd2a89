"""Procedural performers: the embedded library, with exact plants by construction.

A clip is made from the ground up: footsteps are planned along a route, feet are planted exactly there, the centre of mass is planned so
that it balances over them and falls freely in flight, legs are solved between, and trunk and arms follow published gait tables.
"""

from motionloom.sample.bodies import Performer, performers
from motionloom.sample.clips import Annotation, SampleClip, library_names, make, make_library_clips
from motionloom.sample.registry import Behaviour, behaviours, right_edges

__all__ = [
    "Annotation",
    "Behaviour",
    "Performer",
    "SampleClip",
    "behaviours",
    "library_names",
    "make",
    "make_library_clips",
    "performers",
    "right_edges",
]
