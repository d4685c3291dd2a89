import json

from motionloom.feet import detectors
from motionloom.feet.reports.detection import make_report


def test_a_report_names_everybody_and_says_what_it_was_made_of(examples):
    report = make_report(examples[:2], examples[2:])
    text = report.to_text()
    for name in detectors.names():
        assert f"\n{name} " in text
        assert f"\n{name}, fitted" in text
    assert "\noracle " in text
    assert "trained on" in text
    assert "oracle errors over 100 ms" in text
    for example in examples[2:]:
        assert f"\n{example.name} " in report.clips_to_text()
    plain = json.loads(json.dumps(report.to_json()))
    assert plain["methods"]["oracle"]["bits"]["total"]["frames"] == 4 * len(examples[2].motion)
    assert plain["oracle"] == report.oracle.version
