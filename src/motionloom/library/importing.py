"""Files into a library: parallel, resumable, and nothing half-imported.

Workers read files and store frames; this process writes the rows, a batch a transaction, after the frames are on disk. Killed
at any moment it leaves whole clips, and at worst frames without a clip, which the next import takes up.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path

from motionloom.compute import InProcess, Outcome, Progress, map_unordered, open_executor
from motionloom.core.errors import MotionloomError
from motionloom.formats.registry import ReadOptions
from motionloom.library.additions import NewClip
from motionloom.library.file_clips import WantedClip, find_clip, find_wanted
from motionloom.library.file_reading import ReadTask, find_files, read_clip
from motionloom.library.import_report import Failure, ImportReport, find_glitched, find_suspicious
from motionloom.library.label_table import LabelTable, read_label_table
from motionloom.library.library import Library
from motionloom.library.one_skeleton import reconcile
from motionloom.library.recording import Known, find_contents, label_known, record_clips, restore_known
from motionloom.library.records import make_id

BATCH_CLIPS, BATCH_SECONDS = 64, 0.5
# Below this much to read, starting worker processes costs more than they save.
SMALL_BYTES = 6_000_000


@dataclass
class _Import:
    """What an import has done so far."""

    library: Library
    table: LabelTable | None
    window: str
    title: str
    work: str = field(default_factory=make_id)  # all of it is one step of undo
    sources: Mapping[str, str] = field(default_factory=dict)
    pending: list[NewClip] = field(default_factory=list)
    committed: float = field(default_factory=time.monotonic)
    added: list[str] = field(default_factory=list)
    reread: list[str] = field(default_factory=list)
    there: list[Known] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def take(self, clip: NewClip) -> None:
        row = self.table.find(clip.reading.file) if self.table else None
        clip = row.put_on(clip) if row else clip
        self.pending.append(clip if clip.source else replace(clip, source=self.sources.get(clip.reading.file, "")))
        if len(self.pending) >= BATCH_CLIPS or time.monotonic() - self.committed > BATCH_SECONDS:
            self.commit()

    def commit(self) -> None:
        if self.pending:
            recorded = record_clips(self.library, self.pending, self.window, self.work, self.title)
            self.added += recorded.added
            self.reread += recorded.reread
            self.there += recorded.there
            self.pending = []
        self.committed = time.monotonic()


def import_files(
    library: Library,
    paths: Sequence[str | PathLike[str]],
    labels: str | PathLike[str] | LabelTable | None = None,
    *,
    options: ReadOptions = ReadOptions(),  # noqa: B008 (frozen)
    executor: Executor | None = None,
    progress: Progress | None = None,
    window: str = "",
    restore: bool = False,
    sources: Mapping[str, str] | None = None,
    clips: Mapping[str, Collection[str | None]] | None = None,
) -> ImportReport:
    """Import files and folders; a file that cannot be read is a line in the report, and the others go on.

    Every clip of a file that holds several becomes one, unless `options.clip` names one, or `clips` some, by absolute path.
    labels: a CSV table, see `label_table`. A file that is in the library, unchanged, is not read again, unless options say
    how to read it otherwise: then its clip is read anew and keeps all that was said about it. One file's content is one clip,
    wherever the file lies and whoever imported it. restore: bring back clips of these files that had been deleted. sources: where
    new clips come from, by absolute path, unless the table says. Runs on all cores unless an executor is given. Cancelling keeps
    what was finished. All of it is one step of undo. Clips with the same bones come to share one rest pose (`one_skeleton`).
    """
    began = time.monotonic()
    progress = progress or Progress()
    table = labels if isinstance(labels, LabelTable) or labels is None else read_label_table(Path(labels))
    files, missing = find_files(paths, apart_from=library.folder)
    title = f"Import {Path(files[0]).name}" if len(files) == 1 else f"Import {len(files)} files"
    state = _Import(library, table, window, title, sources=sources or {}, failures=[Failure(file, line) for file, line in missing])
    wanted = find_wanted(library, files, options, restore, clips or {})
    new, repeated = _leave_known(state, wanted, restore)
    progress.begin("Importing", len(wanted), done=len(wanted) - len(new) - len(repeated))
    try:
        _read_all(state, new, executor, progress)
        state.commit()
        first, others = _leave_known(state, repeated, restore)  # what could not be read is told of each of its files
        unread = [*first, *others]
        progress.advance(len(repeated) - len(unread))
        _read_all(state, unread, executor, progress)
    finally:
        state.commit()
    labelled = label_known(library, state.there, table, window, state.work) if table else 0
    restored = _restore(state, window) if restore else ()
    one_skeleton = reconcile(library, {*state.added, *state.reread}, {clip.id for clip in state.there}, window, state.work, title)
    report = _report(state, table, files, labelled, restored, time.monotonic() - began)
    return replace(report, one_skeleton=one_skeleton)


def _leave_known(state: _Import, wanted: Sequence[WantedClip], restore: bool) -> tuple[list[WantedClip], list[WantedClip]]:
    """Set apart what is a clip of the library already; the others come out, first those to read, then repetitions of them."""
    if not wanted:
        return [], []
    known = find_contents(state.library, restore)
    new, repeated, seen = list[WantedClip](), list[WantedClip](), set[tuple[str, str | None]]()
    for one in wanted:
        clip = find_clip(known.get(one.file_hash or "", ()), one)
        if clip is not None:
            state.there.append(replace(clip, file=one.file))
            continue
        content = (one.file_hash or one.file, one.options.clip)
        (repeated if content in seen else new).append(one)
        seen.add(content)
    return new, repeated


def _read_all(state: _Import, wanted: Sequence[WantedClip], executor: Executor | None, progress: Progress) -> None:
    tasks = [ReadTask(one.file, str(state.library.store.folder), one.options, one.clips) for one in wanted]
    with ExitStack() as stack:
        if executor is None:
            executor = InProcess() if _is_small(tasks) else stack.enter_context(open_executor())
        for outcome in map_unordered(executor, read_clip, tasks, cancel=progress.cancel):
            _take_outcome(state, outcome)
            progress.advance(note=Path(outcome.item.file).name)


def _is_small(tasks: Sequence[ReadTask]) -> bool:
    return len(tasks) < 2 or sum(Path(task.file).stat().st_size for task in tasks if Path(task.file).is_file()) < SMALL_BYTES


def _take_outcome(state: _Import, outcome: Outcome[ReadTask, NewClip]) -> None:
    file, error = outcome.item.file, outcome.error
    if error is None:
        state.take(outcome.get())
    elif isinstance(error, MotionloomError):
        line = str(error) + (f" (its clip {outcome.item.options.clip!r})" if outcome.item.options.clip else "")
        state.failures.append(Failure(file, line if file in line or Path(file).name in line else f"{file}: {line}"))
    else:  # a defect of ours: the other files need not suffer for it
        state.failures.append(Failure(file, f"{file}: could not be read ({type(error).__name__}: {error}); please report this file"))


def _restore(state: _Import, window: str) -> tuple[str, ...]:
    deleted = tuple(clip.id for clip in state.there if clip.deleted)
    deleted += tuple(clip for clip in state.reread if state.library.clip(clip).deleted is not None)  # their frames had been tidied away
    if deleted:
        restore_known(state.library, deleted, window, state.work)
    return deleted


def _report(
    state: _Import, table: LabelTable | None, files: list[str], labelled: int, restored: tuple[str, ...], seconds: float
) -> ImportReport:
    unmatched_files: tuple[str, ...] = ()
    unmatched_rows: tuple[str, ...] = ()
    if table is not None:
        rows = {file: table.find(file) for file in files}
        unmatched_files = tuple(file for file, row in rows.items() if row is None)
        matched = {row.path for row in rows.values() if row is not None}
        unmatched_rows = tuple(row.path for row in table.rows.values() if row.path not in matched)
    ids = {*state.added, *state.reread, *(clip.id for clip in state.there)}
    return ImportReport(
        added=tuple(state.added),
        reread=tuple(state.reread),
        there=tuple(clip.id for clip in state.there if not clip.deleted or clip.id in restored),
        restored=restored,
        left_deleted=tuple(clip.name for clip in state.there if clip.deleted and clip.id not in restored),
        labelled=labelled,
        failures=tuple(sorted(state.failures, key=lambda failure: failure.file)),
        unmatched_files=unmatched_files,
        unmatched_rows=unmatched_rows,
        suspicious=find_suspicious(state.library, ids),
        glitched=find_glitched(state.library, {*state.added, *state.reread}),
        seconds=seconds,
    )
