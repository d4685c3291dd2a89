"""Plants and annotations go out with what was made and come back with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from typer.testing import CliRunner

from motionloom import formats
from motionloom.cli.app import make_app
from motionloom.library import Library, export_clips, import_files
from motionloom.sample import make


def run(*words: object) -> None:
    result = CliRunner().invoke(make_app(), [str(word) for word in words])
    assert result.exit_code == 0, result.output


def test_feet_are_held_by_the_plants_that_a_blend_wrote_into_its_file(tmp_path: Path) -> None:
    """They were detected anew, and a blend far off its places was hardly moved."""
    for behaviour in ("walk", "walk_fast"):
        make("ada", behaviour).motion.save(tmp_path / f"{behaviour}.bvh")
    run("blend", tmp_path / "blend.bvh", tmp_path / "walk.bvh", tmp_path / "walk_fast.bvh", "--share", "0.5")
    blended = formats.read(tmp_path / "blend.bvh")
    assert blended.marks is not None
    run("feet", "clean", tmp_path / "blend.bvh", tmp_path / "held.bvh")
    held = formats.read(tmp_path / "held.bvh")
    assert held.marks is not None
    np.testing.assert_array_equal(held.marks.plants, blended.marks.plants)


def test_a_clip_brings_its_plants_and_spans_to_another_library(tmp_path: Path) -> None:
    take = make("ada", "walk")
    with Library.create(tmp_path / "one") as one, Library.create(tmp_path / "two") as two:
        clip = one.add(take.motion, "walk", plants=take.plants, plants_source="by hand", annotations=[("step", 3, 9)])
        (exported,) = export_clips(one, [clip], tmp_path / "files", ".bvh")
        report = import_files(two, [exported.file])
        known = two.plants(report.added[0])
        assert known is not None
        np.testing.assert_array_equal(known.bits, take.plants)
        assert (known.by, known.source) == ("file", "by hand")
        (span,) = two.annotations(report.added[0])
        assert (span.name, span.start, span.stop, span.by) == ("step", 3, 9, "file")
