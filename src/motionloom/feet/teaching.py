"""Teaching the oracle on a library: it labels, a person corrects, the corrected frames join its pool.

Everything a person says is in the library the moment it is said; the oracle is made from that, and can be made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motionloom.compute import Progress
from motionloom.core.errors import MotionError, SkeletonError
from motionloom.feet.active import Choice, Chooser, Piece
from motionloom.feet.hand_labels import Example
from motionloom.feet.oracle import Oracle, default_oracle, train
from motionloom.feet.plants import Plants
from motionloom.library import Clip, ClipPlants, Library
from motionloom.library.commands.documents import SetDocument
from motionloom.library.commands.plants import WritePlants, plants_command
from motionloom.library.records import make_id
from motionloom.library.store import BYTES

KIND = "foot_plant_oracle"
NAME = "Foot plants"
PERSON_LABELS = "a person's labels"
LEAST_CONFIDENCE = 1 / 255  # the least that a library keeps apart from 0, which stands for frames that nothing guessed


@dataclass(frozen=True)
class Taught:
    """An oracle, how many frames of how many clips of this library a person labelled for it, and whether it began with the one that
    comes with Motionloom."""

    oracle: Oracle
    frames: int
    clips: int
    from_scratch: bool


def read_plants(library: Library, clip: Clip) -> Plants | None:
    """A clip's plants as this room has them."""
    stored = library.plants(clip.id)
    return None if stored is None else Plants(stored.bits, clip.fps, stored.by_person, stored.source)


def is_whole(stored: ClipPlants) -> bool:
    """Whether every frame was set by a person or guessed. Lessons once wrote the guess of their own frames only."""
    if stored.confidence is None:
        return True
    return bool(np.all(stored.by_person.all(axis=1) | (stored.confidence > 0).any(axis=1)))


def came_with_file(stored: ClipPlants | None) -> bool:
    """Whether plants came with their clip: no machine replaces those unasked."""
    return stored is not None and stored.by == "file"


def read_examples(library: Library, confirmed: Piece | None = None, progress: Progress | None = None) -> list[Example]:
    """The clips of which a person has labelled some frames; `confirmed`: a sequence that counts as labelled too."""
    return [example for _, example in _examples(library, confirmed, progress)]


def _examples(library: Library, confirmed: Piece | None, progress: Progress | None = None) -> Iterator[tuple[Clip, Example]]:
    for clip in (progress or Progress()).each("Reading what people labelled", library.clips(planted=True), lambda clip: clip.name):
        plants = read_plants(library, clip)
        if plants is not None and confirmed is not None and confirmed.clip == clip.id:
            plants = plants.corrected(confirmed.start, plants.bits[confirmed.start : confirmed.stop])
        if plants is not None and len(plants.checked):
            motion = replace(library.motion(clip.id), name=clip.name)
            yield clip, Example(motion, plants, 0, clip.labels[0] if clip.labels else "")


def teach(library: Library, from_scratch: bool = False, progress: Progress | None = None) -> Taught:
    """An oracle of what people labelled in the library, on top of the one that comes with Motionloom unless from scratch; saved there."""
    taught = train_taught(library, from_scratch, progress=progress)
    command = taught_command(library, taught)
    if command is not None:
        library.apply(command)
    return taught


def train_taught(library: Library, from_scratch: bool = False, confirmed: Piece | None = None, progress: Progress | None = None) -> Taught:
    """The oracle of what people labelled in the library, not saved yet; `confirmed`: a sequence that counts as labelled too."""
    examples = read_examples(library, confirmed, progress)
    frames = sum(len(example.plants.checked) for example in examples)
    if from_scratch:
        oracle = train(examples, about=PERSON_LABELS)
    else:
        oracle = default_oracle().with_examples(examples) if examples else default_oracle()
    return Taught(oracle, frames, len(examples), from_scratch)


def taught_command(library: Library, taught: Taught) -> SetDocument | None:
    """The edit that saves an oracle in the library; None where it is the one that is there."""
    oracle, saved = taught.oracle, library.documents(KIND)
    if saved and saved[0].data.get("version") == oracle.version:
        return None
    data = {"version": oracle.version, "frames": taught.frames, "clips": taught.clips, "from_scratch": taught.from_scratch}
    return SetDocument(saved[0].id if saved else make_id(), KIND, NAME, data, library.store.write(oracle.to_bytes(), BYTES))


def read_taught(library: Library) -> Taught:
    """The oracle that was taught last on this library; the one that comes with Motionloom where none was."""
    saved = library.documents(KIND)
    if not saved:
        return Taught(default_oracle(), 0, 0, False)
    data = saved[0].data
    oracle = Oracle.from_bytes(library.document_bytes(saved[0].id), f"the oracle of {library.folder}")
    return Taught(oracle, int(data["frames"]), int(data["clips"]), bool(data["from_scratch"]))


def guess_command(library: Library, clip: Clip, oracle: Oracle, replace: bool = False) -> WritePlants:
    """The edit that writes the oracle's guess of a clip with its confidence; bits that a person set stay."""
    guess = oracle.guess(library.motion(clip.id))
    confidence = np.maximum(guess.confidence, LEAST_CONFIDENCE)
    return plants_command(clip.id, guess.plants.bits, source=guess.plants.source, confidence=confidence, replace=replace)


def label_clip(library: Library, clip: Clip, oracle: Oracle, window: str = "", *, replace: bool = False) -> Plants:
    """Write the oracle's guess of a clip; bits that a person set stay, and plants of its file unless `replace`."""
    library.apply(guess_command(library, clip, oracle, replace), window=window)
    found = read_plants(library, clip)
    assert found is not None
    return found


def label_library(
    library: Library,
    oracle: Oracle,
    refused: Callable[[Clip, SkeletonError], None] = lambda clip, error: None,
    *,
    progress: Progress | None = None,
    window: str = "",
) -> tuple[int, int]:
    """Label every clip that this oracle has not labelled yet, or only in part; how many were, and how many cannot be (no legs).

    Run again after a stop it goes on where it was. refused: called for each clip that cannot be labelled. Plants that came
    with a file stay as they are.
    """
    done = skipped = 0
    for clip in (progress or Progress()).each("Labelling feet", library.clips(), lambda clip: clip.name):
        stored = library.plants(clip.id)
        if not came_with_file(stored) and (stored is None or stored.source != f"oracle {oracle.version}" or not is_whole(stored)):
            try:
                label_clip(library, clip, oracle, window)
                done += 1
            except SkeletonError as error:
                refused(clip, error)
                skipped += 1
    return done, skipped


def make_chooser(library: Library, oracle: Oracle, clips: Sequence[Clip] = ()) -> Chooser:
    """These clips of the library, or all where none is named, described as the oracle sees them and cut into sequences."""
    chooser = Chooser(oracle.features)
    for clip in clips or library.clips():
        try:
            chooser.add(clip.id, library.motion(clip.id))
        except SkeletonError:
            continue
    if not chooser.pieces:
        raise MotionError("there are no clips with legs in this library to label foot plants of; import some first")
    return chooser


def labelled_pieces(library: Library, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces all of whose frames a person has labelled."""
    checked: dict[str, NDArray[np.bool_]] = {}
    done = []
    for piece in pieces:
        if piece.clip not in checked:
            stored = library.plants(piece.clip)
            checked[piece.clip] = np.zeros(0, bool) if stored is None else np.asarray(stored.by_person.all(axis=1))
        own = checked[piece.clip][piece.start : piece.stop]
        if len(own) == len(piece) and own.all():
            done.append(piece)
    return done


def choose_next(library: Library, taught: Taught, chooser: Chooser, seed: int = 0, skipped: Sequence[Piece] = ()) -> Choice:
    """The sequence that a person should label next; those they skipped come last."""
    done = labelled_pieces(library, chooser.pieces)
    oracle = None if taught.from_scratch and not done else taught.oracle
    left_out = {*done, *skipped}
    if left_out.issuperset(chooser.pieces):
        left_out = set(done)
    return chooser.choose(oracle, left_out, np.random.default_rng(seed))
