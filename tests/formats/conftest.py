"""Fixtures of the formats' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom.formats import Loaded, read


@pytest.fixture(scope="session")
def captures(shared_data: Path) -> dict[Path, Loaded]:
    """All 365 BVH captures, read once."""
    return {path: read(path) for path in sorted(shared_data.glob("*/**/*.bvh"))}
