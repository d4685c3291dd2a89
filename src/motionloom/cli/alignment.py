"""`motionloom distance`, `align`, `blend`, `loop` and `graph`: how alike motions are, and what can be made of that."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motionloom.cli import options
from motionloom.cli.read_options import Reading, reads_files

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
Out = Annotated[Path, typer.Argument(help="The file to write (.bvh, .glb, .usd, .npz, .fbx).")]
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

    one, other = _open(a, reading), _open(b, reading)
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
    out: Out,
    reading: Reading,
    pace: Annotated[int, typer.Option(min=1, max=100, help="How many times faster or slower it may become.")] = 2,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Write the second motion on the first one's clock: like moments at the same time.

    Example: motionloom align walk.bvh other-walk.bvh other-in-time.bvh
    """
    import numpy as np

    from motionloom.align import warp_between
    from motionloom.core.editing import sample_at

    options.check_target(out, force)
    one, other = _open(a, reading), _open(b, reading)
    warp = warp_between(one, other, max_slope=pace)
    seconds = np.arange(len(one)) / one.fps
    sample_at(other, warp(seconds) * other.fps, one.fps).save(out)
    if as_json:
        options.print_json({"legal": warp.legal, "cost": warp.cost, "times": warp.times.tolist(), "values": warp.values.tolist()})
    else:
        how = f"mean distance {warp.cost:.3f} m" if warp.legal else f"no warp within {pace} times the pace: stretched evenly"
        typer.echo(f"{out}: {how}")


@reads_files
def blend(
    out: Out,
    motions: Annotated[list[str], typer.Argument(help="Two to four motions of one body: files, or clips as my-library:walk_01.")],
    reading: Reading,
    share: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Of the last of two, all through; from first to last if not given.")
    ] = None,
    as_json: options.AsJson = False,
    force: options.Force = False,
) -> None:
    """Blend motions, aligned to the first: from the first to the last by way of the others, or two of them in one mixture.

    Where its feet stand is told too, with --json frame by frame: the plants that the library knows, or detected ones, moved along.

    Example: motionloom blend between.bvh slow-walk.bvh fast-walk.bvh --share 0.5
    """
    import numpy as np

    from motionloom.align import bezier_weights, blend as blend_motions, register
    from motionloom.cli.sources import open_source
    from motionloom.core.errors import MotionError
    from motionloom.feet.plants import POINTS, Plants
    from motionloom.score.blend_plants import choose_plants
    from motionloom.score.captures import detect_plants

    options.check_target(out, force)
    sources = [open_source(name, reading) for name in motions]
    opened = [source.motion for source in sources]
    if not 2 <= len(opened) <= 4 or (share is not None and len(opened) != 2):
        raise MotionError(f"a blend is of two to four motions, one with --share of two; found {len(opened)}")
    warps = register(opened, reference=0).warps
    seconds = np.arange(len(opened[0])) / opened[0].fps
    frames = np.stack([warp(seconds) * motion.fps for warp, motion in zip(warps, opened, strict=True)])
    weights = bezier_weights(len(opened), len(seconds)) if share is None else np.tile([[1 - share], [share]], len(seconds))
    made = blend_motions(opened, frames, weights)
    made.save(out)
    bits = [detect_plants(source.motion) if source.plants is None else source.plants for source in sources]
    stood = choose_plants(made, opened, bits, frames)
    if as_json:
        runs = {point: Plants(stood.bits, made.fps).runs(point) for point in POINTS}
        options.print_json({"file": str(out), "seconds": made.duration, "fps": made.fps, "plants": runs, "plant_error": stood.error})
        return
    typer.echo(f"{out}: {len(opened)} motions, {made.duration:.2f} s")
    typer.echo(f"  its feet stand {len(stood.plants)} times, {stood.error:.3f} m off their places; `motionloom feet clean` holds them")


@reads_files
def loop(
    motion: First,
    out: Out,
    reading: Reading,
    shortest: Annotated[float, typer.Option(min=0.2, help="Least seconds of the loop.")] = 0.5,
    force: options.Force = False,
) -> None:
    """Cut a motion where it loops best, leaving out what stands about, and ease its end into its beginning.

    Example: motionloom loop walk.bvh walk-loop.bvh
    """
    from motionloom.align.loop import ALIKE, make_loop

    options.check_target(out, force)
    made = make_loop(_open(motion, reading), shortest)
    made.motion.save(out)
    typer.echo(f"{out}: {made.first:.2f} to {made.last:.2f} s, {made.kept:.0%} of the movement, {made.distance:.3f} m apart at the cut")
    if not made.alike:
        typer.echo(f"  no two frames so far apart are alike (within {ALIKE} m): the cut will show; a longer capture may have better ones")


def graph(
    library: Annotated[Path, typer.Argument(help="The library's folder.")],
    search: Annotated[str, typer.Option(help="Only clips with these words in name, label, description...")] = "",
    label: options.Labels = None,
    subject: options.Subjects = None,
    one_body: options.OneBody = False,
    threshold: Annotated[float, typer.Option(min=0.0, help="Square metres up to which two frames are alike.")] = 0.004,
    as_json: options.AsJson = False,
) -> None:
    """Build a motion graph of a library's clips and say how well connected it is.

    Example: motionloom graph my-library --subject 16
    """
    from motionloom.align.put_on import put_on
    from motionloom.graphs.motion_graph import build_graph
    from motionloom.library import Library
    from motionloom.transitions.gathering import choose_clips

    with Library.open(library) as opened:
        clips = choose_clips(opened, search, label or (), subject or (), one_body)
        motions = [opened.motion(clip) for clip in clips]
    built = build_graph([put_on(motion, motions[0].skeleton) for motion in motions], threshold)
    facts = {"clips": len(clips), "frames": len(built), "jumps": len(built.jumps), "share_connected": float(built.inside.mean())}
    if as_json:
        options.print_json(facts)
    else:
        typer.echo(f"{facts['clips']} clips, {facts['frames']} frames, {facts['jumps']} jumps between frames that are alike")
        if not len(built.jumps):
            typer.echo(f"  nothing leads from one place to another within {threshold:g} square metres; a larger --threshold allows more")
        else:
            typer.echo(f"  {facts['share_connected']:.0%} of the frames can all be reached from one another")


def _open(named: str, reading: Reading) -> Motion:
    """The motion that a person names."""
    from motionloom.cli.sources import open_source

    return open_source(named, reading).motion
