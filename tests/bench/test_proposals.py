"""The benchmark of proposals, in little: it measures what it says, and its kills are checked."""

from motionloom.bench import Run, proposals


def test_a_small_run(monkeypatch):
    for name, value in (("MANY", 300), ("ACCEPTED", 10), ("KILLS", 2), ("KILLED_MANY", 200)):
        monkeypatch.setattr(proposals, name, value)
    rows = {row.job: row for row in proposals.measure(Run(repeats=1))}
    assert rows["raise proposals"].items == 300
    assert "MB on disk" in rows["raise proposals"].note
    assert rows["undo accepting them"].note == "0 left accepted"
    assert rows["kills survived"].note.endswith("none lost, nothing half")
