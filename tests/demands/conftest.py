"""A small library of one sample performer, its pool, and a demand for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from motionloom import sample
from motionloom.demands.demand import Demand, Place, Span
from motionloom.demands.gathering import gather_pool
from motionloom.demands.pool import Pool
from motionloom.library import Library

BEHAVIOURS = ("walk", "walk_slow", "start", "stop", "stand", "run", "turn_left_90")


@pytest.fixture(scope="session")
def ordered(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Clips of ada; nobody changes them."""
    folder: Path = tmp_path_factory.mktemp("demands") / "library"
    library = Library.create(folder)
    for behaviour in BEHAVIOURS:
        made = sample.make("ada", behaviour)
        library.add(made.motion, behaviour, plants=made.plants, subject="ada", made=False, height=1.7)
    return library


@pytest.fixture(scope="session")
def pool(ordered: Library) -> Pool:
    return gather_pool(ordered)


@pytest.fixture
def demand() -> Demand:
    spans = (Span("walk", 0.0, 2.0), Span("stand", 2.8, 3.5), Span("run", 0.0, 3.5, must=False))
    return Demand(3.5, spans, Place(1.0, 2.0, 0.5), Place(2.2, 4.3, 0.6), name="walk and stop")
