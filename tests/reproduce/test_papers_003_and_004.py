"""Results of papers 003 and 004 in their quick forms, on the sample: what must hold of their numbers, whatever they are."""


def test_a_search_is_counted_and_what_it_found_is_shown(measured):
    values = measured("004-3.4")
    made, annotatable, human = (values(f"{name}, in all")[0] for name in ("frames", "annotatable", "human"))
    assert made > annotatable > human > 0
    assert values("applications, in all") == [48]
    best_body, best_arm, worst = measured("004-1-3")("chance to look human")
    assert min(best_body, best_arm) > worst


def test_an_enriched_collection_has_more_to_choose_from(measured):
    values = measured("004-4")
    original, enriched = values("frames to choose from")
    assert enriched > original
    assert values("enriched is better for")[0] + values("enriched is worse for")[0] <= values("demands")[0]


def test_actors_share_no_frame_and_do_not_touch(measured):
    values = measured("004-5")
    assert values("frames that two of them share") == [0]
    assert values("least distance between two bodies")[0] > 0


def test_damage_that_was_seen_is_told_better_than_by_chance(measured):
    ours, unseen, *_ = measured("004-3.3")("area under the curve")
    assert 1 >= ours > unseen > 0.5


def test_frames_of_a_node_are_alike_and_every_joint_has_its_chain(measured):
    assert measured("003-2-4")("farthest two frames")[0] <= 1
    values = measured("003-5")
    assert values("chains") == [6]
    assert values("joints of the skeleton") == values("joints in exactly one chain")
    counted = measured("003-sec-6")
    assert counted("nodes")[0] <= counted("clip-frame sequences")[0] <= counted("frames, at 30 Hz")[0]


def test_a_graft_leaves_the_legs_alone(measured):
    for figure in ("003-7", "003-8"):
        values = measured(figure)
        assert values("legs and root stay") == [1]
        assert values("seconds with the donor's")[0] <= values("seconds of the base")[0]
        assert values("the joint that changed most")[0] > 5


def test_plants_say_what_a_clip_is(measured):
    assert min(measured("003-6")("of them classified so")) > 70
