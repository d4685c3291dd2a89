"""The enrich panel's answers: parts of a body, searches that go on to what was not found yet."""

from motionloom.core.parts import CUTS
from motionloom.enrich.transplants.jobs import JOB, next_seed
from motionloom.library import Library
from motionloom.studio.panels.enrich import Cut


def test_the_route_knows_every_cut():
    assert set(Cut.__args__) == set(CUTS)


def test_a_second_search_is_another_one(tmp_path):
    with Library.create(tmp_path / "library") as library:
        assert next_seed(library) == 0
        job = library.jobs.add(JOB, "Transplant limbs", {"seed": 0})
        assert next_seed(library) == 0  # what was stopped is gone on with
        library.jobs.change(job.id, state="done")
        assert next_seed(library) == 1
