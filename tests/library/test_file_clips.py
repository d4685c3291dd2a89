"""Every clip of a file comes in, once, and goes away with one undo."""

from __future__ import annotations

import json
from pathlib import Path

from motionloom import formats
from motionloom.core import Skeleton
from motionloom.formats import ReadOptions
from motionloom.library import Library, import_files
from tests.conftest import make_motion


def save_three(path: Path, skeleton: Skeleton) -> None:
    """One file with three animations of one skeleton: the middle one is the longest."""
    formats.save(make_motion(skeleton, 60, 30.0), path)
    document = json.loads(path.read_text())
    (animation,) = document["animations"]
    del document["asset"]["extras"]
    short = [{**animation, "name": name, "channels": animation["channels"][:count]} for name, count in (("walk", 4), ("run", 6))]
    document["animations"] = [short[0], {**animation, "name": "dance"}, short[1]]
    for index, entry in enumerate(document["animations"]):
        if index != 1:  # their keys end earlier
            entry["samplers"] = [{**sampler} for sampler in entry["samplers"]]
    path.write_text(json.dumps(document))


def names_of(library: Library) -> list[str]:
    return sorted(clip.name for clip in library.clips())


def test_each_becomes_a_clip_and_none_twice(skeleton: Skeleton, tmp_path: Path) -> None:
    file = tmp_path / "moves.gltf"
    save_three(file, skeleton)
    with Library.open(tmp_path / "library", create=True) as library:
        assert len(import_files(library, [file]).added) == 3
        assert names_of(library) == ["dance", "run", "walk"]
        again = import_files(library, [file])
        assert (len(again.added), len(again.there)) == (0, 3)
        main = formats.list_clips(file)[0]
        assert import_files(library, [file], options=ReadOptions(clip=main)).added == ()
        library.undo()
        assert names_of(library) == []


def test_one_may_be_named_and_the_others_come_later(skeleton: Skeleton, tmp_path: Path) -> None:
    file = tmp_path / "moves.gltf"
    save_three(file, skeleton)
    with Library.open(tmp_path / "library", create=True) as library:
        other = formats.list_clips(file)[-1]
        import_files(library, [file], options=ReadOptions(clip=other))
        assert names_of(library) == [other]
        assert len(import_files(library, [file]).added) == 2
        assert names_of(library) == ["dance", "run", "walk"]


def test_a_library_of_an_earlier_motionloom_gains_the_others(skeleton: Skeleton, tmp_path: Path) -> None:
    """It has the longest only, read without any option, and nobody wrote down what else was in the file."""
    file = tmp_path / "moves.gltf"
    save_three(file, skeleton)
    with Library.open(tmp_path / "library", create=True) as library:
        main = formats.list_clips(file)[0]
        import_files(library, [file], options=ReadOptions(clip=main))
        with library.database.transaction() as connection:
            connection.execute("UPDATE clips SET reading = json_remove(reading, '$.clips')")
        report = import_files(library, [file])
        assert (len(report.added), len(report.there)) == (2, 1)
