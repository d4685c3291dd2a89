"""The sample performers, made by code and brought into the library."""

from __future__ import annotations

from motionloom.making.sample_library import add_sample
from motionloom.making.work import JobKind, Work, register


def run(work: Work) -> str:
    """Make the clips that are not there yet."""
    with work.given_executor() as executor:
        work.clips += add_sample(
            work.library, executor=executor, progress=work.progress, window=work.window, steps=bool(work.arguments.get("steps"))
        )
    return f"{len(work.clips)} clips"


KIND = register(JobKind("sample", lambda _: "Load the sample", run))
