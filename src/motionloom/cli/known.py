"""What else a command's help says: the formats, presets and scorers that are known here, those of other packages among them."""

from __future__ import annotations

import sys

HELP = ("--help", "-h")


def asks_for_help() -> bool:
    """Whether help is wanted: only then is all that is known loaded."""
    return any(word in HELP for word in sys.argv[1:])


def say_known(command: str) -> str | None:
    """A line or two for the end of a command's help; None where there is nothing to add."""
    if command in ("convert", "export", "import", "info"):
        from motionloom.formats import suffixes
        from motionloom.formats.presets import PRESETS

        formats = f"Reads {', '.join(suffixes('read'))}; writes {', '.join(suffixes('write'))}."
        return f"{formats} Presets: {', '.join(PRESETS.all())}." if command in ("convert", "export") else formats
    if command == "score":
        from motionloom.score.scorers import SCORERS

        return f"Scorers: {', '.join(SCORERS.all())}."
    return None
