from motionloom.feet.learning import RANDOM, Curve, choose_order, cut_labelled, learn, to_text


def test_more_sequences_never_run_out(walk, run, jump):
    curves = learn([walk, run], [jump], (1, 2), runs=2, strategies=("doubt", RANDOM))
    assert [curve.strategy for curve in curves] == ["doubt", RANDOM]
    for curve in curves:
        assert curve.counts[-1] == sum(len(own) for own in cut_labelled([walk, run]).values())
        assert all(len(row) == len(curve.counts) for row in curve.accuracies)
    assert curves[0].means[-1] == curves[1].means[-1]
    assert "within 0.2 %" in to_text(curves)


def test_orders_ask_for_each_sequence_once_and_can_be_repeated(walk, run):
    examples = {example.name: example for example in (walk, run)}
    pieces = cut_labelled([walk, run])
    for strategy in ("doubt", "farthest", RANDOM):
        order = choose_order(examples, pieces, strategy, 3, 3)
        assert len(set(order)) == 3
        assert order == choose_order(examples, pieces, strategy, 3, 3)


def test_how_many_are_needed_counts_from_where_it_stays():
    curve = Curve("x", (1, 2, 4, 8), ((0.8, 0.95, 0.9, 0.96),))
    assert curve.needed(0.95) == 8
    assert curve.needed(0.85) == 2
    assert curve.needed(0.99) is None
