"""`motionloom edit`: an artist's edits as layers of offset keys, applied to clips. Commands that spread edits are in `edit_spread`."""

from __future__ import annotations

import typer

from motionloom.cli.edit_spread import learn, propagate, report

app = typer.Typer(help="Edit motion with offset keys in layers.", no_args_is_help=True)
app.command()(learn)
app.command()(propagate)
app.command()(report)
