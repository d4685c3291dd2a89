"""Labels: a person's word stands against a file's, a file's against a machine's."""

import pytest

from motionloom.core.errors import LibraryError


def labels(library, clip):
    return {label.label: (label.by, label.present) for label in library.labels(clip)}


def add(library, clip, by, **more):
    return library.apply({"kind": "add_label", "clips": [clip], "label": "jump", "by": by, **more})


def remove(library, clip, by):
    return library.apply({"kind": "remove_label", "clips": [clip], "label": "jump", "by": by})


def test_a_label_goes_on_many_clips_and_off_again(library, walk, run):
    library.apply({"kind": "add_label", "clips": [walk, run], "label": "slow"})
    assert library.clip(walk).labels == ("slow", "walk")
    library.apply({"kind": "remove_label", "clips": [walk, run], "label": "slow"})
    assert (library.clip(walk).labels, library.clip(run).labels) == (("walk",), ())


def test_setting_a_label_replaces_the_others(library, walk):
    add(library, walk, "person")
    library.apply({"kind": "set_label", "clips": [walk], "label": "run"})
    assert library.clip(walk).labels == ("run",)


def test_what_a_person_denied_no_machine_says_again(library, run):
    add(library, run, "machine", confidence=0.8)
    assert library.labels(run)[0].confidence == 0.8
    remove(library, run, "person")
    assert labels(library, run) == {"jump": ("person", False)}
    add(library, run, "machine")
    assert library.clip(run).labels == ()
    add(library, run, "person")
    assert library.clip(run).labels == ("jump",)


@pytest.mark.parametrize(("mine", "yours"), [("machine", "file"), ("machine", "person"), ("file", "person")])
def test_who_ranks_lower_changes_nothing(library, run, mine, yours):
    add(library, run, yours)
    for change in (add(library, run, mine), remove(library, run, mine)):
        assert change.touched == ()
    assert labels(library, run) == {"jump": (yours, True)}


def test_a_confidence_is_a_share(library, run):
    with pytest.raises(LibraryError, match="between 0 and 1, found 7"):
        add(library, run, "machine", confidence=7.0)
