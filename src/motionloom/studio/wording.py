"""What readers say to people at a terminal, said to people in the studio: flags become the names of the studio's own controls."""

from __future__ import annotations

import re

# By flag, what the sheet "Read again" calls it; longer phrases first.
PHRASES = {
    "--asf FILE names it": "drop that .asf together with it",
    "--clip NAME reads another": "\u201cAnimation\u201d reads another",
    "`motionloom feet clean`": "\u201cHold feet still\u201d",
    "with --roles FILE": "on the command line, `motionloom import --roles FILE`",
}
LABELS = {
    "--drop-bad-frames": "Skip bad frames",
    "--keep-rest-frame": "Keep the T-pose",
    "--unit": "Unit",
    "--fps": "Frame rate",
    "--up": "Up",
    "--clip": "Animation",
}
_FLAG = re.compile("|".join(rf"{flag}(?![\w-])" for flag in LABELS))


def in_studio(text: str) -> str:
    """A reader's line without flags that the studio does not have."""
    for phrase, other in PHRASES.items():
        text = text.replace(phrase, other)
    return _FLAG.sub(lambda match: f"\u201c{LABELS[match.group()]}\u201d", text)
