"""Export presets: what each engine wants of a file. One is one file here that ends in `register(Preset(...))`, and a line in `_NAMES`."""

from motionloom.formats.presets.preset import PRESETS, Preset, change_preset, find_suffix, register, write_options

__all__ = ["PRESETS", "Preset", "change_preset", "find_suffix", "register", "write_options"]
