"""A command: `motionloom slow LIBRARY CLIP`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def slow(
    library: Annotated[Path, typer.Argument(help="A library's folder.")],
    clip: Annotated[str, typer.Argument(help="One of its clips, by name or id.")],
    times: Annotated[float, typer.Option(help="How many times as long.")] = 2.0,
) -> None:
    """Put a clip in slow motion beside it.

    Example: motionloom slow my-library walk_01 --times 3
    """
    from motionloom.library import Library
    from motionloom.making.derive import derive
    from motionloom.making.sources import clip_source
    from toy_room.slow import slow_recipe

    with Library.open(library) as opened:
        found = opened.clip(opened.find(clip))
        made = derive(opened, slow_recipe(clip_source(found), times), f"{found.name} slow")
        typer.echo(opened.clip(made).name)
