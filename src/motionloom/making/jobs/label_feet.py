"""Foot plants of every clip, by an oracle; what a person set stays.

arguments: oracle (an absolute path), or none: then the library's own, which train: True teaches first with what people have labelled.
"""

from __future__ import annotations

from pathlib import Path

from motionloom.feet.oracle import Oracle
from motionloom.feet.teaching import label_library, read_taught, teach
from motionloom.making.work import JobKind, Work, register


def run(work: Work) -> str:
    """Label the clips that this very oracle has not labelled yet; clips without legs are noted."""
    library, file = work.library, work.arguments.get("oracle")
    if file is not None:
        oracle = Oracle.load(Path(file))
    else:
        oracle = (teach(library, progress=work.progress) if work.arguments.get("train") else read_taught(library)).oracle
    done, skipped = label_library(
        library,
        oracle,
        lambda clip, error: work.problems.append((clip.name, str(error))),
        progress=work.progress,
        window=work.window,
    )
    return f"{done} clips labelled by oracle {oracle.version}" + (f", {skipped} without legs left out" if skipped else "")


KIND = register(JobKind("label_feet", lambda _: "Label foot plants", run))
