"""Filmstrips of transplants that the judge accepts and rejects: `python docs/make_enrich_pictures.py LIBRARY`.

The library holds proposals of `motionloom enrich transplant`; twenty of each are drawn by a seed, no host with the same cut twice, none of
clips whose licence is not free.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from motionloom.enrich.transplants.pool import Opener
from motionloom.library import Library
from motionloom.making.proposals import Proposal, find_proposals
from motionloom.render import filmstrip

EACH, MOMENTS, SIZE, SEED = 20, 7, (84, 98), 5
ACCEPTED, REJECTED = 75, 30  # percent of the judged frames that look human: at least, at most
PICTURES = Path(__file__).parent / "pictures"


def share(proposal: Proposal) -> int:
    """The percentage in a proposal's reason."""
    found = re.search(r"(\d+)%", proposal.reason)
    return int(found[1]) if found else 0


def is_free(library: Library, proposal: Proposal) -> bool:
    """Whether every clip that it is made of may be shown by anybody."""
    return not any("NC" in library.clip(source.clip).licence for source in proposal.recipe.walk() if source.clip)


def choose(proposals: list[Proposal], rng: np.random.Generator) -> list[Proposal]:
    """Some of them, no host with the same cut twice."""
    chosen: dict[tuple[str, str], Proposal] = {}
    for n in rng.permutation(len(proposals)):
        options = proposals[n].recipe.options
        chosen.setdefault((proposals[n].recipe.sources[0].clip, options.get("cut") or str(sorted(options["turns"]))), proposals[n])
    return list(chosen.values())[:EACH]


def draw(library: Library, proposals: list[Proposal], path: Path) -> None:
    """A picture of two columns of strips with their numbers."""
    opener, strips = Opener(library), []
    for n, proposal in enumerate(proposals):
        print(f"{n + 1}. {proposal.name}: {proposal.reason}")
        strip = filmstrip(opener.made(proposal.recipe)[0], MOMENTS, size=SIZE, samples=2, stamps=False, gap=1).convert("RGB")
        ImageDraw.Draw(strip).text((3, 1), str(n + 1), fill=(170, 20, 20))
        strips.append(strip)
    width, height = strips[0].size
    rows = -(-len(strips) // 2)
    sheet = Image.new("RGB", (2 * width + 8, rows * height), "white")
    for n, strip in enumerate(strips):
        sheet.paste(strip, ((n // rows) * (width + 8), (n % rows) * height))
    sheet.save(path, quality=80)


if __name__ == "__main__":
    with Library.open(sys.argv[1]) as opened:
        waiting = [each for each in find_proposals(opened, question="looks_human", limit=100_000) if is_free(opened, each)]
        drawn = np.random.default_rng(SEED)
        draw(opened, choose([each for each in waiting if share(each) >= ACCEPTED], drawn), PICTURES / "enrich-accepted.jpg")
        draw(opened, choose([each for each in waiting if share(each) <= REJECTED], drawn), PICTURES / "enrich-rejected.jpg")
