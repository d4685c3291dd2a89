"""Long work: what it is, how far it is, how it is started."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from motionloom.studio.protocol.base import Answer, Clips, Id, Name, Request

JobState = Literal["waiting", "running", "done", "failed", "cancelled", "interrupted"]


class JobProblem(Answer):
    """One item of a job that failed while the rest went on."""

    name: str
    error: str


class Job(Answer):
    """Long work. cancelled, failed and interrupted (its process was stopped) jobs can be resumed."""

    id: str
    kind: str
    title: str
    state: JobState
    done: int
    total: int
    message: str
    seconds_left: float | None
    problems: list[JobProblem]
    error: str
    clips: list[str]  # what it made or brought in
    entries: list[str]  # what it put on the shelf
    download: str | None  # the address of a file to save, for exports
    created: float
    changed: float


class StartSample(Request):
    """Makes the sample performers; creates a library first where there is none."""

    kind: Literal["sample"]
    window: Id | None = None  # the window that can undo it


class ExportPreset(Request):
    """A preset by name, with its settings as a person wants them (`PresetInfo`)."""

    name: Name
    fps: Annotated[float, Field(ge=1, le=1000)] | None
    root: Literal["motion", "in_place"]
    root_bone: Annotated[str, Field(max_length=60)]
    mesh: bool
    to_floor: bool
    unit: Literal["", "m", "cm", "mm", "in", "ft"]
    up: Literal["", "y", "z"]
    bones: Annotated[str, Field(max_length=60)] = ""
    events: bool = False


class StartExport(Request):
    """Writes clips in one format, as a preset says where one is given; several clips come as a zip, or as one file of that name."""

    kind: Literal["export"]
    clips: Clips
    suffix: Annotated[str, Field(pattern=r"^\.[a-z0-9]{2,5}$")]
    preset: ExportPreset | None = None
    one_file: Annotated[str, Field(max_length=120)] = ""


class StartShare(Request):
    """Writes clips as one HTML page that plays by itself; they are seen together."""

    kind: Literal["share"]
    clips: Annotated[list[Id], Field(min_length=1, max_length=8)]
    title: Annotated[str, Field(max_length=200)] = ""


class StartThumbnails(Request):
    kind: Literal["thumbnails"]


class ReadAs(Request):
    """What a person says about files that the files do not say, or say wrongly. What is left out is as the file has it, or guessed."""

    unit: Literal["m", "cm", "mm", "in", "ft", "cmu"] | None = None
    fps: Annotated[float, Field(ge=1, le=10_000)] | None = None
    up: Literal["x", "y", "z"] | None = None
    clip: Name | None = None  # which animation of a file that holds several
    drop_bad_frames: bool = False
    keep_rest_frame: bool = False


class StartReading(Request):
    """Reads the files of clips again, in another way. A clip whose frames are not the same in number then stays, beside a new one."""

    kind: Literal["reading"]
    clips: Clips
    read_as: ReadAs
    window: Id | None = None  # the window that can undo it


class ReadAgain(Request):
    """The files that an import could not read, once more."""

    read_as: ReadAs


JobStart = Annotated[StartSample | StartExport | StartShare | StartThumbnails | StartReading, Field(discriminator="kind")]


class WantedThumbnails(Request):
    """Clips now in view: their thumbnails are made first."""

    clips: Annotated[list[Id], Field(max_length=500)]
