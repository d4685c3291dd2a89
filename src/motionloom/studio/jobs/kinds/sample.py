"""The sample performers, made by code and brought into the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motionloom.studio.jobs.runner import JobContext
    from motionloom.studio.session import Studio


def run(studio: Studio, context: JobContext) -> None:
    """Make the clips that are not there yet."""
    from motionloom.making.sample_library import add_sample

    library = studio.require().library
    clips = add_sample(library, progress=context.follow(), window=str(context.arguments.get("window") or "studio"))
    context.add_clips(clips)
    context.conclusion = f"{len(clips)} clips"
