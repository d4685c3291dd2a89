"""A comparison of two libraries as one self-contained HTML page: plot, shares beside the paper's, certificate, strips, every demand."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.core.files import write_file
from motionloom.demands.comparing import PAPER, Comparison, draw_comparison
from motionloom.demands.demand import Demand
from motionloom.demands.many import Told
from motionloom.library import Library

STRIPS = 3  # demands that are shown as strips where the second did better, and as many where it did worse
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Motionloom"><title>{title}</title>
<style>
body {{ font: 15px/1.5 system-ui, sans-serif; color: #1c1f26; background: #fff; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; margin: 1rem 0; }} th, td {{ padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #dde; }}
th:first-child, td:first-child {{ text-align: left; }} img {{ max-width: 100%; }} figure {{ margin: 1rem 0; }} .better {{ color: #116b2b; }}
.worse {{ color: #9b1c1c; }}
</style></head><body>
<h1>{title}</h1>
<p>{summary}</p>
<figure><img alt="Scores of both libraries, in the order of the first" src="{plot}"></figure>
<h2>Beside the paper</h2>
{shares}
<p>{certificate}</p>
<p>{honest}</p>
<h2>Looked at</h2>
{strips}
<h2>Every demand</h2>
{rows}
</body></html>
"""


def save_comparison(comparison: Comparison, told: Sequence[Sequence[Told]], libraries: Sequence[Library], path: Path) -> None:
    """Write the page, whole or not at all."""
    write_file(path, comparison_page(comparison, told, libraries))


def comparison_page(comparison: Comparison, told: Sequence[Sequence[Told]], libraries: Sequence[Library]) -> str:
    """The page as text. told: what came of the demands on either side, as `compare_pools` gives it."""
    found = comparison.to_json()
    one, other = found["one"], found["other"]
    sure = [f"{_text(side['name'])}: {_certificate(side, comparison.demands)}" for side in (one, other)]
    return _PAGE.format(
        title=_text(f"{one['name']} and {other['name']}"),
        summary=_text(
            f"{comparison.demands} demands, the same iterations and seed for both. {other['name']} is better for {found['better']} and "
            f"worse for {found['worse']}. A score counts missed words, hard joins and places that are off: less is better."
        ),
        plot=_plot(comparison),
        shares=_shares(one, other),
        certificate="<br>".join(sure),
        honest=_text(
            "False positives are frames that the machine called human and a person did not. Where nobody has judged there are none to "
            "count; frames called human and over the line of naturalness are given as a stand-in."
        ),
        strips="\n".join(_strips(comparison, told, libraries)),
        rows=_rows(comparison, told),
    )


def _certificate(side: dict[str, Any], demands: int) -> str:
    sure = side["certificate"]
    return (
        f"{side['acceptable']} of {demands} under the line of naturalness; with {100 * sure['sure']:.0f} % confidence at least "
        f"{100 * sure['at_least']:.0f} % of what is made is acceptable."
    )


def _shares(one: dict[str, Any], other: dict[str, Any]) -> str:
    """The table of paper 004, section 4.1, theirs beside both sides."""
    names = [
        "frames shown",
        "not human",
        "newly made",
        "false positives",
        "called human, over the line (stand-in)",
        "frames to choose from",
    ]
    sides = [
        [
            f"{side['frames']:,}",
            f"{100 * side['share_not_human']:.1f} %",
            f"{100 * side['share_newly_made']:.1f} %",
            str(side["false_positives"]),
            str(side["rare"]),
            f"{side['pool_frames']:,}",
        ]
        for side in (one, other)
    ]
    paper = [
        f"{PAPER['frames']:,}",
        f"{100 * PAPER['not_human']:.1f} %",
        f"{100 * PAPER['newly_made']:.1f} %",
        str(PAPER["false_positives"]),
        "",
        "",
    ]
    return _table(
        ["", one["name"], other["name"], "paper 004"], [[name, *cells] for name, *cells in zip(names, *sides, paper, strict=True)]
    )


def _strips(comparison: Comparison, told: Sequence[Sequence[Told]], libraries: Sequence[Library]) -> list[str]:
    """Both answers to the demands that gained and lost most."""
    gains = np.array(comparison.one.scores) - np.array(comparison.other.scores)
    order = np.argsort(-gains, kind="stable")
    chosen = [n for n in dict.fromkeys([*order[:STRIPS], *order[::-1][:STRIPS]]) if abs(gains[n]) > 1e-6]
    found = [] if chosen else ["<p>Both made the same of every demand.</p>"]
    for n in chosen:
        word = "better" if gains[n] > 0 else "worse"
        heading = f'<h3 class="{word}">{_text(told[0][n].demand.name)}: {word}</h3><p>{_text(asked_for(told[0][n].demand))}</p>'
        pictures = [
            f"<figure><figcaption>{_text(side.name)}, score {side.scores[n]:.1f}</figcaption>{_strip(told[s][n], libraries[s])}</figure>"
            for s, side in enumerate((comparison.one, comparison.other))
        ]
        found.append(heading + "".join(pictures))
    return found


def _rows(comparison: Comparison, told: Sequence[Sequence[Told]]) -> str:
    one, other = comparison.one, comparison.other
    rows = []
    for n, each in enumerate(told[0]):
        held = ["" if side.satisfied[n] < 0 else f"{100 * side.satisfied[n]:.0f} %" for side in (one, other)]
        rarity = [f"{side.rarities[n]:.2f}" for side in (one, other)]
        rows.append([f"{each.demand.name}: {asked_for(each.demand)}", f"{one.scores[n]:.1f}", f"{other.scores[n]:.1f}", *held, *rarity])
    names = ["demand", *(f"{what}, {side.name}" for what in ("score", "words hold", "rarity") for side in (one, other))]
    return _table(names, rows)


def asked_for(demand: Demand) -> str:
    """The words of a demand in a line."""
    return ", ".join(f"{span.start:g}-{span.stop:g} s {'' if span.must else 'not '}{span.word}" for span in demand.spans)


def _strip(told: Told, library: Library) -> str:
    from motionloom.render import filmstrip

    buffer = io.BytesIO()
    filmstrip(told.make(library), 10, size=(110, 140)).convert("RGB").save(buffer, "JPEG", quality=80)
    return f'<img alt="{_text(told.demand.name)}" src="{_embed(buffer.getvalue(), "image/jpeg")}">'


def _plot(comparison: Comparison) -> str:
    buffer = io.BytesIO()
    draw_comparison(comparison, buffer)
    return _embed(buffer.getvalue(), "image/png")


def _embed(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{_text(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(said: str) -> str:
    return html.escape(said)
