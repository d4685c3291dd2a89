import numpy as np

from motionloom.feet.floor import find_floor


def stand(rng, slope, height, places=12):
    """Feet that stand at places scattered over a few metres of a sloping floor, and swing above it in between."""
    centres = rng.uniform(-2, 2, (places, 2))
    points, speeds = [], []
    for x, z in centres:
        for _ in range(30):
            at = np.array([[x, 0, z], [x, 0, z + 0.13], [x + 0.2, 0, z], [x + 0.2, 0, z + 0.13]])
            at[:, 1] = height + at[:, 0] * slope[0] + at[:, 2] * slope[1] + rng.normal(0, 0.002, 4)
            points.append(at)
            speeds.append(np.full(4, 0.05))
        lifted = at + [0, 0.15, 0]
        points += [lifted] * 20
        speeds += [np.full(4, 2.0)] * 20
    return np.array(points), np.array(speeds)


def test_the_floor_is_found_where_feet_stand(rng):
    points, speeds = stand(rng, (0.012, -0.006), 0.04)
    floor = find_floor(points, speeds, 0.85)
    assert abs(floor.height - 0.04) < 0.005
    assert np.allclose(floor.slope, (0.012, -0.006), atol=0.002)


def test_one_place_tells_no_slope(rng):
    points, speeds = stand(rng, (0.02, 0.0), 0.0, places=1)
    floor = find_floor(points, speeds, 0.85)
    assert np.hypot(*floor.slope) < 0.01


def test_feet_that_never_rest_still_have_a_floor(rng):
    points = rng.uniform(0.2, 0.5, (20, 4, 3))
    floor = find_floor(points, np.full((20, 4), 3.0), 0.85)
    assert 0.2 <= floor.height < 0.3
    assert floor.slope == (0.0, 0.0)
