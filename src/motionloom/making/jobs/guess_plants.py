"""The library's oracle guesses the foot plants of some clips, in one undo step. What a person set stays.

arguments: clips (ids); replace: also in place of plants that came with a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.core.errors import LibraryError, SkeletonError, count_of
from motionloom.feet.teaching import came_with_file, guess_command, read_taught
from motionloom.library.commands.registry import to_data
from motionloom.making.work import JobKind, Work, register

JOB = "guess_plants"
FROM_FILE = "has plants that came with its file; they stay"


def run(work: Work) -> str:
    """Guess those that are not guessed yet, and write all of them; clips without legs, or with plants of their file, are noted."""
    library, step = work.library, f"{work.job}-guessed" if work.job else None
    found = None if step is None else library.find_change(step)
    if found is not None:
        return f"{count_of(len(found.clips), 'clip')} guessed"
    oracle, replace = read_taught(library).oracle, bool(work.arguments.get("replace"))
    clips = [library.clip(clip) for clip in dict.fromkeys(work.arguments["clips"])]
    commands = []
    work.problems.clear()
    for clip in work.progress.each("Guessing plants", clips, lambda clip: clip.name):
        if came_with_file(library.plants(clip.id)) and not replace:
            work.problems.append((clip.name, FROM_FILE))
            continue
        try:
            commands.append(to_data(guess_command(library, clip, oracle, replace)))
        except SkeletonError as error:
            work.problems.append((clip.name, str(error)))
    if not commands:
        raise LibraryError(f"{work.problems[0][0]} {work.problems[0][1]}" if work.problems else "there are no clips to guess the plants of")
    title = f"Guess plants of {clips[0].name if len(clips) == 1 else count_of(len(commands), 'clip')}"
    library.apply({"kind": "batch", "commands": commands, "title": title}, window=work.window, command_id=step)
    return f"{count_of(len(commands), 'clip')} guessed"


def _title(arguments: Mapping[str, Any]) -> str:
    return f"Guess plants of {count_of(len(arguments['clips']), 'clip')}"


KIND = register(JobKind(JOB, _title, run))
