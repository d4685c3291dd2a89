from motionloom.feet.reports import sweeps


def test_the_papers_rows_are_there(walk, jump, monkeypatch):
    monkeypatch.setattr(sweeps, "NEIGHBOURS", (1, 10))
    monkeypatch.setattr(sweeps, "WINDOWS", (3, 21))
    monkeypatch.setattr(sweeps, "COMPONENTS", (4,))
    said = []
    rows = sweeps.sweep([walk, jump], [walk, jump], said.append)
    assert {row.parameter for row in rows} >= {"neighbours", "window, frames at 60 Hz", "joints", "scaling"}
    assert all(0.6 < row.soles <= 1 for row in rows if row.soles is not None)
    assert all(row.legs is not None or row.soles is not None for row in rows)
    assert len(said) == len(rows)
    text = sweeps.to_text(rows)
    assert "without knees" in text
    assert len(text.splitlines()) == len(rows) + 1
