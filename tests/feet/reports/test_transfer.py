import json

from motionloom.feet.reports.transfer import sample_examples, to_text, transfer


def test_one_oracle_on_another_body(walk):
    """Taught on Ada's walk (CMU joints), asked about Boris's (Mixamo joints): must show 4 in small."""
    boris = [example for example in sample_examples(0.2, behaviours=("walk",)) if example.subject == 1]
    rows = transfer([walk], {"boris": boris})
    shares = {row.method: row.sets["boris"].total.total.accuracy for row in rows}
    assert shares["soles, scaled by leg"] > 0.93
    assert shares["soles, scaled by leg"] > shares["legs, scaled by leg"]
    assert {"kinetic", "soles, scaled by none", "legs, scaled by segment"} <= set(shares)
    assert "boris" in to_text(rows)
    assert json.dumps([row.to_json() for row in rows])
