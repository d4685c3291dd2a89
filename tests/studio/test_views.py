"""Records as the client sees them."""

from __future__ import annotations

import numpy as np

from motionloom.core import Motion, Skeleton
from motionloom.render.parts import Paint
from motionloom.studio.views import PAINTS, body_parts, plants, skeleton_info


def test_unknown_plants_are_four_empty_tracks() -> None:
    found = plants(None)
    assert not found.known
    assert found.spans == found.person == [[], [], [], []]


def test_the_paints_are_the_renderers() -> None:
    assert [paint.name.lower() for paint in Paint] == list(PAINTS)


def test_a_skeleton_that_is_no_body_is_drawn_as_bones(motion: Motion) -> None:
    names = tuple(f"bone{number}" for number in range(3))
    chain = Skeleton(names, np.array([-1, 0, 1]), np.array([[0, 0, 0], [0, 1, 0], [0, 1, 0]], dtype=float))
    assert {part.paint for part in body_parts(chain)} == {"bone", "joint"}
    assert {part.paint for part in body_parts(motion.skeleton)} >= {"body", "left", "right"}


def test_a_skeleton_in_plain_lists(skeleton: Skeleton) -> None:
    info = skeleton_info(skeleton)
    assert info.parents[0] == -1
    assert len(info.names) == len(info.parents) == len(info.offsets) == len(skeleton)
    assert len(info.end_sites) == len(skeleton.end_sites)
