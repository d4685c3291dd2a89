"""`motionloom machine report`: how soon a machine answers, how smooth it is, and how its feet stand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.machine_play import NamedMachine, Opened, open_machine
from motionloom.core.files import check_place

if TYPE_CHECKING:
    from motionloom.behaviours.endurance import Endurance
    from motionloom.behaviours.feet_measures import FeetDriven
    from motionloom.behaviours.lap_repeats import Repeats
    from motionloom.behaviours.takes import Take


def report(
    machine: NamedMachine,
    seed: Annotated[int, typer.Option(help="Of the random requests.")] = 0,
    minutes: Annotated[float, typer.Option(min=0, max=60, help="Also play every cyclic state for so long: drift, pops, slide.")] = 0.0,
    state: Annotated[list[str] | None, typer.Option(help="Only these states for --minutes.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the ways of the first state of --minutes into this PNG, SVG or PDF.")] = None,
    feet: Annotated[float, typer.Option(min=0, max=60, help="Also drive it at random for so many minutes: how feet stand.")] = 0.0,
    as_json: options.AsJson = False,
) -> None:
    """Measure a machine: how soon it answers, how smooth its joins are, whether it goes where it is steered.

    Example: motionloom machine report machine.npz --minutes 5 --state walk
    """
    from motionloom.behaviours.endurance import draw_endurance, endure
    from motionloom.behaviours.feet_measures import measure_feet
    from motionloom.behaviours.measures import report as measure
    from motionloom.behaviours.state_table import StateRow, list_states, say_row
    from motionloom.compute import terminal_progress
    from motionloom.core.errors import MotionloomError

    if picture is not None:
        check_place(picture)
    if minutes == 0 and (state or picture is not None):
        raise MotionloomError("--state and --picture are of --minutes: give --minutes 5, say")
    named = open_machine(machine)
    opened = named.machine
    for name in state or ():
        opened.state(name)
    played = (state or [each.name for each in opened.states if each.cyclic]) if minutes > 0 else []
    with terminal_progress() as progress:
        takes = _open_takes(named)
        motions = [take.motion for take in takes]
        found = {"states": [vars(row) for row in list_states(opened)], **measure(opened, seed, progress, motions)}
        lasting = {
            name: endure(opened, name, minutes, takes=motions) for name in progress.each(f"Playing for {minutes:g} minutes", played, str)
        }
        driven = measure_feet(opened, feet, seed, takes) if feet > 0 else []
    if picture is not None and lasting:
        draw_endurance(next(iter(lasting.values())), picture)
    if as_json:
        lasted = [row.to_json() for rows in lasting.values() for row in rows]
        options.print_json({**found, "lasting": lasted, "feet": [vars(row) for row in driven]})
        return
    for row in found["states"]:
        typer.echo(f"  {say_row(StateRow(**row))}")
    _show_report(machine, found)
    for rows in lasting.values():
        _show_endurance(rows)
    if driven:
        _show_feet(driven, feet)


def _open_takes(named: Opened) -> list[Take]:
    """The takes of a machine that is on a library's shelf."""
    if named.library is None:
        return []
    from motionloom.behaviours.whole_takes import open_takes
    from motionloom.library import Library

    with Library.open(named.library) as library:
        return open_takes(library, named.entry.clips, named.machine.skeleton)


def _show_report(machine: str, found: dict[str, Any]) -> None:
    if found["mean_delay_from_cycles"] is None:
        typer.echo(f"{machine}: one state, which is never left")
    else:
        typer.echo(
            f"{machine}: from a cycle to the start of a transition {found['mean_delay_from_cycles']:.2f} s in the mean, "
            f"{found['worst_delay_from_cycles']:.2f} s at worst; from any state {found['mean_delay']:.2f} s"
        )
    for row in found["delays"]:
        typer.echo(f"  {row['source']} -> {row['target']}: {row['mean']:.2f} s, at worst {row['worst']:.2f} s")
    joins = found["joins"]
    typer.echo(
        f"  {joins['joins']} joins, through all of each transition: joint accelerations at most {joins['worst']:.0f} m/s2 "
        f"(the 99.9th percentile of its clips is {joins['limit']:.0f}; {joins['over']:.3%} are above), "
        f"joints turn at most {joins['pose_worst']:.1f} rad/s ({joins['pose_limit']:.1f}; {joins['pose_over']:.3%})"
    )
    if joins["takes_limit"] is not None:
        typer.echo(
            f"    beside the takes as captured, whole: {joins['takes_limit']:.0f} m/s2, {joins['takes_over']:.3%} above; "
            f"{joins['takes_pose_limit']:.1f} rad/s, {joins['takes_pose_over']:.3%} above"
        )
    for name, rows in found["steering"].items():
        typer.echo(f"  {name}, over windows of 2 s:\n    asked    mean  mean miss  largest miss  without a lap's own swing")
        for row in rows:
            misses = f"{row['miss']:9.3f}  {row['worst']:12.3f}  {row['smooth_miss']:9.3f}, at worst {row['smooth_worst']:.3f}"
            typer.echo(f"    {row['asked']:5.2f}  {row['got']:6.3f}  {misses}")
    for name, both in found["both"].items():
        typer.echo(f"  {name}, turn and speed at once, over whole laps:\n     asked         got")
        for turn, speed, turned, went in both:
            typer.echo(f"    {turn:5.2f}  {speed:4.2f}  {turned:6.3f}  {went:5.3f}")


def _show_feet(rows: list[FeetDriven], minutes: float) -> None:
    typer.echo(f"  feet, driven at random for {minutes:g} minutes; accelerations m/s2, at most and the 99.9th percentile:")
    typer.echo("               slide cm/s  lowest mm  knees, ankles      hips  joints over captures' 99.9th")
    for row in rows:
        peaks = f"{row.legs:6.0f} {row.usual_legs:6.0f}  {row.hips:4.0f} {row.usual_hips:4.0f}"
        typer.echo(f"    {row.name:<9}  {row.slide:10.2f}  {row.lowest:9.1f}  {peaks}  {row.over:.4%}")


def _show_endurance(rows: list[Endurance]) -> None:
    first = rows[0]
    typer.echo(f"  {first.state} for {first.minutes:g} minutes (slide of planted feet in its captures {first.slide_captures:.1f} cm/s):")
    typer.echo("    asked     got  off at the end  without swing  hips sank  over limit  slide cm/s           bare")
    for row in rows:
        asked, off = ("    -", "     -") if row.asked is None or row.strayed is None else (f"{row.asked:5.2f}", f"{row.strayed:6.3f}")
        drift = "-" if row.drifted is None else f"{row.drifted:.3f}"
        figures = f"{1000 * row.sank:6.2f} mm  {row.over:10.3%}  {row.slide:10.3f}  {row.slide_bare:15.1f}"
        typer.echo(f"    {asked}  {row.got:6.4f}  {off:>14}  {drift:>13}  {figures}")
    for row in rows:
        if row.takes_limit is not None:
            asked = "-" if row.asked is None else f"{row.asked:.2f}"
            above = f"{row.takes_over:.3%} above the {row.takes_limit:.0f} of the takes as captured"
            typer.echo(f"    {asked}: {above}, {row.worst:.0f} m/s2 at most ({row.limit:.0f} in its clips)")
        if row.repeats is not None:
            typer.echo(f"    {'-' if row.asked is None else f'{row.asked:.2f}'}: {_say_repeats(row.repeats)}")


def _say_repeats(found: Repeats) -> str:
    laps = f"laps of {found.lap:.2f} s"
    if not found.soonest:
        return f"{laps}; no half lap comes again within {found.looked:.0f} laps"
    again = f"after {found.soonest:.1f} laps at the soonest, {found.median:.1f} at the median, {found.latest:.1f} at most"
    return f"{laps}; half a lap comes again {again}; {found.within:.2%} within ten"
