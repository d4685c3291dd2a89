"""The command line: thin commands that call the rooms and show what comes back."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

COMPLETING = "_MOTIONLOOM_COMPLETE"  # set by the shell's completion


def main() -> NoReturn:
    """Run a command. A user's error is one line on stderr and exit code 2; ctrl-C is 130."""
    from motionloom.cli.app import choose_commands, make_app
    from motionloom.core.errors import MotionloomError
    from motionloom.core.extras import explain_missing

    try:
        make_app(choose_commands(_first_word()))(prog_name="motionloom")
    except MotionloomError as error:
        text = " ".join(str(error).split())
        print(f"motionloom: {text}", file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as error:
        if (missing := explain_missing(error)) is None:
            raise
        print(f"motionloom: {missing}", file=sys.stderr)
        sys.exit(2)
    except (SystemExit, KeyboardInterrupt) as end:
        if not _was_stopped(end):
            raise
        print("motionloom: stopped; what was finished is kept, run it again to go on", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    sys.exit(0)


def _first_word() -> str:
    """The command that is asked for; of a line that a shell wants completed, the one that stands there."""
    if COMPLETING not in os.environ:
        return next(iter(sys.argv[1:]), "")
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return next(iter(line.split()[1:]), "")


def _was_stopped(end: BaseException) -> bool:
    """Whether ctrl-C is why a command ends: Typer takes that exception itself and ends without a word."""
    cause = end.__cause__ or end.__context__
    return isinstance(end, KeyboardInterrupt) or (cause is not None and _was_stopped(cause))
