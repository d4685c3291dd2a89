"""A person's yes or no, one an asker a question."""


def judge(library, clip, natural, **more):
    return library.apply({"kind": "judge", "clip": clip, "natural": natural, **more})


def verdicts(library, clip=None, **which):
    return [(judgement.question, judgement.person, judgement.verdict) for judgement in library.judgements(clip, **which)]


def test_a_judgement_is_given_changed_and_taken_back(library, walk):
    judge(library, walk, True)
    judge(library, walk, False)
    assert verdicts(library, walk) == [("natural", "", False)]
    judge(library, walk, None)
    assert verdicts(library, walk) == []
    library.undo()
    assert verdicts(library, walk) == [("natural", "", False)]


def test_people_and_questions_are_kept_apart(library, walk, run):
    judge(library, walk, True, person="Ada")
    judge(library, walk, False, person="Bo")
    judge(library, run, True, question="smooth")
    assert verdicts(library, walk) == [("natural", "Ada", True), ("natural", "Bo", False)]
    assert verdicts(library, question="smooth") == [("smooth", "", True)]
    assert len(verdicts(library)) == 3
    library.apply({"kind": "delete_clips", "clips": [walk]})
    assert len(verdicts(library)) == 1
