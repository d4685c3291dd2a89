"""Thumbnails of everything, in the background."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from motionloom.core import Motion
from motionloom.studio.safety import Policy
from motionloom.studio.session import Studio


def test_what_is_missing_is_drawn_and_the_job_goes(folder: Path, motion: Motion, wait: Callable[..., Any]) -> None:
    studio = Studio(folder, Policy())
    current = studio.require()
    try:
        studio.draw_missing()
        studio.draw_missing()
        assert [job.kind for job in current.runner.all()] == ["thumbnails"]
        late = current.library.add(motion[3:30], "came late")
        wait(lambda: current.runner.all() == [])
        assert all(current.shelf.has(clip.content) for clip in current.library.clips())
        assert current.shelf.has(current.library.clip(late).content)
        studio.draw_missing()
        assert current.runner.all() == []
    finally:
        studio.close()


def test_it_can_be_cancelled(folder: Path, wait: Callable[..., Any]) -> None:
    studio = Studio(folder, Policy())
    runner = studio.require().runner
    try:
        job = runner.start("thumbnails", {}).id
        runner.cancel(job)
        wait(lambda: runner.get(job).state == "cancelled")
    finally:
        studio.close()
