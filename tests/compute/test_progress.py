"""Progress tells rate and time left to who watches, and stops work that is cancelled."""

import io

import pytest

from motionloom.compute import BarProgress, CallbackProgress, CancelToken, Progress, ProgressState, terminal_progress
from motionloom.core.errors import JobCancelled


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_rate_and_time_left_follow_from_what_is_done():
    state = ProgressState("Reading", done=20, total=100, note="", seconds=4.0)
    assert state.rate == 5.0
    assert state.seconds_left == 16.0
    assert ProgressState("Reading", 0, 100, "", 1.0).seconds_left is None
    assert ProgressState("Reading", 5, None, "", 1.0).seconds_left is None


def test_a_callback_sees_each_stage_begin_and_end():
    seen = []
    progress = CallbackProgress(seen.append)
    progress.begin("Reading", 500)
    for _ in range(500):
        progress.advance(note="walk.bvh")
    assert (seen[0].done, seen[-1].done, seen[-1].total, seen[-1].note) == (0, 500, 500, "walk.bvh")
    assert len(seen) < 400  # not one a call


def test_a_cancelled_token_stops_the_work_at_its_next_step():
    cancel = CancelToken()
    progress = Progress(cancel)
    progress.begin("Reading", 3)
    progress.advance()
    cancel.cancel()
    with pytest.raises(JobCancelled, match="running it again goes on from there"):
        progress.advance()
    assert progress.state.done == 2


def test_a_terminal_gets_a_bar_and_a_file_gets_nothing():
    terminal, file = Terminal(), io.StringIO()
    for stream, kind in ((terminal, BarProgress), (file, Progress)):
        with terminal_progress(stream) as progress:
            assert type(progress) is kind
            progress.begin("Importing", 4)
            for _ in range(4):
                progress.advance(note="walk.bvh")
    assert "Importing" in terminal.getvalue()
    assert "4/4" in terminal.getvalue()
    assert file.getvalue() == ""
