"""A demand is checked when it is made, and its file says the same as itself."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from motionloom.core.errors import FileError, MotionloomError
from motionloom.demands.demand import Demand, DemandError, Pass, Place, Span, asked_frames
from motionloom.demands.demand_file import format_demand, from_json, parse_demand, read_demand, to_json, write_demand

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12).filter(
    lambda word: word.strip() and word != "not"
)
times = st.floats(0, 20, allow_nan=False)
places = st.builds(Place, st.floats(-50, 50), st.floats(-50, 50), st.none() | st.floats(-3.2, 3.2))


@st.composite
def demands(draw):
    seconds = draw(st.floats(1, 20))
    spans = []
    for word in draw(st.lists(words, max_size=4, unique=True)):
        a, b = sorted((draw(times) % seconds, draw(times) % seconds))
        if b > a:
            spans.append(Span(word, a, b, draw(st.booleans())))
    path = tuple(draw(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), max_size=3)))
    passes = (Pass(seconds / 2, "16_15", 1.25, draw(st.booleans())),)
    return Demand(seconds, tuple(spans), draw(st.none() | places), draw(st.none() | places), path, passes)


@given(demands())
def test_its_file_and_its_plain_data_give_the_same_demand_back(demand):
    assert parse_demand(format_demand(demand)) == demand
    assert from_json(to_json(demand)) == demand


def test_a_file_is_written_and_read(tmp_path):
    demand = Demand(2.0, (Span("walk", 0, 1),), name="d")
    write_demand(demand, tmp_path / "d.demand")
    assert read_demand(tmp_path / "d.demand") == demand


def test_masks_hold_where_spans_do():
    must, must_not = asked_frames(Demand(1.0, (Span("a", 0, 0.5), Span("b", 0.5, 1.0, False))), ("a", "b"))
    assert must[0].sum() == 30
    assert must_not[1].sum() == 30
    assert not must[1].any()
    assert not must_not[0].any()
    assert must[0, :30].all()
    assert must_not[1, 30:].all()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("seconds 3\n0 - 2 walk\n1 - 3 not walk", "'walk' must and must not hold from 1 to 2 s"),
        ("seconds 3\n-1 - 2 walk", "a span goes from 0 s on to a later second, found -1 to 2"),
        ("seconds 3\n2 - 1 walk", "a span goes from 0 s on"),
        ("seconds 3\n0 - 9 walk", "ends at 9 s, after the demand's 3 s"),
        ("seconds 16667", "a demand lasts 0.2 to 1800 s, found 16667"),
        ("seconds nan", "a demand lasts"),
        ("seconds 3\nstart 0 0\nend 0 4\nwall -1 2 1 2", "goes through the wall"),
        ("seconds 3\nstart 0 0\npath 0 3, 2 3\nend 2 0\nwall 1 2 1 4", "goes through the wall"),
        ("seconds 3\nend inf 0", "expected metres within 10000"),
        ("seconds 3\nfly 1", "line 3: 'fly' is not known here"),
        ("seconds 3\n0 - 1 two words", "line 3: expected one word after the times"),
        ("seconds 3\npass 9 walk@1", "times lie in 0 to 3 s"),
        ("0 - 1 walk", "nothing says how long it lasts"),
    ],
)
def test_a_bad_demand_is_one_line(lines, said):
    with pytest.raises(MotionloomError) as refused:
        parse_demand(f"motionloom demand 1\n{lines}\n", "bad.demand")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "bad.demand" in str(refused.value)


@pytest.mark.parametrize("text", ["", "nonsense", "\0\1", "motionloom demand 1\nname '", "motionloom demand 1\nseconds"])
def test_what_is_no_demand_is_refused_in_one_line(text, tmp_path):
    (tmp_path / "x.demand").write_text(text)
    with pytest.raises(FileError) as refused:
        read_demand(tmp_path / "x.demand")
    assert "\n" not in str(refused.value)


def test_strange_plain_data_is_refused():
    for data in (None, [], {"seconds": "x"}, {"seconds": 2, "spans": [[1]]}, {"seconds": 2, "start": [1]}, {"what": 1}):
        with pytest.raises(DemandError):
            from_json(data)


def test_headings_survive_in_degrees():
    for heading in np.linspace(-math.pi, math.pi, 97):
        demand = Demand(1.0, start=Place(0.0, 0.0, float(heading)))
        assert parse_demand(format_demand(demand)).start == demand.start
