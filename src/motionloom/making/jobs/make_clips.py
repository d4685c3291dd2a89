"""Many motions made at once, each by its recipe, as clips of the library: all of them or none, in one undo step.

arguments: recipes (their plain data), names (one each, empty for a name after its sources), files and read_as: motion files that the
recipes start from, see `prepared.Files`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from motionloom.core.errors import LibraryError, count_of
from motionloom.library import Library
from motionloom.making.derive import add_prepared
from motionloom.making.makers import title_of
from motionloom.making.prepared import Files, prepare_many
from motionloom.making.recipe import Recipe, from_json
from motionloom.making.work import JobKind, Work, register

JOB = "make_clips"


def run(work: Work) -> str:
    """Make what is not made yet, then add all of it; `work.clips` are the clips in the order of the recipes."""
    step = f"{work.job}-made" if work.job else None
    clips = [] if step is None else find_added(work.library, step)
    if not clips:
        clips = _make(work, None if step is not None and work.library.find_change(step) else step)
    work.clips[:] = clips
    return f"{count_of(len(clips), 'clip')} made"


def find_added(library: Library, step: str) -> list[str]:
    """The clips of an undo step of that id, where it was done and not taken back."""
    change = library.find_change(step)
    there = {clip.id for clip in library.clips()}
    return [] if change is None or not there.issuperset(change.clips) else list(change.clips)


def _make(work: Work, step: str | None) -> list[str]:
    said = work.arguments
    recipes = [from_json(plain) for plain in said["recipes"]]
    names = [str(name) for name in said.get("names") or [""] * len(recipes)]
    if len(names) != len(recipes):
        raise LibraryError(f"{count_of(len(recipes), 'recipe')} and {count_of(len(names), 'name')}: one each is needed, or none")
    return make_new(work, step, list(zip(recipes, names, strict=True)), Files(said.get("files", {}), said.get("read_as", {})))


def make_new(
    work: Work,
    step: str | None,
    recipes: Sequence[tuple[Recipe, str]],
    files: Files,
    *,
    refused: Callable[[str, str], None] | None = None,
    title: str = "",
) -> list[str]:
    """The clips of recipes and their wanted names, made and added as one undo step of the id `step`; their ids come out in order.

    refused: told the name of the clip and the reason where a recipe cannot be made, and the others go on; without it none is added.
    """
    made, key = prepare_many(
        work.library,
        recipes,
        files=files,
        progress=work.progress,
        workers=work.workers,
        cluster=work.cluster,
        job=work.job,
        refused=refused,
    )
    clips = add_prepared(work.library, made, window=work.window, title=title, command_id=step)
    if key:
        work.library.jobs.forget_items(key)
    return clips


def _title(arguments: Mapping[str, Any]) -> str:
    recipes = arguments["recipes"]
    kinds = {str(plain.get("kind", "")) for plain in recipes if isinstance(plain, Mapping)}
    return f"Make {count_of(len(recipes), 'clip')}" + (f": {title_of(*kinds).lower()}" if len(kinds) == 1 else "")


KIND = register(JobKind(JOB, _title, run))
