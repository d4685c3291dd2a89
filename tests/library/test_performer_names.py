import pytest

from motionloom.library.performer_names import find_performer


@pytest.mark.parametrize(
    ("stem", "performer"),
    [
        ("16_15", "16"),
        ("02_01", "2"),
        ("141_03_poses", "141"),
        ("walk1_subject5", "5"),
        ("Actor-02 jump", "2"),
        ("walk", ""),
        ("walk_01", ""),
        ("dataset-1_bow_normal_001", ""),
        ("2026_11_17", ""),
        ("subjective", ""),
    ],
)
def test_a_name_tells_who_performed(stem, performer):
    assert find_performer(stem) == performer
