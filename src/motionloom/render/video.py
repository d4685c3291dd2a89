"""Moving pictures: MP4 through the ffmpeg that imageio-ffmpeg brings, GIF through Pillow; frames are streamed, never all held."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from motionloom.core.errors import FileError, MotionloomError, list_names
from motionloom.core.files import whole_file
from motionloom.render.files import checked_suffix
from motionloom.render.framing import View, follow, hold
from motionloom.render.scene import Subject, as_scene
from motionloom.render.strips import shoot
from motionloom.render.theme import Theme

if TYPE_CHECKING:
    from PIL.Image import Image

Progress = Callable[[int, int], None]
CAMERAS = {"follow": follow, "hold": hold}
SUFFIXES = (".mp4", ".gif")
PALETTE_FRAMES = 8
GIF_FPS = 50.0  # viewers slow down anything faster


def save_video(
    subject: Subject,
    path: str | PathLike[str],
    *,
    fps: float = 30.0,
    size: tuple[int, int] = (640, 360),
    view: str | View = "three-quarter",
    camera: str = "follow",
    theme: str | Theme | None = None,
    speed: float = 1.0,
    samples: int = 2,
    crf: int = 18,
    progress: Progress | None = None,
) -> None:
    """Write a clip as .mp4 (H.264) or .gif.

    camera "follow" goes smoothly along with the figures, "hold" keeps one place that sees the whole clip; speed 0.5 is slow
    motion; crf is H.264's, from 0 (large and exact) to 51 (small); progress is called with the frames done and the frames in all, and
    may raise to stop: then no file is left.
    """
    suffix = checked_suffix(path, SUFFIXES, "a video")
    if camera not in CAMERAS:
        raise MotionloomError(f"no camera {camera!r}; there are {list_names(tuple(CAMERAS))}")
    if not (1 <= fps <= 240 and speed > 0 and min(size) >= 16):
        raise MotionloomError(f"a video takes 1 to 240 fps, a speed above 0 and at least 16 x 16 pixels, found {fps:g}, {speed:g}, {size}")
    scene = as_scene(subject, theme)
    fps = min(fps, GIF_FPS) if suffix == ".gif" else fps
    count = max(1, round(scene.duration / speed * fps) + 1)
    times = np.minimum(np.arange(count) * speed / fps, scene.duration)
    # H.264 keeps colour for every second pixel: sizes must be even.
    size = (size[0] // 2 * 2, size[1] // 2 * 2) if suffix == ".mp4" else size
    shots = CAMERAS[camera](scene, times, size, view)

    def frames(picks: range) -> Iterator[Image]:
        for number in picks:
            yield shoot(scene, float(times[number]), shots[number], size, samples)

    with whole_file(path) as partial:
        if suffix == ".mp4":
            _write_mp4(partial, _counted(frames(range(count)), count, progress), fps, size, crf)
        else:
            sample = frames(range(0, count, -(-count // PALETTE_FRAMES)))
            _write_gif(partial, _counted(frames(range(count)), count, progress), _palette(sample), fps, count)


def join_frames(files: Sequence[Path], path: str | PathLike[str], fps: float, progress: Progress | None = None) -> None:
    """Write pictures of one size, each a file, as .mp4 or .gif: every one of them, in order. progress: as for `save_video`."""
    suffix = checked_suffix(path, SUFFIXES, "a video")
    with whole_file(path) as partial:
        frames = _counted(_open_all(files), len(files), progress)
        if suffix == ".mp4":
            (first,) = _open_all(files[:1])
            _write_mp4(partial, frames, fps, first.size)
        else:
            _write_gif(partial, frames, _palette(_open_all(files[:: -(-len(files) // PALETTE_FRAMES)])), fps, len(files))


def _open_all(files: Iterable[Path]) -> Iterator[Image]:
    from PIL import Image as images

    for file in files:
        with images.open(file) as opened:
            yield opened.convert("RGB")


def _counted(frames: Iterator[Image], count: int, progress: Progress | None) -> Iterator[Image]:
    for done, frame in enumerate(frames, start=1):
        yield frame
        if progress is not None:
            progress(done, count)


def _write_mp4(path: Path, frames: Iterator[Image], fps: float, size: tuple[int, int], crf: int = 18) -> None:
    import imageio_ffmpeg

    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
    command += [
        "-s",
        f"{size[0]}x{size[1]}",
        "-r",
        f"{fps:g}",
        "-i",
        "-",
        "-an",
        "-vcodec",
        "libx264",
        "-preset",
        "medium",
        "-crf",
        str(crf),
    ]
    # The colours are told as BT.709, which players assume of video; the index first, so that a browser can begin at once.
    command += [
        "-vf",
        "scale=out_color_matrix=bt709:out_range=tv",
        "-colorspace",
        "bt709",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "bt709",
    ]
    command += ["-pix_fmt", "yuv420p", "-movflags", "+faststart", os.fspath(path)]
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints)
        assert process.stdin is not None
        try:
            for frame in frames:
                process.stdin.write(frame.tobytes())
            process.stdin.close()
            failed = process.wait() != 0
        except BrokenPipeError:
            failed = True
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        if failed:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip().splitlines()
            raise FileError(f"{path}: ffmpeg could not write the video: {said[-1] if said else 'it said nothing'}")


def _palette(frames: Iterator[Image]) -> Image:
    """An image whose 256 colours suit all the frames."""
    from PIL import Image as images

    chosen = list(frames)
    sheet = images.new("RGB", (chosen[0].width, sum(frame.height for frame in chosen)))
    for number, frame in enumerate(chosen):
        sheet.paste(frame, (0, number * frame.height))
    return sheet.quantize(256, method=images.Quantize.MEDIANCUT, dither=images.Dither.NONE)


def _write_gif(path: Path, frames: Iterator[Image], palette: Image, fps: float, count: int) -> None:
    from PIL import Image as images

    # A GIF counts in hundredths of a second: each frame lasts until the hundredth nearest to its end.
    ends = np.round(np.arange(count + 1) * 100 / fps).astype(int)
    durations = [int(d) * 10 for d in np.diff(ends)]
    reduced = (frame.quantize(palette=palette, dither=images.Dither.NONE) for frame in frames)
    first = next(reduced)
    first.save(path, "GIF", save_all=True, append_images=reduced, duration=durations, loop=0, optimize=False, disposal=1)
