"""Tidying gives back what deletions left on disk, and nothing that anybody could still ask for."""

import pytest

from motionloom.core import Motion
from motionloom.core.errors import LibraryError
from motionloom.library import check_library, import_files
from motionloom.library.maintenance.tidy import tidy_library


def tidy(library, **how):
    return tidy_library(library, **{"free": True, "settled": 0.0, "young": 0.0} | how)


def files(library):
    return len(list(library.store.files()))


def delete(library, *clips):
    return library.apply({"kind": "delete_clips", "clips": clips})


@pytest.fixture
def capture(library, motion, tmp_path):
    """The id of a clip that came from a file."""
    motion.save(tmp_path / "take.bvh")
    return import_files(library, [tmp_path / "take.bvh"]).added[0]


def test_there_is_nothing_to_free_where_nothing_was_deleted(library, walk, run):
    report = tidy(library, free=False)
    assert report.describe() == ["nothing to free"]
    assert (tidy(library).files, files(library)) == (0, 2)


def test_a_dry_run_says_what_it_would_free_and_changes_nothing(library, walk, run):
    delete(library, walk)
    seq, size = library.seq(), library.store.path(library.clip(walk).content).stat().st_size
    report = tidy(library, free=False)
    assert (report.files, report.bytes, report.clips, report.freed) == (1, size, ("walk",), False)
    assert report.describe()[-1].startswith("1 file, ")
    assert "would be freed; --free does it" in report.describe()[-1]
    assert (library.seq(), files(library)) == (seq, 2)
    library.undo()
    assert len(library.motion(walk)) == 60


def test_freed_frames_are_gone_and_what_was_said_is_not(library, walk, run):
    library.apply({"kind": "add_label", "clips": [walk], "label": "slow"})
    delete(library, walk)
    promised = tidy(library, free=False)
    report = tidy(library)
    assert (report.files, report.bytes, report.clips) == (promised.files, promised.bytes, promised.clips)
    assert report.describe()[-1].endswith(" freed")
    assert files(library) == 1
    assert check_library(library).problems == ()
    assert "slow" in {label.label for label in library.labels(walk)}
    with pytest.raises(LibraryError, match="went when its library was tidied"):
        library.motion(walk)
    with pytest.raises(LibraryError, match="went when the library was tidied"):
        library.apply({"kind": "restore_clips", "clips": [walk]})
    assert tidy(library).files == 0


def test_undo_passes_over_a_deletion_that_was_freed(library, walk, run):
    library.apply({"kind": "add_label", "clips": [walk, run], "label": "slow"})
    delete(library, walk)
    tidy(library)
    assert library.undo().title == "Label 2 clips slow"
    assert library.clip(walk).deleted is not None
    while library.undo():
        pass
    while library.redo():
        pass
    assert library.clip(walk).deleted is not None
    assert len(library.motion(run)) == 40


def test_a_deletion_of_several_can_be_undone_for_those_that_are_kept(library, walk, run, motion):
    recipe = {"kind": "blend", "sources": [{"clip": walk, "start": 0, "stop": 60}]}
    library.add(Motion(motion.skeleton, motion.rotations[:10], motion.root_positions[:10], 60, recipe=recipe), "made of walk")
    delete(library, walk, run)
    report = tidy(library)
    assert (report.clips, report.kept) == (("run",), ("walk",))
    assert "1 deleted clip kept: recipes or documents rest on them (walk)" in report.describe()
    library.undo()
    assert library.clip(run).deleted is not None
    assert len(library.motion(walk)) == 60


def test_frames_that_two_clips_share_stay_until_both_are_gone(library, motion):
    one, other = library.add(motion, "one"), library.add(motion, "other")
    delete(library, one)
    assert (tidy(library).files, files(library)) == (0, 1)
    assert len(library.motion(other)) == len(motion)
    delete(library, other)
    assert (tidy(library).files, files(library)) == (1, 0)


def test_importing_again_leaves_it_deleted_and_restore_reads_it_anew(library, capture, tmp_path):
    library.apply({"kind": "add_label", "clips": [capture], "label": "slow"})
    delete(library, capture)
    tidy(library)
    again = import_files(library, [tmp_path / "take.bvh"])
    assert (again.added, again.reread, len(again.left_deleted)) == ((), (), 1)
    assert files(library) == 0
    back = import_files(library, [tmp_path / "take.bvh"], restore=True)
    assert (back.added, back.reread, back.restored) == ((), (capture,), (capture,))
    assert library.clip(capture).labels == ("slow",)
    assert len(library.motion(capture)) > 0
    assert check_library(library).problems == ()


def test_deleted_documents_go_and_reachable_versions_stay(library):
    machine = library.save_document("machine", "walker", {}, content=b"first")
    library.save_document("machine", "walker", {}, content=b"second", document=machine)
    other = library.save_document("machine", "runner", {}, content=b"third")
    library.apply({"kind": "delete_document", "document": other})
    report = tidy(library)
    assert (report.documents, report.files) == (("runner",), 1)
    library.undo()
    assert library.document_bytes(machine) == b"first"
    library.redo()
    assert library.document_bytes(machine) == b"second"


def test_a_version_whose_redo_is_spent_goes(library):
    machine = library.save_document("machine", "walker", {}, content=b"first")
    library.save_document("machine", "walker", {}, content=b"second", document=machine)
    library.undo()
    library.save_document("machine", "walker", {}, content=b"third", document=machine)
    assert tidy(library).files == 1
    library.undo()
    assert library.document_bytes(machine) == b"first"


def test_a_kill_between_rows_and_files_leaves_a_sound_library(library, walk, run, monkeypatch):
    delete(library, walk)

    def die(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("motionloom.library.maintenance.tidy._remove", die)
        with pytest.raises(KeyboardInterrupt):
            tidy(library)
    report = check_library(library)
    assert ([problem.kind for problem in report.problems], report.sound) == (["orphan"], True)
    assert len(library.motion(run)) == 40
    assert tidy(library).files == 1
    assert check_library(library).problems == ()


def test_a_file_that_an_import_has_just_taken_up_is_left(library, walk, motion):
    delete(library, walk)
    report = tidy(library, young=60.0)
    assert (report.files, report.young, files(library)) == (0, 1, 1)
    assert "tidy again later" in report.describe()[-2]


def made_of(library, motion, name, *sources):
    """The id of a clip whose recipe starts from these."""
    recipe = {"kind": "join", "sources": list(sources)}
    return library.add(motion.with_arrays(motion.rotations[:7], motion.root_positions[:7], recipe=recipe), name)


def test_what_a_shelf_entry_rests_on_stays_until_it_goes(library, walk, run):
    table = library.save_document("transition_table", "walks", {}, content=b"1", clips=[walk])
    delete(library, walk, run)
    assert (tidy(library).kept, library.clip(walk).content != "", library.clip(run).content) == (("walk",), True, "")
    library.apply({"kind": "delete_document", "document": table})
    assert tidy(library).clips == ("walk",)


def test_only_what_is_named_as_a_source_counts(library, walk, run, motion):
    """A word in the data of a document or the options of a recipe holds nothing back."""
    library.save_document("machine", "walker", {"about": f"not made of {walk}"}, content=b"1")
    recipe = {"kind": "mirror", "sources": [{"clip": run}], "options": {"note": walk}}
    library.add(motion.with_arrays(motion.rotations[:7], motion.root_positions[:7], recipe=recipe), "mirrored")
    delete(library, walk, run)
    assert (tidy(library).clips, tidy(library).kept) == (("walk",), ("run",))


def test_recipes_within_recipes_and_recipes_of_kept_clips_count(library, walk, run, motion):
    inner = made_of(library, motion, "inner", {"recipe": {"kind": "mirror", "sources": [{"clip": walk}]}})
    made_of(library, motion, "outer", {"clip": inner}, {"clip": run})
    delete(library, walk, run, inner)
    assert set(tidy(library).kept) == {"walk", "run", "inner"}


def test_a_deleted_document_that_a_recipe_rests_on_stays_with_its_clips(library, walk, motion):
    table = library.save_document("transition_table", "walks", {}, content=b"1", clips=[walk])
    made = made_of(library, motion, "transition", {"document": table})
    library.apply({"kind": "delete_document", "document": table})
    delete(library, walk)
    report = tidy(library)
    assert (report.documents, report.kept_documents, report.kept) == ((), ("walks",), ("walk",))
    assert "1 deleted document kept: recipes rest on them (walks)" in report.describe()
    delete(library, made)
    report = tidy(library)
    assert (set(report.clips), report.documents) == ({"walk", "transition"}, ("walks",))


def test_a_proposal_that_may_be_accepted_keeps_its_clips(library, walk, run):
    from motionloom.making.proposals import NewProposal, raise_proposals
    from motionloom.making.recipe import Recipe, Source

    recipe = Recipe("mirror", (Source(clip=walk, stop=60),))
    raise_proposals(library, [NewProposal(recipe)], question="natural", title="x", room="tests")
    delete(library, walk, run)
    assert (tidy(library).clips, tidy(library).kept) == (("run",), ("walk",))
