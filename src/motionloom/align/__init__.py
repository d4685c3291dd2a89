"""Which frames are alike, how two performances line up in time, and what lies between them."""

from motionloom.align.attach import attach
from motionloom.align.blend import GroundPlace, bezier_weights, blend, ease_weights
from motionloom.align.joining import follow_on
from motionloom.align.joint_angle import angle_distances, make_angles, nearest_angles
from motionloom.align.loop import Loop, make_loop
from motionloom.align.neighbours import Pairs, local_minima, nearest, pairs_below
from motionloom.align.point_cloud import Clouds, align_pair, clouds_of_positions, distances, make_clouds, shared_roles
from motionloom.align.put_on import put_on
from motionloom.align.registration import Registration, register, warp_between
from motionloom.align.time_warp import Warp, diagonal, find_path, find_warp, warp_from_path

__all__ = [
    "Clouds",
    "GroundPlace",
    "Loop",
    "Pairs",
    "Registration",
    "Warp",
    "align_pair",
    "angle_distances",
    "attach",
    "bezier_weights",
    "blend",
    "clouds_of_positions",
    "diagonal",
    "distances",
    "ease_weights",
    "find_path",
    "find_warp",
    "follow_on",
    "local_minima",
    "make_angles",
    "make_clouds",
    "make_loop",
    "nearest",
    "nearest_angles",
    "pairs_below",
    "put_on",
    "register",
    "shared_roles",
    "warp_between",
    "warp_from_path",
]
