"""How files are to be read, on every command that reads some: errors and notes name these options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motionloom.cli import options
from motionloom.cli.gathered_options import gathers

if TYPE_CHECKING:
    from motionloom.formats import ReadOptions

    Reading = ReadOptions
else:
    Reading = object  # what commands say of their argument `reading`; formats are imported when one runs

# As `options.read_options` takes them: kind and default.
_OPTIONS = {
    "unit": (options.Unit, None),
    "fps": (options.Fps, None),
    "up": (options.Up, None),
    "asf": (options.Asf, None),
    "clip": (options.Clip, None),
    "roles": (options.Roles, None),
    "drop_bad_frames": (options.DropBadFrames, False),
    "keep_rest_frame": (options.KeepRestFrame, False),
}


# The command with an option for each thing a person may say about a file; it is given them all as its argument `reading`.
reads_files = gathers("reading", _OPTIONS, options.read_options)
