"""Writers that are killed at a random moment: what was confirmed is there afterwards, what was not is there whole or not at all."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from motionloom.library import Library
from motionloom.library.maintenance.check import check_library

if TYPE_CHECKING:
    from motionloom.core import Motion

MOST, LONGEST = 6, 0.05  # writes that a writer confirms, and seconds after that, at which it is killed, at most
WRITERS = 2  # at a time, in the same library, unless more are asked for
ANEW = 25  # kills after which a library is begun anew, so that it stays small
CHILD = "from motionloom.trials.killing import write; import sys; write(sys.argv[1], sys.argv[2], int(sys.argv[3]))"


@dataclass(frozen=True)
class Killed:
    """What came of kills: how many writes were confirmed before them, by kind; lost: those that were not there afterwards; damaged: what
    `library check` had to say then; failed: writers that ended by themselves, with the last line of what they said."""

    kills: int
    confirmed: dict[str, int]
    lost: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        """All that should not have happened."""
        return (*(f"lost: {each}" for each in self.lost), *self.damaged, *(f"a writer ended: {each}" for each in self.failed))


def write(folder: str, writer: str, seed: int) -> None:
    """What a writer does until it is killed: writes of every kind, each confirmed by a line once it is done."""
    rng = np.random.default_rng(seed)
    with Library.open(folder) as library:
        motion = library.motion(library.find("base"))
        print("ready", flush=True)
        for number in range(100_000):
            kind = KINDS[int(rng.integers(len(KINDS)))]
            name = f"{writer}-{number}"
            WRITES[kind](library, name, motion)
            print(f"{kind} {name}", flush=True)


def _import(library: Library, name: str, motion: Motion) -> None:
    import_motion(library, name, motion.with_arrays(motion.rotations, motion.root_positions + np.float32(zlib.crc32(name.encode()) % 1000)))


def import_motion(library: Library, name: str, motion: Motion) -> None:
    """By way of a file, as a person imports it."""
    from motionloom.library.importing import import_files

    path = library.folder.parent / f"{library.folder.name}-files" / f"{name}.npz"
    path.parent.mkdir(exist_ok=True)
    replace(motion, name=name).save(path)
    import_files(library, [path], window=name)


def _derive(library: Library, name: str, motion: Motion) -> None:
    from motionloom.making.derive import derive
    from motionloom.making.makers.edit import mirror_recipe
    from motionloom.making.sources import clip_source

    derive(library, mirror_recipe(clip_source(library.clip(library.find("base")))), name)


def _label(library: Library, name: str, motion: Motion) -> None:
    library.apply({"kind": "add_label", "clips": [library.find("base")], "label": name})


def _annotate(library: Library, name: str, motion: Motion) -> None:
    library.apply({"kind": "add_annotation", "clip": library.find("base"), "name": name, "start": 0, "stop": 5, "track": "trial"})


def _document(library: Library, name: str, motion: Motion) -> None:
    library.save_document("trial", name, {}, content=name.encode())


def _undo(library: Library, name: str, motion: Motion) -> None:
    """A name that is given and taken back: it must not be there."""
    clip = library.find("base")
    library.apply({"kind": "add_label", "clips": [clip], "label": f"undone-{name}"}, window=f"undo-{name}")
    library.undo(f"undo-{name}")


WRITES: dict[str, Callable[[Library, str, Motion], None]] = {
    "import": _import,
    "derive": _derive,
    "label": _label,
    "annotate": _annotate,
    "document": _document,
    "undo": _undo,
}
KINDS = tuple(WRITES)


def kill_writers(folder: Path, kills: int, seed: int = 0, each: Callable[[], object] = lambda: None, at_once: int = WRITERS) -> Killed:
    """Let writers write into libraries below a folder, so many at a time, and kill them, so often."""
    rng = np.random.default_rng([seed, 9])
    confirmed, lost, damaged, failed = dict.fromkeys(KINDS, 0), list[str](), list[str](), list[str]()
    done, place = 0, folder
    while done < kills:
        if done % ANEW < at_once:
            place = _new_library(folder / f"library-{done}")
        said = _let_write(place, [f"{done + n}" for n in range(at_once)], rng, failed)
        for kind, _ in said:
            confirmed[kind] += 1
        with Library.open(place) as library:
            lost += [f"{kind} {name}" for kind, name in said if not _is_there(library, kind, name)]
            damaged += [f"{place.name}: {problem.line}" for problem in check_library(library).problems if not problem.harmless]
        done += at_once
        for _ in range(at_once):
            each()
    return Killed(done, confirmed, tuple(lost), tuple(damaged), tuple(failed))


def _new_library(place: Path) -> Path:
    from motionloom import sample

    with Library.create(place) as library:
        import_motion(library, "base", sample.make("ada", "stand").motion[:40])
    return place


def _let_write(place: Path, writers: list[str], rng: np.random.Generator, failed: list[str]) -> list[tuple[str, str]]:
    """What writers confirmed before each was killed, in the middle of what comes next; failed gets what those said who ended themselves."""
    said = list[tuple[str, str]]()
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD, str(place), name, str(rng.integers(1 << 30))],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in writers
    ]
    threads = [
        threading.Thread(target=_kill_later, args=(child, int(rng.integers(MOST)), float(rng.uniform(0.0, LONGEST)), said, failed))
        for child in children
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


def _kill_later(child: subprocess.Popen[str], after: int, moment: float, said: list[tuple[str, str]], failed: list[str]) -> None:
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    lines = [child.stdout.readline() for _ in range(after)]
    time.sleep(moment)
    child.kill()
    for line in (*lines, *child.stdout.read().splitlines(keepends=True)):
        if line.endswith("\n"):
            kind, name = line.split()
            said.append((kind, name))
    complaint = child.stderr.read().strip()
    if complaint:
        failed.append(complaint.splitlines()[-1])
    child.stdout.close()
    child.stderr.close()
    child.wait()


def _is_there(library: Library, kind: str, name: str) -> bool:
    base = library.clip(library.find("base"))
    if kind in ("import", "derive"):
        found = [clip for clip in library.clips() if clip.name == name]
        return len(found) == 1 and len(library.motion(found[0].id)) == base.frames
    if kind == "label":
        return name in base.labels
    if kind == "annotate":
        return any(span.name == name for span in library.annotations(base.id))
    if kind == "document":
        return any(library.document_bytes(each.id) == name.encode() for each in library.documents("trial") if each.name == name)
    return f"undone-{name}" not in base.labels
