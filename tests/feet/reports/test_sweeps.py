from motionloom.compute import Progress
from motionloom.feet.reports import sweeps


def test_the_papers_rows_are_there(walk, jump, monkeypatch):
    monkeypatch.setattr(sweeps, "NEIGHBOURS", (1, 10))
    monkeypatch.setattr(sweeps, "WINDOWS", (3, 21))
    monkeypatch.setattr(sweeps, "COMPONENTS", (4,))
    progress = Progress()
    rows = sweeps.sweep([walk, jump], [walk, jump], progress)
    assert {row.parameter for row in rows} >= {"neighbours", "window, frames at 60 Hz", "joints", "scaling"}
    assert all(0.6 < row.soles <= 1 for row in rows if row.soles is not None)
    assert all(row.legs is not None or row.soles is not None for row in rows)
    assert progress.state.done == progress.state.total == len(rows)
    text = sweeps.to_text(rows)
    assert "without knees" in text
    assert len(text.splitlines()) == len(rows) + 1
