"""The words of a choice of clips on the command line."""

from dataclasses import fields

import typer
from typer.testing import CliRunner

from motionloom.cli.choice_options import Chosen, chooses_clips
from motionloom.making.choice import Choice

INSIDE = {"skeleton", "body"}  # fields that no person types: a hash, and what rooms ask for themselves


def run(*words: str) -> Choice:
    found: list[Choice] = []
    app = typer.Typer()

    @app.command()
    @chooses_clips
    def command(library: str, choice: Chosen) -> None:
        found.append(choice)

    result = CliRunner().invoke(app, ["lib", *words])
    assert result.exit_code == 0, result.output
    return found[0]


def test_saying_nothing_is_the_default_choice() -> None:
    assert run() == Choice()


def test_every_word_of_a_choice_can_be_said() -> None:
    said = run(
        *("--search", "slow", "--clip", "a", "--clip", "b", "--without", "c", "--label", "walk", "--annotation", "turn"),
        *("--subject", "16", "--source", "cmu", "--origin", "any", "--accepted"),
    )
    assert said == Choice("slow", ("a", "b"), ("c",), ("walk",), ("turn",), ("16",), ("cmu",), origin="any", accepted=True)
    assert {each.name for each in fields(Choice) if getattr(said, each.name) == getattr(Choice(), each.name)} == INSIDE
