"""Procedural performers as captures: boris at 120 Hz, whose feet are planted by construction."""

import pytest

from motionloom import sample


@pytest.fixture(scope="session")
def walk():
    return sample.make("boris", "walk").motion


@pytest.fixture(scope="session")
def run():
    return sample.make("boris", "run").motion
