"""Long work of this room: building a table, comparing one with a motion graph. The same on the command line and in the studio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from motionloom.core.errors import count_of
from motionloom.library import Library
from motionloom.making.choice import Choice, require
from motionloom.making.work import JobKind, Work, register
from motionloom.transitions import shelf
from motionloom.transitions.activities import name_clips
from motionloom.transitions.comparison import choose_pairs, compare_with_graph, score_pairs
from motionloom.transitions.gathering import fit_stock_masses, gather_stock
from motionloom.transitions.table import REPRESENTATIVES, build_table

FITTED_FROM = 40  # representatives: who takes minutes for a table has seconds to fit the body's masses, and to start workers
CHUNK = 50  # pairs that are compared at a time
VERSION = 2  # of the scores of pairs


def table_arguments(
    choice: Choice,
    *,
    seconds: float = 1.0,
    representatives: int = REPRESENTATIVES,
    mirrored: bool = False,
    one_body: bool = False,
    seed: int = 0,
    name: str = "",
) -> dict[str, Any]:
    """What a job of kind "transition_table" is told."""
    told = {"seconds": seconds, "representatives": representatives, "mirrored": mirrored, "one_body": one_body, "seed": seed, "name": name}
    return {"choice": choice.to_json(), **told}


def comparison_arguments(table: str, pairs: int = 1000, natural: float | None = None, seed: int = 0) -> dict[str, Any]:
    """What a job of kind "comparison" is told; table: the id of a table on the shelf."""
    return {"table": table, "pairs": pairs, "natural": natural, "seed": seed}


def build(work: Work) -> str:
    """Gather the clips, choose windows that stand for all, search the best recipes between them, put the table on the shelf."""
    told, library = work.arguments, work.library
    clips = require(library, Choice.from_json(told["choice"]))
    thorough = told["representatives"] >= FITTED_FROM
    if not thorough and work.cluster is None:
        work.workers = work.workers or 1
    work.progress.begin(f"Reading {count_of(len(clips), 'clip')}", told["representatives"])
    gathered = gather_stock(library, clips, told["mirrored"], told["one_body"])
    work.problems.extend((name, f"left out: {why}") for name, why in gathered.left_out)
    table = build_table(
        gathered.stock,
        work.folder,
        seconds=told["seconds"],
        representatives=told["representatives"],
        seed=told["seed"],
        masses=fit_stock_masses(gathered.stock, told["seed"]) if thorough else None,
        mapping=work.map,
    )
    name = told["name"] or f"{name_clips(clips)}, {told['seconds']:g} s"
    work.entries.append(shelf.put_table(library, table, name, window=work.window))
    work.result = table
    left_out = f", {len(gathered.left_out)} left out" if gathered.left_out else ""
    return f"{library.document(work.entries[-1]).name}: {count_of(len(table.about['clip_ids']), 'clip')}{left_out}"


def compare(work: Work) -> str:
    """Make the transition of every pair, search the graph's way of each, put the comparison on the shelf."""
    told, library = work.arguments, work.library
    document = library.document(told["table"])
    table, line = shelf.use_table(library, document)
    pairs = choose_pairs(table, told["pairs"], told["seed"])
    if work.cluster is None:
        work.workers = work.workers or 1  # a transition takes milliseconds, opening a table in another process seconds
    chunks = np.split(pairs, np.arange(CHUNK, len(pairs), CHUNK))
    items = {f"pairs from {CHUNK * n}": (str(library.folder), document.id, chunk.tolist()) for n, chunk in enumerate(chunks)}
    inputs = {"table": document.content, "pairs": told["pairs"], "seed": told["seed"]}
    scores = work.map("Making transitions", inputs, score_chunk, items, version=VERSION)
    natural = line if told["natural"] is None else told["natural"]
    found = compare_with_graph(table, pairs, natural, [score for chunk in scores.values() for score in chunk])
    entry = shelf.describe_comparison(found, document)
    name = f"{document.name}, {told['pairs']} pairs"
    work.entries.append(shelf.put_once(library, shelf.COMPARISON, name, entry, window=work.window))
    work.result = found
    return ", ".join(f"{word.replace('_', ' ')} {count}" for word, count in vars(found.counts()).items())


def score_chunk(item: tuple[str, str, list[list[int]]]) -> list[float]:
    """The scores of some pairs; item: the library's folder, the table's id, the pairs."""
    folder, document, pairs = item
    with Library.open(folder) as library:
        table, _ = shelf.use_table(library, library.document(document))
    return score_pairs(table, np.array(pairs, dtype=np.intp))


def _table_title(arguments: Mapping[str, Any]) -> str:
    return f"Transitions of {arguments['seconds']:g} s" + (f": {arguments['name']}" if arguments["name"] else "")


def _comparison_title(arguments: Mapping[str, Any]) -> str:
    return f"{arguments['pairs']} pairs against the motion graph"


register(JobKind(shelf.TABLE, _table_title, build))
register(JobKind(shelf.COMPARISON, _comparison_title, compare))
