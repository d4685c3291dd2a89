"""The strictest of several licences binds what was made of them."""

import pytest

from motionloom.making.licences import strictest


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], ""),
        (["", " "], ""),
        (["MIT", "MIT"], "MIT"),
        (["CC0", "CC BY 4.0"], "CC BY 4.0"),
        (["CC BY 4.0", "CC BY-NC 4.0", "CC0"], "CC BY-NC 4.0"),
        (["CC BY-SA 4.0", "MIT"], "CC BY-SA 4.0"),
        (["CC BY-NC-ND 4.0", "CC BY-NC 4.0"], "CC BY-NC-ND 4.0"),
        (["our house rules", "CC BY-NC-ND 4.0"], "our house rules"),
        (["house A", "house B"], "house A + house B"),
    ],
)
def test_strictest(given, expected):
    assert strictest(given) == expected
    assert strictest(reversed(given)).split(" + ") == list(reversed(expected.split(" + ")))
