"""Long work: grafts between the clips of a choice, as proposals for people to keep or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motionloom.compute import make_key
from motionloom.core.errors import SkeletonError, count_of
from motionloom.enrich.grafts.candidates import Body, find_candidates, read_body
from motionloom.enrich.grafts.maker import graft_recipe
from motionloom.making.choice import Choice, require
from motionloom.making.plants import find_plants
from motionloom.making.proposals import NewProposal, known_digests, raise_proposals
from motionloom.making.sources import clip_source
from motionloom.making.work import JobKind, Work, register

JOB = "graft"
ROOM = "grafts"
COUNT = 50


def read_bodies(work: Work, choice: Choice) -> list[Body]:
    """The clips of a choice, classified; those without a body are noted."""
    bodies = []
    for clip in work.progress.each("Classifying clips", require(work.library, choice), lambda clip: clip.name):
        try:
            motion = work.library.motion(clip.id)
            bodies.append(read_body(clip.id, motion, find_plants(work.library, clip, motion)))
        except SkeletonError as error:
            work.problems.append((clip.name, str(error)))
    return bodies


def run(work: Work) -> str:
    """Propose the best grafts. arguments: choice; count: how many at most; warp: arms keep the legs' clock."""
    told, library = work.arguments, work.library
    work.problems.clear()
    bodies = read_bodies(work, Choice.from_json(told.get("choice", {})))
    kinds = {body.clip: body.kind.name for body in bodies}
    found = sorted(find_candidates(bodies, bool(told.get("warp", True))), key=lambda each: (each.apart - each.safe, each.base, each.donor))
    proposals = []
    for each in found[: int(told.get("count", COUNT))]:
        base, donor = library.clip(each.base), library.clip(each.donor)
        recipe = graft_recipe(clip_source(base), clip_source(donor), each.clock, each.enter, each.leave, warped=each.warped)
        reason = f"a {kinds[donor.id]}'s upper body on a {kinds[base.id]}; {each.safe:.0%} of the frames are safe, says the torso graph"
        proposals.append(NewProposal(recipe, f"{base.name} with the upper body of {donor.name}", each.apart, each.safe, reason))
    batch = make_key(JOB, library.id, dict(told))[:12]
    known = known_digests(library, [each.recipe.digest for each in proposals], room=ROOM, besides=batch)
    fresh = [each for each in proposals if each.recipe.digest not in known]
    if fresh:
        raise_proposals(library, fresh, question="keep", title="Propose grafts", room=ROOM, batch=batch, window=work.window)
    work.result = {"kinds": kinds, "allowed": len(found), "proposed": len(fresh)}
    return f"{count_of(len(bodies), 'clip')}, {count_of(len(found), 'graft')} allowed, {len(fresh)} proposed"


def _title(arguments: Mapping[str, Any]) -> str:
    return "Propose grafts"


GRAFTS = register(JobKind(JOB, _title, run))
