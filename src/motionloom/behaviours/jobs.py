"""The long work of this room: mining, building a machine, exporting one for engines; the same in the studio and on the command line."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from motionloom.behaviours.building import Built, build
from motionloom.behaviours.clips import clips_of, labelled_clips, segment_spans
from motionloom.behaviours.exporting import export_machine
from motionloom.behaviours.frame_graph import THRESHOLD
from motionloom.behaviours.machine_file import write_machine
from motionloom.behaviours.mining import FLOOR, Mined, mine
from motionloom.behaviours.missing import Missing
from motionloom.behaviours.open_machine import KIND, OpenMachine, to_entry
from motionloom.behaviours.segment_states import BEYOND, choose_first, propose_states
from motionloom.behaviours.segment_track import CUT_TITLE, TRACK, UNNAMED, write_segments
from motionloom.behaviours.state_graph import StateGraph, write_graph
from motionloom.behaviours.state_recipes import CYCLE, MachinePlan, plan_cycle, plan_of
from motionloom.compute import JobStore, JobsUnavailable, Progress, run_job
from motionloom.core.errors import count_of, list_names
from motionloom.core.files import check_empty, write_file
from motionloom.library import Clip, Library, make_id
from motionloom.making import shelf
from motionloom.making.choice import Choice, require
from motionloom.making.work import JobKind, Work, register

MINED = "Mine behaviours"
MINING_VERSION = 2  # counts up when mining the same clips comes to give another graph


def mine_library(
    library: Library,
    choice: Choice,
    track: str | None = None,
    threshold: float = THRESHOLD,
    floor: float = FLOOR,
    progress: Progress | None = None,
    absolute: bool = False,
) -> Mined:
    """The state graph of the chosen clips. It is kept by what they are and how they are labelled, so it is mined once."""
    progress = progress or Progress()
    known = [
        [clip.id, clip.fingerprint, *clip.labels, *_spans(library, clip, track)]
        for clip in (require(library, choice) if track == TRACK else labelled_clips(library, choice))
    ]
    inputs = {"clips": known, "track": track, "threshold": threshold, "floor": floor, **({"absolute": True} if absolute else {})}

    def work(item: None) -> dict[str, Any]:
        content = tuple(row[1] for row in known)
        clips = clips_of(library, choice, track)
        return mine(clips, threshold, floor=floor, progress=progress, absolute=absolute, content=content).to_json()

    def run(store: JobStore | None) -> Mined:
        found = run_job(MINED, inputs, work, {"graph": None}, store=store, progress=progress, version=MINING_VERSION)
        return Mined.from_json(found["graph"])

    try:
        return run(library.jobs)
    except JobsUnavailable:  # a library on a disk that cannot be written to
        return run(None)


def _spans(library: Library, clip: Clip, track: str | None) -> list[list[Any]]:
    if track == TRACK:
        return [list(span) for span in segment_spans(library, clip)]
    return [] if track is None else [[span.name, span.start, span.stop] for span in library.annotations(clip.id, track=track)]


def run_mine(work: Work) -> str:
    """Mine the clips of `choice`; what was mined is kept for whoever asks next.

    file: the state graph is written there. The `Mined` is left as the work's result.
    """
    told = work.arguments
    mined = mine_library(
        work.library,
        Choice.from_json(told.get("choice", {})),
        told.get("track"),
        float(told.get("threshold", THRESHOLD)),
        float(told.get("floor", FLOOR)),
        work.progress,
        bool(told.get("absolute", False)),
    )
    work.result = mined
    if told.get("file"):
        write_graph(mined.graph, Path(told["file"]))
    return f"{count_of(len(mined.graph.names), 'behaviour')}, {count_of(len(mined.graph.edges), 'way')} between them"


def run_machine(work: Work) -> str:
    """Build a machine: by a plan and a graph that are given, of one `cycle` of clips, or from the clips of `choice`, by what they do.

    name: it goes on the shelf under this name, or (document) in place of that entry. file: it is written there. one_body: other bodies are
    put on the first one's. The `Built` is left as the work's result.
    """
    told, missing = work.arguments, tuple[Missing, ...]()
    if "plan" in told:
        plan, graph = plan_of(told["plan"], "the plan"), StateGraph.from_json(told["graph"])
    elif "cycle" in told:
        plan, graph = plan_cycle(told["cycle"]), StateGraph((CYCLE,), np.zeros((1, 1)), frozenset({CYCLE}))
    else:
        plan, graph, missing = plan_machine(work.library, {**told, "window": work.window}, work.progress, _step_of(work))
    built = build(work.library, plan, graph, work.progress, bool(told.get("several", True)), bool(told.get("one_body", False)))
    if told.get("file"):
        write_machine(built.machine, Path(told["file"]))
    if told.get("name"):
        work.entries.append(_put(work, built, missing))
    _note_edges(work, built, graph, plan)
    work.result = replace(built, missing=missing)
    said = f"{count_of(len(built.machine.states), 'state')}, {count_of(len(built.machine.transitions), 'transition')}"
    return f"{said}; not in it: {list_names([name for name, _ in built.left_out])}" if built.left_out else said


def plan_machine(
    library: Library, told: Mapping[str, Any], progress: Progress, work: str = ""
) -> tuple[MachinePlan, StateGraph, tuple[Missing, ...]]:
    """The plan that the clips' frames give: the states that are told, or those to begin with; its graph, and what mining misses.

    What each clip does is put on the track of segments, where a person sees and corrects it; work: with what is built it is one step of
    undo.
    """
    choice, wanted = Choice.from_json(told.get("choice", {})), told.get("states")
    title = f"Build machine {told['name']}" if work and told.get("name") else CUT_TITLE
    chosen, window = require(library, choice), str(told.get("window", ""))
    write_segments(library, chosen, window=window, progress=progress, work=work, title=title)
    mined = _only_behaviour(library, chosen) or mine_library(library, choice, TRACK, progress=progress)
    if wanted is not None:
        return propose_states(library, mined, choice, wanted), mined.graph, mined.missing
    whole = propose_states(library, mined, choice)
    first = choose_first(whole)
    plan = whole if len(first) == len(whole.states) else propose_states(library, mined, choice, first)
    more = {state.name: BEYOND for state in whole.states if state.name not in first}
    left_out = {**more, **dict(whole.left_out), **dict(plan.left_out)}
    return replace(plan, left_out=tuple(left_out.items())), mined.graph, mined.missing


def _only_behaviour(library: Library, clips: list[Clip]) -> Mined | None:
    """The graph of clips that all do one thing, a walk say: a machine of one state, which can be steered. None where they do more."""
    names = {name for clip in clips for name, _, _ in segment_spans(library, clip)} - {UNNAMED}
    if len(names) != 1:
        return None
    graph, none = StateGraph(tuple(names), np.zeros((1, 1)), frozenset(names)), np.zeros((1, 1), np.int64)
    return Mined(graph, none, none[0], np.ones(1), (), {"clips": len(clips), "seconds": {}})


def _put(work: Work, built: Built, missing: tuple[Missing, ...]) -> str:
    """Put a machine on the shelf, once: a job that is taken up again after a kill puts it where it did before."""
    told, place = work.arguments, work.folder / "entry"
    again = f"Build machine {told['name']} again" if told.get("document") else ""
    if not place.exists():
        write_file(place, str(told.get("document") or make_id()))
    told_to = {"document": place.read_text(), "window": work.window, "title": again, "work": _step_of(work)}
    entry = to_entry(built, " + ".join(told.get("choice", {}).get("subjects", ())), missing, told.get("states"))
    return shelf.put(work.library, KIND, str(told["name"]), entry, **told_to)


def _step_of(work: Work) -> str:
    """The step of undo that all which a job writes belongs to: the same when it is taken up again after a kill."""
    place = work.folder / "step"
    if not place.exists():
        write_file(place, make_id())
    return place.read_text()


def _note_edges(work: Work, built: Built, graph: StateGraph, plan: MachinePlan) -> None:
    """Edges that a person gave and that nothing in the clips can follow."""
    for a, b in sorted(graph.edges - built.machine.graph.edges) if plan.given else ():
        if {a, b} <= set(built.machine.graph.names):
            work.problems.append((f"{a} -> {b}", "they are nowhere alike, so the machine does not go this way"))


def run_export(work: Work) -> str:
    """A machine of the shelf for engines: glTF clips and machine.json.

    folder: where to, new or empty; without it they are packed in the job's own folder, for the studio's person to save.
    """
    document = shelf.find_entry(work.library, str(work.arguments["machine"]), KIND)
    opened: OpenMachine = shelf.open_entry(work.library, document)
    folder, begun = Path(work.arguments.get("folder", work.folder / "engine")), work.folder / "begun"
    if begun.exists():  # it was stopped: what is there is its own
        shutil.rmtree(folder, ignore_errors=True)
    check_empty(folder)
    write_file(begun, "")
    files = export_machine(opened.machine, folder, work.progress)
    if "folder" not in work.arguments:
        work.download = _pack(work.folder / "machine.zip", folder, files)
    return f"{document.name}: {count_of(len(files) - 1, 'clip')} and machine.json"


def _pack(packed: Path, folder: Path, files: list[Path]) -> Path:
    partial = packed.with_suffix(".part")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.relative_to(folder).as_posix())
    partial.replace(packed)
    return packed


register(JobKind("mine", lambda told: "Mine which behaviour can follow which", run_mine))
register(JobKind("machine", lambda told: f"Build machine {told.get('name') or Path(str(told.get('file', ''))).stem}", run_machine))
register(JobKind("machine_export", lambda told: "Export a machine for engines", run_export))
