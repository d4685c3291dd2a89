"""Videos that other programs can read."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from motionloom.core import Motion
from motionloom.core.errors import FileError, JobCancelled, MotionloomError
from motionloom.render import save_video

SIZE = (96, 64)


def probe(path: Path) -> tuple[int, float, str]:
    """Frames, rate and description of a video as ffmpeg decodes it."""
    import imageio_ffmpeg

    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-i", str(path), "-map", "0:v", "-f", "null", "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    stream = next(line for line in said.splitlines() if "Video:" in line)
    rate = re.search(r"([\d.]+) fps", stream)
    assert rate is not None
    return int(re.findall(r"frame=\s*(\d+)", said)[-1]), float(rate.group(1)), stream


def test_an_mp4_holds_every_frame(motion: Motion, tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []
    save_video(motion, tmp_path / "walk.mp4", size=(97, 65), fps=24, progress=lambda done, total: calls.append((done, total)))
    frames, rate, stream = probe(tmp_path / "walk.mp4")
    wanted = round((len(motion) - 1) / motion.fps * 24) + 1
    assert frames == wanted
    assert rate == pytest.approx(24)
    assert "h264" in stream
    assert "yuv420p" in stream
    assert "96x64" in stream
    assert calls == [(n, wanted) for n in range(1, wanted + 1)]
    assert [path.name for path in tmp_path.iterdir()] == ["walk.mp4"]


def test_half_speed_takes_twice_the_frames(motion: Motion, tmp_path: Path) -> None:
    save_video(motion, tmp_path / "slow.mp4", size=SIZE, fps=10, speed=0.5, camera="hold")
    assert probe(tmp_path / "slow.mp4")[0] == round((len(motion) - 1) / motion.fps * 20) + 1


def test_a_gif_holds_every_frame_for_its_time(motion: Motion, tmp_path: Path) -> None:
    save_video(motion[:20], tmp_path / "walk.gif", size=SIZE, fps=30)
    with Image.open(tmp_path / "walk.gif") as gif:
        assert gif.size == SIZE
        frames, durations, pictures = gif.n_frames, [], []
        for number in range(frames):
            gif.seek(number)
            durations.append(gif.info["duration"])
            pictures.append(np.asarray(gif.convert("RGB")).astype(int))
    assert frames == round(19 / motion.fps * 30) + 1
    assert sum(durations) == pytest.approx(frames * 1000 / 30, abs=10)
    assert np.abs(pictures[0] - pictures[-1]).max() > 40


def test_a_still_gif_is_one_frame(motion: Motion, tmp_path: Path) -> None:
    save_video(motion[:1], tmp_path / "still.gif", size=SIZE)
    with Image.open(tmp_path / "still.gif") as gif:
        assert gif.n_frames == 1


def test_stopping_leaves_nothing(motion: Motion, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise JobCancelled("stopped")

    for name in ("walk.mp4", "walk.gif"):
        with pytest.raises(JobCancelled):
            save_video(motion, tmp_path / name, size=SIZE, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_bad_requests_are_told_before_anything_is_drawn(motion: Motion, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"walk\.avi: a video is written as \.mp4, \.gif; found '\.avi'"):
        save_video(motion, tmp_path / "walk.avi")
    with pytest.raises(MotionloomError, match="no camera 'fly'; there are follow, hold"):
        save_video(motion, tmp_path / "walk.mp4", camera="fly")
    with pytest.raises(MotionloomError, match="1 to 240 fps, a speed above 0"):
        save_video(motion, tmp_path / "walk.mp4", fps=0)
    with pytest.raises(FileError, match="make it first"):
        save_video(motion, tmp_path / "nowhere" / "walk.mp4")


def test_what_ffmpeg_says_is_passed_on(motion: Motion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("imageio_ffmpeg.get_ffmpeg_exe", lambda: "false")
    with pytest.raises(FileError, match="ffmpeg could not write the video"):
        save_video(motion, tmp_path / "walk.mp4", size=SIZE)
    assert list(tmp_path.iterdir()) == []
