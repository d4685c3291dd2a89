import numpy as np

from motionloom.core.body import body_of
from motionloom.feet.cleanup.rig import legs_of, rig_of


def test_legs_are_where_the_motion_has_them(motion):
    rig = rig_of(motion.skeleton)
    legs = legs_of(motion, rig)
    body = body_of(motion.skeleton)
    assert np.allclose(legs.positions[:, 1, 2], motion.positions()[:, body.joint("right_ankle")])
    spans = np.linalg.norm(legs.positions[:, :, 0] - legs.positions[:, :, 1], axis=-1)
    assert np.allclose(spans, rig.thigh, atol=1e-5)


def test_hinges_point_to_the_right_at_rest(skeleton):
    rig = rig_of(skeleton)
    assert np.allclose(rig.hinges, [-1, 0, 0], atol=1e-6)
