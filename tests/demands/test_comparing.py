"""Two choices held against the same demands; certificates by Clopper and Pearson; a report of what came out."""

from dataclasses import replace

import numpy as np
import pytest

from motionloom.demands import many
from motionloom.demands.comparing import certify, compare_pools, draw_comparison, format_comparison
from motionloom.demands.comparison_page import comparison_page
from motionloom.demands.demand import Place
from motionloom.demands.hand_demands import hand_demands, without_missing
from motionloom.demands.making import Wish, answer_from
from motionloom.demands.report import draw_sheet, format_summary, report_demands
from motionloom.demands.simulated_players import map_demands
from motionloom.judge import learn_reference


def test_forty_demands_are_written():
    demands = hand_demands()
    assert len(demands) == 40
    assert len({demand.name for demand in demands}) == 40
    assert [missing for _, missing in without_missing(demands[:1], ["walk"])] == [()]
    assert without_missing(demands[:1], [])[0][1] == ("walk",)


def test_a_certificate_is_surer_the_more_was_seen():
    assert certify(95, 100)["at_least"] == pytest.approx(0.8977, abs=2e-3)
    assert certify(0, 10)["at_least"] == 0.0
    assert certify(100, 100)["at_least"] == pytest.approx(0.05 ** (1 / 100))
    assert certify(950, 1000)["at_least"] > certify(95, 100)["at_least"]


def test_a_library_beside_a_part_of_it(ordered, pool, tmp_path):
    part = pool.only(np.array([stretch.name in ("walk", "stop", "stand") for stretch in pool.stretches]))
    sides = [("part", ordered, part), ("all", ordered, pool)]
    found, answers = compare_pools(sides, hand_demands()[:2], Wish(iterations=12))
    assert found.demands == 2
    assert len(answers[0]) == 2
    assert found.one.frames == found.other.frames
    assert found.other.newly_made == 0
    assert "paper 3.4 %" in format_comparison(found)
    draw_comparison(found, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 5000
    other = replace(found.other, name="<all>", scores=(found.one.scores[0] - 1, found.one.scores[1]))
    page = comparison_page(replace(found, other=other), answers, (ordered, ordered))
    assert "&lt;all&gt;" in page
    assert "<all>" not in page
    assert page.count("<img") == 3  # the plot, and both answers to the one demand that gained
    assert "paper 004" in page
    assert "://" not in page  # nothing is fetched


def test_a_report_measures_what_came_out(ordered, pool, tmp_path):
    reference = learn_reference([(ordered.motion(clip.id), "ada") for clip in ordered.clips()])
    report = report_demands(ordered, pool, hand_demands()[:1], reference, Wish(iterations=12))
    (row,) = report.rows
    assert row.end is not None
    assert row.end[0] < 0.1
    assert row.held_slide < 1.0
    assert row.satisfied is not None
    assert "starts within 10 cm" in format_summary(report)
    draw_sheet(ordered, report.told, tmp_path / "sheet.png", 1)


def test_many_go_on_where_they_were_stopped_and_refusals_are_told(ordered, pool, monkeypatch):
    asked = [*hand_demands()[:2], replace(hand_demands()[0], end=Place(0.0, 90.0, 0.0), name="far")]
    first = many.answer_many(ordered, pool, asked[:2], Wish(iterations=4), by="stopped")
    searched = list[str]()
    monkeypatch.setattr(many, "answer_from", lambda *given: searched.append(given[2].name) or answer_from(*given))
    again = many.answer_many(ordered, pool, asked, Wish(iterations=4), by="stopped")
    assert [each.cost for each in again[:2]] == [each.cost for each in first]
    assert searched == ["far"]
    assert "the way to (0, 90) is" in again[2].refused
    assert again[0].make(ordered).duration == pytest.approx(asked[0].seconds, abs=0.1)


def test_players_on_maps_give_as_many_demands_as_asked(tmp_path):
    for name in ("a", "b"):
        rows = ["." * 12] * 12
        (tmp_path / f"{name}.map").write_text("type octile\nheight 12\nwidth 12\nmap\n" + "\n".join(rows) + "\n")
    found = map_demands(sorted(tmp_path.glob("*.map")), 7)
    assert len(found) == 7
    assert len({demand.name for demand in found}) == 7
    assert {demand.name[0] for demand in found} == {"a", "b"}
