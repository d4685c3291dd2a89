"""`motionloom distance`, `align`, `blend` and `loop`: how alike motions are, and what can be made of that."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.made import Given, Into, Name, find_target, make_each, make_one, makes_each, say_where
from motionloom.cli.read_options import Reading, reads_files
from motionloom.cli.sources import open_sources
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from motionloom.core import Motion


class Measure(StrEnum):
    """What frames are compared by."""

    points = "points"
    angle = "angle"


First = Annotated[str, typer.Argument(help="A motion file, or a clip of a library as my-library:walk_01.")]
Second = Annotated[str, typer.Argument(help="Another; its body may have other joints.")]
By = Annotated[Measure, typer.Option(help="Where the joints are, over a sixth of a second, or how they are bent.")]


@reads_files
def distance(a: First, b: Second, reading: Reading, by: By = Measure.points, as_json: options.AsJson = False) -> None:
    """Say how alike two motions are and where most, blind to where they happen and which way they face.

    Two skeletons are compared by the parts of the body that both have, as large as they are: nothing is scaled. By angle, hips, knees,
    shoulders and elbows are compared in radians, and their speeds with them; that needs one skeleton.

    Example: motionloom distance walk.bvh run.bvh
    """
    import numpy as np

    from motionloom.align.point_cloud import RATE
    from motionloom.compute import terminal_progress

    with terminal_progress() as progress, open_sources([a, b], reading, progress=progress) as named:
        one, other = (opened.motion for opened in named.opened)
        progress.begin("Comparing frames")
        index, away = (_nearest_by_angle if by == Measure.angle else _nearest_by_points)(one, other)
    i = int(np.argmin(away))
    facts = {"mean_nearest": float(away.mean()), "least": float(away[i]), "at": i / RATE, "other_at": int(index[i]) / RATE}
    if as_json:
        options.print_json({"by": by.value, **facts})
        return
    unit, each = ("rad", "rad") if by == Measure.angle else ("m", "m a joint")
    typer.echo(f"a frame of {one.name} is {facts['mean_nearest']:.3f} {each} from the nearest of {other.name}, on average")
    typer.echo(f"nearest: {facts['at']:.2f} s and {facts['other_at']:.2f} s, {facts['least']:.3f} {unit}")


def _nearest_by_points(one: Motion, other: Motion) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each frame of the one at 60 Hz the nearest of the other and its distance in metres a joint."""
    import numpy as np

    from motionloom.align import make_clouds, nearest, shared_roles

    roles = shared_roles((one, other))
    index, squared = nearest(make_clouds(one, roles=roles), make_clouds(other, roles=roles), 1)
    return index[:, 0], np.sqrt(squared[:, 0])


def _nearest_by_angle(one: Motion, other: Motion) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The same in radians."""
    from motionloom.align import make_angles, nearest_angles
    from motionloom.align.point_cloud import RATE
    from motionloom.core.editing import resample
    from motionloom.core.errors import MotionError

    if not other.skeleton.fits(one.skeleton):
        raise MotionError(f"{other.name!r} has another skeleton than {one.name!r}, whose angles mean other poses; compare by points")
    return nearest_angles(make_angles(resample(one, RATE)), make_angles(resample(other, RATE)))


@reads_files
def align(
    a: First,
    b: Second,
    reading: Reading,
    out: Annotated[Path | None, typer.Argument(help="The file to write (.bvh, .glb, .usd, .npz, .fbx); none with --into.")] = None,
    pace: Annotated[int, typer.Option(min=1, max=100, help="How many times faster or slower it may become.")] = 2,
    into: Into = None,
    name: Name = "",
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Put the second motion on the first one's clock: like moments at the same time.

    Example: motionloom align walk.bvh other-walk.bvh other-in-time.bvh
    """
    from motionloom.compute import terminal_progress
    from motionloom.making.makers.align import align_recipe

    names, target = find_target([a, b, *([] if out is None else [str(out)])], into, name, force)
    if len(names) != 2:
        raise MotionloomError(f"two motions are aligned, {len(names)} are named; with --into no file is")
    with terminal_progress() as progress, open_sources(names, reading, into, progress) as named:
        clock, other = named.opened
        kept, made = make_one(named, align_recipe(clock.source, other.source, pace), target, progress)
    warp = made.about
    if as_json:
        options.print_json(
            {**kept.where, "legal": warp.legal, "cost": warp.cost, "times": warp.times.tolist(), "values": warp.values.tolist()}
        )
    else:
        how = f"mean distance {warp.cost:.3f} m" if warp.legal else f"no warp within {pace} times the pace: stretched evenly"
        typer.echo(f"{say_where(kept.where)}: {how}")


@reads_files
def blend(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[OUT] MOTIONS...",
            help="The file to write, none with --into, and two to four motions: files, or clips as my-library:walk_01.",
        ),
    ],
    reading: Reading,
    share: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Of the last of two, all through; from first to last if not given.")
    ] = None,
    one_body: options.OneBody = False,
    into: Into = None,
    name: Name = "",
    as_json: options.AsJson = False,
    force: options.Force = False,
) -> None:
    """Blend motions, aligned to the first: from the first to the last by way of the others, or two of them in one mixture.

    Where its feet stand is told too, with --json frame by frame: the plants that the library knows, or the oracle's, moved along.

    Example: motionloom blend between.bvh slow-walk.bvh fast-walk.bvh --share 0.5
    """
    from motionloom.compute import terminal_progress
    from motionloom.feet.plants import POINTS, Plants
    from motionloom.making.makers.blend import blend_recipe
    from motionloom.making.plants import plants_of_source

    names, target = find_target(words, into, name, force, first=True)
    with terminal_progress() as progress, open_sources(names, reading, into, progress) as named:
        plants = [plants_of_source(named.library, each) for each in progress.each("Finding foot plants", named.opened)]
        kept, made = make_one(named, blend_recipe(named.opened, plants, share, one_body), target, progress)
    motion, stood = made.motion, made.about
    if as_json:
        runs = {point: Plants(stood.bits, motion.fps).runs(point) for point in POINTS}
        options.print_json({**kept.where, "seconds": motion.duration, "fps": motion.fps, "plants": runs, "plant_error": stood.error})
        return
    typer.echo(f"{say_where(kept.where)}: {len(names)} motions, {motion.duration:.2f} s")
    typer.echo(f"  its feet stand {len(stood.plants)} times, {stood.error:.3f} m off their places; `motionloom feet clean` holds them")


@makes_each
def loop(
    given: Given,
    shortest: Annotated[float, typer.Option(min=0.2, help="Least seconds of the loop.")] = 0.5,
) -> None:
    """Cut a motion where it loops best, leaving out what stands about, and ease its end into its beginning.

    Example: motionloom loop walk.bvh walk-loop.bvh
    """
    from motionloom.align.loop import ALIKE
    from motionloom.making.makers.loop import loop_recipe

    kept = make_each(given, lambda opened, _: loop_recipe(opened.source, shortest))
    if given.as_json:
        options.print_json([{**each.where, **each.outcome} for each in kept])
        return
    for each in kept:
        cut = each.outcome
        what = f"{cut['first']:.2f} to {cut['last']:.2f} s, {cut['kept']:.0%} of the movement, {cut['distance']:.3f} m apart at the cut"
        typer.echo(f"{say_where(each.where)}: {what}")
        if cut["distance"] > ALIKE:
            typer.echo(
                f"  no two frames so far apart are alike (within {ALIKE} m): the cut will show; a longer capture may have better ones"
            )
