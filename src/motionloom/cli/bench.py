"""`motionloom bench`: how fast, beside the peers and the machine's limits."""

from __future__ import annotations

from typing import Annotated

import typer

from motionloom.cli import options


def bench(
    suites: Annotated[list[str] | None, typer.Argument(help="Which suites; all of them if none is named.")] = None,
    peers: Annotated[bool, typer.Option(help="Time other programs too, installed from PyPI in an environment of their own.")] = True,
    repeats: Annotated[int, typer.Option(min=1, help="Runs of each job; the fastest counts.")] = 5,
    as_json: options.AsJson = False,
) -> None:
    """Measure the hot jobs beside the peers and the machine's own limits, in one run.

    Example: motionloom bench core --json
    """
    from motionloom.bench import SUITES, Run, find_suite
    from motionloom.bench.rows import to_json, to_table
    from motionloom.compute import terminal_progress

    chosen = [(name, find_suite(name)) for name in suites or SUITES]
    with terminal_progress() as progress:
        run = Run(repeats=repeats, with_peers=peers, say=lambda text: progress.advance(0, text))
        rows = [row for _, measure in progress.each("Measuring", chosen, lambda suite: suite[0]) for row in measure(run)]
    if as_json:
        options.print_json({"suites": [name for name, _ in chosen], "rows": to_json(rows)})
    else:
        typer.echo(to_table(rows))
