"""Files of other programs are read right, or refused for the true reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motionloom import formats
from motionloom.core import SkeletonError
from motionloom.core.body import body_of
from motionloom.core.roles import find_roles, why_not_human
from motionloom.formats import Loaded
from tests.formats.other_programs import FILES

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def loaded(shared_more: Path) -> dict[str, Loaded]:
    return {name: formats.read(shared_more / name) for name in FILES}


@pytest.mark.parametrize("name", FILES)
def test_the_roles_that_a_person_sees(loaded: dict[str, Loaded], name: str) -> None:
    expected, skeleton = FILES[name], loaded[name].motion.skeleton
    found = {role: skeleton.names[joint] for role, joint in find_roles(skeleton).items()}
    assert why_not_human(skeleton) == expected.not_human
    assert len(set(found.values())) == len(found)
    assert len(skeleton) >= expected.joints
    if expected.roles:
        assert found == expected.roles
        assert body_of(skeleton).height == pytest.approx(expected.height, abs=0.01)
    else:
        with pytest.raises(SkeletonError, match=f"not a human: {expected.not_human}" if expected.not_human else expected.missing):
            body_of(skeleton)
        assert (loaded[name].metres_per_unit, loaded[name].unit_guessed) == (1.0, False)


@pytest.mark.parametrize("name", [name for name, expected in FILES.items() if expected.roles])
def test_bodies_stand_upright(loaded: dict[str, Loaded], name: str) -> None:
    """The head is above the feet in nearly every frame, whatever axis the file has up, and left is left of where they look."""
    motion, roles = loaded[name].motion, find_roles(loaded[name].motion.skeleton)
    places = motion.positions()
    feet = places[:, [roles["left_ankle"], roles["right_ankle"]], 1].mean(axis=1)
    assert np.mean(places[:, roles["head"], 1] - feet > 0.5 * body_of(motion.skeleton).leg_length) > 0.9


@pytest.mark.parametrize("name", FILES)
def test_clips_of_a_file(shared_more: Path, name: str) -> None:
    names = formats.list_clips(shared_more / name)
    assert len(names) == len(set(names)) == FILES[name].clips
    for clip in names[:2]:
        assert formats.load(shared_more / name, clip=clip).name == clip
