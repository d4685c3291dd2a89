"""Errors and notes of reading name options; every command that reads files must have them."""

import inspect

import pytest

from motionloom.cli import options
from tests.cli.test_cli import ROOT_COMMAND, commands

READERS = ["info", "convert", "render", "distance", "align", "blend", "loop", "feet detect", "feet clean", "score motion"]
COMMANDS = {" ".join(path): command for path, command in commands(ROOT_COMMAND)}


@pytest.mark.parametrize("name", READERS)
def test_commands_that_read_files_have_all_options_of_reading(name):
    wanted = set(inspect.signature(options.read_options).parameters)
    assert wanted <= {parameter.name for parameter in COMMANDS[name].params}
    assert "reading" not in {parameter.name for parameter in COMMANDS[name].params}
