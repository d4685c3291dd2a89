from motionloom.feet.reports.learning_curves import RANDOM, Curve
from motionloom.feet.reports.plots import save_curves, save_slides, save_spikes
from motionloom.feet.skate_damage import scale_path
from motionloom.feet.spike_measures import Spike


def test_curves_are_drawn(tmp_path):
    curves = [Curve("doubt", (10, 50, 100), ((0.9, 0.95, 0.96),)), Curve(RANDOM, (10, 50, 100), ((0.8, 0.9, 0.96), (0.82, 0.91, 0.96)))]
    save_curves(curves, tmp_path / "new" / "curves.png")
    assert (tmp_path / "new" / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_slides_are_drawn(tmp_path, walk):
    save_slides(scale_path(walk.motion, 1.1), walk.motion, walk.plants, tmp_path / "slides.png")
    assert (tmp_path / "slides.png").stat().st_size > 10_000


def test_spikes_are_drawn(tmp_path, walk):
    spikes = [Spike(joint, frame, frame / walk.motion.fps, 90.0, 40.0, 60.0) for joint, frame in (("left_bend", 5), ("hips", 100))]
    save_spikes([(walk.motion, scale_path(walk.motion, 1.1), spike) for spike in spikes * 3], tmp_path / "spikes.png")
    assert (tmp_path / "spikes.png").stat().st_size > 10_000
