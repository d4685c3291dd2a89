"""What a panel's own long work gets, on top of the one kind of work there is. Work that a room registers does not need it."""

from __future__ import annotations

from pathlib import Path

from motionloom.compute.progress import CancelToken, Progress
from motionloom.making.work import Work


class JobContext:
    """A job's arguments, its folder, and ways to say how it goes."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.arguments = {**work.arguments, **({"window": work.window} if work.window else {})}
        self.conclusion = ""  # what is said of the job once it is done

    @property
    def folder(self) -> Path:
        """The job's own folder."""
        return self.work.folder

    @property
    def cancel(self) -> CancelToken:
        """Set when a person cancels the job."""
        return self.work.progress.cancel

    def check(self) -> None:
        """Stop here if a person cancelled the job; call it between two items."""
        self.cancel.check()

    def progress(self, done: int, total: int, message: str = "") -> None:
        """Say how far the work is, then `check`."""
        state = self.work.progress.state
        if state.total != total or done < state.done:
            self.work.progress.begin(message, total, done)
        self.work.progress.advance(max(0, done - self.work.progress.state.done), message)

    def follow(self) -> Progress:
        """A progress for the rooms' own long work."""
        return self.work.progress

    def problem(self, name: str, error: str) -> None:
        """Note one item that failed; the job goes on."""
        self.work.problems.append((name, error))

    def add_clips(self, clips: list[str]) -> None:
        """Note clips that the job made or brought in."""
        self.work.clips += clips
