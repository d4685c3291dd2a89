from motionloom.behaviours.feet_measures import measure_feet


def test_held_feet_stand_firmer_than_bare_ones_and_legs_stay_calm(sample_machine):
    captured, bare, held = measure_feet(sample_machine, minutes=0.5)
    assert [row.name for row in (captured, bare, held)] == ["captured", "bare", "feet held"]
    assert captured.slide < 0.5 < bare.slide  # the sample's clips stand still; blending makes them slide
    assert held.slide < 0.25 * bare.slide  # ends of plants that are let go are counted too
    assert held.lowest > -2
    assert held.usual_legs < captured.usual_legs
    assert held.usual_hips < captured.usual_hips
    assert held == measure_feet(sample_machine, minutes=0.5)[2]
