"""`motionloom character`: the user's own skinned characters, their joint maps, and our clips in their files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motionloom.cli import options
from motionloom.cli.long_work import WINDOW
from motionloom.core.errors import MotionloomError

if TYPE_CHECKING:
    from motionloom.formats.character_file import CharacterFile
    from motionloom.library import Document

app = typer.Typer(help="Add, show, map and export the characters that clips are put on.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(help="The library's folder.")]
Named = Annotated[str, typer.Argument(help="The character, by name or id.")]


@app.command()
def add(
    library: Folder,
    file: Annotated[Path, typer.Argument(help="The character: a .glb, .gltf, .vrm, .fbx or .usd with a skin.")],
    name: Annotated[str, typer.Option(help="Its name on the shelf; the file's if not given.")] = "",
    as_json: options.AsJson = False,
) -> None:
    """Keep a character on a library's shelf, byte by byte, and find its joint map.

    Example: motionloom character add my-library jump.glb --name hero
    """
    from motionloom.edits.characters.shelf import add_character, open_document
    from motionloom.library import Library

    with Library.open(library) as opened:
        document = add_character(opened, file, name, window=WINDOW)
        character = open_document(opened, document)
    _say(document, character, as_json, table=False)


@app.command()
def show(
    library: Folder,
    character: Named,
    out: Annotated[Path | None, typer.Option(help="Also draw the mesh with its mapped joints to this .png.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the joint map of a character: which joint plays which part of a body.

    Example: motionloom character show my-library hero --out hero.png
    """
    from motionloom.compute import terminal_progress
    from motionloom.edits.characters.pictures import save_map
    from motionloom.edits.characters.shelf import find_character, open_document
    from motionloom.library import Library

    with terminal_progress() as progress, Library.open(library) as opened:
        document = find_character(opened, character)
        progress.begin("Reading the character")
        found = open_document(opened, document)
        if out is not None:
            progress.begin("Drawing")
            save_map(found, out)
    _say(document, found, as_json)


@app.command("map")
def map_(
    library: Folder,
    character: Named,
    role: Annotated[list[str] | None, typer.Option(help="ROLE=JOINT, as left_knee=Bone.012; ROLE= finds it again by itself.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Correct the joint map of a character; it is kept, and used for every character with the same joints.

    Example: motionloom character map my-library hero --role left_wrist=LeftHand
    """
    from motionloom.edits.characters.shelf import find_character, map_roles, open_document
    from motionloom.library import Library

    pairs = dict(_split(word) for word in role or ())
    if not pairs:
        raise MotionloomError("say which joint plays which role: --role left_knee=Bone.012")
    with Library.open(library) as opened:
        map_roles(opened, find_character(opened, character), pairs, window=WINDOW)
        document = find_character(opened, character)
        found = open_document(opened, document)
    _say(document, found, as_json)


@app.command()
def export(
    library: Folder,
    character: Named,
    words: Annotated[list[str], typer.Argument(metavar="CLIPS... OUT", help="Clips, by name or id, and last the .glb to write.")],
    in_place: Annotated[bool, typer.Option("--in-place", help="Without the path along the ground.")] = False,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Write the character's own file with clips in it, one animation each; mesh, skin, materials and morphs stay as they are.

    Example: motionloom character export my-library hero 16_15 run_01 hero-moves.glb
    """
    from motionloom.compute import terminal_progress
    from motionloom.core.files import write_file
    from motionloom.edits.characters.exporting import export_character
    from motionloom.edits.characters.shelf import find_character
    from motionloom.library import Library

    *clips, last = words
    out = Path(last)
    if not clips or out.suffix.lower() != ".glb":
        raise MotionloomError(
            "name the clips and then the .glb to write, such as: motionloom character export my-library hero walk hero-walk.glb"
        )
    options.check_target(out, force)
    with terminal_progress() as progress, Library.open(library) as opened:
        ids = [opened.find(clip) for clip in clips]
        data = export_character(opened, find_character(opened, character), ids, in_place=in_place, progress=progress)
        write_file(out, data)
    if as_json:
        options.print_json({"file": str(out), "animations": len(ids), "bytes": len(data)})
    else:
        typer.echo(f"{out}: {len(ids)} animations, {len(data) / 1e6:.1f} MB")


@app.command()
def report(
    captures: Annotated[list[Path], typer.Argument(help="Motion files, or folders to search for them.")],
    onto: Annotated[list[str], typer.Option("--onto", help="A body: a character's .glb, any motion file, or my-library:name (several).")],
    seconds: Annotated[float, typer.Option(min=0.5, help="Of each motion.")] = 10.0,
    as_json: options.AsJson = False,
) -> None:
    """Put motions on bodies and measure it: feet that slide, hands that touch, the floor, heights, knees; developing performers first.

    Example: motionloom character report walk.bvh run.bvh --onto jump.glb --seconds 1
    """
    from motionloom.cli.onto import find_onto
    from motionloom.compute import terminal_progress
    from motionloom.edits.retargeting.reporting import find_captures, run_report, to_lines

    with terminal_progress() as progress:
        progress.begin("Reading bodies")
        bodies = {Path(word.rpartition(":")[2]).stem: find_onto(word) for word in onto}
        targets = {name: (named.onto.skeleton, None if named.character is None else named.character.skin) for name, named in bodies.items()}
        rows = run_report(find_captures(captures), targets, seconds, progress)
    if as_json:
        options.print_json([row.to_json() for row in rows])
    else:
        typer.echo("\n".join(to_lines(rows)))


def _split(word: str) -> tuple[str, str]:
    role, equals, joint = word.partition("=")
    if not equals:
        raise MotionloomError(f"--role takes ROLE=JOINT, such as left_knee=Bone.012, found {word!r}")
    return role.strip(), joint.strip()


def _say(document: Document, character: CharacterFile, as_json: bool, table: bool = True) -> None:
    from motionloom.core.roles import OPTIONAL_ROLES, ROLES
    from motionloom.edits.characters.shelf import roles_of

    names, roles, said = character.skeleton.names, character.roles, roles_of(document)
    told: dict[str, Any] = {
        "id": document.id,
        "name": document.name,
        "joints": len(names),
        "vertices": len(character.skin),
        "roles": {role: names[joint] for role, joint in roles.items()},
        "mapped_by_person": said,
        "missing": character.missing,
        "hung": dict(character.hung),
        "notes": list(character.notes),
    }
    if as_json:
        options.print_json(told)
        return
    typer.echo(f"{document.name} ({document.id}): {len(names)} joints, {len(character.skin)} vertices, {len(roles)} roles mapped")
    for role in ROLES if table else ():
        joint = names[roles[role]] if role in roles else "- (optional)" if role in OPTIONAL_ROLES else "- MISSING"
        typer.echo(f"  {role:<16} {joint}{'  (yours)' if role in said else ''}")
    for joint, above in character.hung.items():
        typer.echo(f"  {joint} hangs elsewhere in the file; it is moved as the end of {above}")
    if character.missing:
        how = f"motionloom character map LIBRARY {document.name!r} --role {character.missing[0]}=JOINT"
        typer.echo(f"  missing: {', '.join(character.missing)}; map them: {how}")
