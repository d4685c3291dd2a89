"""The command line: thin commands that call the rooms and show what comes back."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run a command. A user's error is one line on stderr and exit code 2; ctrl-C is 130."""
    from motionloom.cli.app import COMMANDS, make_app
    from motionloom.core.errors import MotionloomError

    named = [word for word in sys.argv[1:2] if word in COMMANDS]
    try:
        make_app(named or COMMANDS)()
    except MotionloomError as error:
        text = " ".join(str(error).split())
        print(f"motionloom: {text}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("motionloom: stopped; what was finished is kept, run it again to go on", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    sys.exit(0)
