"""`motionloom edit`: an artist's edits as layers of offset keys, applied to clips. Commands that spread edits are in `edit_spread`."""

from __future__ import annotations

import typer

app = typer.Typer(help="Edit motion with offset keys in layers.", no_args_is_help=True)
