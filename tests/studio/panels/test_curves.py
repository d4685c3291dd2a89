"""Curves of a joint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motionloom.core import Motion, quaternion
from motionloom.library import Library
from motionloom.studio.arrays import unpack_arrays
from motionloom.studio.panels.curves import curves_of


def test_positions_are_the_motions(client: TestClient, ids: dict[str, str], folder: Path) -> None:
    answer = client.get(f"/api/panels/curves/clips/{ids['jump']}", params={"joint": 4, "kind": "position"})
    arrays, meta = unpack_arrays(answer.content)
    with Library.open(folder) as library:
        positions = library.motion(ids["jump"]).positions()
    np.testing.assert_array_equal(arrays["values"], positions[:, 4].T)
    assert meta["channels"] == ["x", "y", "z"]
    assert meta["unit"] == "m"


@pytest.mark.parametrize("kind", ["position", "speed", "angle"])
def test_every_kind_has_a_value_a_frame(motion: Motion, kind: str) -> None:
    values, channels, _ = curves_of(motion, 3, kind)  # type: ignore[arg-type]
    assert values.shape == (len(channels), len(motion))
    assert np.isfinite(values).all()


def test_the_angle_of_a_full_turn_does_not_jump(motion: Motion) -> None:
    turn = np.linspace(0, 1.9 * np.pi, len(motion))
    rotations = motion.rotations.copy()
    rotations[:, 3] = quaternion.exp(np.stack([turn, 0 * turn, 0 * turn], axis=-1))
    values, _, _ = curves_of(motion.with_arrays(rotations, motion.root_positions), 3, "angle")
    np.testing.assert_allclose(values[0], turn, atol=1e-3)


def test_what_is_not_there_is_refused(client: TestClient, ids: dict[str, str]) -> None:
    address = f"/api/panels/curves/clips/{ids['jump']}"
    assert client.get(address, params={"joint": 400, "kind": "speed"}).status_code == 400
    assert client.get(address, params={"joint": -1, "kind": "speed"}).status_code == 422
    assert client.get(address, params={"joint": 1, "kind": "smell"}).status_code == 422
