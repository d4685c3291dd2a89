"""`docs/papers.md`, written from the records: a row a result, then each with its numbers, its pictures and what differs."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from motionloom.reproduce.records import Record
from motionloom.reproduce.result import PICTURES, Number, Outcome, Result

FILE = "papers.md"
WIDTH = 158
PAPERS = {
    "000": "Ikemoto, Hybrid Artist- and Data-driven Techniques for Character Animation (2007)",
    "001": "Srinivasan, Behavior Graphs for Data-driven Animation of 3D Characters (2009)",
    "002": "Pullen and Bregler, Motion Capture Assisted Animation: Texturing and Synthesis (2002)",
    "003": "Shanbhag and Chandran, Grafting Locomotive Motions (2006)",
    "004": "Ikemoto and Forsyth, Enriching a Motion Collection by Transplanting Limbs (2004)",
}
INTRODUCTION = (
    "This page is written by `motionloom reproduce`; change nothing by hand. Each result of a paper is an experiment that runs: the "
    "paper's number stands beside ours, with one sentence on what differs and why. *Quick* is the short form, on the sample's synthetic "
    "performers, which `motionloom reproduce --check` runs again: it fails where a number of this page is no longer true. Seconds are "
    "processor time of the full form, where what several results share (a library, say) counts with the first of them that was run; other "
    "work may have run on the machine."
)


def write_page(records: Mapping[Result, Record]) -> str:
    """The page, as Markdown."""
    lines = ["# The papers' results, made again", "", *textwrap.wrap(INTRODUCTION, WIDTH), ""]
    for paper in sorted({result.paper for result in records}):
        chosen = {result: record for result, record in records.items() if result.paper == paper}
        lines += [f"## {paper}: {PAPERS.get(paper, 'of another package')}", "", *_index(chosen), *_elsewhere(paper, records), ""]
        for result, record in chosen.items():
            lines += _section(result, record)
    return "\n".join(lines).rstrip() + "\n"


def _index(records: Mapping[Result, Record]) -> list[str]:
    lines = ["| result | picture | command | seconds |", "|---|---|---|---|"]
    for result, record in records.items():
        shown = ", ".join(f"[{Path(name).suffix[1:]}]({PICTURES}/{name})" for name in record.pictures)
        seconds = f"{record.full.seconds:.0f}" if record.full else "not run"
        lines.append(f"| {result.figure} {result.title} | {shown} | `{command(result, record.full)}` | {seconds} |")
    return lines


def _elsewhere(paper: str, records: Mapping[Result, Record]) -> list[str]:
    """Figures of a paper that a result with another number, or of another paper, answers: a row each."""
    rows = []
    for result in records:
        told = [name.removeprefix(f"{paper}-") for name in result.also if name.startswith(f"{paper}-")]
        if told:
            rows.append(f"| {', '.join(told)} | | see {result.paper} {result.figure}: {result.title} | |")
    return rows


def command(result: Result, full: Outcome | None = None) -> str:
    """What a person types to run it."""
    data = "" if full is not None and full.on.startswith("the sample") else " --data ../shared"
    return f"motionloom reproduce {result.paper} {result.figure}{data}"


def _section(result: Result, record: Record) -> list[str]:
    lines = [f"### {result.figure} {result.title}", "", *textwrap.wrap(f"The paper: {result.claim}", WIDTH), ""]
    shown = record.full or record.quick
    if shown is None:
        return [*lines, "Not run yet.", ""]
    on = f"Full: {record.full.on}" if record.full else "The full form was not run yet"
    lines += [*textwrap.wrap(f"{on}. Quick: {record.quick.on if record.quick else 'there is none'}.", WIDTH), ""]
    lines += ["| | paper | ours | quick |", "|---|---|---|---|"]
    full, quick = _by_name(record.full), _by_name(record.quick)
    for what in dict.fromkeys([*full, *quick]):
        number = full.get(what) or quick[what]
        cells = [each[what].show() if what in each else "-" for each in (full, quick)]
        lines.append(f"| {what} | {number.paper or '-'} | {' | '.join(cells)} |")
    lines += ["", *textwrap.wrap(shown.differs, WIDTH), ""]
    lines += [f"![{result.title}]({PICTURES}/{name})" for name in record.pictures if name.endswith(".png")]
    films = [f"[film]({PICTURES}/{name})" for name in record.pictures if not name.endswith(".png")]
    return [*lines, *([", ".join(films)] if films else []), ""]


def _by_name(outcome: Outcome | None) -> dict[str, Number]:
    return {} if outcome is None else {number.what: number for number in outcome.numbers}
