"""Logs of positions become demands; simulated players stay where they can walk and move as people do."""

import numpy as np
import pytest

from motionloom.core.errors import FileError
from motionloom.demands.demand_file import format_demand, parse_demand
from motionloom.demands.position_log import demands_of_log, read_log, write_log
from motionloom.demands.simulated_players import SCALE, read_cells, simulate

CELLS = np.pad(np.ones((20, 24), bool), 1)
CELLS[8:12, 10] = False


def test_players_walk_on_free_cells_and_no_faster_than_people():
    tracks = simulate(CELLS, 3, 30, seed=4)
    for track in tracks:
        cells = np.floor(track.places / SCALE).astype(int)
        assert CELLS[cells[:, 1], cells[:, 0]].all()
        assert np.linalg.norm(track.velocities, axis=1).max() < 3.6
        assert np.abs(np.diff(track.headings)).max() < 0.5
    again = simulate(CELLS, 3, 30, seed=4)
    assert all(np.array_equal(a.places, b.places) for a, b in zip(tracks, again, strict=True))


def test_a_log_is_written_read_and_cut_into_demands(tmp_path):
    write_log(simulate(CELLS, 2, 20, seed=1), tmp_path / "log.csv")
    demands = demands_of_log(read_log(tmp_path / "log.csv"))
    assert len(demands) == 8
    for demand in demands:
        assert set(demand.words) <= {"stand", "walk", "run", "jump"}
        assert demand.start
        assert demand.end
        assert parse_demand(format_demand(demand)) == demand


def test_ticks_say_what_was_done_by_their_speed(tmp_path):
    rows = [f"p,{0.2 * n:.1f},0,{0.0 if n < 10 else 0.26 * (n - 10):.3f},{'fall' if 20 <= n < 23 else 'run'}" for n in range(26)]
    (tmp_path / "log.csv").write_text("player,time,x,z,state\n" + "\n".join(rows))
    (demand,) = demands_of_log(read_log(tmp_path / "log.csv"))
    assert [(span.word, span.start) for span in demand.spans][:2] == [("stand", 0.0), ("walk", 2.0)]
    assert any(span.word == "jump" and span.start == 4.0 for span in demand.spans)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n", "needs columns player, time, x and z"),
        ("player,time,x,z\np,0,x,1\n", "line 2: x is a number, found 'x'"),
        ("player,time,x,z\np,0,1,1\n", "two ticks or more"),
        ("player,time,x,z\np,nan,1,1\n", "missing or not finite"),
    ],
)
def test_a_bad_log_is_one_line(tmp_path, text, said):
    (tmp_path / "log.csv").write_text(text)
    with pytest.raises(FileError, match=said):
        read_log(tmp_path / "log.csv")


def test_a_map_is_read(tmp_path):
    (tmp_path / "m.map").write_text("type octile\nheight 3\nwidth 4\nmap\n@@@@\n@..@\n@@@@\n")
    assert read_cells(tmp_path / "m.map").sum() == 2
    (tmp_path / "n.map").write_text("nothing")
    with pytest.raises(FileError, match="expected a MovingAI map"):
        read_cells(tmp_path / "n.map")
