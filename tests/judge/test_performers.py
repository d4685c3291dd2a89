import pytest

from motionloom.judge.performers import DEVELOPING, group_of, performer_name, true_rate


@pytest.mark.parametrize(
    ("subject", "source", "name"),
    [
        ("02", "CMU", "2"),
        ("16", "", "16"),
        ("", "Bandai Namco", "Bandai Namco"),
        ("ada", "sample", "sample"),
        ("0", "", "0"),
        ("", "", "unknown"),
    ],
)
def test_a_performer_has_one_name(subject, source, name):
    assert performer_name(subject, source) == name


def test_whoever_is_not_for_developing_is_kept_for_reporting():
    assert {group_of(name) for name in DEVELOPING} == {"develop"}
    assert {group_of(name) for name in ("141", "75", "Bandai Namco", "somebody new")} == {"report"}


def test_known_wrong_rates_are_put_right_once():
    assert true_rate("141", 120.0) == 60.0
    assert true_rate("141", 60.0) == 60.0
    assert true_rate("16", 120.0) == 120.0
