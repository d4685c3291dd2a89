"""A hundred thousand proposals in one library: raised, opened, accepted, undone; and killed thirty times on the way.

Sample clips (synthetic): no capture is needed to run this.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from motionloom.bench.rows import OURS, Row, Run
from motionloom.compute import Progress
from motionloom.core.errors import MotionloomError
from motionloom.library import Library
from motionloom.making.choice import Choice, choose
from motionloom.making.deciding import accept
from motionloom.making.makers.edit import part_recipe
from motionloom.making.proposals import NewProposal, count_proposals, find_proposals, raise_proposals
from motionloom.making.review import count_items, find_items
from motionloom.making.sources import clip_source
from motionloom.making.synthetic_judge import add_performers

MANY, ACCEPTED = 100_000, 1_000
KILLS, KILLED_MANY, AT_ONCE = 30, 20_000, 20
LONGEST = 60  # frames of a proposed part
WINDOW = "bench"


def measure(run: Run) -> list[Row]:
    """Raising, the size on disk, the queue, one undo step of a thousand, and what thirty kills leave."""
    with tempfile.TemporaryDirectory() as place:
        run.say(f"proposals: raising {MANY}")
        with make_library(Path(place) / "many") as library:
            rows = list(_measure_many(library, run))
        run.say(f"proposals: {KILLS} kills")
        start = time.perf_counter()
        note = kill_often(Path(place) / "killed", run)
        return [*rows, Row("kills survived", OURS, time.perf_counter() - start, KILLS, "kills", note)]


def _measure_many(library: Library, run: Run) -> Iterator[Row]:
    before = _size(library)
    start = time.perf_counter()
    raise_proposals(library, propose(library, MANY), question="keep", title=f"Raise {MANY}", room="bench", window=WINDOW)
    seconds = time.perf_counter() - start
    yield Row("raise proposals", OURS, seconds, MANY, "proposals", f"{(_size(library) - before) / 1e6:.1f} MB on disk")
    for order in ("raised", "best", "unsure"):
        note = f"questions, counts and 50 items, {order} first"
        yield Row("open the review queue", OURS, run.time(lambda: open_queue(library, order)), 1, "queues", note)  # noqa: B023
    some = [each.id for each in find_proposals(library, order="best", limit=ACCEPTED)]
    start = time.perf_counter()
    accept(library, some, window=WINDOW)
    yield Row("accept proposals", OURS, time.perf_counter() - start, ACCEPTED, "proposals", "one undo step, motions made on all cores")
    start = time.perf_counter()
    library.undo(WINDOW)
    left = count_proposals(library).accepted
    yield Row("undo accepting them", OURS, time.perf_counter() - start, ACCEPTED, "proposals", f"{left} left accepted")


def open_queue(library: Library, order: str) -> None:
    """What the studio asks for when the review is opened."""
    count_items(library)
    find_items(library, order=order)  # type: ignore[arg-type]


def make_library(folder: Path) -> Library:
    """A library of a few sample clips."""
    library = Library.create(folder)
    add_performers(library)
    return library


def propose(library: Library, count: int) -> Iterator[NewProposal]:
    """Parts of the clips, each another, with a score and a reason."""
    clips, rng = choose(library), np.random.default_rng(0)
    for n in range(count):
        clip = clips[n % len(clips)]
        stop = LONGEST + n // len(clips) % (clip.frames - LONGEST)
        recipe = part_recipe(clip_source(clip, stop - LONGEST, stop)).with_options(number=n)
        reason = f"frames {stop - LONGEST} to {stop} of {clip.name} look like nothing else in the library"
        yield NewProposal(recipe, f"{clip.name} part {n}", float(rng.random()), float(rng.random()), reason)


def kill_often(folder: Path, run: Run) -> str:
    """Kill a process that raises, or one that accepts, at random moments, and check after each kill; what was found comes out."""
    with make_library(folder) as library:
        raise_proposals(library, propose(library, KILLED_MANY), question="keep", title="Raise", room="bench")
    rng, confirmed, raised = np.random.default_rng(1), set[str](), KILLED_MANY
    for n in range(KILLS):
        what = ("raise", "accept")[n % 2]
        command = [sys.executable, "-m", "motionloom.bench.proposals", str(folder), what]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert child.stdout is not None
        heard = [child.stdout.readline() for _ in range(1 + int(rng.integers(5)))]  # how far it is, however busy the machine
        time.sleep(float(rng.uniform(0.0, 1.0)))
        child.send_signal(signal.SIGKILL)
        if child.poll() not in (None, -signal.SIGKILL):
            raise MotionloomError(f"the process that was to be killed ended by itself with {child.returncode}")
        for line in (*heard, *child.communicate()[0].splitlines()):
            word, *said = line.split()
            confirmed |= set(said) if word == "accepted" else set()
            raised += int(said[0]) if word == "raised" else 0
        with Library.open(folder) as library:
            _check(library, confirmed, raised)
        run.say(f"proposals: kill {n + 1} of {KILLS}; {raised} raised and {len(confirmed)} accepted are confirmed")
    return f"{raised} raised and {len(confirmed)} accepted were confirmed, none lost, nothing half"


def _check(library: Library, confirmed: set[str], raised: int) -> None:
    rows = library.database.read("SELECT clip FROM proposals WHERE state = 'accepted'")
    accepted, there = {row["clip"] for row in rows}, {clip.id for clip in choose(library, Choice(origin="made"))}
    total = sum(vars(count_proposals(library)).values())
    for clip in there:
        if len(library.motion(clip)) != library.clip(clip).frames:
            raise MotionloomError(f"clip {clip} has lost frames after a kill")
    if accepted != there or not confirmed <= there or total < raised:
        raise MotionloomError(f"after a kill {len(accepted)} are accepted, {len(there)} are clips, {len(confirmed)} were confirmed")


class _Teller(Progress):
    """Says each chunk the moment it is confirmed."""

    def advance(self, count: int = 1, note: str = "") -> None:
        print("raised", count, flush=True)


def work_until_killed(folder: Path, what: str) -> None:
    """The process that is killed: raises one batch after the other, or accepts a few at a time, and says what is confirmed."""
    with Library.open(folder) as library:
        print("ready", flush=True)
        while what == "raise":
            raise_proposals(library, propose(library, KILLED_MANY), question="keep", title="Raise", room="bench", progress=_Teller())
        while some := [each.id for each in find_proposals(library, order="best", limit=AT_ONCE)]:
            print("accepted", *accept(library, some, window=WINDOW).clips.values(), flush=True)


def _size(library: Library) -> int:
    return sum(path.stat().st_size for path in library.folder.glob("library.db*"))


if __name__ == "__main__":
    work_until_killed(Path(sys.argv[1]), sys.argv[2])
