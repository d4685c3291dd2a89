"""What tests of results share."""

import pytest

from motionloom.reproduce.result import RESULTS, Given
from motionloom.reproduce.running import run_result


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    """One run of quick forms: machines and libraries are made once for all results of a file."""
    return Given(tmp_path_factory.mktemp("papers"), quick=True)


@pytest.fixture
def measured(given):
    """The numbers of a result by name, those whose names begin so."""

    def run(name):
        outcome = run_result(RESULTS.find(name), given)
        assert outcome.pictures
        assert all((given.folder / "pictures" / "papers" / picture).stat().st_size > 1000 for picture in outcome.pictures)
        assert outcome.differs.endswith(".")

        def values(start):
            found = [number.ours for number in outcome.numbers if number.what.startswith(start)]
            assert found, f"no number begins with {start!r}"
            return found

        return values

    return run
