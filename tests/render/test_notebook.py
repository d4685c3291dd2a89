"""A motion shows itself in a notebook, whatever it is."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from motionloom.core import EndSite, Motion, Skeleton, quaternion
from motionloom.render.notebook import to_html


def shown(html: str) -> Image.Image:
    """The picture inside the HTML."""
    found = re.search(r"data:image/png;base64,([^\"]+)", html)
    assert found is not None
    return Image.open(io.BytesIO(base64.b64decode(found.group(1))))


def test_it_tells_the_facts_and_stays_small(motion: Motion) -> None:
    html = to_html(motion)
    assert html == motion._repr_html_()
    for fact in ("wriggle", "60 frames", "60 Hz", "1.00 s", "21 joints"):
        assert fact in html
    assert len(html) < 100_000
    assert shown(html).width > 400


def test_names_cannot_break_out(motion: Motion) -> None:
    html = to_html(replace(motion, name='<script>"x"</script>'))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_a_noisy_picture_is_made_smaller(motion: Motion, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = Image.fromarray(np.random.default_rng(0).integers(0, 256, (150, 800, 3), dtype=np.uint8))
    monkeypatch.setattr("motionloom.render.notebook.filmstrip", lambda *args, **options: noise)
    assert len(to_html(motion)) < 100_000


@st.composite
def odd_motions(draw: st.DrawFn) -> Motion:
    """Skeletons of any tree and any size, some of no size at all."""
    joints = draw(st.integers(1, 8))
    parents = [-1] + [draw(st.integers(0, number - 1)) for number in range(1, joints)]
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    scale = draw(st.sampled_from([0.0, 1e-6, 0.01, 1.0, 100.0, 1e6]))
    offsets = rng.normal(size=(joints, 3)) * scale
    sites = tuple(EndSite(int(j), tuple(rng.normal(size=3) * scale)) for j in rng.integers(0, joints, draw(st.integers(0, 3))))
    skeleton = Skeleton(tuple(f"j{n}" for n in range(joints)), np.array(parents), offsets, sites)
    frames = draw(st.integers(1, 3))
    rotations = quaternion.normalise(rng.normal(size=(frames, joints, 4)))
    roots = rng.normal(size=(frames, 3)) * draw(st.sampled_from([0.0, 1.0, 1e7]))
    return Motion(skeleton, rotations, roots, 30.0)


@settings(max_examples=40, deadline=None)
@given(odd_motions())
def test_nothing_is_too_odd_to_be_shown(odd: Motion) -> None:
    assert shown(to_html(odd)).height > 50
