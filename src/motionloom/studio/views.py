"""The library's records as the client sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motionloom.core import Motion, Skeleton, SkeletonError
from motionloom.core.body import Body, body_of
from motionloom.core.masks import find_runs
from motionloom.studio import protocol
from motionloom.studio.wording import in_studio

if TYPE_CHECKING:
    from motionloom.compute import Job
    from motionloom.library import Annotation, Change, Clip, ClipPlants, Judgement
    from motionloom.studio.session import OpenLibrary, Studio

# In the order of `motionloom.render.parts.Paint`.
PAINTS: tuple[protocol.Paint, ...] = ("body", "left", "right", "bone", "joint", "face")


def library_info(studio: Studio) -> protocol.LibraryInfo:
    """The open library in figures, or that there is none."""
    current = studio.current
    fields: dict[str, Any] = {
        "protocol": protocol.PROTOCOL_VERSION,
        "formats": format_infos(),
        "presets": preset_infos(),
        "max_upload_bytes": studio.max_upload_bytes,
    }
    if current is None:
        empty: dict[str, Any] = {"library": "", "name": "", "seq": 0, "clips": 0, "frames": 0, "seconds": 0.0}
        return protocol.LibraryInfo(state="none", path=str(studio.new_folder), labels=[], annotations=[], sources=[], **empty, **fields)
    summary = current.library.summary()
    return protocol.LibraryInfo(
        state="open",
        library=current.id,
        name=current.library.folder.name,
        path=str(current.library.folder),
        seq=current.library.seq(),
        clips=summary.clips,
        frames=summary.frames,
        seconds=summary.seconds,
        labels=_counts(summary.labels),
        annotations=_counts(summary.annotations),
        sources=_counts(summary.sources),
        **fields,
    )


def format_infos() -> list[protocol.FormatInfo]:
    """Every suffix that can be read or written, on this machine."""
    from motionloom import formats
    from motionloom.formats.registry import formats as known

    formats.suffixes("read")
    return [
        protocol.FormatInfo(
            suffix=suffix, name=format.name, reads=format.read is not None, writes=format.write is not None and format.can_write()
        )
        for format in known()
        for suffix in format.suffixes
    ]


def preset_infos() -> list[protocol.PresetInfo]:
    """Every export preset, with the suffix that it writes on this machine."""
    from motionloom import formats
    from motionloom.formats.presets import PRESETS, find_suffix

    formats.suffixes("write")
    return [
        protocol.PresetInfo(**{**preset.to_json(), "title": preset.title, "says": preset.says, "suffix": find_suffix(preset)})
        for preset in PRESETS.all().values()
    ]


def clip_row(clip: Clip, pictured: bool) -> protocol.ClipRow:
    """A clip as the list shows it."""
    # The library's records are checked; checking thousands of rows again would be half of the answer's time.
    return protocol.ClipRow.model_construct(
        id=clip.id,
        name=clip.name,
        content=clip.content,
        frames=clip.frames,
        fps=clip.fps,
        joints=clip.joints,
        made=clip.made,
        source=clip.source,
        subject=clip.subject,
        description=clip.description,
        height=clip.height,
        labels=list(clip.labels),
        annotations=list(clip.annotations),
        planted=clip.planted,
        problems=None if clip.glitches is None else list(dict.fromkeys(glitch.kind for glitch in clip.glitches)),
        mends=clip.mends,
        made_of=list(clip.made_of),
        thumbnail=pictured,
        added=clip.added,
    )


def clip_states(current: OpenLibrary, clips: list[str]) -> list[protocol.ClipState]:
    """What edits have made of these clips."""
    return [clip_state(current, clip) for clip in clips]


def clip_state(current: OpenLibrary, clip: str) -> protocol.ClipState:
    """What edits have made of a clip.

    `seq` is read first: the rest may be newer, never older, and what made it newer is told under its own seq soon after.
    """
    library = current.library
    seq, record = library.seq(), library.clip(clip)
    return protocol.ClipState(
        id=clip,
        seq=seq,
        row=None if record.deleted else clip_row(record, current.shelf.has(record.content)),
        annotations=[_annotation(annotation) for annotation in (*library.annotations(clip), *library.notes(clip))],
        plants=plants(library.plants(clip)),
        note=record.note,
        natural=_natural(library.judgements(clip)),
    )


def clip_detail(current: OpenLibrary, clip: str) -> protocol.ClipDetail:
    """A clip in full but for its frames."""
    record, motion = current.clip(clip), current.shown(clip)
    body, problem = find_body(motion)
    details = {
        "source": record.source,
        "subject": record.subject,
        "description": record.description,
        "licence": record.licence,
        "height": record.height,
        **record.reading,
        "notes": [in_studio(note) for note in record.reading.get("notes", ())],
        "gravity": in_studio((record.gravity or {}).get("text", "")),
    }
    return protocol.ClipDetail(
        state=clip_state(current, clip),
        skeleton=skeleton_info(motion.skeleton),
        body=None if body is None else body_info(body, motion),
        body_problem=problem,
        parts=body_parts(motion.skeleton),
        source_file=_shown_path(record.file, current.library.folder),
        recipe=dict(motion.recipe),
        lineage=lineage(current, record),
        made_from_it=made_from(current, clip),
        details={name: value for name, value in details.items() if value not in (None, "", [], {})},
    )


def lineage(current: OpenLibrary, record: Clip) -> list[protocol.LineageLine]:
    """How a clip was made, in words; nothing for a capture or for one of the sample's performers."""
    if not record.made:
        return []
    from motionloom.making.lineage import describe_clip

    told = describe_clip(current.library, record.id)
    lines = [] if told is None else told.lines()
    return [protocol.LineageLine(words=line.words, indent=line.indent, clip=line.clip) for line in lines]


def made_from(current: OpenLibrary, clip: str) -> list[protocol.MadeFrom]:
    """The clips that were made of a clip."""
    from motionloom.making.lineage import find_made_from

    return [protocol.MadeFrom(clip=each.id, name=each.name) for each in find_made_from(current.library, clip)]


def job(record: Job) -> protocol.Job:
    """A job as the Jobs panel shows it."""
    return protocol.Job(
        id=record.id,
        kind=record.kind,
        title=record.title,
        state=record.state,
        done=record.done,
        total=record.total,
        message=record.message,
        seconds_left=record.seconds_left if record.state == "running" else None,
        problems=[protocol.JobProblem(name=name, error=in_studio(error)) for name, error in record.problems],
        error=in_studio(record.error),
        clips=list(record.clips),
        entries=list(record.entries),
        download=f"/api/jobs/{record.id}/download" if record.download and record.state == "done" else None,
        created=record.created,
        changed=record.changed,
    )


def plants(stored: ClipPlants | None) -> protocol.Plants:
    """Plants as spans."""
    if stored is None:
        return protocol.Plants(known=False, spans=[[], [], [], []], by="machine", person=[[], [], [], []])
    return protocol.Plants(
        known=True,
        spans=[find_runs(stored.bits[:, foot]) for foot in range(4)],
        by=stored.by,
        person=[find_runs(stored.by_person[:, foot]) for foot in range(4)],
    )


def skeleton_info(skeleton: Skeleton) -> protocol.SkeletonInfo:
    """A skeleton as plain lists."""
    from motionloom.core.markers import is_markers, marker_joints

    return protocol.SkeletonInfo(
        names=list(skeleton.names),
        parents=[int(parent) for parent in skeleton.parents],
        offsets=[_vector(offset) for offset in skeleton.offsets],
        end_sites=[protocol.EndSiteInfo(joint=site.parent, offset=_vector(site.offset)) for site in skeleton.end_sites],
        markers=len(marker_joints(skeleton)) if is_markers(skeleton) else 0,
    )


def body_info(body: Body, motion: Motion) -> protocol.BodyInfo:
    """A body's roles, size and feet, and where the ground lies under this motion."""
    from motionloom.core.ground import ground_height

    return protocol.BodyInfo(
        roles=body.roles,
        height=body.height,
        leg_length=body.leg_length,
        ground=float(ground_height(motion)),
        foot_joints=[int(joint) for joint in body.foot_joints],
        foot_offsets=[_vector(offset) for offset in body.foot_offsets],
    )


def body_parts(skeleton: Skeleton) -> list[protocol.BodyPart]:
    """The round cones that the renderer draws this character with."""
    from motionloom.render.scene import parts_of

    parts = parts_of(skeleton)
    return [
        protocol.BodyPart(
            start_joint=int(parts.start_joint[i]),
            start_offset=_vector(parts.start_offset[i]),
            start_radius=float(parts.radii[i, 0]),
            end_joint=int(parts.end_joint[i]),
            end_offset=_vector(parts.end_offset[i]),
            end_radius=float(parts.radii[i, 1]),
            frame_joint=int(parts.frame_joint[i]),
            frame=(float(parts.frame[i, 0]), float(parts.frame[i, 1]), float(parts.frame[i, 2]), float(parts.frame[i, 3])),
            stretch=_vector(parts.stretch[i]),
            paint=PAINTS[int(parts.paint[i])],
        )
        for i in range(len(parts))
    ]


def history(current: OpenLibrary, window: str) -> protocol.History:
    """What a window's undo and redo would do."""
    undo, redo = current.library.next_steps(window)
    return protocol.History(undo=undo, redo=redo)


def change(record: Change) -> protocol.Change:
    """One edit as the feed tells it; long lists of clips are cut, the client loads again then."""
    clips = list(record.clips[: protocol.MAX_CLIPS_A_CHANGE])
    return protocol.Change(seq=record.seq, kind=record.kind, title=record.title, window=record.window, command=record.id, clips=clips)


def _annotation(record: Annotation) -> protocol.Annotation:
    names = protocol.Annotation.model_fields
    return protocol.Annotation(**{name: getattr(record, name) for name in names})


def _natural(judgements: Iterable[Judgement]) -> bool | None:
    verdicts = [judgement.verdict for judgement in judgements if judgement.question == "natural"]
    return verdicts[-1] if verdicts else None


def find_body(motion: Motion) -> tuple[Body | None, str]:
    """A motion's body; None and why where its roles are not known."""
    try:
        return body_of(motion.skeleton), ""
    except SkeletonError as error:
        return None, in_studio(str(error))


def _shown_path(file: str, library: Path) -> str:
    """A clip's file as people know it: by name where it was uploaded and lies in the library's own folder."""
    return Path(file).name if file and Path(file).is_relative_to(library) else file


def _vector(values: Sequence[float] | NDArray[np.floating]) -> protocol.Vector:
    return (float(values[0]), float(values[1]), float(values[2]))


def _counts(counts: Mapping[str, int]) -> list[protocol.Count]:
    return [protocol.Count(name=name, clips=clips) for name, clips in sorted(counts.items())]
