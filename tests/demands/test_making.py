"""An order does what is asked, meets its places, keeps its feet, and is the same bytes again."""

import numpy as np
import pytest

from motionloom.core.ground import foot_points
from motionloom.core.heading import headings
from motionloom.core.mass import centre_of_mass
from motionloom.demands import making
from motionloom.demands.making import Wish, answer
from motionloom.demands.making_motion import make_motion, plan_places
from motionloom.demands.reaching import Target, reach
from motionloom.demands.search import make_task
from motionloom.demands.weaving import Course, course_of, pose_motion, weave
from motionloom.making.derive import derive
from motionloom.making.makers import make
from motionloom.making.recipe import from_json
from motionloom.making.sources import Sources


@pytest.fixture(scope="module")
def answered(ordered):
    from motionloom.demands.demand import Demand, Place, Span

    spans = (Span("walk", 0.0, 2.0), Span("stand", 2.8, 3.5))
    return answer(Demand(3.5, spans, Place(1.0, 2.0, 0.5), Place(2.2, 4.3, 0.6), name="walk and stop"), ordered, None, Wish(1, 60))


def test_it_is_where_it_should_be_and_does_what_it_should(answered):
    motion, demand = answered.motion, answered.demand
    assert len(motion) == demand.frames
    for frame, place in ((0, demand.start), (-1, demand.end)):
        assert np.hypot(*(motion.root_positions[frame, [0, 2]] - [place.x, place.z])) < 0.1
        assert abs(headings(motion)[frame] - place.heading) < np.radians(5)
    assert answered.made.outcome["satisfied"] > 0.9


def test_planted_feet_do_not_slide(answered):
    bits, points = answered.made.plants, foot_points(answered.motion)
    held = bits[1:] & bits[:-1]
    assert held.sum() > 100
    slides = np.linalg.norm(np.diff(points[..., [0, 2]], axis=0), axis=-1)[held]
    assert slides.mean() * 60 < 0.01


def test_by_its_recipe_it_is_the_same_bytes_and_nearly_what_the_pool_gives(ordered, answered):
    again = make(Sources(ordered), from_json(answered.recipe.to_json()))
    assert again.motion == answered.motion
    task = make_task(answered.demand, answered.pool)
    frames = answered.found.frames
    order = make_motion(answered.pool, frames, plan_places(answered.pool, frames, answered.demand, task.guide.way))
    assert np.abs(order.motion.positions() - answered.motion.positions()).max() < 1e-3


def test_kept_it_has_words_plants_and_where_its_frames_come_from(ordered, answered):
    clip = derive(ordered, answered.recipe, made=answered.made)
    kept = ordered.clip(clip)
    spans = ordered.annotations(clip, track="order")
    assert {span.name for span in spans} == {"walk", "stand"}
    assert kept.planted
    assert kept.made
    assert kept.subject == "ada"
    shown = answered.made.frames
    for number, source in enumerate(answered.recipe.sources):
        inside = shown.frame[shown.source == number]
        assert np.all((inside >= -0.51) & (inside <= source.stop - source.start - 0.49))
    ordered.apply({"kind": "delete_clips", "clips": [clip]})


def test_a_way_is_bent_all_along_and_not_at_its_end():
    steps = np.tile([0.0, 1.3 / 60, 0.0], (300, 1))
    pose = np.array([0.0, 0.0, 0.0])
    reached = reach(Course(steps), pose, [Target(299, 1.0, 6.0, 0.4)])
    assert np.allclose(reached.places[-1], [1.0, 6.0, 0.4], atol=1e-3)
    turns = np.diff(reached.places[:, 2]) * 60
    assert np.abs(turns).max() < 0.8
    assert np.abs(np.diff(np.linalg.norm(np.diff(reached.places[:, :2], axis=0), axis=1))).max() < 1e-3  # no step jumps


def test_who_stands_is_not_pushed_about():
    steps = np.concatenate([np.zeros((150, 3)), np.tile([0.0, 1.3 / 60, 0.0], (150, 1))])
    places = reach(Course(steps), np.zeros(3), [Target(299, 0.5, 3.5, None)]).places
    assert np.abs(places[100, :2]).max() < 0.03
    assert np.allclose(places[-1, :2], [0.5, 3.5], atol=1e-3)


def test_the_centre_of_mass_goes_on_where_hips_stand_otherwise(pool):
    one, two = pool.frame("walk", 0.5), pool.frame("stand", 0.5)
    frames = np.concatenate([np.arange(one, one + 40), np.arange(two, two + 40)])
    woven = weave(pool, frames)
    motion = pose_motion(pool, woven, course_of(pool, woven).places(np.zeros(3)))
    pull = np.abs(np.diff(centre_of_mass(motion)[15:65], n=2, axis=0)).max() * motion.fps**2
    assert pull < 9.81  # a step at the end of a blend that was half the other piece's pulled ten times as hard


def test_what_does_not_look_natural_is_searched_for_again_without_its_joins(ordered, pool, demand, monkeypatch):
    """The best of a few tries is taken, and its cost is told without what made joins dear."""
    tried = []

    def finish(*given):
        made = make_all(*given)
        tried.append(made)
        return made

    make_all = making.finish
    monkeypatch.setattr(making, "finish", finish)
    monkeypatch.setattr(making, "LINE", -1.0)  # nothing is natural enough
    best = making.answer_from(ordered, pool, demand, Wish(3, 25))
    assert 1 < len(tried) <= 1 + making.AGAIN
    assert making.rank(best) == max(making.rank(each) for each in tried)
    plain = making.begin_search(pool, demand, Wish(3, 25))
    for each in tried:
        assert plain.cost(each.found.frames)[0] == pytest.approx(each.found.cost)
