"""Which clips of a library, on every command that chooses some: the words of `Choice`, one option each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from motionloom.cli.gathered_options import gathers

if TYPE_CHECKING:
    from motionloom.making.choice import Choice

    Chosen = Choice
else:
    Chosen = object  # what commands say of their argument `choice`; the library is imported when one runs

Words = list[str] | None
_Origins = Literal["performed", "made", "any"]
# Option: the field of `Choice` it sets, its kind and its default.
_OPTIONS: dict[str, tuple[str, Any, Any]] = {
    "search": ("search", Annotated[str, typer.Option(help="Only clips with these words in name, label, description...")], ""),
    "clip": ("clips", Annotated[Words, typer.Option(help="Only this clip, by name or id (several: these).")], None),
    "without": ("without", Annotated[Words, typer.Option(help="Not this clip, by name or id (several: none of them).")], None),
    "label": ("labels", Annotated[Words, typer.Option(help="Only clips with this label (several: any of them).")], None),
    "annotation": ("annotations", Annotated[Words, typer.Option(help="Only clips with this annotation (several: any of them).")], None),
    "subject": ("subjects", Annotated[Words, typer.Option(help="Only clips of this performer (several: any of them).")], None),
    "source": ("sources", Annotated[Words, typer.Option(help="Only clips of this collection (several: any of them).")], None),
    "origin": (
        "origin",
        Annotated[_Origins, typer.Option(help="performed: captured, a take that was put right in place of the take; made: of others.")],
        "performed",
    ),
    "accepted": ("accepted", Annotated[bool, typer.Option("--accepted", help="Of what was made only what a person accepted.")], False),
}


def make_choice(**said: Any) -> Choice:
    """The choice of these options; what was not said is as in `Choice`."""
    from motionloom.making.choice import Choice

    return Choice.from_json({_OPTIONS[name][0]: value for name, value in said.items() if value is not None})


# The command with an option for each word of a choice of clips; it is given them all as its argument `choice`.
chooses_clips = gathers("choice", {name: (kind, default) for name, (_, kind, default) in _OPTIONS.items()}, make_choice)
