"""Progress tells rate and time left to who watches, and stops work that is cancelled."""

import io
import threading

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
        with terminal_progress(stream, after=0.0) as progress:
            assert type(progress) is kind
            for _ in progress.each("Importing", range(4), lambda n: f"walk_{n}.bvh"):
                pass
    assert "Importing" in terminal.getvalue()
    assert "4/4" in terminal.getvalue()
    assert file.getvalue() == ""


def test_what_takes_no_time_has_no_bar():
    terminal = Terminal()
    with terminal_progress(terminal, after=600.0) as progress:
        progress.begin("Importing", 1)
        progress.advance()
    assert terminal.getvalue() == ""


def test_a_step_that_says_nothing_is_shown_all_the_same():
    terminal, shown = Terminal(), threading.Event()
    terminal.write = lambda text: (io.StringIO.write(terminal, text), shown.set())[0]
    with terminal_progress(terminal, after=0.01) as progress:
        progress.begin("Comparing frames")
        assert shown.wait(60)
    assert "Comparing frames" in terminal.getvalue()


def test_each_item_is_done_when_the_next_is_asked_for():
    progress = Progress()
    done = [(item, progress.state.done) for item in progress.each("Reading", "abc", str.upper)]
    assert done == [("a", 0), ("b", 1), ("c", 2)]
    assert (progress.state.done, progress.state.total, progress.state.note) == (3, 3, "C")
