"""Fixtures every room's tests share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from motionloom.core import EndSite, Motion, Skeleton, quaternion

# Seconds that anything may take before it counts as never coming: others may use all cores of the machine. A limit ends what hangs;
# how long something takes is measured in `motionloom bench`, never asserted. `timeout` in pyproject.toml is the same for a whole test.
PATIENCE = 600
SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


# A busy machine is slow; that is no failure. Fixtures that examples share are not changed by them.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
settings.load_profile("any machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The commands' examples take minutes, one after the other: begun last, they would keep a whole run waiting."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/cli/test_examples.py"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real captures; a test that asks for it is skipped, with this reason, where it is absent."""
    if not (SHARED_DATA / "catalogue.csv").is_file():
        pytest.skip("the real captures are not there (../shared/data beside the repository)")
    return SHARED_DATA


@pytest.fixture(scope="session")
def shared_more() -> Path:
    """Files of other programs, and characters; a test that asks for them is skipped, with this reason, where they are absent."""
    more = SHARED_DATA.parent / "more"
    if not (more / "files").is_dir():
        pytest.skip("the files of other programs are not there (../shared/more beside the repository)")
    return more


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20261115)


def make_skeleton() -> Skeleton:
    """A small person with all roles: CMU-like names, T-pose at rest, 1.6 m or so."""
    joints: list[tuple[str, str | None, tuple[float, float, float]]] = [
        ("Hips", None, (0, 0.9, 0)),
        ("LeftUpLeg", "Hips", (0.09, -0.05, 0)),
        ("LeftLeg", "LeftUpLeg", (0, -0.4, 0)),
        ("LeftFoot", "LeftLeg", (0, -0.38, 0)),
        ("LeftToeBase", "LeftFoot", (0, -0.05, 0.13)),
        ("RightUpLeg", "Hips", (-0.09, -0.05, 0)),
        ("RightLeg", "RightUpLeg", (0, -0.4, 0)),
        ("RightFoot", "RightLeg", (0, -0.38, 0)),
        ("RightToeBase", "RightFoot", (0, -0.05, 0.13)),
        ("Spine", "Hips", (0, 0.12, 0)),
        ("Spine1", "Spine", (0, 0.14, 0)),
        ("Neck", "Spine1", (0, 0.2, 0)),
        ("Head", "Neck", (0, 0.08, 0.01)),
        ("LeftShoulder", "Spine1", (0.03, 0.16, 0)),
        ("LeftArm", "LeftShoulder", (0.13, 0, 0)),
        ("LeftForeArm", "LeftArm", (0.27, 0, 0)),
        ("LeftHand", "LeftForeArm", (0.24, 0, 0)),
        ("RightShoulder", "Spine1", (-0.03, 0.16, 0)),
        ("RightArm", "RightShoulder", (-0.13, 0, 0)),
        ("RightForeArm", "RightArm", (-0.27, 0, 0)),
        ("RightHand", "RightForeArm", (-0.24, 0, 0)),
    ]
    names = [name for name, _, _ in joints]
    parents = [-1 if parent is None else names.index(parent) for _, parent, _ in joints]
    sites = [
        EndSite(names.index(name), offset)
        for name, offset in [
            ("LeftToeBase", (0.0, 0.0, 0.07)),
            ("RightToeBase", (0.0, 0.0, 0.07)),
            ("Head", (0.0, 0.18, 0.0)),
            ("LeftHand", (0.15, 0.0, 0.0)),
            ("RightHand", (-0.15, 0.0, 0.0)),
        ]
    ]
    return Skeleton(tuple(names), np.array(parents), np.array([offset for *_, offset in joints], dtype=float), tuple(sites))


def make_motion(skeleton: Skeleton, frames: int = 60, fps: float = 60.0, seed: int = 0, swing: float = 0.4) -> Motion:
    """A smooth, seeded wriggle of every joint while the root wanders: nothing special holds for it."""
    rng = np.random.default_rng(seed)
    time = np.arange(frames)[:, None, None] / fps
    speed, phase = rng.uniform(1, 4, (2, len(skeleton), 3))
    vectors = swing * np.sin(speed * time + phase) * rng.uniform(0.2, 1, (len(skeleton), 3))
    rotations = quaternion.multiply(np.broadcast_to(skeleton.rest_rotations, (frames, len(skeleton), 4)), quaternion.exp(vectors))
    path = np.stack([np.sin(time[:, 0, 0]), 0.05 * np.sin(3 * time[:, 0, 0]), time[:, 0, 0]], axis=-1)
    return Motion(skeleton, rotations, skeleton.rest_root + path, fps, name="wriggle")


@pytest.fixture(scope="session")
def skeleton() -> Skeleton:
    return make_skeleton()


@pytest.fixture(scope="session")
def motion(skeleton: Skeleton) -> Motion:
    return make_motion(skeleton)
