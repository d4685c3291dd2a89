"""A small machine to walk through scenes with, made once."""

import pytest

from motionloom.navigation.planner import Planner, PlanOptions
from tests.behaviours.conftest import sample_machine

__all__ = ["sample_machine"]


@pytest.fixture(scope="session")
def planner(sample_machine):
    """Few samples, and time enough on a busy machine."""
    return Planner(sample_machine, PlanOptions(samples=7, states=("stand", "start", "walk", "stop"), budget=60.0))
