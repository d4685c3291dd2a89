"""Clips as one HTML page that plays by itself.

arguments: clips (ids), title (of the page, or none), folder (where to), or none: then it lies in the job's own, for the studio's person to
save.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motionloom.library.exporting import make_file_name, make_folder, require_clip
from motionloom.making.showing import show_source
from motionloom.making.sources import Sources, clip_source
from motionloom.making.work import JobKind, Work, register
from motionloom.render.sharing import save_page


def run(work: Work) -> str:
    """Write the page into the job's own folder."""
    sources = Sources(work.library)
    clips = [require_clip(work.library, clip) for clip in dict.fromkeys(work.arguments["clips"])]
    each = work.progress.each("Looking at clips", clips, lambda clip: clip.name)
    shown = [show_source(sources.open(clip_source(clip)), work.library) for clip in each]
    folder = Path(work.arguments.get("folder", work.folder))
    make_folder(folder)
    name = clips[0].name if len(clips) == 1 else f"{clips[0].name} and others"
    page = save_page(shown, folder / f"{make_file_name(name)}.html", str(work.arguments.get("title", "")))
    work.result, work.download = page, None if "folder" in work.arguments else page
    return page.name


def _title(arguments: Mapping[str, Any]) -> str:
    count = len(arguments["clips"])
    return f"Share {'a clip' if count == 1 else f'{count} clips'} as a page"


KIND = register(JobKind("share", _title, run))
