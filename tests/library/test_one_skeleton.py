"""Clips whose bones are the same come to share one skeleton on import; nothing moves, and what something rests on stays."""

import json
from dataclasses import replace

import numpy as np
import pytest

from motionloom.core import quaternion
from motionloom.library import Library, import_files
from motionloom.library.one_skeleton import NOTE
from tests.conftest import make_motion
from tests.core.test_rest_poses import random_axes, with_other_axes

MOVED = 1e-5  # metres


def write_takes(folder, motions):
    folder.mkdir(exist_ok=True)
    for motion in motions:
        motion.save(folder / f"{motion.name}.npz")
    return folder


def other_takes(skeleton, rng, count=12):
    """Takes of one performer, each with joint axes and a rest pose of its own."""
    takes = [replace(make_motion(skeleton, frames=40, seed=n), name=f"take_{n:02}") for n in range(count)]
    return [with_other_axes(take, random_axes(skeleton, rng)) for take in takes]


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "library") as library:
        yield library


def test_twelve_rest_poses_are_one_skeleton(library, tmp_path, skeleton, rng):
    takes = other_takes(skeleton, rng)
    report = import_files(library, [write_takes(tmp_path / "takes", takes)])
    clips = library.clips()
    assert len(clips) == 12
    assert len({clip.skeleton for clip in clips}) == 1
    assert [len(each.clips) for each in report.one_skeleton] == [11]
    assert any("11 clips rested otherwise with the same bones: now one skeleton, that of 'take_" in line for line in report.describe())
    assert len(report.to_json()["one_skeleton"][0]["clips"]) == 11
    by_name = {clip.name: clip for clip in clips}
    for take in takes:
        np.testing.assert_allclose(library.motion(by_name[take.name].id).positions(), take.positions(), atol=MOVED)
    assert sum(NOTE in clip.reading["notes"] for clip in clips) == 11


def test_the_library_keeps_the_skeleton_it_has(library, tmp_path, skeleton, rng):
    takes = other_takes(skeleton, rng, 5)
    import_files(library, [write_takes(tmp_path / "first", takes[:1])])
    chosen = library.clips()[0].skeleton
    report = import_files(library, [write_takes(tmp_path / "others", takes[1:])])
    assert {clip.skeleton for clip in library.clips()} == {chosen}
    assert report.one_skeleton[0].like == "take_00"


def test_the_same_files_choose_the_same_skeleton_in_any_order(tmp_path, skeleton, rng):
    takes, chosen = other_takes(skeleton, rng, 4), set()
    for n, order in enumerate((takes, takes[::-1])):
        folder = write_takes(tmp_path / "takes", takes)
        with Library.create(tmp_path / str(n)) as library:
            import_files(library, [folder / f"{take.name}.npz" for take in order])
            chosen |= {clip.skeleton for clip in library.clips()}
    assert len(chosen) == 1


def test_a_rest_pose_made_from_the_motion_gives_way_to_a_files_own(library, tmp_path, skeleton, rng):
    own = replace(make_motion(skeleton), name="z_own")
    library.add(own)
    made = with_other_axes(replace(make_motion(skeleton, seed=2), name="a_made"), random_axes(skeleton, rng))
    import_files(library, [write_takes(tmp_path / "made", [made])])
    assert {clip.skeleton for clip in library.clips()} == {skeleton.hash}


def test_undo_takes_all_of_it_back_and_redo_brings_it(library, tmp_path, skeleton, rng):
    import_files(library, [write_takes(tmp_path / "takes", other_takes(skeleton, rng, 3))], window="here")
    library.undo("here")
    assert library.clips() == []
    library.redo("here")
    assert len(library.clips()) == 3
    assert len({clip.skeleton for clip in library.clips()}) == 1


def test_an_older_library_is_reconciled_when_its_files_are_imported_again(library, tmp_path, skeleton, rng, monkeypatch):
    folder = write_takes(tmp_path / "takes", other_takes(skeleton, rng, 3))
    with monkeypatch.context() as patched:
        patched.setattr("motionloom.library.importing.reconcile", lambda *told: ())
        import_files(library, [folder])
    assert len({clip.skeleton for clip in library.clips()}) == 3
    report = import_files(library, [folder])
    assert len(report.there) == 3
    assert len({clip.skeleton for clip in library.clips()}) == 1


def test_what_something_rests_on_is_left_as_it_is(library, tmp_path, skeleton, rng, monkeypatch):
    folder = write_takes(tmp_path / "takes", other_takes(skeleton, rng, 4))
    with monkeypatch.context() as patched:
        patched.setattr("motionloom.library.importing.reconcile", lambda *told: ())
        import_files(library, [folder])
    before = {clip.id: clip for clip in library.clips()}
    kept = sorted(before)[:2]
    library.apply({"kind": "set_document", "document": "d1", "of_kind": "table", "name": "a table", "data": {}, "clips": kept})
    import_files(library, [folder])
    assert [library.clip(clip).fingerprint for clip in kept] == [before[clip].fingerprint for clip in kept]
    assert len({clip.skeleton for clip in library.clips()}) == 2


def test_other_bones_keep_their_skeleton(library, tmp_path, skeleton):
    tall = replace(skeleton, offsets=skeleton.offsets * 1.05)
    motions = [replace(make_motion(each), name=name) for each, name in ((skeleton, "small"), (tall, "tall"))]
    report = import_files(library, [write_takes(tmp_path / "takes", motions)])
    assert report.one_skeleton == ()
    assert len({clip.skeleton for clip in library.clips()}) == 2


@pytest.mark.data
def test_cmu_takes_under_other_rest_poses_are_one_skeleton(library, tmp_path, shared_data, rng):
    from motionloom import formats

    takes = []
    for file in sorted((shared_data / "cmu" / "016").glob("*.bvh"))[:4]:
        take = formats.load(file)[:60]
        rest = quaternion.multiply(take.skeleton.rest_rotations, quaternion.exp(rng.normal(0, 0.3, (len(take.skeleton), 3))))
        takes.append(with_other_axes(take, random_axes(take.skeleton, rng), rest))
    import_files(library, [write_takes(tmp_path / "takes", takes)])
    assert len({clip.skeleton for clip in library.clips()}) == 1
    for clip in library.clips():
        take = next(take for take in takes if take.name == clip.name)
        assert np.abs(library.motion(clip.id).positions() - take.positions()).max() < MOVED
        assert json.dumps(dict(clip.reading))
