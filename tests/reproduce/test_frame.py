"""`motionloom reproduce`: results are run, kept, shown beside the papers' numbers, and checked; with a result of its own, in no time."""

import pytest
from typer.testing import CliRunner

from motionloom.cli.app import make_app
from motionloom.core.errors import MotionloomError
from motionloom.core.registry import Registry
from motionloom.reproduce import result as results, running
from motionloom.reproduce.page import FILE
from motionloom.reproduce.result import Given, Number, Outcome, Result


@pytest.fixture
def sixes(monkeypatch):
    """A family with one result, whose number a test can change."""
    world = {"ours": 6.04, "seconds": 3.0}

    def run(given):
        given.picture("009-1.png").write_bytes(b"a picture")
        numbers = (Number("legs", world["ours"], "6", "legs", 0.1), Number("time", world["seconds"], "", "s"))
        return Outcome("the sample" if given.data is None else "captures", numbers, "Ours has hair.", (given.picture("009-1.png").name,))

    family = Registry("result of a paper", "motionloom.no_results", ())
    monkeypatch.setattr(results, "RESULTS", family)
    results.register(Result("009", "1", "Ants", "An ant has six legs.", run))
    return world


def reproduce(*words):
    return CliRunner().invoke(make_app(["reproduce", "info"]), ["reproduce", *words])


def test_a_result_is_run_kept_and_checked(tmp_path, sixes):
    for form in ([], ["--quick"]):
        assert reproduce("009", "1", "--out", str(tmp_path), *form).exit_code == 0
    page = (tmp_path / FILE).read_text()
    assert "| legs | 6 | 6.04 legs | 6.04 legs |" in page
    assert "An ant has six legs." in page
    assert "Ours has hair." in page
    assert "`motionloom reproduce 009 1`" in page
    sixes["ours"], sixes["seconds"] = 6.1, 9.0
    assert reproduce("--check", "--out", str(tmp_path)).exit_code == 0  # within what it may differ by, and seconds never count
    sixes["ours"] = 6.3
    failed = reproduce("--check", "--out", str(tmp_path))
    assert failed.exit_code == 1
    assert "009-1: 'legs' is 6.3 legs, the docs say 6.04 legs" in failed.output


@pytest.mark.parametrize("harm", ["page", "record", "picture", "other picture", "no record"])
def test_what_was_changed_by_hand_is_found(tmp_path, sixes, harm):
    for form in ([], ["--quick"]):
        reproduce("--out", str(tmp_path), *form)
    if harm == "page":
        (tmp_path / FILE).write_text((tmp_path / FILE).read_text().replace("6.04", "6.00"))
    elif harm == "record":
        record = tmp_path / "papers" / "009-1.json"
        record.write_text(record.read_text().replace("6.04", "5.04"))
    elif harm == "picture":
        (tmp_path / "pictures" / "papers" / "009-1.png").unlink()
    elif harm == "other picture":
        (tmp_path / "pictures" / "papers" / "009-1.png").write_bytes(b"another picture")
    else:
        (tmp_path / "papers" / "009-1.json").unlink()
    assert reproduce("--check", "--out", str(tmp_path)).exit_code == 1


def test_a_quick_run_leaves_the_full_ones_picture(tmp_path, sixes):
    reproduce("--out", str(tmp_path))
    reproduce("--out", str(tmp_path), "--quick")
    names = {path.name for path in (tmp_path / "pictures" / "papers").iterdir()}
    assert names == {"009-1.png", "quick-009-1.png"}
    assert "quick-009-1" not in (tmp_path / FILE).read_text()


def test_what_is_asked_for_in_vain_is_told(tmp_path, sixes):
    with pytest.raises(MotionloomError, match="no result '009 7'; paper 009 has 1"):
        running.choose("009", "7")
    needy = results.register(Result("009", "2", "Bees", "They fly.", lambda given: None, sample=False, needs="more/bees"))
    with pytest.raises(MotionloomError, match="009-2 needs more/bees"):
        running.run_result(needy, Given(tmp_path, quick=True))
    with pytest.raises(MotionloomError, match="has no more/bees"):
        running.run_result(needy, Given(tmp_path, tmp_path))


def test_a_damaged_record_is_one_line(tmp_path, sixes):
    reproduce("--out", str(tmp_path))
    (tmp_path / "papers" / "009-1.json").write_text('{"full": {"numbers": [1]}}')
    with pytest.raises(MotionloomError, match="not a record of `motionloom reproduce`"):
        running.page_of(tmp_path)


def test_every_result_says_what_the_paper_says():
    for each in results.all_results():
        assert each.paper.isdigit()
        assert len(each.title) < 90
        assert each.claim.endswith(".")
        assert each.sample or each.needs


# What a reader of the papers may ask for by its number.
FIGURES = {
    "000": "3.1 3.2 table-3.1 3.6 4.1 4.2 4.3 4.4 4.5 4.2.4 5.3 5.4 5.5 5.6 5.7 5.8 6.2 6.3 6.4 6.5 6.6 6.8",
    "001": "3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3 5.4 table-5.1 6.2 6.3 6.4 6.5 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 alg-6.1",
    "002": "1 2 3 4 5 6 7 8 9 10 11 12 4.1 4.2 4.3",
    "003": "2 3 4 5 6 7 8 sec-6",
    "004": "1 2 3 4 5 3.3 3.4 4.1",
}


@pytest.mark.parametrize(("paper", "figure"), [(paper, figure) for paper, told in FIGURES.items() for figure in told.split()])
def test_every_figure_has_one_answer(paper, figure):
    assert len(running.choose(paper, figure)) == 1
