"""Results are chosen, run, kept and checked."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from motionloom.core.errors import MotionloomError, list_names
from motionloom.core.files import write_file
from motionloom.reproduce.page import FILE, write_page
from motionloom.reproduce.records import compare, digest_pictures, read_record, write_record
from motionloom.reproduce.result import PICTURES, Given, Outcome, Result, all_results


def choose(paper: str = "", figure: str = "") -> list[Result]:
    """The results of a paper and a figure, all of them where none is named."""
    known = all_results()
    found = [result for result in known if not paper or result.answers(paper, figure)]
    if not found:
        papers = list_names(sorted({result.paper for result in known}))
        names = [name for result in known for name in (result.name, *result.also)]
        figures = [name.removeprefix(f"{paper}-") for name in names if name.startswith(f"{paper}-")]
        there = f"paper {paper} has {list_names(figures, 60)}" if figures else f"there are papers {papers}"
        raise MotionloomError(f"no result {' '.join(filter(None, (paper, figure)))!r}; {there}")
    return found


def run_result(result: Result, given: Given) -> Outcome:
    """Run an experiment; its processor seconds are part of what comes out."""
    if not result.sample and (given.quick or given.find(result.needs) is None):
        where = "the sample cannot serve" if given.quick or given.data is None else f"{given.data} has no {result.needs}"
        raise MotionloomError(f"{result.name} needs {result.needs}, and {where}; name the folder of captures by --data, without --quick")
    began = time.process_time()
    outcome = result.run(given)
    return replace(outcome, seconds=round(time.process_time() - began, 1))


def keep(folder: Path, result: Result, outcome: Outcome, quick: bool) -> None:
    """Put an outcome into its record, and write the page anew."""
    record = read_record(folder, result).with_outcome(outcome, quick)
    write_record(folder, result, record if quick else replace(record, digests=digest_pictures(folder, record)))
    write_file(folder / FILE, page_of(folder))


def page_of(folder: Path) -> str:
    """The page as the records have it."""
    return write_page({result: read_record(folder, result) for result in all_results()})


def check_page(folder: Path) -> list[str]:
    """What is wrong with the page and its pictures beside the records: changed by hand, or not there."""
    page = folder / FILE
    if not page.exists():
        return [f"{page}: is not there; run `motionloom reproduce`"]
    wrong = [] if page.read_text(encoding="utf-8") == page_of(folder) else [f"{page}: is not what its records say; it was changed by hand"]
    for result in all_results():
        record = read_record(folder, result)
        found = digest_pictures(folder, record)
        for name in record.pictures:
            if name not in found:
                wrong.append(f"{folder / PICTURES / name}: is not there")
            elif found[name] != record.digests.get(name, found[name]):
                wrong.append(f"{folder / PICTURES / name}: is not what {result.name} drew; it was changed by hand")
    return wrong


def check_result(folder: Path, result: Result, now: Outcome) -> list[str]:
    """What of the record of a result its quick form, run now, does not bear out."""
    return compare(result, read_record(folder, result).quick, now)


def have_quick_forms(results: Sequence[Result]) -> list[Result]:
    """Those for which the sample can serve."""
    return [result for result in results if result.sample]
